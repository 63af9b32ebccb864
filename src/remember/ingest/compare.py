"""Compare: a version's text is recognised where it is a copy of another, of any document of its scope."""

import asyncio

from remember.context import Context
from remember.domain.copies import are_copies, exact_sketch, sketch
from remember.ingest.convert import Text
from remember.store import copies, jobs
from remember.store.copies import NewSketch
from remember.store.jobs import Lease
from remember.store.versions import VersionWork


async def compare(context: Context, lease: Lease, work: VersionWork, text: Text) -> None:
    """Put a version into one group with its copies. Rows are no prose: only the same rows are copies."""
    async with context.database.read() as tx:
        if await copies.is_compared(tx, lease.tenant_id, lease.version_id):
            return
    found = await asyncio.to_thread(sketch if text.layout is None else exact_sketch, text.text)
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        others = await copies.candidates(tx, lease.tenant_id, work.scope_id, found)
        groups = {other.copy_group for other in others if are_copies(found, other.sketch)}
        new = NewSketch(version_id=lease.version_id, sketch=found)
        await copies.add(tx, lease.tenant_id, work.scope_id, new, groups=groups)
