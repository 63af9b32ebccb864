"""Documents: one row a source, locked while anything is decided about its versions."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.documents import IngestRequest, Origin, Source
from remember.store.database import Transaction, many, maybe, none, one


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as stored."""

    doc_id: UUID
    scope_id: UUID
    source_kind: str
    source_ref: str
    title: str | None
    versioning_mode: str
    first_seen_at: datetime
    serving_version_id: UUID | None
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDocument:
    """A document with its newest version; `serving` where any version of it is ready."""

    doc_id: UUID
    title: str | None
    source_kind: str
    source_uri: str | None
    first_seen_at: datetime
    version_id: UUID
    version_no: int
    status: str
    ingested_at: datetime
    error: str | None
    serving: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """What a document has given to the memory: claims that count now, and facts that they support."""

    claims: int
    facts: int


async def add(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, doc_id: UUID, source: Source, *, request: IngestRequest
) -> None:
    """Make the document of a source, unless it is there already."""
    await none(
        tx,
        "documents.add",
        tenant_id=tenant_id,
        doc_id=doc_id,
        scope_id=scope_id,
        source_kind=source.kind,
        source_ref=source.ref,
        title=request.document_title(),
        versioning_mode=request.versioning_mode,
        origin=Origin.EXTERNAL,
    )


async def observe(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> Document:
    """Lock a document that was just seen at its source."""
    return await one(tx, "documents.observe", Document, tenant_id=tenant_id, doc_id=doc_id)


async def lock(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> Document | None:
    """Lock a document; deleted ones too."""
    return await maybe(tx, "documents.lock", Document, tenant_id=tenant_id, doc_id=doc_id)


async def get(tx: Transaction, tenant_id: UUID, doc_id: UUID, scope_ids: tuple[UUID, ...]) -> Document | None:
    """A document that is visible in these scopes and not deleted."""
    return await maybe(
        tx, "documents.get", Document, tenant_id=tenant_id, doc_id=doc_id, scope_ids=list(scope_ids)
    )


async def revive(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> None:
    """Take back that a document was deleted; its old versions stay deleted."""
    await none(tx, "documents.revive", tenant_id=tenant_id, doc_id=doc_id)


async def delete(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> datetime:
    """End a document; when that is."""
    return await one(tx, "documents.delete", datetime, tenant_id=tenant_id, doc_id=doc_id)


async def serve(tx: Transaction, tenant_id: UUID, doc_id: UUID, version_id: UUID | None) -> None:
    """Say which version's passages are searched; None where none has any."""
    await none(tx, "documents.serve", tenant_id=tenant_id, doc_id=doc_id, version_id=version_id)


async def learnt(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> Learnt:
    """What a document has given to the memory so far."""
    return await one(tx, "documents.learnt", Learnt, tenant_id=tenant_id, doc_id=doc_id)


async def page(
    tx: Transaction,
    tenant_id: UUID,
    scope_ids: tuple[UUID, ...],
    *,
    status: str | None,
    after: tuple[datetime, UUID] | None,
    most: int,
) -> list[ListedDocument]:
    """Up to `most` documents from outside, newest first, that come after the place `after`."""
    after_seen, after_id = after or (None, None)
    return await many(
        tx,
        "documents.page",
        ListedDocument,
        tenant_id=tenant_id,
        scope_ids=list(scope_ids),
        status=status,
        after_seen=after_seen,
        after_id=after_id,
        most=most,
    )
