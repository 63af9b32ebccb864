"""How many facts or claims there are, in groups."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.store.database import Transaction, many
from remember.store.held_facts import Held


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One group of `groups`, with how many of the `total` are in it."""

    key: str | None
    entity_id: UUID | None
    members: int
    total: int
    groups: int

    @property
    def position(self) -> dict[str, Any]:
        """The place of the list after this group, for a cursor."""
        entity = str(self.entity_id) if self.entity_id else None
        return {"after_count": self.members, "after_key": self.key, "after_entity": entity}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What is counted, and by what: whatever is given must be so."""

    by: str
    entity_ids: Collection[UUID] | None = None
    predicate: str | None = None
    kind: str | None = None
    doc_id: UUID | None = None

    def values(self) -> dict[str, Any]:
        """The same as parameters of a statement."""
        ids = None if self.entity_ids is None else list(self.entity_ids)
        about = {"entity_ids": ids, "predicate": self.predicate, "kind": self.kind, "doc_id": self.doc_id}
        return {"by": self.by, **about}


_START: Mapping[str, Any] = {"after_count": None, "after_key": None, "after_entity": None}


async def facts_by(
    tx: Transaction, held: Held, counted: Counted, *, after: Mapping[str, Any] | None, most: int
) -> list[Group]:
    """Groups of the facts that hold for the time asked about, the largest first, after a position."""
    name = "aggregates.facts_by" if held.believed_at is None else "aggregates.facts_by_as_of"
    values = held.values() | counted.values() | dict(after or _START) | {"most": most}
    return await many(tx, name, Group, **values)


async def facts_by_state(tx: Transaction, held: Held, counted: Counted, *, instant: datetime) -> list[Group]:
    """All facts that were ever held, by how they stand at an instant of the world."""
    values = held.values() | counted.values() | {"instant": instant}
    return await many(tx, "aggregates.facts_by_state", Group, **values)


async def claims_by(
    tx: Transaction,
    held: Held,
    counted: Counted,
    *,
    said_by: datetime | None,
    after: Mapping[str, Any] | None,
    most: int,
) -> list[Group]:
    """Groups of the claims that count and were said by an instant, the largest first, after a position."""
    values = held.values() | counted.values() | dict(after or _START) | {"most": most, "said_by": said_by}
    return await many(tx, "aggregates.claims_by", Group, **values)
