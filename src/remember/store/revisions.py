"""What changed about what is held true: each change with the fact as it was held before and after."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many, one
from remember.store.held_facts import Held, HeldFact
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """One change of a fact, of `total` that were asked for; `related_id` is the fact that took its place."""

    at: datetime
    fact_id: UUID
    kind: str
    label: str
    kinds: list[str]
    cause: str | None
    caused_by: UUID | None
    was_held: bool
    from_before: datetime | None
    until_before: datetime | None
    precision_before: str | None
    said_since_before: datetime | None
    said_until_before: datetime | None
    group_before: UUID | None
    support_before: str | None
    is_held: bool
    from_after: datetime | None
    until_after: datetime | None
    precision_after: str | None
    said_since_after: datetime | None
    said_until_after: datetime | None
    group_after: UUID | None
    support_after: str | None
    related_id: UUID | None
    related_label: str | None
    total: int

    @property
    def position(self) -> dict[str, str]:
        """The place of the history before this change, for a cursor."""
        return {"before_time": self.at.isoformat(), "before_id": str(self.fact_id)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which changes: after one belief time and up to another; of some facts, of some kinds.

    `first` and `last` restrict to facts that held at some instant of that stretch of the world.
    """

    until: datetime
    after: datetime | None = None
    fact_ids: Collection[UUID] | None = None
    kinds: Collection[str] | None = None
    first: datetime | None = None
    last: datetime | None = None

    def values(self) -> dict[str, Any]:
        """The same as parameters of a statement."""
        return {
            "until": self.until,
            "after": self.after,
            "fact_ids": None if self.fact_ids is None else list(self.fact_ids),
            "kinds": None if self.kinds is None else list(self.kinds),
            "first": self.first,
            "last": self.last,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Why a fact changed: the decision of that save, and first claims that came to bear on it."""

    fact_id: UUID
    at: datetime
    outcome: str | None
    method: str | None
    decided_by: str | None
    claim_ids: list[UUID] | None
    claims: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a fact stands in its slot: whom it is about today, who comes before and after, why it closed.

    `heir_id` is the fact that it became one with, `closed_by` who closed it; both None while it is held.
    """

    subject_id: UUID | None
    predicate: str
    object_id: UUID | None
    positive: bool
    slot_key: UUID
    said_since: datetime | None
    said_until: datetime | None
    split_from: UUID | None
    next_id: UUID | None
    next_label: str | None
    earlier_id: UUID | None
    earlier_label: str | None
    heir_id: UUID | None
    heir_label: str | None
    closed_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival(HeldFact):
    """Another fact of a slot that has `total` more of them."""

    total: int


async def changes(
    tx: Transaction, reader: Reader, wanted: Wanted, *, before: Mapping[str, Any] | None, most: int
) -> list[ChangeRow]:
    """The changes that are wanted, the latest first, before a position."""
    place = {"before_time": None, "before_id": None, **(before or {}), "most": most}
    return await many(tx, "revisions.changes", ChangeRow, **seen_by(reader), **wanted.values(), **place)


async def about(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> list[UUID]:
    """The facts that have one of these entities at an end, whoever may see them."""
    return await many(tx, "revisions.about", UUID, tenant_id=tenant_id, entity_ids=list(entity_ids))


async def grounds(
    tx: Transaction, reader: Reader, rows: Sequence[ChangeRow], *, most: int
) -> dict[tuple[UUID, datetime], Grounds]:
    """Why each of these facts changed, with at most `most` claims."""
    places = {"fact_ids": [row.fact_id for row in rows], "times": [row.at for row in rows]}
    found = await many(tx, "revisions.grounds", Grounds, **seen_by(reader), **places, most=most)
    return {(one.fact_id, one.at): one for one in found}


async def place(tx: Transaction, held: Held, fact_id: UUID) -> Place:
    """Where a known fact stands in its slot."""
    values = {"tenant_id": held.reader.tenant_id, "believed_at": held.believed_at, "fact_id": fact_id}
    return await one(tx, "revisions.place", Place, **values)


async def rivals(tx: Transaction, held: Held, fact_id: UUID, slot_key: UUID, *, most: int) -> list[Rival]:
    """The other facts that are held in a slot, in the order of the world."""
    values = {"believed_at": held.believed_at, "fact_id": fact_id, "slot_key": slot_key, "most": most}
    return await many(tx, "revisions.rivals", Rival, **seen_by(held.reader), **values)
