"""Who took back what, and who restored it."""

from datetime import UTC, datetime
from uuid import UUID

from remember.context import Context
from remember.retrieve.listing import Listing, Page, latest_decided
from remember.store import retractions
from remember.store.database import Transaction
from remember.store.retractions import Retraction
from remember.wire import RetractionDetail


async def list_retractions(context: Context, listing: Listing) -> Page[RetractionDetail]:
    """Every retraction, the latest first, restored ones too."""

    async def read(tx: Transaction, before: tuple[datetime, UUID] | None, most: int) -> list[Retraction]:
        return await retractions.latest(tx, context.reader, before=before, most=most)

    return await latest_decided(
        context, listing, read, retraction_told, decision_id=lambda row: row.retraction_id
    )


def retraction_told(row: Retraction) -> RetractionDetail:
    """A retraction, and its restoration."""
    return RetractionDetail(
        retraction_id=row.retraction_id,
        fact_id=row.fact_id,
        claim_id=row.claim_id,
        reason=row.reason,
        decided_by_kind=row.decided_by_kind,
        decided_by_ref=row.decided_by_ref,
        decided_at=row.decided_at.astimezone(UTC),
        restored_at=row.restored_at and row.restored_at.astimezone(UTC),
        restored_reason=row.restored_reason,
        restored_by_kind=row.restored_by_kind,
        restored_by_ref=row.restored_by_ref,
    )
