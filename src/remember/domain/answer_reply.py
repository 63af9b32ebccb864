"""A model's reply, read: strict JSON of one closed shape, or the code of the first thing wrong with it."""

from typing import Any, Literal, cast

from remember.domain.answers import (
    LONGEST_ANSWER,
    LONGEST_INFERENCE,
    LONGEST_OBJECT,
    LONGEST_QUOTE,
    LONGEST_TERM,
    MOST_CITATIONS,
    MOST_FACTS,
    MOST_MISSING,
    Citation,
    CitedFact,
    Reply,
)
from remember.domain.evidence_request import LONGEST_ID
from remember.domain.json_text import Json, parse_json
from remember.domain.utf16 import is_blank, is_longer, paired, trimmed

FaultCode = Literal[
    "response_size_or_type",
    "invalid_json",
    "invalid_schema",
    "inconsistent_answer",
    "inconsistent_abstention",
    "inference_not_allowed",
    "unknown_source",
    "quote_not_in_source",
    "quote_too_short",
    "nothing_current_cited",
    "figure_not_quoted",
]
"""Why a reply is not trusted, in the order of the checks; the last three only where they are asked for."""


class Untrusted(ValueError):
    """The reply fails a check: its code, and the path of the part at fault."""

    def __init__(self, code: FaultCode, at: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.at = at


def read_reply(text: object, max_response_chars: int) -> Reply:
    """The reply of the right form; raises `Untrusted`."""
    if not isinstance(text, str) or is_longer(text, max_response_chars):
        raise Untrusted("response_size_or_type")
    try:
        value = parse_json(text)
    except ValueError:
        raise Untrusted("invalid_json") from None
    return _reply(value)


def _reply(value: Json) -> Reply:
    given = _object(value, "", ("status", "facts", "answer", "inference", "missing_evidence"))
    status = given["status"]
    if status not in ("answered", "insufficient_evidence"):
        raise Untrusted("invalid_schema", "status")
    facts = _list(given["facts"], "facts", most=MOST_FACTS)
    missing = _list(given["missing_evidence"], "missing_evidence", most=MOST_MISSING)
    return Reply(
        status=cast(Literal["answered", "insufficient_evidence"], status),
        facts=tuple(_fact(one, f"facts[{at}]") for at, one in enumerate(facts)),
        answer=_text_or_null(given["answer"], "answer", LONGEST_ANSWER),
        inference=_text_or_null(given["inference"], "inference", LONGEST_INFERENCE),
        missing_evidence=tuple(
            _text(one, f"missing_evidence[{at}]", LONGEST_TERM) for at, one in enumerate(missing)
        ),
    )


def _fact(value: Json, at: str) -> CitedFact:
    given = _object(value, at, ("subject", "relation", "object", "citations"))
    citations = _list(given["citations"], f"{at}.citations", least=1, most=MOST_CITATIONS)
    return CitedFact(
        subject=_text(given["subject"], f"{at}.subject", LONGEST_TERM),
        relation=_text(given["relation"], f"{at}.relation", LONGEST_TERM),
        object=_text(given["object"], f"{at}.object", LONGEST_OBJECT),
        citations=tuple(_citation(one, f"{at}.citations[{n}]") for n, one in enumerate(citations)),
    )


def _citation(value: Json, at: str) -> Citation:
    given = _object(value, at, ("source_id", "quote"))
    return Citation(
        source_id=_exact(given["source_id"], f"{at}.source_id", LONGEST_ID),
        quote=_exact(given["quote"], f"{at}.quote", LONGEST_QUOTE),
    )


def _object(value: Json, at: str, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise Untrusted("invalid_schema", at)
    return value


def _list(value: Json, at: str, *, least: int = 0, most: int) -> list[Any]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Untrusted("invalid_schema", at)
    return value


def _text_or_null(value: Json, at: str, longest: int) -> str | None:
    return None if value is None else _text(value, at, longest)


def _text(value: Json, at: str, longest: int) -> str:
    return _exact(trimmed(value) if isinstance(value, str) else value, at, longest)


def _exact(value: Json, at: str, longest: int) -> str:
    if not isinstance(value, str) or is_longer(value, longest) or is_blank(value):
        raise Untrusted("invalid_schema", at)
    return paired(value)
