"""Decisions about who is who, and whom each entity answers as."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.identity import DecisionKind, IdentityEvent, Merge
from remember.domain.scopes import Reader
from remember.store.database import Transaction, columns, many, maybe, none
from remember.store.names import Member
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A decision to keep; without `decided_at` it is stamped with the database's clock."""

    event_id: UUID
    scope_id: UUID
    kind: DecisionKind
    entity_id: UUID
    other_id: UUID | None = None
    name: str | None = None
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NameDecided:
    """A decision about a name."""

    event_id: UUID
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entities, each with all that answer as it."""

    one: Collection[UUID]
    other: Collection[UUID]

    def values(self) -> dict[str, list[UUID]]:
        """The same as parameters of a statement."""
        return {"one_ids": list(self.one), "other_ids": list(self.other)}


@dataclass(frozen=True, slots=True)
class _NamedIn:
    entity_id: UUID
    scope_id: UUID


async def lock(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> list[Member]:
    """These entities and all that answer as them, kept from being named or decided about by others.

    Locked in the order of their ids. Somebody merged into one of them while we waited is locked by a
    second look, which sees them.
    """
    here = {"tenant_id": tenant_id, "entity_ids": list(entity_ids)}
    found: list[Member] = []
    for _ in range(2):
        found = await many(tx, "identity.lock", Member, **here)
    return found


async def survivor_of(tx: Transaction, tenant_id: UUID, entity_id: UUID) -> UUID:
    """Whom an entity answers as: itself, also where nobody knows it."""
    found = await maybe(tx, "identity.survivor_of", UUID, tenant_id=tenant_id, entity_id=entity_id)
    return found or entity_id


async def scopes_of(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> dict[UUID, set[UUID]]:
    """In which scopes each of these survivors has a name, whoever may see it."""
    here = {"tenant_id": tenant_id, "entity_ids": list(entity_ids)}
    found: dict[UUID, set[UUID]] = {entity_id: set() for entity_id in entity_ids}
    for row in await many(tx, "identity.scopes_of", _NamedIn, **here):
        found[row.entity_id].add(row.scope_id)
    return found


async def set_survivors(tx: Transaction, tenant_id: UUID, survivors: Mapping[UUID, UUID]) -> None:
    """Whom entities answer as from now on; they must be locked."""
    ids = {"entity_ids": list(survivors), "survivor_ids": list(survivors.values())}
    await none(tx, "identity.set_survivors", tenant_id=tenant_id, **ids)


async def merges_of(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> list[Merge]:
    """The merges among these entities that stand, in their order."""
    return await many(tx, "identity.merges_of", Merge, tenant_id=tenant_id, entity_ids=list(entity_ids))


async def event(tx: Transaction, reader: Reader, event_id: UUID) -> IdentityEvent | None:
    """One event, if the reader may see it."""
    return await maybe(tx, "identity.event", IdentityEvent, **seen_by(reader), event_id=event_id)


async def events(
    tx: Transaction,
    reader: Reader,
    *,
    entity_ids: Collection[UUID] | None = None,
    kinds: Collection[DecisionKind] | None = None,
    before: tuple[datetime, UUID] | None = None,
    most: int,
) -> list[IdentityEvent]:
    """The latest events that the reader may see; `before` is the last one that they have seen."""
    place = {"decided_before": before and before[0], "before_id": before and before[1], "most": most}
    about = {
        "entity_ids": None if entity_ids is None else list(entity_ids),
        "kinds": None if kinds is None else [kind.value for kind in kinds],
    }
    return await many(tx, "identity.events", IdentityEvent, **seen_by(reader), **about, **place)


async def add_event(tx: Transaction, tenant_id: UUID, new: NewEvent) -> None:
    """Keep what was decided."""
    await none(tx, "identity.add_event", tenant_id=tenant_id, **columns(new) | {"kind": new.kind.value})


async def reverse_event(tx: Transaction, tenant_id: UUID, event_id: UUID, reversed_by: UUID) -> None:
    """An event was taken back by another."""
    here = {"tenant_id": tenant_id, "event_id": event_id}
    await none(tx, "identity.reverse_event", reversed_by=reversed_by, **here)


async def reverse_between(
    tx: Transaction, tenant_id: UUID, kind: DecisionKind, pair: Pair, reversed_by: UUID
) -> None:
    """Decisions of a kind about two groups of entities were taken back by an event."""
    here = {"tenant_id": tenant_id, "kind": kind.value, "reversed_by": reversed_by}
    await none(tx, "identity.reverse_between", **here, **pair.values())


async def names_decided(
    tx: Transaction, tenant_id: UUID, kind: DecisionKind, entity_ids: Collection[UUID]
) -> list[NameDecided]:
    """The decisions of a kind about names of these entities that stand."""
    here = {"tenant_id": tenant_id, "kind": kind.value, "entity_ids": list(entity_ids)}
    return await many(tx, "identity.names_decided", NameDecided, **here)


async def exclude(tx: Transaction, tenant_id: UUID, one_id: UUID, other_id: UUID, event_id: UUID) -> None:
    """Never propose this pair again, because of an event."""
    pair = {"one_id": one_id, "other_id": other_id}
    await none(tx, "identity.exclude", tenant_id=tenant_id, event_id=event_id, **pair)


async def exclude_split(
    tx: Transaction, reader: Reader, event_id: UUID, doc_ids: Collection[UUID]
) -> list[UUID]:
    """Never propose to split between these documents, because of an event; those that the reader may see."""
    here = seen_by(reader) | {"event_id": event_id, "doc_ids": list(doc_ids)}
    return await many(tx, "identity.exclude_split", UUID, **here)


async def reverse_of(
    tx: Transaction, tenant_id: UUID, kind: DecisionKind, entity_ids: Collection[UUID], reversed_by: UUID
) -> int:
    """Decisions of a kind about any of these entities were taken back by an event; how many."""
    here = {"tenant_id": tenant_id, "kind": kind.value, "reversed_by": reversed_by}
    return await none(tx, "identity.reverse_of", **here, entity_ids=list(entity_ids))


async def exclusions_between(
    tx: Transaction, tenant_id: UUID, pair: Pair, kinds: Collection[DecisionKind]
) -> list[UUID]:
    """The events of these kinds that keep two groups of entities from being proposed as one."""
    here = {"tenant_id": tenant_id, "kinds": [kind.value for kind in kinds]}
    return await many(tx, "identity.exclusions_between", UUID, **here, **pair.values())


async def allow_between(tx: Transaction, tenant_id: UUID, pair: Pair) -> None:
    """Two groups of entities may be proposed as one again."""
    await none(tx, "identity.allow_between", tenant_id=tenant_id, **pair.values())
