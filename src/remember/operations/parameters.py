"""Reasons: why a person decides, kept with the decision for whoever reviews it."""

from typing import Annotated

from pydantic import AfterValidator, Field


def _told(reason: str) -> str:
    if not reason.strip():
        raise ValueError("says nothing: tell why, in words that a reviewer can check")
    return reason


Reason = Annotated[
    str,
    Field(min_length=1, max_length=2000, description="Why, in words that a reviewer can check"),
    AfterValidator(_told),
]
