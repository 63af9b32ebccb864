"""The two faces of the adapter, and models that reply as told."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import remember

Ask = Callable[..., Awaitable[remember.EvidenceAnswer]]


async def _blocking(*given: Any, **options: Any) -> remember.EvidenceAnswer:
    return await asyncio.to_thread(remember.answer_from_evidence_sync, *given, **options)


@pytest.fixture(params=["asynchronous", "blocking"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """`answer_from_evidence` of both faces."""
    return remember.answer_from_evidence if request.param == "asynchronous" else _blocking
