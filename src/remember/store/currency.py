"""Whether claims still count as what their source says."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal
from uuid import UUID

from remember.store.database import Transaction, many, none

EndReason = Literal["reextracted", "version_superseded", "version_deleted"]


async def not_carried(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, version_ids: Collection[UUID]
) -> list[UUID]:
    """The claims of a document that count now though none of these versions carries them."""
    here = {"tenant_id": tenant_id, "doc_id": doc_id, "version_ids": list(version_ids)}
    return await many(tx, "currency.not_carried", UUID, **here)


async def silent(tx: Transaction, tenant_id: UUID, version_ids: Collection[UUID]) -> list[UUID]:
    """The claims that one of these versions carries, and that ceased to count when another went or came."""
    return await many(tx, "currency.silent", UUID, tenant_id=tenant_id, version_ids=list(version_ids))


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
    await _count_terms(tx, tenant_id, claim_ids, -1)


async def begin_again(tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID], *, at: datetime) -> None:
    """These claims count again from a belief time on. Refold their slots at that time too."""
    here = {"tenant_id": tenant_id, "claim_ids": list(claim_ids)}
    await none(tx, "currency.begin_again", stamp=at, **here)
    await none(tx, "currency.begin_copies", **here)
    await _count_terms(tx, tenant_id, claim_ids, 1)


async def _count_terms(tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID], sign: int) -> None:
    here = {"tenant_id": tenant_id, "claim_ids": list(claim_ids)}
    await none(tx, "currency.count_terms", sign=sign, **here)
