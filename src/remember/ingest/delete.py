"""Delete a document, or one version of it: it ends at once; what it said stays as history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.context import Context
from remember.domain.documents import KeptVersion, VersioningMode, answering, speaking
from remember.domain.unknown import no_document, no_version
from remember.ingest.adjudicate import Refolded
from remember.ingest.compare import regroup
from remember.ingest.deciding import require_writable
from remember.ingest.label import label_facts
from remember.ingest.reconcile import Turn, retire, turn_over
from remember.store import chunks, currency, documents, jobs, stages, versions
from remember.store.database import Transaction
from remember.store.documents import Document
from remember.wire import DocumentDeletion, VersionDeletion


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    """When something ended, which claims count no more and which again, and what that did to facts."""

    at: datetime
    turn: Turn
    refolded: Refolded


async def delete(context: Context, doc_id: UUID) -> DocumentDeletion:
    """End a document with every version of it; how many claims and facts that ended.

    One transaction under the document's lock: a save that is under way ends before it, one that comes
    after it finds the version gone. Raises `NotFound` (`document_not_found`) the second time.
    """
    async with context.database.write() as tx:
        document = await _lock(tx, context, doc_id)
        ended = await _end_document(tx, context, document)
    await label_facts(context, ended.refolded.added)
    return DocumentDeletion(
        doc_id=doc_id,
        deleted_at=ended.at,
        claims_retired=len(ended.turn.ended),
        relations_closed=ended.refolded.relations_closed,
        observations_closed=ended.refolded.observations_closed,
    )


async def delete_version(context: Context, doc_id: UUID, version_id: UUID) -> VersionDeletion:
    """End one version of a document; what that ended, and what it brought back.

    What another version says too stays. In a living document the version before the newest speaks again.
    Raises `NotFound` (`document_not_found`, `version_not_found`), also the second time.
    """
    async with context.database.write() as tx:
        document = await _lock(tx, context, doc_id)
        kept = await versions.kept(tx, context.tenant_id, doc_id)
        rest = [version for version in kept if version.version_id != version_id]
        if len(rest) == len(kept):
            raise no_version(version_id, doc_id=doc_id)
        if rest:
            serving = await _serve_without(tx, context, document, version_id, rest)
            ended = await _end_version(tx, context, document, version_id, rest)
        else:
            serving = None
            ended = await _end_document(tx, context, document)
    await label_facts(context, ended.refolded.added)
    refolded = ended.refolded
    return VersionDeletion(
        doc_id=doc_id,
        version_id=version_id,
        deleted_at=ended.at,
        document_deleted=not rest,
        serving_version_id=serving,
        claims_retired=len(ended.turn.ended),
        claims_restored=len(ended.turn.restored),
        relations_closed=refolded.relations_closed,
        observations_closed=refolded.observations_closed,
        relations_restored=refolded.relations_restored,
        observations_restored=refolded.observations_restored,
        supports_withdrawn=refolded.weakened,
    )


async def _lock(tx: Transaction, context: Context, doc_id: UUID) -> Document:
    document = await documents.lock(tx, context.tenant_id, doc_id)
    if document is None or document.deleted_at or document.scope_id not in context.scope_ids:
        raise no_document(doc_id)
    require_writable(context, [document.scope_id])
    return document


async def _end_document(tx: Transaction, context: Context, document: Document) -> _Ended:
    tenant_id, doc_id = context.tenant_id, document.doc_id
    await jobs.end_of_document(tx, tenant_id, doc_id)
    await chunks.stop_serving(tx, tenant_id, doc_id, except_version_id=None)
    claims = await currency.of_document(tx, tenant_id, doc_id)
    refolded = await retire(tx, context, document.scope_id, claims, "version_deleted", caused_by=doc_id)
    at = await documents.delete(tx, tenant_id, doc_id)
    ended = await versions.delete_all(tx, tenant_id, doc_id, at)
    await stages.skip_unfinished(tx, tenant_id, ended)
    await regroup(tx, tenant_id, document.scope_id, doc_id, VersioningMode(document.versioning_mode))
    return _Ended(at=at, turn=Turn(ended=claims, reason="version_deleted"), refolded=refolded)


async def _end_version(
    tx: Transaction, context: Context, document: Document, version_id: UUID, rest: Sequence[KeptVersion]
) -> _Ended:
    tenant_id, doc_id = context.tenant_id, document.doc_id
    await jobs.end_of_version(tx, tenant_id, version_id)
    at = await versions.delete(tx, tenant_id, version_id)
    await stages.skip_unfinished(tx, tenant_id, [version_id])
    mode = VersioningMode(document.versioning_mode)
    said_by = speaking(rest, mode)
    turn = Turn(
        ended=await currency.not_carried(tx, tenant_id, doc_id, said_by),
        restored=await currency.silent(tx, tenant_id, said_by),
        reason="version_deleted",
    )
    refolded = await turn_over(tx, context, document.scope_id, turn, caused_by=version_id)
    await regroup(tx, tenant_id, document.scope_id, doc_id, mode)
    return _Ended(at=at, turn=turn, refolded=refolded)


async def _serve_without(
    tx: Transaction, context: Context, document: Document, version_id: UUID, rest: Sequence[KeptVersion]
) -> UUID | None:
    """Search the version that takes the place of one that goes, if it was the one searched; which it is."""
    if document.serving_version_id != version_id:
        return document.serving_version_id
    tenant_id, doc_id = context.tenant_id, document.doc_id
    serving = answering(rest)
    await chunks.stop_serving(tx, tenant_id, doc_id, except_version_id=None)
    await documents.serve(tx, tenant_id, doc_id, serving)
    if serving is not None:
        await chunks.start_serving(tx, tenant_id, serving)
        await chunks.count_came(tx, tenant_id, serving)
    return serving
