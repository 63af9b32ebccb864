"""Take bytes in: store them, decide whether they are a new version, and queue it."""

import asyncio
import codecs
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from uuid import UUID

from remember.context import Context
from remember.domain.conversations import CONVERSATION, messages_in
from remember.domain.documents import (
    DeferReason,
    IngestRequest,
    LatestVersion,
    Upload,
    doc_id,
    media_type,
    upload_outcome,
)
from remember.domain.rows import layout_of
from remember.domain.text import decode
from remember.errors import Incorrect
from remember.ingest.convert import has_route
from remember.ingest.parked import release
from remember.ingest.stages import components
from remember.store import content, documents, jobs, stages, versions
from remember.store.content import Body, Incoming
from remember.store.database import Transaction
from remember.store.documents import Document
from remember.store.versions import Latest, NewVersion
from remember.wire import IngestedVersion

_TEXT_TYPES = ("text/plain", "text/markdown")
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arrival:
    """One upload on its way into one document."""

    request: IngestRequest
    incoming: Incoming
    doc_id: UUID

    @property
    def parked(self) -> Literal["no_route"] | None:
        return None if has_route(self.request.mime) else "no_route"


async def receive(context: Context, request: IngestRequest, body: Body) -> IngestedVersion:
    """Store a body as a version of its source's document, unless it equals the newest one.

    The bytes are on disk before the version exists. Raises `Incorrect` for an empty body and for bytes
    declared as text or as a conversation that are not, and `TooLarge` for more than the limit.
    """
    async with context.content.receive(body, most=context.settings.body_max_bytes) as incoming:
        await check_body(incoming, request.mime)
        await context.content.keep(context.tenant_id, incoming)
        source = request.source(incoming.content_hash)
        arrival = _Arrival(
            request=request, incoming=incoming, doc_id=doc_id(context.tenant_id, context.scope_id, source)
        )
        async with context.database.write() as tx:
            await documents.add(
                tx, context.tenant_id, context.scope_id, arrival.doc_id, source, request=request
            )
            document = await documents.observe(tx, context.tenant_id, arrival.doc_id)
            received = await _decide(context, tx, arrival, document)
    context.wake()
    return received


async def _decide(
    context: Context, tx: Transaction, arrival: _Arrival, document: Document
) -> IngestedVersion:
    latest = await versions.latest(tx, context.tenant_id, arrival.doc_id)
    outcome = outcome_of(latest, arrival.request, arrival.incoming.content_hash)
    if latest is None or outcome is Upload.NEW_VERSION:
        added = await _add_version(context, tx, arrival, latest.last_no + 1 if latest else 1)
        if document.deleted_at is not None:
            await documents.revive(tx, context.tenant_id, arrival.doc_id)
        return _received(context, document, added, mime=arrival.request.mime, created=True)
    if outcome is Upload.REVISION_ADVANCED:
        await versions.advance(tx, context.tenant_id, latest.version_id, arrival.request.source_version_ref)
    if latest.parked and not arrival.parked:
        await release(tx, context.tenant_id, latest.version_id, arrival.request.mime)
        latest = replace(latest, mime=arrival.request.mime, parked=None)
    return _received(context, document, latest, mime=latest.mime, created=False)


async def _add_version(context: Context, tx: Transaction, arrival: _Arrival, version_no: int) -> NewVersion:
    tenant_id, request, incoming = context.tenant_id, arrival.request, arrival.incoming
    version = NewVersion(
        version_id=context.new_id(),
        doc_id=arrival.doc_id,
        version_no=version_no,
        content_hash=incoming.content_hash,
        parked=arrival.parked,
    )
    await content.record(tx, tenant_id, incoming, media_type(request.mime)[0])
    await versions.add(tx, tenant_id, version, request)
    await stages.add_all(
        tx,
        tenant_id,
        version.version_id,
        components(context.providers, request.mime),
        DeferReason.NO_ROUTE if arrival.parked else None,
    )
    await _queue(context, tx, version)
    return version


async def _queue(context: Context, tx: Transaction, version: NewVersion) -> None:
    job = jobs.NewJob(
        job_id=context.new_id(),
        doc_id=version.doc_id,
        version_id=version.version_id,
        version_no=version.version_no,
        kind="version",
        state="parked" if version.parked else "ready",
        max_attempts=context.settings.max_attempts,
    )
    await jobs.add(tx, context.tenant_id, job)
    await jobs.announce(tx)


def outcome_of(latest: Latest | None, request: IngestRequest, content_hash: str) -> Upload:
    """What an upload of these bytes does to the document whose newest version this is."""
    return upload_outcome(
        _known(latest) if latest else None,
        content_hash,
        request.source_version_ref,
        is_facts=layout_of(request.mime) is not None,
    )


def _known(latest: Latest) -> LatestVersion:
    return LatestVersion(
        content_hash=latest.content_hash,
        source_version_ref=latest.source_version_ref,
        deleted=latest.deleted,
        is_facts=layout_of(latest.mime) is not None,
    )


def _received(
    context: Context, document: Document, version: NewVersion | Latest, *, mime: str, created: bool
) -> IngestedVersion:
    return IngestedVersion(
        deployment_id=context.tenant_id,
        doc_id=document.doc_id,
        version_id=version.version_id,
        content_hash=version.content_hash,
        created=created,
        mime=mime,
        title=document.title,
        versioning_mode=document.versioning_mode,
        parked=version.parked,
    )


async def check_body(incoming: Incoming, mime: str) -> None:
    """Raises `Incorrect` for an empty body, and for one that is not what it was declared to be."""
    if incoming.byte_size == 0:
        raise Incorrect("the body is empty", code="empty_body", hint="send at least one byte")
    essence, charset = media_type(mime)
    if essence in _TEXT_TYPES:
        await asyncio.to_thread(_check_text, incoming.path, charset)
    if essence == CONVERSATION:
        await asyncio.to_thread(lambda: messages_in(decode(incoming.path.read_bytes(), charset)))


def _check_text(path: Path, charset: str | None) -> None:
    """Refuse bytes that are not the text they were declared to be; the whole body is read only to say why."""
    if charset is None and _is_utf8(path):
        return
    decode(path.read_bytes(), charset)


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
