"""Versions of a type that nothing converts wait; they are processed once something does."""

from uuid import UUID

from remember.context import Context
from remember.domain.documents import StageStatus
from remember.ingest.convert import has_route
from remember.store import jobs, stages, versions
from remember.store.database import Transaction


async def release(tx: Transaction, tenant_id: UUID, version_id: UUID, mime: str) -> None:
    """Queue a parked version, to be converted as bytes of this type."""
    await versions.route(tx, tenant_id, version_id, mime)
    await stages.set(tx, tenant_id, version_id, ["convert"], StageStatus.PENDING)
    await jobs.unpark(tx, tenant_id, [version_id])
    await jobs.announce(tx)


async def resume(context: Context) -> list[UUID]:
    """Queue the parked versions whose type something converts by now; which ones."""
    async with context.database.write() as tx:
        waiting = await versions.parked(tx, context.tenant_id)
        convertible = [version for version in waiting if has_route(version.mime)]
        for version in convertible:
            await release(tx, context.tenant_id, version.version_id, version.mime)
    context.wake()
    return [version.version_id for version in convertible]
