"""Facts as readers get them: held now, or as they were believed at some instant."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.facts import Stance
from remember.domain.scopes import Reader
from remember.domain.time import Asked
from remember.store.database import Transaction, many
from remember.store.names import Member
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Whose facts of which time: `asked` about in the world, and believed now or at `believed_at`."""

    reader: Reader
    asked: Asked
    believed_at: datetime | None = None

    def values(self) -> dict[str, Any]:
        """The same as parameters of a statement."""
        return seen_by(self.reader) | {
            "first": self.asked.first,
            "last": self.asked.last,
            "believed_at": self.believed_at,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldFact:
    """A fact with the window and the counts that it had at the belief instant of the read."""

    fact_id: UUID
    kind: str
    label: str
    evidence_count: int
    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str
    ingested_at: datetime
    invalidated_at: datetime | None
    contradiction_group: UUID | None
    support: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A fact of a contradiction group, which has `total` of them."""

    fact_id: UUID
    label: str
    evidence_count: int
    contradiction_group: UUID
    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str
    ingested_at: datetime
    invalidated_at: datetime | None
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedClaim:
    """A claim for or against a fact, which has `total` of that stance."""

    fact_id: UUID
    stance: Stance
    claim_id: UUID
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    entity_id: UUID
    fact_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joined:
    entity_id: UUID
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What belief says of a claim: `stands` unless every fact that it supports is over or given up."""

    claim_id: UUID
    stands: bool
    group_ids: list[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reached:
    fact_id: UUID
    coverage: int


async def reached(
    tx: Transaction, held: Held, members: Sequence[Member], hops: Mapping[UUID, int]
) -> dict[UUID, int]:
    """The facts that touch these entities, each with how many anchors it is about.

    `hops` says how far each survivor among `members` is from the anchors, which are at 0.
    """
    name = "held_facts.reached" if held.believed_at is None else "held_facts.reached_as_of"
    found = await many(
        tx,
        name,
        _Reached,
        **held.values(),
        entity_ids=[member.entity_id for member in members],
        survivor_ids=[member.survivor_id for member in members],
        hops=[hops[member.survivor_id] for member in members],
    )
    return {row.fact_id: row.coverage for row in found}


async def neighbours(
    tx: Transaction, held: Held, entity_ids: Collection[UUID], *, predicate: str | None, most: int
) -> list[UUID]:
    """Who stands at the other end of these entities' relations, best supported first."""
    name = "held_facts.neighbours" if held.believed_at is None else "held_facts.neighbours_as_of"
    values = held.values() | {"entity_ids": list(entity_ids), "predicate": predicate, "most": most}
    return await many(tx, name, UUID, **values)


async def joined(
    tx: Transaction, held: Held, members: Sequence[Member], other_ids: Collection[UUID]
) -> dict[UUID, int]:
    """How many relations, as believed now, join each survivor among `members` with one of the others."""
    found = await many(
        tx,
        "held_facts.joined",
        _Joined,
        **held.values(),
        entity_ids=[member.entity_id for member in members],
        survivor_ids=[member.survivor_id for member in members],
        other_ids=list(other_ids),
    )
    return {row.entity_id: row.hits for row in found}


async def about(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID], fact_ids: Collection[UUID]
) -> dict[UUID, list[UUID]]:
    """Those of these facts that have each of these survivors at an end, in their order."""
    ids = {"entity_ids": list(entity_ids), "fact_ids": list(fact_ids)}
    found = await many(tx, "held_facts.about", _About, **seen_by(reader), **ids)
    pairs = {(row.entity_id, row.fact_id) for row in found}
    return {entity: [fact for fact in fact_ids if (entity, fact) in pairs] for entity in entity_ids}


async def confirm(tx: Transaction, held: Held, fact_ids: Collection[UUID]) -> dict[UUID, HeldFact]:
    """Those of these facts that are held, hold at the time asked about and have support."""
    name = "held_facts.confirm" if held.believed_at is None else "held_facts.confirm_as_of"
    found = await many(tx, name, HeldFact, **held.values(), fact_ids=list(fact_ids))
    return {fact.fact_id: fact for fact in found}


async def evidence(
    tx: Transaction, held: Held, fact_ids: Collection[UUID], *, most: int
) -> list[LinkedClaim]:
    """The first claims for and against each of these facts, at most `most` of a stance."""
    name = "held_facts.evidence" if held.believed_at is None else "held_facts.evidence_as_of"
    found = await many(tx, name, _Link, **held.values(), fact_ids=list(fact_ids), most=most)
    return [
        LinkedClaim(fact_id=row.fact_id, stance=Stance(row.stance), claim_id=row.claim_id, total=row.total)
        for row in found
    ]


async def sides(tx: Transaction, held: Held, group_ids: Collection[UUID], *, most: int) -> list[Side]:
    """The facts of these contradiction groups, at most `most` of each, best supported first."""
    name = "held_facts.co_members" if held.believed_at is None else "held_facts.co_members_as_of"
    return await many(tx, name, Side, **held.values(), group_ids=list(group_ids), most=most)


async def standing(
    tx: Transaction, held: Held, claim_ids: Collection[UUID], instant: datetime
) -> dict[UUID, Standing]:
    """What belief says, at this instant of the world, of those of these claims that support facts."""
    name = "held_facts.standing" if held.believed_at is None else "held_facts.standing_as_of"
    values = held.values() | {"claim_ids": list(claim_ids), "instant": instant}
    return {one.claim_id: one for one in await many(tx, name, Standing, **values)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Link:
    fact_id: UUID
    stance: str
    claim_id: UUID
    total: int
