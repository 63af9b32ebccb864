"""Documents: take one in, list them, show one, delete one."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.domain import documents as rules
from remember.domain.unknown import no_document
from remember.ingest import delete as ends
from remember.ingest.receive import receive
from remember.operations.parameters import (
    Filename,
    Mime,
    SourceKind,
    SourceModifiedAt,
    SourceRef,
    SourceVersionRef,
    Title,
    Versioning,
)
from remember.operations.registry import Body, operation
from remember.retrieve.listing import Listing
from remember.retrieve.references import Direction, list_references
from remember.store import documents, versions
from remember.wire import (
    DocumentDeletion,
    DocumentDetail,
    DocumentPage,
    DocumentReferences,
    DocumentStatusFilter,
    DocumentSummary,
    DocumentVersionSummary,
    IngestedVersion,
    VersionDeletion,
    VersionDetail,
)


@operation("ingest", reads=False, route="POST /ingest", permission="ingest")
async def ingest(
    context: Context,
    *,
    body: Body,
    filename: Filename,
    mime: Mime,
    title: Title = None,
    source_kind: SourceKind = None,
    source_ref: SourceRef = None,
    source_modified_at: SourceModifiedAt = None,
    versioning_mode: Versioning = "snapshot",
    source_version_ref: SourceVersionRef = None,
) -> IngestedVersion:
    """Store bytes as a version of a document.

    The same source with other bytes is a new version of the same document; with the same bytes as its
    newest version it is nothing new (`created` is false). Without a source the bytes are the identity.
    """
    request = rules.IngestRequest(
        filename=filename,
        mime=mime,
        title=title,
        source_kind=source_kind,
        source_ref=source_ref,
        source_modified_at=source_modified_at,
        source_version_ref=source_version_ref,
        versioning_mode=rules.VersioningMode(versioning_mode),
        ingested_by=context.attribution,
    )
    return await receive(context, request, body)


@operation("list_documents", reads=True, agents=True, route="GET /documents")
async def list_documents(
    context: Context,
    *,
    limit: Annotated[int, Field(ge=1, le=200, description="Most documents to return")] = 50,
    cursor: Annotated[str | None, Field(description="Where the page before ended")] = None,
    status: Annotated[
        DocumentStatusFilter | None, Field(description="Only documents whose newest version is this far")
    ] = None,
) -> DocumentPage:
    """The documents, newest first, each with the state of its newest version.

    `serving` says whether any version can answer; a document whose newest version failed may still be.
    """
    purpose = _purpose(context, status)
    async with context.database.read() as tx:
        rows = await documents.page(
            tx,
            context.tenant_id,
            context.scope_ids,
            status=status,
            after=_place(context.cursors.open(cursor, purpose=purpose)) if cursor is not None else None,
            most=limit + 1,
        )
    shown = rows[:limit]
    more = len(rows) > limit
    return DocumentPage(
        documents=tuple(_summary(row) for row in shown),
        cursor=context.cursors.seal(_position(shown[-1]), purpose=purpose) if more else None,
    )


@operation("show_document", reads=True, agents=True, route="GET /documents/{doc_id}")
async def show_document(
    context: Context, *, doc_id: Annotated[UUID, Field(description="Which document")]
) -> DocumentDetail:
    """One document over its whole life: its source, what it taught, and what became of each version."""
    async with context.database.read() as tx:
        found = await documents.get(tx, context.tenant_id, doc_id, context.scope_ids)
        if found is None:
            raise no_document(doc_id)
        stored = await versions.of_document(tx, context.tenant_id, doc_id)
        learnt = await documents.learnt(tx, context.tenant_id, doc_id)
    return DocumentDetail(
        doc_id=found.doc_id,
        title=found.title,
        source_kind=found.source_kind,
        source_ref=found.source_ref,
        versioning_mode=found.versioning_mode,
        first_seen_at=found.first_seen_at,
        serving=any(version.status == rules.VersionStatus.READY for version in stored),
        claims=learnt.claims,
        facts=learnt.facts,
        versions=tuple(_detail(version) for version in stored),
    )


@operation("document_references", reads=True, agents=True, route="GET /documents/{doc_id}/references")
async def document_references(
    context: Context,
    *,
    doc_id: Annotated[UUID, Field(description="Which document")],
    direction: Annotated[
        Direction, Field(description="from: what it points at; to: what points at it")
    ] = "from",
    limit: Annotated[int, Field(ge=1, le=200, description="Most references to return")] = 50,
    cursor: Annotated[str | None, Field(description="Where the page before ended")] = None,
) -> DocumentReferences:
    """Where a document points at others: its links, wiki links, and the message that it answers.

    Those of the version that is served, in the order of its text. A document that comes later is found
    as soon as it is there. `candidates` says how many documents a reference may mean: of none and of
    several it means none.
    """
    listing = Listing(
        operation="document_references",
        limit=limit,
        cursor=cursor,
        filters={"doc_id": doc_id, "direction": direction},
    )
    found = await list_references(context, listing, doc_id, direction)
    return DocumentReferences(references=found.items, cursor=found.cursor)


@operation("delete_document", reads=False, agents=True, route="DELETE /documents/{doc_id}")
async def delete_document(
    context: Context, *, doc_id: Annotated[UUID, Field(description="Which document")]
) -> DocumentDeletion:
    """End a document with all its versions: what only it said is no longer held true.

    All or nothing. What it said stays as history; facts that others support lose one supporter.
    """
    return await ends.delete(context, doc_id)


@operation(
    "delete_version", reads=False, agents=True, route="DELETE /documents/{doc_id}/versions/{version_id}"
)
async def delete_version(
    context: Context,
    *,
    doc_id: Annotated[UUID, Field(description="Which document")],
    version_id: Annotated[UUID, Field(description="Which version of it")],
) -> VersionDeletion:
    """End one version of a document: what only it said is no longer held true.

    All or nothing. What another version says too stays; in a living document the version before the
    newest speaks again. The last version takes its document with it.
    """
    return await ends.delete_version(context, doc_id, version_id)


def _purpose(context: Context, status: str | None) -> dict[str, Any]:
    caller = context.principal
    return {
        "operation": "list_documents",
        "tenant": str(context.tenant_id),
        "caller": [str(caller.kind), caller.ref],
        "status": status,
    }


def _position(row: documents.ListedDocument) -> dict[str, Any]:
    return {"first_seen_at": row.first_seen_at.isoformat(), "doc_id": str(row.doc_id)}


def _place(position: dict[str, Any]) -> tuple[datetime, UUID]:
    return datetime.fromisoformat(position["first_seen_at"]), UUID(position["doc_id"])


def _summary(row: documents.ListedDocument) -> DocumentSummary:
    return DocumentSummary(
        doc_id=row.doc_id,
        title=row.title,
        source_kind=row.source_kind,
        source_uri=row.source_uri,
        first_seen_at=row.first_seen_at,
        latest=DocumentVersionSummary(
            version_id=row.version_id,
            version_no=row.version_no,
            status=row.status,
            ingested_at=row.ingested_at,
            error=row.error,
        ),
        serving=row.serving,
    )


def _detail(version: versions.StoredVersion) -> VersionDetail:
    return VersionDetail(
        version_id=version.version_id,
        version_no=version.version_no,
        status=version.status,
        content_hash=version.content_hash,
        byte_size=version.byte_size,
        mime=version.mime,
        filename=version.filename,
        source_modified_at=version.source_modified_at,
        source_version_ref=version.source_version_ref,
        ingested_at=version.ingested_at,
        parked=version.parked,
        error=version.error,
    )
