"""Whether claims still count as what their source says."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal
from uuid import UUID

from remember.store.database import Transaction, many, none

EndReason = Literal["reextracted", "version_superseded", "version_deleted"]


async def not_carried(tx: Transaction, tenant_id: UUID, doc_id: UUID, version_id: UUID) -> list[UUID]:
    """The claims of a document that count now though this version does not carry them."""
    return await many(
        tx, "currency.not_carried", UUID, tenant_id=tenant_id, doc_id=doc_id, version_id=version_id
    )


async def of_document(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> list[UUID]:
    """The claims of a document that count now."""
    return await many(tx, "currency.of_document", UUID, tenant_id=tenant_id, doc_id=doc_id)


async def end(
    tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID], reason: EndReason, *, at: datetime
) -> None:
    """These claims count no more from a belief time on. Refold their slots at that time too."""
    here = {"tenant_id": tenant_id, "claim_ids": list(claim_ids)}
    await none(tx, "currency.end_events", reason=reason, stamp=at, **here)
    await none(tx, "currency.end_copies", **here)
    await none(tx, "currency.count_terms", **here)
