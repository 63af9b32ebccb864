"""Contradictions as things of their own: which stand open, which closed, and their sides."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.scopes import Reader
from remember.domain.time import Asked
from remember.store.database import Transaction, many
from remember.store.held_facts import Held
from remember.store.lookups import ListedFact
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A contradiction of `total`; it stands open while `closed_at` is None."""

    group_id: UUID
    opened_at: datetime
    closed_at: datetime | None
    total: int


async def page(
    tx: Transaction,
    held: Held,
    *,
    about: Asked | None,
    closed: bool,
    entity_ids: Collection[UUID] | None,
    before: UUID | None,
    most: int,
) -> list[Group]:
    """The contradictions that stand open, or stood then, or those that closed, the latest first.

    Open ones are those of which two sides may hold at the time that they are `about`; None is any.
    """
    open_ = "contradictions.open" if held.believed_at is None else "contradictions.open_as_of"
    name = "contradictions.closed" if closed else open_
    ids = None if entity_ids is None else list(entity_ids)
    time = {"first": about and about.first, "last": about and about.last}
    values = {**held.values(), **time}
    return await many(tx, name, Group, **values, entity_ids=ids, before=before, most=most)


async def sides(
    tx: Transaction, held: Held, group_id: UUID, *, after: Mapping[str, Any] | None, most: int
) -> list[ListedFact]:
    """The facts that are held in a contradiction, best supported first, after a position."""
    start = {"after_weight": None, "after_time": None, "after_id": None}
    values = {**seen_by(held.reader), "believed_at": held.believed_at, **start, **(after or {})}
    return await many(tx, "contradictions.sides", ListedFact, **values, group_id=group_id, most=most)


async def closed_sides(
    tx: Transaction, reader: Reader, group_ids: Collection[UUID], *, most: int
) -> list[ListedFact]:
    """The facts that were in these contradictions, each with the last window it had there."""
    values = {**seen_by(reader), "group_ids": list(group_ids), "most": most}
    return await many(tx, "contradictions.closed_sides", ListedFact, **values)
