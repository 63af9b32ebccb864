"""Walk a list page by page: a sealed place to go on from, and belief as it stood when the walk began.

A walk that began now goes on as of that instant, so that no page repeats or misses what another page
had because something was written in between.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from remember.context import Context
from remember.domain.time import AsOf, Current, Mode
from remember.errors import Unavailable
from remember.retrieve.moment import Moment, begin, snapshot
from remember.store.database import Transaction
from remember.wire import Truncation

_BEGUN = "begun_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """One caller's way through one list. `begun_at` and `position` are None on its first page."""

    purpose: Mapping[str, Any]
    mode: Mode = field(default_factory=Current)
    begun_at: datetime | None = None
    position: Mapping[str, Any] | None = None

    def continuation(
        self, context: Context, moment: Moment, position: Mapping[str, Any] | None
    ) -> str | None:
        """The cursor of the page after the item at this position; None after the last one."""
        if position is None:
            return None
        place = {**position, _BEGUN: moment.evaluated_at.isoformat()}
        return context.cursors.seal(place, purpose=self.purpose)

    def truncation(
        self,
        context: Context,
        moment: Moment,
        position: Mapping[str, Any] | None,
        *,
        returned: int,
        total: int,
        reason: str = "limit",
    ) -> Truncation:
        """How much of the list a page is, and where the next one begins."""
        return Truncation(
            truncated=position is not None,
            returned=returned,
            estimated_total=total,
            continuation=self.continuation(context, moment, position),
            reason=reason if position is not None else None,
        )


class Page(Protocol):
    """What a read gives of a list. `position` is where the next page goes on, if there is one."""

    @property
    def position(self) -> Mapping[str, Any] | None:
        """The place of the last item."""
        ...


P = TypeVar("P", bound=Page)


def walk_of(
    context: Context,
    operation: str,
    continuation: str | None,
    *,
    mode: Mode | None = None,
    filters: Mapping[str, Any] | None = None,
) -> Walk:
    """The walk that a continuation belongs to, or a new one.

    Raises `Incorrect` (`cursor_malformed`) unless operation, filters, mode and caller are as before.
    """
    caller, mode = context.principal, mode or Current()
    purpose = {
        "operation": operation,
        "tenant": str(context.tenant_id),
        "scopes": sorted(map(str, context.scope_ids)),
        "caller": [str(caller.kind), caller.ref],
        "mode": repr(mode),
        "filters": {name: _plain(value) for name, value in (filters or {}).items()},
    }
    if continuation is None:
        return Walk(purpose=purpose, mode=mode)
    place = context.cursors.open(continuation, purpose=purpose)
    begun_at = datetime.fromisoformat(place.pop(_BEGUN))
    return Walk(purpose=purpose, mode=mode, begun_at=begun_at, position=place)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float) else str(value)


async def begun(context: Context, walk: Walk) -> Walk:
    """The same walk, begun now if it was not: its first page waits, too, for what is believed by then."""
    if walk.begun_at is not None or isinstance(walk.mode, AsOf):
        return walk
    async with context.database.read() as tx:
        return replace(walk, begun_at=(await begin(tx, walk.mode, most=1)).evaluated_at)


async def turn_page(
    context: Context, walk: Walk, read: Callable[[Transaction, Moment], Awaitable[P]], *, most: int = 1
) -> tuple[Moment, P | None]:
    """The next page and the moment it belongs to; None where what was believed then is still being written.

    `read` runs in one snapshot and may run twice. `most` is how far its index scans look.
    """
    moment, page = await _read(context, walk, read, most)
    if page is None or page.position is None or moment.believed_at is not None:
        return moment, page
    later = replace(walk, begun_at=moment.evaluated_at)
    async with snapshot(context, later.mode, begun_at=later.begun_at, wait=0) as (_, seen):
        if seen.is_settled:
            return moment, page
    # Something that will be believed since before now is not visible yet; the pages to come will have it.
    then, whole = await _read(context, later, read, most)
    return (then, whole) if whole else (moment, page)


async def _read(
    context: Context, walk: Walk, read: Callable[[Transaction, Moment], Awaitable[P]], most: int
) -> tuple[Moment, P | None]:
    async with snapshot(context, walk.mode, begun_at=walk.begun_at, most=most) as (tx, moment):
        return moment, await read(tx, moment) if moment.is_settled else None


def unsettled() -> Unavailable:
    """The error of a read whose result has no place for a negative."""
    return Unavailable(
        "what was believed at that instant is still being written",
        code="belief_unsettled",
        hint="ask again in a moment, or about an earlier instant",
    )
