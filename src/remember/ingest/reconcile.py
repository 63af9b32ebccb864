"""What a source stopped saying: claims that a new version does not carry, and the facts that lose them."""

from collections.abc import Collection
from uuid import UUID

from remember.context import Context
from remember.domain.documents import StageStatus
from remember.ingest.adjudicate import Refolded, hold_slots, refold_held
from remember.ingest.stages import RECONCILE
from remember.store import assertions, currency, entities, jobs, stages, versions
from remember.store.database import Transaction


async def reconcile(context: Context, lease: jobs.Lease, scope_id: UUID, *, is_living: bool) -> None:
    """End the claims that a living document's newest version dropped; a snapshot keeps what it said."""
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        if is_living:
            # An older version that is only processed now says no more than the newest one carries.
            newest = await versions.newest_read(tx, lease.tenant_id, lease.doc_id)
            dropped = await currency.not_carried(tx, lease.tenant_id, lease.doc_id, newest)
            await retire(tx, context, scope_id, dropped, "version_superseded", caused_by=lease.version_id)
        await stages.set(tx, lease.tenant_id, lease.version_id, RECONCILE, StageStatus.SUCCEEDED)


async def retire(
    tx: Transaction,
    context: Context,
    scope_id: UUID,
    claim_ids: Collection[UUID],
    reason: currency.EndReason,
    *,
    caused_by: UUID | None,
) -> Refolded:
    """These claims count no more: facts that only they supported close, others lose a supporter."""
    if not claim_ids:
        return Refolded()
    # A merge of whom they mention would move their slots between our reading and our locking them.
    await entities.hold_mentioned(tx, context.tenant_id, claim_ids)
    slots = await assertions.slots_of_claims(tx, context.tenant_id, claim_ids)
    standing = await hold_slots(tx, context, scope_id, slots, claim_ids=claim_ids)
    await currency.end(tx, context.tenant_id, claim_ids, reason, at=standing.at)
    return await refold_held(tx, context, standing, cause=reason, caused_by=caused_by)
