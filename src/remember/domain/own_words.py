"""Testimony as sources to answer from: the source's own words, never a paraphrase, each with its place.

Each source has one speaker and one status. The sides of a contradiction are sent together or not at all.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast
from uuid import UUID

from remember.domain.evidence_request import (
    ABSENT,
    MOST_SOURCES,
    EvidenceSource,
    SourceStatus,
    SourceTrust,
)
from remember.domain.evidence_selection import source_text
from remember.domain.structure import Markup, blocks
from remember.domain.token_estimate import estimated_tokens
from remember.domain.trust import Trust

ENOUGH = 160
"""Words of fewer characters take the block before them along: "Yes, on Friday" says nothing by itself."""

MOST = 1_200
"""Characters that a source has at most, unless what it quotes is longer."""

_BRACKETS = 2
_COMMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a source says at one place: `text` stands at `start` of the version's converted text.

    `claim_ids` are the claims that it says, none for a bare passage; `groups` the contradictions that
    they are a side of. `trust` is that in their source, None where the read did not tell it.
    """

    doc_id: UUID
    version_id: UUID | None
    start: int
    text: str
    said_at: datetime | None = None
    speaker: str | None = None
    status: SourceStatus | None = None
    groups: frozenset[UUID] = frozenset()
    claim_ids: tuple[UUID, ...] = ()
    title: str | None = None
    source_kind: str | None = None
    trust: Trust | None = None

    @property
    def end(self) -> int:
        """Where the text ends."""
        return self.start + len(self.text)


Places = Mapping[UUID, Collection[tuple[int, int]]]
"""Characters [start, end) of versions, by version."""


def hold_any(words: Words, places: Places) -> bool:
    """Whether one of these places stands wholly within the words."""
    here = places.get(words.version_id, ()) if words.version_id else ()
    return any(words.start <= start and end <= words.end for start, end in here)


def without(words: Words, places: Places) -> Iterator[Words]:
    """The runs of whole paragraphs and turns that touch none of these places; all of it where none does."""
    here = places.get(words.version_id, ()) if words.version_id else ()
    gone = [(start - words.start, end - words.start) for start, end in here]
    if not any(start < len(words.text) and end > 0 for start, end in gone):
        yield words
        return
    left = [
        (block.char_start, block.char_end)
        for block in blocks(words.text, Markup.MARKDOWN)
        if not any(start < block.char_end and end > block.char_start for start, end in gone)
    ]
    for first, last in _runs(left, gone):
        yield replace(words, start=words.start + first, text=words.text[first:last])


def _runs(left: Iterable[tuple[int, int]], gone: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches in their order, those put together between which nothing is gone."""
    runs: list[tuple[int, int]] = []
    for start, end in left:
        if runs and not any(runs[-1][1] <= first < start for first, _ in gone):
            runs[-1] = runs[-1][0], end
        else:
            runs.append((start, end))
    return runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A source with the place of its text."""

    source: EvidenceSource
    words: Words


def widened(said: Sequence[Words], passages: Iterable[Words]) -> list[Words]:
    """The words, each with as much of its passage as it takes to understand them.

    Words that come to overlap become one where belief says the same of them; else each stays as it is.
    """
    by_document: dict[UUID, list[Words]] = {}
    for passage in passages:
        by_document.setdefault(passage.doc_id, []).append(passage)
    wide = [_within(one, by_document.get(one.doc_id, ())) for one in said]
    narrow = [
        one if any(_differ(wider, other) for other in wide) else wider
        for one, wider in zip(said, wide, strict=True)
    ]
    return _joined(narrow)


def _within(one: Words, passages: Iterable[Words]) -> Words:
    for passage in passages:
        at = one.start - passage.start
        here = one.version_id in (None, passage.version_id)
        if here and at >= 0 and passage.text[at : at + len(one.text)] == one.text:
            start, end = _window(passage.text, at, at + len(one.text))
            text = passage.text[start:end]
            return replace(one, version_id=passage.version_id, start=passage.start + start, text=text)
    return one


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    found = [(block.char_start, block.char_end) for block in blocks(text, Markup.MARKDOWN)]
    touched = [at for at, (first, last) in enumerate(found) if first < end and start < last]
    if not touched:
        return start, end
    first, last = min(start, found[touched[0]][0]), max(end, found[touched[-1]][1])
    if last - first > MOST:
        return start, end
    if last - first < ENOUGH and touched[0] and last - found[touched[0] - 1][0] <= MOST:
        first = found[touched[0] - 1][0]
    return first, last


def _overlap(one: Words, other: Words) -> bool:
    same = (one.doc_id, one.version_id) == (other.doc_id, other.version_id)
    return same and one.start < other.end and other.start < one.end


def _differ(one: Words, other: Words) -> bool:
    return _overlap(one, other) and _belief(one) != _belief(other)


def _belief(one: Words) -> tuple[object, ...]:
    return one.status, one.groups, one.speaker


def _joined(said: Iterable[Words]) -> list[Words]:
    """The same words, those that overlap put together where the first of them stands."""
    kept: list[Words] = []
    for one in said:
        at = next((n for n, other in enumerate(kept) if _mergeable(one, other)), None)
        if at is None:
            kept.append(one)
        else:
            kept[at] = _union(kept[at], one)
    return kept


def _mergeable(one: Words, other: Words) -> bool:
    if not _overlap(one, other) or _belief(one) != _belief(other):
        return False
    length = max(one.end, other.end) - min(one.start, other.start)
    return length <= max(MOST, len(one.text), len(other.text))


def _union(one: Words, other: Words) -> Words:
    first, second = sorted((one, other), key=lambda words: words.start)
    text = first.text + second.text[max(0, first.end - second.start) :]
    claims = tuple(dict.fromkeys(one.claim_ids + other.claim_ids))
    return replace(one, start=first.start, text=text, claim_ids=claims)


def fitted(said: Sequence[Words], max_tokens: int, *, most: int = MOST_SOURCES) -> tuple[Quoted, ...]:
    """As many of these words, best first, as the allowance of an answer has room for.

    All sides of a contradiction stand where the first of them does, and take the room of all.
    """
    taken: list[Quoted] = []
    room = max_tokens - _BRACKETS
    for together in _together(said):
        quoted = [_quoted(one, len(taken) + place) for place, one in enumerate(together, start=1)]
        cost = sum(estimated_tokens(source_text(one.source)) + _COMMA for one in quoted)
        cost -= _COMMA * (not taken)
        if cost <= room and len(taken) + len(quoted) <= most:
            taken += quoted
            room -= cost
    return tuple(taken)


def _together(said: Sequence[Words]) -> Iterator[list[Words]]:
    left = list(said)
    while left:
        together = [left.pop(0)]
        groups = set(together[0].groups)
        while beside := [one for one in left if one.groups & groups]:
            together += beside
            left = [one for one in left if one not in beside]
            groups.update(*(one.groups for one in beside))
        yield together


def _quoted(words: Words, number: int) -> Quoted:
    source = EvidenceSource(
        id=f"s{number}",
        text=words.text,
        observed_at=None if words.said_at is None else round(words.said_at.timestamp() * 1000),
        speaker=ABSENT if words.speaker is None else words.speaker,
        status=words.status,
        trust=_told_trust(words.trust),
    )
    return Quoted(source=source, words=words)


def _told_trust(trust: Trust | None) -> SourceTrust | None:
    """The trust that is worth telling; what most sources have goes without saying."""
    return cast(SourceTrust, trust.value) if trust not in (None, Trust.ASSERTED) else None
