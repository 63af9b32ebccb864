"""What a source stopped saying, or says again: claims that begin and cease to count, and facts with them."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.documents import StageStatus, VersioningMode, speaking
from remember.ingest.adjudicate import Refolded, hold_slots, refold_held
from remember.ingest.compare import regroup
from remember.ingest.stages import RECONCILE
from remember.store import assertions, currency, entities, jobs, stages, versions
from remember.store.database import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Claims of a document that count no more, with the reason, and claims that count again."""

    ended: Collection[UUID] = ()
    restored: Collection[UUID] = ()
    reason: currency.EndReason


async def reconcile(context: Context, lease: jobs.Lease, scope_id: UUID, mode: VersioningMode) -> None:
    """End the claims that a living document's newest version dropped; a snapshot keeps what it said.

    What a version carries counts, also where another that carried it was deleted while this was read.
    """
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        said_by, ended = frozenset({lease.version_id}), list[UUID]()
        if mode is VersioningMode.LIVING:
            # An older version that is only processed now says no more than the newest one carries.
            said_by = speaking(await versions.kept(tx, lease.tenant_id, lease.doc_id), mode)
            ended = await currency.not_carried(tx, lease.tenant_id, lease.doc_id, said_by)
        restored = await currency.silent(tx, lease.tenant_id, said_by)
        turn = Turn(ended=ended, restored=restored, reason="version_superseded")
        await turn_over(tx, context, scope_id, turn, caused_by=lease.version_id)
        await stages.set(tx, lease.tenant_id, lease.version_id, RECONCILE, StageStatus.SUCCEEDED)
        await regroup(tx, lease.tenant_id, scope_id, lease.doc_id, mode)


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
    turn = Turn(ended=claim_ids, reason=reason)
    return await turn_over(tx, context, scope_id, turn, caused_by=caused_by)


async def turn_over(
    tx: Transaction, context: Context, scope_id: UUID, turn: Turn, *, caused_by: UUID | None
) -> Refolded:
    """Let claims cease to count and count again, with the facts that rest on them, at one belief time.

    Facts that only ended claims supported close; of those that were closed, the ones that restored claims
    spoke for come back.
    """
    claim_ids = [*turn.ended, *turn.restored]
    if not claim_ids:
        return Refolded()
    # A merge of whom they mention would move their slots between our reading and our locking them.
    await entities.hold_mentioned(tx, context.tenant_id, claim_ids)
    slots = await assertions.slots_of_claims(tx, context.tenant_id, claim_ids)
    standing = await hold_slots(tx, context, scope_id, slots, turned=claim_ids, restored=turn.restored)
    await currency.end(tx, context.tenant_id, turn.ended, turn.reason, at=standing.at)
    await currency.begin_again(tx, context.tenant_id, turn.restored, at=standing.at)
    return await refold_held(tx, context, standing, cause=turn.reason, caused_by=caused_by)
