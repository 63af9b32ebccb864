"""An answer without a language model: what sources say closest to the question, or nothing.

A reranker says how well words answer a question; it does not notice whose words they are. So where the
question is about somebody who speaks, only what they say, or what names them, can answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from remember.domain.evidence_request import SourceStatus
from remember.domain.own_words import Words
from remember.domain.structure import BlockKind, Markup, blocks
from remember.domain.words import words

MOST_CITED = 3

_BESIDE = 3.0
"""By how much a further citation may score below the first."""

_SAID_BY_OTHERS = 2.2
"""How much better than the subject's own words those of others may fit before the question is misplaced.
Its refusals were right in .40 of cases on LoCoMo dev, at a recall of .16."""

_DOUBTFUL_FIRST: tuple[SourceStatus, ...] = ("contradicted", "superseded", "current")
_NO_WORDS = frozenset({BlockKind.HEADING, BlockKind.RULE, BlockKind.FRONT_MATTER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Words and how well they answer, on the scale of whoever scored them."""

    words: Words
    score: float


def units(passages: Iterable[Words]) -> Iterator[Words]:
    """What passages say, a paragraph, turn or list item at a time."""
    for passage in passages:
        for block in blocks(passage.text, Markup.MARKDOWN):
            if block.kind not in _NO_WORDS:
                yield replace(
                    passage,
                    start=passage.start + block.char_start,
                    text=passage.text[block.char_start : block.char_end],
                    speaker=block.speaker or passage.speaker,
                )


def believed(unit: Words, claims: Iterable[Words]) -> Words:
    """The words with the claims that they say, and what belief says of those."""
    said = [one for one in claims if _lies_in(one, unit)]
    statuses = {one.status for one in said}
    return replace(
        unit,
        claim_ids=tuple(dict.fromkeys(claim for one in said for claim in one.claim_ids)),
        groups=frozenset(group for one in said for group in one.groups),
        status=next((status for status in _DOUBTFUL_FIRST if status in statuses), unit.status),
    )


def with_sides(cited: Sequence[Words], claims: Iterable[Words]) -> list[Words]:
    """The words, with the other sides of every contradiction that they are a side of."""
    groups = frozenset(group for one in cited for group in one.groups)
    beside = [one for one in claims if one.groups & groups and not any(_lies_in(one, unit) for unit in cited)]
    return [*cited, *beside]


def _lies_in(one: Words, unit: Words) -> bool:
    same = (one.doc_id, one.version_id) == (unit.doc_id, unit.version_id)
    return same and unit.start <= one.start and one.end <= unit.end


def nearest(question: str, candidates: Sequence[Words], most: int) -> list[Words]:
    """The candidates that share most words with the question, in their order where they share as many."""
    wanted = set(words(question))
    shares = {at: len(wanted & set(words(one.text))) for at, one in enumerate(candidates)}
    best = sorted(shares, key=lambda at: (-shares[at], at))[:most]
    return [candidates[at] for at in sorted(best)]


def extracted(question: str, scored: Iterable[Scored], *, floor: float) -> list[Words]:
    """The words to cite, best first; none where nothing answers."""
    order = sorted(scored, key=lambda one: -one.score)
    able = _by_subject(question, order)
    if not able or able[0].score < floor:
        return []
    others = [one for one in order if one not in able]
    if others and others[0].score - able[0].score >= _SAID_BY_OTHERS:
        return []
    return [one.words for one in able if one.score >= max(floor, able[0].score - _BESIDE)][:MOST_CITED]


def _by_subject(question: str, order: Sequence[Scored]) -> list[Scored]:
    asked = set(words(question))
    subjects = {one.words.speaker for one in order if _named(one.words.speaker, asked)}
    if len(subjects) != 1:
        return list(order)
    (subject,) = subjects
    names = set(words(subject or ""))
    return [
        one
        for one in order
        if one.words.speaker in (None, subject) or names & set(words(_without_speaker(one.words)))
    ]


def _named(speaker: str | None, asked: set[str]) -> bool:
    return speaker is not None and bool(asked & set(words(speaker)))


def _without_speaker(said: Words) -> str:
    """The words without the name at their head that says whose they are."""
    return said.text.removeprefix(said.speaker or "")
