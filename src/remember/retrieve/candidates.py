"""Nominate: each channel brings what it finds, and what it says of how relevant that is."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from remember.domain.bm25 import plan
from remember.domain.ranking import Candidate, Channel, Relevance
from remember.retrieve.reading import Reading
from remember.store import search
from remember.store.search import Field

FEW_ROWS = 3_000
"""Up to about so many rows, comparing with every one is as fast as the vector index, and exact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominated:
    """What the channels found. `is_full` says that one of them may have had more to bring."""

    channels: tuple[Channel[UUID], ...]
    relevance: Mapping[UUID, Relevance]
    is_full: bool


async def nominate(reading: Reading, field: Field, *, most: int) -> Nominated:
    """What means the same as the question, and what shares its words; at most `most` of each."""
    statistics = reading.statistics[field.corpus]
    nearest = await search.by_meaning(
        reading.tx, field, reading.question.vector, most=most, exact=statistics.rows < FEW_ROWS
    )
    matching = await search.by_words(reading.tx, field, plan(reading.question.terms, statistics), most=most)
    return Nominated(
        channels=(
            Channel(name="channel_0", items=_ids(nearest), weight=reading.settings.semantic_weight),
            Channel(name="channel_1", items=_ids(matching), weight=reading.settings.bm25_weight),
        ),
        relevance=_relevance(nearest, matching),
        is_full=most in (len(nearest), len(matching)),
    )


def _ids(candidates: list[Candidate]) -> list[UUID]:
    return [candidate.item_id for candidate in candidates]


def _relevance(nearest: list[Candidate], matching: list[Candidate]) -> dict[UUID, Relevance]:
    similarity = {candidate.item_id: candidate.score for candidate in nearest}
    share = {candidate.item_id: candidate.share for candidate in matching}
    return {
        item: Relevance(similarity=similarity.get(item), share=share.get(item, 0.0))
        for item in similarity.keys() | share.keys()
    }
