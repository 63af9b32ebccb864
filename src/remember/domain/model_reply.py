"""What a language model proposes for a passage: its reply, read strictly, as data that proves nothing yet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from remember.domain.claims import MentionKind, Reason
from remember.domain.json_text import parse_json
from remember.domain.text import stored_text

MOST_CLAIMS = 120
MOST_ENTITIES = 20
LONGEST = 4_000

_OURS = frozenset(
    {
        Reason.UNRESOLVED,
        Reason.UNGROUNDED,
        Reason.MODEL_FAILED,
        Reason.RESOLVED_BY_MODEL,
        Reason.FED_BACK,
    }
)
_REASONS = tuple(reason.value for reason in Reason if reason not in _OURS)
_KINDS = tuple(kind.value for kind in MentionKind)


def _texts(**properties: Any) -> dict[str, Any]:
    """The schema of an object that has exactly these properties."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


_TEXT = {"type": "string", "minLength": 1, "maxLength": LONGEST}
_ENTITY = _texts(name=_TEXT, kind={"type": "string", "enum": list(_KINDS)})
_ENTITIES = {"type": "array", "maxItems": MOST_ENTITIES, "items": _ENTITY}
_CLAIM = _texts(quote=_TEXT, claim=_TEXT, entities=_ENTITIES)
_LEFT_OUT = _texts(quote=_TEXT, reason={"type": "string", "enum": list(_REASONS)})
PROPOSAL_SCHEMA = _texts(
    claims={"type": "array", "maxItems": MOST_CLAIMS, "items": _CLAIM},
    left_out={"type": "array", "maxItems": MOST_CLAIMS, "items": _LEFT_OUT},
)
"""The JSON schema of a reply."""


class UnusableReply(ValueError):
    """A reply that cannot be used, in words that repeat nothing of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedThing:
    """Somebody or something that a proposed claim names."""

    name: str
    kind: MentionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedClaim:
    """A claim as a model words it, with the words of the passage that are to say it."""

    quote: str
    claim: str
    entities: tuple[NamedThing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Words of the passage that a model finds nothing in."""

    quote: str
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """All that a model makes of one passage."""

    claims: Sequence[ProposedClaim]
    left_out: Sequence[LeftOut]


_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)


def read_proposal(text: str) -> Proposal:
    """The proposal in a reply; raises `UnusableReply`.

    Thoughts before it and a code fence around it are passed over, other words are not.
    """
    given = _object(reply_value(text), "the reply", PROPOSAL_SCHEMA)
    return Proposal(
        claims=[_claim(one, f"claims[{at}]") for at, one in enumerate(_list(given["claims"], "claims"))],
        left_out=[
            _left_out(one, f"left_out[{at}]") for at, one in enumerate(_list(given["left_out"], "left_out"))
        ],
    )


def reply_value(text: str) -> Any:
    """The JSON value of a reply; raises `UnusableReply`."""
    bare = _THOUGHTS.sub("", text, count=1)
    fenced = _FENCE.match(bare)
    bare = fenced[1] if fenced else bare
    if not bare.strip():
        raise UnusableReply("it is empty")
    try:
        return parse_json(bare.strip())
    except ValueError:
        raise UnusableReply("it is not one JSON object from its first character to its last") from None


def _claim(value: Any, at: str) -> ProposedClaim:
    given = _object(value, at, _CLAIM)
    entities = _list(given["entities"], f"{at}.entities", most=MOST_ENTITIES)
    return ProposedClaim(
        quote=_text(given["quote"], f"{at}.quote"),
        claim=_text(given["claim"], f"{at}.claim"),
        entities=tuple(_entity(one, f"{at}.entities[{n}]") for n, one in enumerate(entities)),
    )


def _entity(value: Any, at: str) -> NamedThing:
    given = _object(value, at, _ENTITY)
    kind = given["kind"]
    if kind not in _KINDS:
        raise UnusableReply(f"{at}.kind is none of {', '.join(_KINDS)}")
    return NamedThing(name=_text(given["name"], f"{at}.name"), kind=MentionKind(kind))


def _left_out(value: Any, at: str) -> LeftOut:
    given = _object(value, at, _LEFT_OUT)
    reason = given["reason"]
    if reason not in _REASONS:
        raise UnusableReply(f"{at}.reason is none of {', '.join(_REASONS)}")
    return LeftOut(quote=_text(given["quote"], f"{at}.quote"), reason=Reason(reason))


def _object(value: Any, at: str, schema: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != set(schema["required"]):
        raise UnusableReply(f"{at} is not an object with {' and '.join(schema['required'])} and nothing else")
    return value


def _list(value: Any, at: str, *, most: int = MOST_CLAIMS) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise UnusableReply(f"{at} is not a list of at most {most}")
    return value


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        raise UnusableReply(f"{at} is not a text of 1 to {LONGEST} characters")
    return stored_text(value)
