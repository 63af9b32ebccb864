"""Look facts up by their pattern instead of by a question: nothing is ranked by relevance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.scopes import Reader
from remember.domain.time import Current, Mode
from remember.retrieve import account
from remember.retrieve.anchors import members_of
from remember.retrieve.contradiction import sides_of, told_of
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.question import reader_of
from remember.retrieve.refusal import NOTHING_HELD, UNSETTLED
from remember.store import held_facts, lookups, search
from remember.store.database import Transaction
from remember.store.held_facts import Held, HeldFact, Side
from remember.store.lookups import Pattern
from remember.store.names import Member
from remember.store.search import Field, Vectors
from remember.store.term_counts import Corpus
from remember.store.vectors import vector_text
from remember.wire import Envelope, Grain, Negative


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationPattern:
    """Which relations: whatever is given must be so."""

    subject_entity_id: UUID | None = None
    predicate: str | None = None
    object_entity_id: UUID | None = None
    k: int = 50
    mode: Mode = field(default_factory=Current)
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationPattern:
    """Which observations: those of an entity; with `property_query`, the nearest to it in meaning first."""

    entity_id: UUID
    property_query: str | None = None
    k: int = 10
    mode: Mode = field(default_factory=Current)
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """Some facts of the `total` that there are, with the sides of their contradictions."""

    facts: Sequence[HeldFact] = ()
    sides: Sequence[Side] = ()
    independent: Mapping[UUID, int] = field(default_factory=dict)
    total: int = 0
    dropped: int = 0
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def lookup_relations(context: Context, asked: RelationPattern) -> Envelope:
    """The relations of a pattern, best supported first, then the longest held."""
    ends = {"subject": asked.subject_entity_id, "object": asked.object_entity_id}
    filters = {**ends, "predicate": asked.predicate, "k": asked.k}
    walk = walk_of(context, "lookup_relations", asked.continuation, mode=asked.mode, filters=filters)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> _Page:
        pattern = await _relations(tx, reader, asked)
        if pattern is None:
            return _Page(negative=account.UNKNOWN_IDS)
        return await _listed(tx, moment.held(reader), pattern, walk, k=asked.k)

    return _envelope(context, walk, *await turn_page(context, walk, read))


async def lookup_observations(context: Context, asked: ObservationPattern) -> Envelope:
    """The observations of an entity: best supported first, or nearest to the property asked for."""
    filters = {"entity": asked.entity_id, "property": asked.property_query, "k": asked.k}
    walk = walk_of(context, "lookup_observations", asked.continuation, mode=asked.mode, filters=filters)
    reader, vectors = reader_of(context), None
    if asked.property_query is not None:
        vectors = Vectors(
            question=vector_text(await context.providers.embed.embed_question(asked.property_query))
        )

    async def read(tx: Transaction, moment: Moment) -> _Page:
        members = await members_of(tx, reader, [asked.entity_id])
        if members is None:
            return _Page(negative=account.UNKNOWN_IDS)
        held = moment.held(reader)
        if vectors is not None:
            return await _nearest(tx, held, members, vectors, walk, k=asked.k)
        ids = [member.entity_id for member in members]
        pattern = Pattern(kind="observation", entity_ids=ids, roles=("subject", "object"))
        return await _listed(tx, held, pattern, walk, k=asked.k)

    return _envelope(context, walk, *await turn_page(context, walk, read))


async def _relations(tx: Transaction, reader: Reader, asked: RelationPattern) -> Pattern | None:
    """The pattern with all that its entities absorbed; None where one of them cannot be seen."""
    ends: list[list[UUID] | None] = []
    for entity_id in (asked.subject_entity_id, asked.object_entity_id):
        members = await members_of(tx, reader, [entity_id]) if entity_id else []
        if members is None:
            return None
        ends.append([member.entity_id for member in members] or None)
    subjects, objects = ends
    return Pattern(
        kind="relation",
        entity_ids=subjects or objects,
        roles=("subject",) if subjects else ("object",),
        other_ids=objects if subjects else None,
        predicate=asked.predicate,
    )


async def _listed(tx: Transaction, held: Held, pattern: Pattern, walk: Walk, *, k: int) -> _Page:
    found = await lookups.page(tx, held, pattern, after=walk.position, most=k + 1)
    facts = found[:k]
    return _Page(
        facts=facts,
        sides=await sides_of(tx, held, facts),
        independent=await independent_sources(tx, held, facts),
        total=found[0].total if found else 0,
        position=facts[-1].position if len(found) > k else None,
    )


async def _nearest(
    tx: Transaction, held: Held, members: Sequence[Member], vectors: Vectors, walk: Walk, *, k: int
) -> _Page:
    """Observations by their likeness alone, which is the same on every page; those without a vector last."""
    about = await held_facts.reached(tx, held, members, {member.survivor_id: 0 for member in members})
    near = [fact_id for fact_id, coverage in about.items() if coverage]
    field = Field(
        corpus=Corpus.FACTS, reader=held.reader, item_ids=near, asked=held.asked, believed_at=held.believed_at
    )
    found = await search.by_meaning(tx, field, vectors, most=len(near) or 1, exact=True)
    scores = dict.fromkeys(near, _NO_VECTOR) | {one.item_id: one.score for one in found}
    live = await held_facts.confirm(tx, held, near)
    order = sorted(
        (fact for fact in live.values() if fact.kind == "observation"),
        key=lambda fact: (-scores[fact.fact_id], fact.fact_id),
    )
    left = [fact for fact in order if _is_left(fact, scores, walk.position)]
    facts = left[:k]
    last = facts[-1].fact_id if len(left) > k else None
    return _Page(
        facts=facts,
        sides=await sides_of(tx, held, facts),
        independent=await independent_sources(tx, held, facts),
        total=len(order),
        dropped=len(near) - len(live),
        position={"score": scores[last], "fact_id": str(last)} if last else None,
    )


_NO_VECTOR = -2.0
"""Below every cosine."""


def _is_left(fact: HeldFact, scores: Mapping[UUID, float], place: Mapping[str, Any] | None) -> bool:
    if place is None:
        return True
    return (-scores[fact.fact_id], fact.fact_id) > (-float(place["score"]), UUID(place["fact_id"]))


def _envelope(context: Context, walk: Walk, moment: Moment, page: _Page | None) -> Envelope:
    page = page or _Page(negative=UNSETTLED)
    missing = None if page.facts or walk.position else NOTHING_HELD
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        facts=tuple(told_of(context, moment, fact, page.sides) for fact in page.facts),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(
            context,
            moment,
            page.position,
            returned=len(page.facts),
            total=page.total,
            reason="lookup_k_limit",
        ),
        dropped_by_hydration=page.dropped,
        negative=page.negative or missing,
    ).accounting(independent_sources=page.independent)
