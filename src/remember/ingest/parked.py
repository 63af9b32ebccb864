"""Versions that wait: for something that converts their type, or for money to read them with."""

from uuid import UUID

from remember.context import Context
from remember.domain.documents import DeferReason, StageStatus
from remember.ingest.asking import has_budget
from remember.ingest.convert import has_route
from remember.store import jobs, stages, versions
from remember.store.database import Transaction
from remember.store.jobs import Lease

# Few, so that a budget that is soon spent again parks few.
_AT_ONCE = 8


async def release(tx: Transaction, tenant_id: UUID, version_id: UUID, mime: str) -> None:
    """Queue a parked version, to be converted as bytes of this type."""
    await versions.route(tx, tenant_id, version_id, mime)
    await stages.set(tx, tenant_id, version_id, ["convert"], StageStatus.PENDING)
    await jobs.unpark(tx, tenant_id, [version_id])
    await jobs.announce(tx)


async def park_for_budget(context: Context, lease: Lease, stage: str) -> None:
    """Let a version wait for money at a stage. What it has stays, and its passages answer meanwhile."""
    async with context.database.write() as tx:
        if await jobs.park(tx, lease):
            await stages.set(
                tx,
                lease.tenant_id,
                lease.version_id,
                [stage],
                StageStatus.PENDING,
                defer_reason=DeferReason.BUDGET,
            )


async def resume_within_budget(context: Context) -> list[UUID]:
    """Queue versions that wait for money, where there is some again; which ones."""
    async with context.database.read() as tx:
        waiting = await jobs.waiting_for_budget(tx, context.tenant_id, _AT_ONCE)
    if not waiting or not await has_budget(context):
        return []
    async with context.database.write() as tx:
        released = await jobs.unpark(tx, context.tenant_id, waiting)  # jobs before stages, as everywhere
        await stages.release(tx, context.tenant_id, released)
        await jobs.announce(tx)
    context.wake()
    return released


async def resume(context: Context) -> list[UUID]:
    """Queue the parked versions whose type something converts by now; which ones."""
    async with context.database.write() as tx:
        waiting = await versions.parked(tx, context.tenant_id)
        convertible = [version for version in waiting if has_route(version.mime)]
        for version in convertible:
            await release(tx, context.tenant_id, version.version_id, version.mime)
    context.wake()
    return [version.version_id for version in convertible]
