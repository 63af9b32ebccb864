"""Versions: the snapshots of a document's bytes, append-only."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from remember.domain.documents import IngestRequest, KeptVersion
from remember.domain.scopes import Reader
from remember.store.database import Transaction, many, maybe, none, one


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """The newest version of a document, as the upload rule needs it; no version has more than `last_no`."""

    version_id: UUID
    last_no: int
    content_hash: str
    mime: str
    source_version_ref: str | None
    parked: Literal["no_route"] | None
    deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVersion:
    """A version as it is shown."""

    version_id: UUID
    version_no: int
    status: str
    content_hash: str
    byte_size: int
    mime: str
    filename: str
    source_modified_at: datetime | None
    source_version_ref: str | None
    ingested_at: datetime
    parked: Literal["no_route"] | None
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionWork:
    """What the stages of a version need to know of it and of its document."""

    version_id: UUID
    doc_id: UUID
    version_no: int
    content_hash: str
    mime: str
    filename: str
    source_modified_at: datetime | None
    representation_id: UUID | None
    extracted_chunks: int
    scope_id: UUID
    title: str | None
    versioning_mode: str
    source_kind: str
    source_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedFrom:
    """The version whose claims a newer one carries on, and how many of its passages were read."""

    version_id: UUID
    extracted_chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkedVersion:
    """A version that nothing could convert when it came."""

    version_id: UUID
    mime: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """The identity of a version that is about to be appended."""

    version_id: UUID
    doc_id: UUID
    version_no: int
    content_hash: str
    parked: Literal["no_route"] | None


async def latest(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> Latest | None:
    """The newest version of a document that is not deleted, or, where every one is, the newest."""
    return await maybe(tx, "versions.latest", Latest, tenant_id=tenant_id, doc_id=doc_id)


async def add(tx: Transaction, tenant_id: UUID, version: NewVersion, request: IngestRequest) -> None:
    """Append a version."""
    by = request.ingested_by
    await none(
        tx,
        "versions.add",
        tenant_id=tenant_id,
        version_id=version.version_id,
        doc_id=version.doc_id,
        version_no=version.version_no,
        content_hash=version.content_hash,
        parked=version.parked,
        filename=request.filename,
        mime=request.mime,
        source_version_ref=request.source_version_ref,
        source_modified_at=request.source_modified_at,
        ingested_by_kind=by and by.kind,
        ingested_by_ref=by and by.ref,
    )


async def advance(tx: Transaction, tenant_id: UUID, version_id: UUID, source_version_ref: str | None) -> None:
    """Move the revision marker of a version on."""
    await none(
        tx,
        "versions.advance",
        tenant_id=tenant_id,
        version_id=version_id,
        source_version_ref=source_version_ref,
    )


async def route(tx: Transaction, tenant_id: UUID, version_id: UUID, mime: str) -> None:
    """Let a parked version be converted as bytes of this type."""
    await none(tx, "versions.route", tenant_id=tenant_id, version_id=version_id, mime=mime)


async def set_status(
    tx: Transaction, tenant_id: UUID, version_id: UUID, status: str, error: str | None = None
) -> None:
    """How far the early stages are, and what went wrong; a deleted version stays deleted."""
    await none(
        tx, "versions.set_status", tenant_id=tenant_id, version_id=version_id, status=status, error=error
    )


async def set_text(tx: Transaction, tenant_id: UUID, version_id: UUID, representation_id: UUID) -> None:
    """Point a version at its converted text; it is ready."""
    await none(
        tx,
        "versions.set_text",
        tenant_id=tenant_id,
        version_id=version_id,
        representation_id=representation_id,
    )


async def set_extracted(
    tx: Transaction, tenant_id: UUID, version_id: UUID, extracted_chunks: int, before_id: UUID | None
) -> None:
    """How many passages, from the first on, were read for claims, and whose claims they carry on."""
    await none(
        tx,
        "versions.set_extracted",
        tenant_id=tenant_id,
        version_id=version_id,
        extracted_chunks=extracted_chunks,
        before_id=before_id,
    )


async def delete_all(tx: Transaction, tenant_id: UUID, doc_id: UUID, deleted_at: datetime) -> list[UUID]:
    """End every version of a document that is not ended yet; which ones."""
    return await many(
        tx, "versions.delete_all", UUID, tenant_id=tenant_id, doc_id=doc_id, deleted_at=deleted_at
    )


async def delete(tx: Transaction, tenant_id: UUID, version_id: UUID) -> datetime:
    """End a version; when that is."""
    return await one(tx, "versions.delete", datetime, tenant_id=tenant_id, version_id=version_id)


async def of_document(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> list[StoredVersion]:
    """The versions of a document, newest first."""
    return await many(tx, "versions.of_document", StoredVersion, tenant_id=tenant_id, doc_id=doc_id)


async def work(tx: Transaction, tenant_id: UUID, version_id: UUID) -> VersionWork:
    """A version as its stages need it."""
    return await one(tx, "versions.work", VersionWork, tenant_id=tenant_id, version_id=version_id)


async def number(tx: Transaction, tenant_id: UUID, version_id: UUID) -> int | None:
    """The number of a version in its document."""
    return await maybe(tx, "versions.number", int, tenant_id=tenant_id, version_id=version_id)


async def kept(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> list[KeptVersion]:
    """The versions of a document that are not deleted, newest first."""
    return await many(tx, "versions.kept", KeptVersion, tenant_id=tenant_id, doc_id=doc_id)


async def carried_from(tx: Transaction, tenant_id: UUID, doc_id: UUID, version_no: int) -> CarriedFrom | None:
    """The newest earlier version whose passages were read for claims."""
    return await maybe(
        tx, "versions.carried_from", CarriedFrom, tenant_id=tenant_id, doc_id=doc_id, version_no=version_no
    )


async def retry(tx: Transaction, tenant_id: UUID, version_id: UUID) -> None:
    """Forget what went wrong with a version: it is tried again."""
    await none(tx, "versions.retry", tenant_id=tenant_id, version_id=version_id)


async def parked(tx: Transaction, tenant_id: UUID) -> list[ParkedVersion]:
    """The versions that wait for something that converts their type."""
    return await many(tx, "versions.parked", ParkedVersion, tenant_id=tenant_id)


async def came_after(
    tx: Transaction, reader: Reader, version_ids: Collection[UUID], at: datetime
) -> list[UUID]:
    """Which of these versions the memory was given after an instant."""
    named = {"version_ids": list(version_ids), "scope_ids": list(reader.scope_ids), "at": at}
    return await many(tx, "versions.came_after", UUID, tenant_id=reader.tenant_id, **named)
