"""Lists that are read as they stand: a page at a time, each going on behind the last item before it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from remember.context import Context
from remember.domain.time import Current
from remember.retrieve.moment import begin
from remember.retrieve.paging import walk_of
from remember.store.database import Transaction

Item = TypeVar("Item")
Position = Mapping[str, str]


class Decision(Protocol):
    """A row that tells of somebody's decision."""

    @property
    def decided_at(self) -> datetime:
        """When it was made."""
        ...


Row = TypeVar("Row", bound=Decision)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list, by the operation that gives it and what it is restricted to, and the page that is wanted."""

    operation: str
    limit: int
    cursor: str | None
    filters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Generic[Item]):
    """Some items of a list, and the place of the last of them where there may be more."""

    items: Sequence[Item]
    position: Position | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[Item]):
    """Some items of a list, and the cursor of the page after them."""

    items: tuple[Item, ...]
    cursor: str | None


async def page(
    context: Context,
    listing: Listing,
    read: Callable[[Transaction, Position | None], Awaitable[Part[Item]]],
) -> Page[Item]:
    """The page that a cursor leads to, or the first; raises `Incorrect` for the cursor of another list."""
    walk = walk_of(context, listing.operation, listing.cursor, filters=listing.filters)
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=1)
        part = await read(tx, walk.position)
    return Page(items=tuple(part.items), cursor=walk.continuation(context, moment, part.position))


async def latest_decided(
    context: Context,
    listing: Listing,
    read: Callable[[Transaction, tuple[datetime, UUID] | None, int], Awaitable[Sequence[Row]]],
    told: Callable[[Row], Item],
    *,
    decision_id: Callable[[Row], UUID],
) -> Page[Item]:
    """A page of decisions, the latest first. `read` gives so many of those before the place, or the first."""

    async def part(tx: Transaction, position: Position | None) -> Part[Item]:
        before = (datetime.fromisoformat(position["at"]), UUID(position["id"])) if position else None
        rows = await read(tx, before, listing.limit + 1)
        shown = cut(rows, listing.limit, place)
        return Part(items=[told(row) for row in shown.items], position=shown.position)

    def place(row: Row) -> Position:
        return {"at": row.decided_at.isoformat(), "id": str(decision_id(row))}

    return await page(context, listing, part)


def cut(rows: Sequence[Item], limit: int, place: Callable[[Item], Position]) -> Part[Item]:
    """The first `limit` of rows, of which one more than that was asked for."""
    shown = rows[:limit]
    return Part(items=shown, position=place(shown[-1]) if len(rows) > limit else None)
