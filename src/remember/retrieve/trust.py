"""Who decided how far which sources are trusted."""

from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from remember.context import Context
from remember.retrieve.listing import Listing, Page, latest_decided
from remember.store import trust
from remember.store.database import Transaction
from remember.store.trust import TrustDecision
from remember.wire import SourceTrust, SourceTrustDecision


async def list_source_trusts(context: Context, listing: Listing) -> Page[SourceTrustDecision]:
    """Every decision, the latest first."""

    async def read(tx: Transaction, before: tuple[datetime, UUID] | None, most: int) -> list[TrustDecision]:
        return await trust.decisions(tx, context.reader, before=before, most=most)

    return await latest_decided(context, listing, read, _told, decision_id=lambda row: row.decision_id)


def _told(row: TrustDecision) -> SourceTrustDecision:
    return SourceTrustDecision(
        decision_id=row.decision_id,
        source_kind=row.source_kind,
        source_ref=row.source_ref,
        trust=cast(SourceTrust, row.trust),
        reason=row.reason,
        decided_by_kind=row.decided_by_kind,
        decided_by_ref=row.decided_by_ref,
        decided_at=row.decided_at.astimezone(UTC),
        replaced_by=row.replaced_by,
    )
