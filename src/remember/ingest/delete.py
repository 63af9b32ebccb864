"""Delete a document: it ends, all of it at once; what it said stays as history."""

from uuid import UUID

from remember.context import Context
from remember.errors import NotFound
from remember.ingest.reconcile import retire
from remember.store import chunks, currency, documents, jobs, stages, versions
from remember.wire import DocumentDeletion


async def delete(context: Context, doc_id: UUID) -> DocumentDeletion:
    """End a document with every version of it; how many claims and facts that ended.

    One transaction under the document's lock: a save that is under way ends before it, one that comes
    after it finds the version gone. Raises `NotFound` (`document_not_found`) the second time.
    """
    async with context.database.write() as tx:
        document = await documents.lock(tx, context.tenant_id, doc_id)
        if document is None or document.deleted_at or document.scope_id not in context.scope_ids:
            raise document_not_found(doc_id)
        await jobs.end_of_document(tx, context.tenant_id, doc_id)
        await chunks.stop_serving(tx, context.tenant_id, doc_id, except_version_id=None)
        claims = await currency.of_document(tx, context.tenant_id, doc_id)
        closed = await retire(tx, context, document.scope_id, claims, "version_deleted", caused_by=doc_id)
        deleted_at = await documents.delete(tx, context.tenant_id, doc_id)
        ended = await versions.delete_all(tx, context.tenant_id, doc_id, deleted_at)
        await stages.skip_unfinished(tx, context.tenant_id, ended)
    return DocumentDeletion(
        doc_id=doc_id,
        deleted_at=deleted_at,
        claims_retired=len(claims),
        relations_closed=closed.relations_closed,
        observations_closed=closed.observations_closed,
    )


def document_not_found(doc_id: UUID) -> NotFound:
    """Unknown, deleted, or of a scope that this caller may not see: all the same to them."""
    return NotFound(
        f"there is no document {doc_id}",
        code="document_not_found",
        hint="list the documents to see their ids",
        data={"doc_id": str(doc_id)},
    )
