"""An answer without a language model: what sources say closest to the question, or nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from remember.domain.bearing import Weighed, rarity
from remember.domain.evidence_request import SourceStatus
from remember.domain.own_words import Words
from remember.domain.structure import BlockKind, Markup, blocks
from remember.domain.trust import Trust

MOST_CITED = 3

_BESIDE = 4.0
"""By how much a further citation may score below the first."""

_FAR = 10
_NOT_FOUND = 60
"""Constants of the fusion that chooses what is scored: how fast a rank loses weight, and the rank of none."""

_DOUBTFUL_FIRST: tuple[SourceStatus, ...] = ("contradicted", "superseded", "current")
_NO_WORDS = frozenset({BlockKind.HEADING, BlockKind.RULE, BlockKind.FRONT_MATTER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Words that may answer, as a read found them.

    `before` stands right before them and is somebody else's. `claim` and `passage` are the places, from 0,
    at which the read brought the first claim in them and the passage that they stand in; None for none.
    """

    words: Words
    terms: frozenset[int]
    before: Words | None = None
    terms_before: frozenset[int] = frozenset()
    claim: int | None = None
    passage: int | None = None


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
    said = [one for one in claims if holds(unit, one)]
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
    beside = [one for one in claims if one.groups & groups and not any(holds(unit, one) for unit in cited)]
    return [*cited, *beside]


def holds(unit: Words, one: Words) -> bool:
    """Whether words stand within others."""
    same = (one.doc_id, one.version_id) == (unit.doc_id, unit.version_id)
    return same and unit.start <= one.start and one.end <= unit.end


def nearest(candidates: Sequence[Candidate], asked: frozenset[int], most: int) -> list[Candidate]:
    """The candidates to score: by the words that they share with the question, rare ones for more, and by
    how soon the read found a claim in them and the passage that they stand in.
    """
    weights = rarity(asked, [one.terms & asked for one in candidates])
    shares = [_share(one, weights) for one in candidates]
    by_share = sorted(range(len(candidates)), key=lambda at: -shares[at])
    places = {at: place for place, at in enumerate(by_share)}

    def fused(at: int) -> float:
        one = candidates[at]
        claim = _NOT_FOUND if one.claim is None else one.claim
        passage = _NOT_FOUND if one.passage is None else one.passage
        return 1 / (_FAR + places[at]) + 1 / (_FAR + claim) + 0.5 / (_FAR + passage)

    return [candidates[at] for at in sorted(range(len(candidates)), key=lambda at: -fused(at))[:most]]


def _share(one: Candidate, weights: Mapping[int, float]) -> float:
    """What is asked for and stands in it; in the turn before it, for half."""
    own = sum(weight for term, weight in weights.items() if term in one.terms)
    before = sum(weight for term, weight in weights.items() if term in one.terms_before - one.terms)
    return own + before / 2


def extracted(pieces: Sequence[Words], weighed: Weighed, *, floor: float, margin: float) -> list[Words]:
    """The words to cite, best first; none where they do not bear on the question.

    What an unverified source says answers only where nothing else nearly as good does. What belief holds no
    more at the time asked about comes after what it does hold.
    """
    if not weighed.bear(floor=floor, margin=margin):
        return []
    order = sorted(weighed.scores.items(), key=lambda one: -one[1])
    near = [pieces[at] for at, score in order if score >= order[0][1] - _BESIDE]
    best = (told_as_true(near) or near)[:MOST_CITED]
    return sorted(best, key=lambda one: one.status == "superseded")


def told_as_true(said: Iterable[Words]) -> list[Words]:
    """The words that are not those of an unverified source."""
    return [one for one in said if one.trust is not Trust.UNVERIFIED]
