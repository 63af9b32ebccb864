"""Extract: the words of a read that answer its question best, as the reranker has it."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from uuid import UUID

from remember.context import Context
from remember.domain.bearing import Piece, Scored, Weighed, rarity, subject_of, trials
from remember.domain.extracts import (
    Candidate,
    believed,
    extracted,
    holds,
    nearest,
    units,
    with_sides,
)
from remember.domain.own_words import Words
from remember.domain.words import words
from remember.providers.protocols import Rerank
from remember.providers.stem import distinct_terms, question_terms

MOST_SCORED = 12
"""Pieces that the reranker reads for one answer, each in two or three ways of 20 ms of processor time."""

MOST_PASSAGES = 12
MOST_CLAIMS = 24

_MOST_APART = 4
"""Characters between a turn and the one before it: a line end, or an empty line."""


async def best_words(
    context: Context, question: str, claims: Sequence[Words], passages: Sequence[Words]
) -> list[Words]:
    """The words to cite, best first. May ask the reranker; without one, what lies nearest is best."""
    found = list(_candidates(claims, passages[:MOST_PASSAGES]))
    pieces = [
        Piece(words=believed(one.words, claims), before=one.before)
        for one in nearest(found, frozenset(question_terms(question)), MOST_SCORED)
    ]
    settings = context.settings
    weighed = await _weighed(context.providers.rerank, question, pieces)
    cited = extracted(
        [one.words for one in pieces], weighed, floor=settings.answer_floor, margin=settings.answer_margin
    )
    return with_sides(cited, claims)


async def _weighed(rerank: Rerank | None, question: str, pieces: Sequence[Piece]) -> Weighed:
    if rerank is None:
        return Weighed(scores={at: -at for at in range(len(pieces))}, told=inf if pieces else None)
    subject = subject_of(question, pieces)
    tried = list(trials(question, pieces, subject))
    scored: list[Scored] = []
    for about in dict.fromkeys(one.question for one in tried):
        asked = [one for one in tried if one.question == about]
        scores = await rerank.score(about, [one.text for one in asked])
        scored += [
            Scored(trial=one, score=score, terms=_terms(one.text))
            for one, score in zip(asked, scores, strict=True)
        ]
    # Whose life it is says nothing of what is asked for.
    wanted = frozenset(question_terms(question)) - (_terms(subject.name) if subject else frozenset())
    return Weighed.of(scored, rarity(wanted, [_terms(piece.words.text) for piece in pieces]))


def _candidates(claims: Sequence[Words], passages: Sequence[Words]) -> Iterator[Candidate]:
    """Each stretch of text once: the turns of the passages, and the claims that stand in none of them."""
    told: dict[tuple[UUID, int], tuple[int, Words]] = {}
    for place, passage in enumerate(passages):
        for unit in units([passage]):
            told.setdefault((unit.doc_id, unit.start), (place, unit))
    ends = {(unit.doc_id, unit.version_id, unit.end): unit for _, unit in told.values()}
    for place, unit in told.values():
        before = _before(unit, ends)
        yield Candidate(
            words=unit,
            terms=_terms(unit.text),
            before=before,
            terms_before=_terms(before.text) if before else frozenset(),
            claim=next((at for at, claim in enumerate(claims) if holds(unit, claim)), None),
            passage=place,
        )
    for at, claim in enumerate(claims[:MOST_CLAIMS]):
        if not any(holds(unit, claim) for _, unit in told.values()):
            yield Candidate(words=claim, terms=_terms(claim.text), claim=at)


def _before(unit: Words, ends: Mapping[tuple[UUID, UUID | None, int], Words]) -> Words | None:
    """What somebody else says right before."""
    places = ((unit.doc_id, unit.version_id, unit.start - gap) for gap in range(1, _MOST_APART + 1))
    before = next((ends[place] for place in places if place in ends), None)
    return before if before and before.speaker != unit.speaker else None


def _terms(text: str) -> frozenset[int]:
    return frozenset(distinct_terms(words(text)))
