"""Nominate: each channel brings what it finds, and what it says of how relevant that is."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from remember.domain.bm25 import plan
from remember.domain.ranking import Candidate, Channel
from remember.domain.relevance import Bar, Relevance
from remember.retrieve.reading import Reading
from remember.retrieve.together import both
from remember.store import asked, search
from remember.store.names import Member
from remember.store.search import Field
from remember.store.term_counts import Corpus

FEW_ROWS = 3_000
"""Up to about so many rows, comparing with every one is as fast as the vector index, and exact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominated:
    """What the channels found. `is_full` says that one of them may have had more to bring."""

    channels: tuple[Channel[UUID], ...]
    relevance: Mapping[UUID, Relevance]
    is_full: bool

    def reaches(self, bar: Bar) -> bool:
        """Whether any of the candidates can be an answer."""
        return any(bar.is_reached(relevance) for relevance in self.relevance.values())


async def nominate(reading: Reading, field: Field, *, most: int) -> Nominated:
    """What means the same as the question, and what shares its words; at most `most` of each."""
    question, statistics = reading.question, reading.statistics[field.corpus]
    terms = plan(question.terms, statistics, subject=question.subject_terms)
    nearest, matching = await both(
        search.by_meaning(reading.tx, field, question.vectors, most=most, exact=statistics.rows < FEW_ROWS),
        search.by_words(reading.beside, field, terms, most=most),
    )
    return Nominated(
        channels=(
            Channel(name="channel_0", items=_ids(nearest), weight=reading.settings.semantic_weight),
            Channel(name="channel_1", items=_ids(matching), weight=reading.settings.bm25_weight),
        ),
        relevance=_relevance(nearest, matching),
        is_full=most in (len(nearest), len(matching)),
    )


async def with_asked(
    reading: Reading, corpus: Corpus, found: Nominated, subject: Collection[Member]
) -> Nominated:
    """The same, with what each item says of whom the question names, where that is what it asks."""
    if not subject or not found.relevance:
        return found
    entity_ids = [member.entity_id for member in subject]
    said = await asked.said_of(reading.tx, reading.reader, corpus, list(found.relevance), entity_ids)
    relations = reading.question.relations
    answering = {one.item_id for one in said if one.joins or relations.include(one.predicate)}
    marked = {item: replace(found.relevance[item], says_asked=True) for item in answering}
    return replace(found, relevance={**found.relevance, **marked})


def _ids(candidates: list[Candidate]) -> list[UUID]:
    return [candidate.item_id for candidate in candidates]


def _relevance(nearest: list[Candidate], matching: list[Candidate]) -> dict[UUID, Relevance]:
    by_words = {one.item_id: one for one in matching}
    found = {}
    for near in nearest:
        same = by_words.pop(near.item_id, near)
        found[near.item_id] = Relevance(
            similarity=near.score,
            to_subject=near.to_subject,
            share=same.share,
            names_subject=same.names_subject,
        )
    for item_id, one in by_words.items():
        found[item_id] = Relevance(similarity=None, share=one.share, names_subject=one.names_subject)
    return found
