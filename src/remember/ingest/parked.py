"""Versions of a type that nothing converts wait; they are processed once something does."""

from uuid import UUID

from remember.domain.documents import StageStatus
from remember.store import jobs, stages, versions
from remember.store.database import Transaction


async def release(tx: Transaction, tenant_id: UUID, version_id: UUID, mime: str) -> None:
    """Queue a parked version, to be converted as bytes of this type."""
    await versions.route(tx, tenant_id, version_id, mime)
    await stages.set(tx, tenant_id, version_id, ["convert"], StageStatus.PENDING)
    await jobs.unpark(tx, tenant_id, [version_id])
    await jobs.announce(tx)
