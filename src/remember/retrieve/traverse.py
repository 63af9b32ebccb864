"""Drive a traversal over a database, in one snapshot, and say what a budget took away."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from remember.domain.graph import Cut, Level, Seen, Traversal
from remember.retrieve.account import negative
from remember.store import graph
from remember.store.database import Transaction
from remember.wire import Negative, NegativeKind

Found = TypeVar("Found")
Look = Callable[[Level], Awaitable[Seen]]


async def traverse(tx: Transaction, traversal: Traversal[Found], look: Look, *, milliseconds: int) -> Found:
    """What a traversal finds; `look` gives the edges of a level, and ends with the time that it has."""
    until = monotonic() + milliseconds / 1000
    try:
        level = next(traversal)
        while True:
            level = traversal.send(await _looked(tx, look, level, until))
    except StopIteration as end:
        found: Found = end.value
        return found


async def _looked(tx: Transaction, look: Look, level: Level, until: float) -> Seen | None:
    left = int((until - monotonic()) * 1000)
    return await graph.in_time(tx, left, look(level)) if left > 0 else None


_ENDED = {
    Cut.EXPANSION: "more edges lie on the way than one read looks at",
    Cut.FRONTIER: "more nodes lie on the way than one read goes on from",
    Cut.TIME: "the time of one read ran out on the way",
    Cut.DEPTH: "nothing was found within so many hops, and there is more beyond them",
}


def cut_short(cut: Cut, advice: str) -> Negative:
    """The negative of a traversal that found nothing before a budget ended it."""
    return negative(NegativeKind.BOUNDARY, f"{_ENDED[cut]} ({cut.value})", advice)
