"""When a read happens: the instant of its snapshot, the time it asks about, and what was believed when."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from remember.context import Context
from remember.domain.scopes import Reader
from remember.domain.time import Asked, AsOf, At, Current, History, Mode, Overlap, asked
from remember.errors import Incorrect
from remember.store import search
from remember.store.database import Transaction
from remember.store.held_facts import Held
from remember.wire import (
    AsOfTemporalScope,
    AsOfTime,
    AtTemporalScope,
    AtTime,
    CurrentTemporalScope,
    HistoryTemporalScope,
    HistoryTime,
    OverlapTemporalScope,
    OverlapTime,
    TemporalScope,
    TimeRequest,
)

_HORIZON_SECONDS = 0.25
_LOOK_AGAIN_SECONDS = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The instant that a read is evaluated at, and the mode.

    `read_at` is the instant of its snapshot, which is later on the later pages of a walk. Belief is read
    as of `believed_at`; None is as it is in the snapshot. `is_settled` says that the snapshot is known
    to have everything that is believed since before then.
    """

    evaluated_at: datetime
    read_at: datetime
    mode: Mode
    believed_at: datetime | None = None
    is_settled: bool = True

    @property
    def asked(self) -> Asked:
        """The stretch of world time asked about."""
        return asked(self.mode, self.evaluated_at)

    @property
    def instant(self) -> datetime:
        """The instant of the world at which something holds or is over: the one asked about, else now."""
        match self.mode:
            case At(at=at):
                return at
            case AsOf(valid_at=valid_at):
                return valid_at
        return self.evaluated_at

    def held(self, reader: Reader) -> Held:
        """The facts that this moment is about."""
        return Held(reader=reader, asked=self.asked, believed_at=self.believed_at)


async def begin(tx: Transaction, mode: Mode, *, most: int) -> Moment:
    """The moment of this read's snapshot; raises `Incorrect` for a belief that is still to come."""
    begun = await search.begin(tx, most=most)
    now = begun.at.astimezone(UTC)
    if not isinstance(mode, AsOf):
        return Moment(evaluated_at=now, read_at=now, mode=mode)
    if mode.believed_at > now:
        raise Incorrect(
            f"believed_at {mode.believed_at.isoformat()} is in the future",
            code="invalid_parameter",
            hint="ask about an instant that has passed; leave time out for now",
        )
    return Moment(
        evaluated_at=now,
        read_at=now,
        mode=mode,
        believed_at=mode.believed_at,
        is_settled=begun.is_quiet and mode.believed_at <= begun.began_at,
    )


async def resume(tx: Transaction, mode: Mode, begun_at: datetime, *, most: int) -> Moment:
    """The moment at which a walk began, read in a later snapshot as it was believed then."""
    begun = await search.begin(tx, most=most)
    believed_at = mode.believed_at if isinstance(mode, AsOf) else begun_at
    return Moment(
        evaluated_at=begun_at,
        read_at=begun.at.astimezone(UTC),
        mode=mode,
        believed_at=believed_at,
        is_settled=begun.is_quiet and believed_at <= begun.began_at,
    )


@asynccontextmanager
async def snapshot(
    context: Context,
    mode: Mode,
    *,
    begun_at: datetime | None = None,
    most: int = 1,
    wait: float = _HORIZON_SECONDS,
) -> AsyncIterator[tuple[Transaction, Moment]]:
    """A read that sees everything believed at the time asked about; `begun_at` resumes a walk.

    Waits as many seconds for a snapshot that does; then the moment says that it is not settled. A snapshot
    of a database in which somebody writes is followed by another, once no save is open that matters.
    """
    deadline = asyncio.get_running_loop().time() + wait
    is_saving = True
    while True:
        async with context.database.read() as tx:
            if begun_at is None:
                moment = await begin(tx, mode, most=most)
            else:
                moment = await resume(tx, mode, begun_at, most=most)
            if moment.is_settled or not is_saving:
                yield tx, replace(moment, is_settled=True)
                return
            is_saving = await search.is_saving(tx, moment.believed_at or moment.evaluated_at)
            if is_saving and asyncio.get_running_loop().time() >= deadline:
                yield tx, moment
                return
        if is_saving:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)


def mode_of(time: TimeRequest | None) -> Mode:
    """The mode that a request asks for; without one, the world now."""
    match time:
        case AtTime(at=at):
            return At(at=at)
        case OverlapTime(from_=first, to=last):
            return Overlap(first=first, last=last)
        case HistoryTime():
            return History()
        case AsOfTime(valid_at=valid_at, believed_at=believed_at):
            return AsOf(valid_at=valid_at, believed_at=believed_at)
        case _:
            return Current()


def scope_of(moment: Moment) -> TemporalScope:
    """What the envelope says of the time it describes."""
    now = moment.evaluated_at
    match moment.mode:
        case At(at=at):
            return AtTemporalScope(evaluated_at=now, believed_at=now, at=at)
        case Overlap(first=first, last=last):
            return OverlapTemporalScope(evaluated_at=now, believed_at=now, from_=first, to=last)
        case History():
            return HistoryTemporalScope(evaluated_at=now, believed_at=now)
        case AsOf(valid_at=valid_at, believed_at=believed_at):
            return AsOfTemporalScope(evaluated_at=now, believed_at=believed_at, valid_at=valid_at)
        case _:
            return CurrentTemporalScope(evaluated_at=now, believed_at=now)


def in_utc(moment: datetime | None) -> datetime | None:
    """The same instant with the offset zero, as every result tells it."""
    return None if moment is None else moment.astimezone(UTC)
