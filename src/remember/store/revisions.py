"""What changed about what is held true: each change with the fact as it was held before and after."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
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
    """Which changes: after one belief time and up to another; of one fact, of some entities, of some kinds.

    `first` and `last` restrict to facts that held at some instant of that stretch of the world.
    """

    until: datetime
    after: datetime | None = None
    fact_id: UUID | None = None
    entity_ids: Collection[UUID] | None = None
    kinds: Collection[str] | None = None
    first: datetime | None = None
    last: datetime | None = None

    def values(self) -> dict[str, Any]:
        """The same as parameters of a statement."""
        return {
            "until": self.until,
            "after": self.after,
            "fact_id": self.fact_id,
            "entity_ids": None if self.entity_ids is None else list(self.entity_ids),
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


async def changes(
    tx: Transaction, reader: Reader, wanted: Wanted, *, before: Mapping[str, Any] | None, most: int
) -> list[ChangeRow]:
    """The changes that are wanted, the latest first, before a position."""
    place = {"before_time": None, "before_id": None, **(before or {}), "most": most}
    return await many(tx, "revisions.changes", ChangeRow, **seen_by(reader), **wanted.values(), **place)


async def grounds(
    tx: Transaction, reader: Reader, rows: Sequence[ChangeRow], *, most: int
) -> dict[tuple[UUID, datetime], Grounds]:
    """Why each of these facts changed, with at most `most` claims."""
    places = {"fact_ids": [row.fact_id for row in rows], "times": [row.at for row in rows]}
    found = await many(tx, "revisions.grounds", Grounds, **seen_by(reader), **places, most=most)
    return {(one.fact_id, one.at): one for one in found}
