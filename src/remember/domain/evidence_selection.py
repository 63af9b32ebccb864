"""Which sources a model is shown: in the caller's order, each whole or not at all, within an allowance."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from remember.domain.evidence_request import ABSENT, CheckedRequest, EvidenceSource
from remember.domain.json_text import number_text, string_text
from remember.domain.token_estimate import estimated_tokens, least_tokens

_TOKENS_OF_BRACKETS = 2
_TOKENS_OF_A_COMMA = 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_MS = 86_400_000
# After 400 years of the Gregorian calendar its days come round again.
_DAYS_OF_A_CYCLE, _YEARS_OF_A_CYCLE = 146_097, 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is sent, and what is left out; `evidence` is the JSON list of the sources that are sent."""

    sources: tuple[EvidenceSource, ...]
    omitted_ids: tuple[str, ...]
    context_tokens: int
    evidence: str

    @property
    def used_ids(self) -> tuple[str, ...]:
        """The ids of the sources that are sent, in their order."""
        return tuple(source.id for source in self.sources)


def select(sources: Iterable[EvidenceSource], max_context_tokens: int) -> Selection:
    """Each source that still fits, first come first served; a small one may fit after a large one did not."""
    sent: list[EvidenceSource] = []
    texts: list[str] = []
    omitted: list[str] = []
    total = _TOKENS_OF_BRACKETS
    for source in sources:
        text = source_text(source)
        room = max_context_tokens - total - _TOKENS_OF_A_COMMA * bool(sent)
        # Most of what does not fit is too long by any count, and the exact one is dear.
        if least_tokens(text) > room or (cost := estimated_tokens(text)) > room:
            omitted.append(source.id)
            continue
        total += cost + _TOKENS_OF_A_COMMA * bool(sent)
        sent.append(source)
        texts.append(text)
    return Selection(
        sources=tuple(sent),
        omitted_ids=tuple(omitted),
        context_tokens=total if sent else 0,
        evidence=f"[{','.join(texts)}]",
    )


def source_text(source: EvidenceSource) -> str:
    """A source as JSON: what is known of it, in one order."""
    parts = [f'{{"id":{string_text(source.id)},"text":{string_text(source.text)}']
    if source.observed_at is not None:
        parts.append(f'"observed_at":{number_text(source.observed_at)}')
    if source.speaker is not ABSENT:
        parts.append(f'"speaker":{_or_null(source.speaker)}')
    if source.status is not None:
        parts.append(f'"status":"{source.status}"')
    if source.trust is not None:
        parts.append(f'"trust":"{source.trust}"')
    return ",".join(parts) + "}"


def user_prompt(request: CheckedRequest, selection: Selection) -> str:
    """The question with its evidence as one JSON object, so that evidence stays data."""
    asked_at = None if request.question_time is None else instant_text(request.question_time)
    return (
        f'{{"question":{string_text(request.question)},"question_time":{_or_null(asked_at)},'
        f'"output_language":{_or_null(request.output_language)},"knowledge":"{request.knowledge}",'
        f'"evidence":{selection.evidence}}}'
    )


def instant_text(milliseconds: float) -> str:
    """Unix milliseconds as ECMAScript prints a date: in UTC, years beyond 9999 with a sign and six digits."""
    days, rest = divmod(int(milliseconds), _DAY_MS)
    cycles, days = divmod(days, _DAYS_OF_A_CYCLE)
    at = _EPOCH + timedelta(days=days, milliseconds=rest)
    year = at.year + cycles * _YEARS_OF_A_CYCLE
    told = f"{year:04d}" if 0 <= year <= 9_999 else f"{year:+07d}"
    return f"{told}-{at:%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"


def _or_null(text: str | None) -> str:
    return "null" if text is None else string_text(text)


def repair_prompt(first: str, reply: str | None, *, code: str, at: str | None) -> str:
    """The first prompt with the reply that failed and why; `None` for a reply that cannot be shown."""
    fault = f'{{"code":{string_text(code)},"at":{_or_null(at or None)}}}'
    return f'{first[:-1]},"previous_reply":{_or_null(reply)},"fault":{fault}}}'
