"""What an answer is asked from: a question and the sources that the caller hands over, and their rules.

Lengths are UTF-16 code units, instants are Unix milliseconds. Nothing is coerced, and keys that are not
named here are dropped: what a caller keeps beside a source never reaches a model.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

from remember.domain.utf16 import is_blank, is_longer, paired, trimmed
from remember.errors import EvidenceRequestError

SourceStatus: TypeAlias = Literal["current", "superseded", "contradicted"]
SourceTrust: TypeAlias = Literal["verified", "asserted", "unverified"]
Knowledge: TypeAlias = Literal["evidence-only", "allow-general-inference"]

MOST_SOURCES = 64
LONGEST_SOURCE = 262_144
LONGEST_ID = 512
LONGEST_SPEAKER = 512
LONGEST_QUESTION = 16_384
LONGEST_LANGUAGE = 128
MOST_CONTEXT_TOKENS = 32_768
MOST_OUTPUT_TOKENS = 8_192
MOST_RESPONSE_CHARS = 131_072
LONGEST_TIMEOUT_MS = 300_000
FARTHEST_MS = 8.64e15
"""The last millisecond that an ECMAScript date can name; its negative is the first."""


class Absent(Enum):
    """Tells a speaker that was not given from a speaker known to be nobody (`None`)."""

    ABSENT = "absent"


ABSENT: Literal[Absent.ABSENT] = Absent.ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSource:
    """One piece of evidence; `id` and `text` are kept character for character.

    `observed_at` is in Unix milliseconds. A `speaker` of `None` is told to the model, an absent one is not.
    `trust` is told only where the options say so (`with_trust`), and is dropped like an unknown key else.
    """

    id: str
    text: str
    observed_at: float | None = None
    speaker: str | Absent | None = ABSENT
    status: SourceStatus | None = None
    trust: SourceTrust | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRequest:
    """A question with its evidence. It is checked when it is asked, not when it is made.

    `max_context_tokens` is for the sources alone, by estimate; `max_response_chars` are UTF-16 code units.
    `signal` cancels the call from outside; it is neither checked nor sent.
    """

    question: str
    sources: Sequence[EvidenceSource | Mapping[str, Any]]
    question_time: float | None = None
    output_language: str | None = None
    knowledge: Knowledge = "evidence-only"
    max_context_tokens: int = 2_048
    max_output_tokens: int = 2_048
    max_response_chars: int = 32_768
    timeout_ms: int = 60_000
    signal: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRequest:
    """A request that keeps the rules: a copy that no caller can change, trimmed, with its defaults."""

    question: str
    sources: tuple[EvidenceSource, ...]
    question_time: float | None
    output_language: str | None
    knowledge: Knowledge
    max_context_tokens: int
    max_output_tokens: int
    max_response_chars: int
    timeout_ms: int


def checked(request: EvidenceRequest | Mapping[str, Any], *, with_trust: bool = False) -> CheckedRequest:
    """The request by its rules; raises `EvidenceRequestError` with every breach, else every repeated id."""
    issues: list[tuple[str, str]] = []
    given = _Fields(request, EvidenceRequest, "", issues)
    found = CheckedRequest(
        question=given.text("question", most=LONGEST_QUESTION, trim=True),
        sources=_sources(given, with_trust=with_trust),
        question_time=given.instant("question_time"),
        output_language=given.text("output_language", most=LONGEST_LANGUAGE, trim=True, required=False)
        or None,
        knowledge=given.knowledge(),
        max_context_tokens=given.whole("max_context_tokens", most=MOST_CONTEXT_TOKENS),
        max_output_tokens=given.whole("max_output_tokens", most=MOST_OUTPUT_TOKENS),
        max_response_chars=given.whole("max_response_chars", most=MOST_RESPONSE_CHARS),
        timeout_ms=given.whole("timeout_ms", most=LONGEST_TIMEOUT_MS),
    )
    _refuse(issues)
    _refuse(_repeated_ids(found.sources))
    return found


def _sources(request: "_Fields", *, with_trust: bool) -> tuple[EvidenceSource, ...]:
    given = request.items("sources", most=MOST_SOURCES)
    return tuple(
        _source(_Fields(one, EvidenceSource, f"sources[{at}].", request.issues), with_trust=with_trust)
        for at, one in enumerate(given)
    )


def _source(given: "_Fields", *, with_trust: bool) -> EvidenceSource:
    return EvidenceSource(
        id=given.text("id", most=LONGEST_ID),
        text=given.text("text", most=LONGEST_SOURCE),
        observed_at=given.instant("observed_at"),
        speaker=given.speaker(),
        status=given.status(),
        trust=given.trust() if with_trust else None,
    )


def _repeated_ids(sources: Sequence[EvidenceSource]) -> list[tuple[str, str]]:
    seen: set[str] = set()
    repeated = []
    for at, source in enumerate(sources):
        if source.id in seen:
            repeated.append((f"sources[{at}].id", "duplicate"))
        seen.add(source.id)
    return repeated


def _refuse(issues: Sequence[tuple[str, str]]) -> None:
    if not issues:
        return
    told = "; ".join(f"{path or 'the request'}: {code.replace('_', ' ')}" for path, code in issues)
    raise EvidenceRequestError(
        f"the evidence request breaks its rules: {told}",
        code="evidence_request_invalid",
        hint="see the limits of the answering contract; the given values are not repeated here",
        data={"issues": [{"path": path, "code": code} for path, code in issues]},
    )


_Value = TypeVar("_Value")
_MISSING: Any = object()
_UNSET = (None, ABSENT)


@cache
def _defaults(model: type) -> dict[str, Any]:
    return {one.name: one.default for one in fields(model)}


def _as_mapping(given: object, model: type) -> Mapping[str, Any] | None:
    if not isinstance(given, model):
        return given if isinstance(given, Mapping) else None
    held = ((name, getattr(given, name), default) for name, default in _defaults(model).items())
    return {name: value for name, value, default in held if not (value is default and value in _UNSET)}


class _Fields:
    """Reads the fields of one mapping or model, noting each breach with its path."""

    def __init__(self, given: object, model: type, path: str, issues: list[tuple[str, str]]) -> None:
        self.issues = issues
        self._path = path
        self._given = _as_mapping(given, model)
        self._model = model
        if self._given is None:
            issues.append((path.removesuffix("."), "wrong_type"))

    def text(self, name: str, *, most: int, trim: bool = False, required: bool = True) -> str:
        """A text that is not blank; empty where it is missing or wrong."""
        value = self._value(name, required=required)
        if value is _MISSING:
            return ""
        if not isinstance(value, str):
            return self._breach(name, "wrong_type", "")
        value = trimmed(value) if trim else str(value)
        if is_longer(value, most):
            return self._breach(name, "too_long", "")
        return self._breach(name, "blank", "") if is_blank(value) else paired(value)

    def speaker(self) -> str | Absent | None:
        """A name of any form, or nobody."""
        value = self._value("speaker", required=False)
        if value is _MISSING:
            return ABSENT
        if value is not None and not isinstance(value, str):
            return self._breach("speaker", "wrong_type", None)
        if value is not None and is_longer(value, LONGEST_SPEAKER):
            return self._breach("speaker", "too_long", None)
        return value and paired(str(value))

    def instant(self, name: str) -> float | None:
        """Unix milliseconds within what a date can name."""
        value = self._value(name, required=False)
        return None if value is _MISSING else self._number(name, value, least=-FARTHEST_MS, most=FARTHEST_MS)

    def whole(self, name: str, *, most: int) -> int:
        """A whole number from 1 to `most`, or its default."""
        value = self._value(name, required=False)
        if value is _MISSING:
            return cast(int, _defaults(self._model)[name])
        number = self._number(name, value, least=1, most=most)
        if number is not None and number != int(number):
            return self._breach(name, "not_whole", 1)
        return int(number or 1)

    def knowledge(self) -> Knowledge:
        """Which knowledge an answer may use."""
        value: Knowledge = self._one_of("knowledge", get_args(Knowledge), instead="evidence-only")
        return value

    def status(self) -> SourceStatus | None:
        """What belief says of a source."""
        value: SourceStatus | None = self._one_of("status", get_args(SourceStatus), instead=None)
        return value

    def trust(self) -> SourceTrust | None:
        """How far the word of a source counts."""
        value: SourceTrust | None = self._one_of("trust", get_args(SourceTrust), instead=None)
        return value

    def items(self, name: str, *, most: int) -> Sequence[object]:
        """The items of a list, none where there are too many."""
        value = self._value(name, required=True)
        if value is _MISSING:
            return ()
        if isinstance(value, str | bytes | bytearray) or not isinstance(value, Sequence):
            return self._breach(name, "wrong_type", ())
        return self._breach(name, "too_many", ()) if len(value) > most else tuple(value)

    def _one_of(self, name: str, allowed: tuple[str, ...], *, instead: Any) -> Any:
        value = self._value(name, required=False)
        if value is _MISSING:
            return instead
        if not isinstance(value, str):
            return self._breach(name, "wrong_type", instead)
        return str(value) if value in allowed else self._breach(name, "not_allowed", instead)

    def _value(self, name: str, *, required: bool) -> Any:
        if self._given is None:
            return _MISSING
        value = self._given.get(name, _MISSING)
        return self._breach(name, "missing", _MISSING) if required and value is _MISSING else value

    def _number(self, name: str, value: object, *, least: float, most: float) -> float | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self._breach(name, "wrong_type", None)
        if isinstance(value, float) and not math.isfinite(value):
            return self._breach(name, "not_finite", None)
        if value < least:
            return self._breach(name, "too_small", None)
        return self._breach(name, "too_large", None) if value > most else value

    def _breach(self, name: str, code: str, instead: _Value) -> _Value:
        self.issues.append((self._path + name, code))
        return instead
