"""The slots that a version speaks about, some at a time: a book has more of them than should be in memory."""

from collections.abc import AsyncIterator

from remember.context import Context
from remember.store import assertions
from remember.store.assertions import Slot
from remember.store.jobs import Lease

# To find the next slots costs as much as the version is long, so many are found at a time: some megabytes.
MOST = 20_000


async def slots_of_version(context: Context, lease: Lease) -> AsyncIterator[list[Slot]]:
    """The slots that claims first read in a version speak about, by subject, at most `MOST` at a time."""
    found: list[Slot] = []
    while not found or len(found) == MOST:
        async with context.database.read() as tx:
            found = await assertions.slots_of_version(
                tx,
                lease.tenant_id,
                lease.doc_id,
                lease.version_id,
                after=found[-1] if found else None,
                most=MOST,
            )
        if not found:
            return
        yield found
