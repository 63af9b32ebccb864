"""The passages around a passage, in the order of their document."""

from uuid import UUID

from remember.context import Context
from remember.domain.time import Current
from remember.retrieve import account
from remember.retrieve.moment import begin, scope_of
from remember.retrieve.question import reader_of
from remember.store import testimony
from remember.wire import Envelope, Grain, NegativeKind, Truncation

_UNKNOWN = account.negative(
    NegativeKind.UNKNOWN_ENTITY,
    "no passage of this memory has that id",
    "search for the passage and use the id it is given with",
)
_NOT_SERVED = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "the passage is of a version that no longer answers",
    "search for its text: the newest version may have it still",
)


async def adjacent_chunks(context: Context, chunk_id: UUID, *, window: int) -> Envelope:
    """A served passage between those that stand at most `window` passages before and after it."""
    reader = reader_of(context)
    async with context.database.read() as tx:
        moment = await begin(tx, Current(), most=1)
        around = await testimony.chunks_around(tx, reader, chunk_id, window=window)
        shown = await testimony.show_chunks(tx, reader, around)
    found = [shown[one] for one in around if one in shown]
    missing = _NOT_SERVED if around else _UNKNOWN
    return Envelope(
        grain=Grain.EVIDENCE,
        temporal_scope=scope_of(moment),
        chunks=tuple(account.passage_of(chunk) for chunk in found),
        sources=account.sources_of(found),
        freshness=account.freshness_of(moment.read_at),
        truncation=Truncation(truncated=False, returned=len(found), estimated_total=len(found)),
        dropped_by_hydration=len(around) - len(found),
        negative=None if found else missing,
    )
