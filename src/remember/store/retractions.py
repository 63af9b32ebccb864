"""What people took back, and what stands retracted in a slot."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.documents import PrincipalKind
from remember.domain.retracting import RefutedStatement, Retracted, Tombstone
from remember.domain.scopes import Reader
from remember.store.assertions import Slot
from remember.store.database import Transaction, columns, many, maybe, none, one
from remember.store.search import seen_by
from remember.store.sentences import Stretch
from remember.store.windows import Window


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFact:
    """A fact that somebody wants to take back. `retraction_id`: it is retracted already."""

    fact_id: UUID
    scope_id: UUID
    slot_key: UUID
    subject_key: str
    predicate: str
    is_held: bool
    retraction_id: UUID | None

    def slot(self) -> Slot:
        """Where it meets others."""
        return Slot(slot_key=self.slot_key, subject_key=self.subject_key, predicate=self.predicate)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedClaim:
    """A claim that somebody wants to take back. `retraction_id`: it is retracted already."""

    claim_id: UUID
    scope_id: UUID
    retraction_id: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction:
    """Who took what back, when and why, and who restored it."""

    retraction_id: UUID
    scope_id: UUID
    fact_id: UUID | None
    claim_id: UUID | None
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: datetime
    restored_at: datetime | None = None
    restored_reason: str | None = None
    restored_by_kind: str | None = None
    restored_by_ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restoration:
    """A retraction is taken back."""

    retraction_id: UUID
    reason: str
    decided_by_kind: PrincipalKind
    decided_by_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said(Window):
    slot_key: UUID
    fact_key: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tombstone(_Said):
    fact_id: UUID
    claims: list[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement(_Said):
    doc_id: UUID
    effect: str


async def named_fact(tx: Transaction, reader: Reader, fact_id: UUID) -> NamedFact | None:
    """A fact that the reader may see, held or not."""
    return await maybe(tx, "retractions.named_fact", NamedFact, **seen_by(reader), fact_id=fact_id)


async def named_claim(tx: Transaction, reader: Reader, claim_id: UUID) -> NamedClaim | None:
    """A claim that the reader may see."""
    return await maybe(tx, "retractions.named_claim", NamedClaim, **seen_by(reader), claim_id=claim_id)


async def get(tx: Transaction, reader: Reader, retraction_id: UUID) -> Retraction | None:
    """A retraction that the reader may see."""
    return await maybe(tx, "retractions.get", Retraction, **seen_by(reader), retraction_id=retraction_id)


async def latest(
    tx: Transaction, reader: Reader, *, before: tuple[datetime, UUID] | None, most: int
) -> list[Retraction]:
    """The latest retractions that the reader may see; `before` is the last one that they have seen."""
    place = {"decided_before": before and before[0], "before_id": before and before[1], "most": most}
    return await many(tx, "retractions.latest", Retraction, **seen_by(reader), **place)


async def about(
    tx: Transaction,
    reader: Reader,
    *,
    fact_id: UUID | None = None,
    claim_id: UUID | None = None,
    until: datetime,
    most: int,
) -> list[Retraction]:
    """What was retracted of a fact with its claims, or of a claim, and restored, by an instant of belief."""
    named = {"fact_id": fact_id, "claim_id": claim_id, "until": until, "most": most}
    return await many(tx, "retractions.about", Retraction, **seen_by(reader), **named)


async def is_any(tx: Transaction, reader: Reader) -> bool:
    """Whether anything was ever taken back in the reader's scopes."""
    return await one(tx, "retractions.is_any", bool, **seen_by(reader))


async def places_in(
    tx: Transaction, reader: Reader, version_ids: Collection[UUID], at: datetime
) -> list[Stretch]:
    """Where in these versions stands what had been taken back at an instant of belief."""
    named = {"version_ids": list(version_ids), "at": at}
    return await many(tx, "retractions.places_in", Stretch, **seen_by(reader), **named)


async def add(tx: Transaction, tenant_id: UUID, new: Retraction) -> bool:
    """Keep that something was taken back; False where somebody else has done so meanwhile."""
    return await none(tx, "retractions.add", tenant_id=tenant_id, **columns(new)) == 1


async def restore(tx: Transaction, tenant_id: UUID, restoration: Restoration) -> datetime | None:
    """Take a retraction back; when that is, or None where it was done already."""
    return await maybe(tx, "retractions.restore", datetime, tenant_id=tenant_id, **columns(restoration))


async def in_slots(tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]) -> Mapping[UUID, Retracted]:
    """What stands retracted in each of these slots where anything does."""
    here = {"tenant_id": tenant_id, "slot_keys": list(slot_keys)}
    stones: defaultdict[UUID, list[Tombstone]] = defaultdict(list)
    for row in await many(tx, "retractions.tombstones", _Tombstone, **here):
        stones[row.slot_key].append(
            Tombstone(
                fact_id=row.fact_id,
                fact_key=row.fact_key,
                window=row.period(),
                claims=frozenset(row.claims),
            )
        )
    said: defaultdict[UUID, set[RefutedStatement]] = defaultdict(set)
    for statement in await many(tx, "retractions.statements", _Statement, **here):
        effect, period = Effect(statement.effect), statement.period()
        said[statement.slot_key].add(RefutedStatement(statement.doc_id, statement.fact_key, effect, period))
    return {
        slot_key: Retracted(tombstones=stones[slot_key], statements=said[slot_key])
        for slot_key in stones.keys() | said.keys()
    }
