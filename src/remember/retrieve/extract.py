"""Extract: the words of a read that answer its question best, as the reranker has it."""

from collections.abc import Sequence

from remember.context import Context
from remember.domain.extracts import Scored, believed, extracted, nearest, units, with_sides
from remember.domain.own_words import Words

MOST_SCORED = 24
"""Pieces that the reranker reads for one answer; about 20 ms of processor time each."""

MOST_PASSAGES = 12


async def best_words(
    context: Context, question: str, claims: Sequence[Words], passages: Sequence[Words]
) -> list[Words]:
    """The words to cite, best first. May ask the reranker; without one, what was found first is best."""
    candidates = _distinct([*units(passages[:MOST_PASSAGES]), *claims[:MOST_SCORED]])
    candidates = [believed(one, claims) for one in candidates]
    asked = nearest(question, candidates, MOST_SCORED)
    rerank = context.providers.rerank
    if rerank is None:
        scored = [Scored(words=one, score=-at) for at, one in enumerate(asked)]
        return with_sides(extracted(question, scored, floor=-1), claims)
    scores = await rerank.score(question, [one.text for one in asked])
    scored = [Scored(words=one, score=score) for one, score in zip(asked, scores, strict=True)]
    return with_sides(extracted(question, scored, floor=context.settings.answer_floor), claims)


def _distinct(candidates: Sequence[Words]) -> list[Words]:
    """Each stretch of text once: what lies within an earlier one is left out."""
    kept: list[Words] = []
    for one in candidates:
        if not any(_holds(other, one) for other in kept):
            kept.append(one)
    return kept


def _holds(other: Words, one: Words) -> bool:
    same = (one.doc_id, one.version_id) == (other.doc_id, other.version_id)
    return same and other.start <= one.start and one.end <= other.end
