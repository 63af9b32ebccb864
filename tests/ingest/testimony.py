"""Documents that say things, written without the rest of the pipeline, and adjudicated."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from remember.context import Context, new_id
from remember.domain.claims import DraftClaim
from remember.ingest.adjudicate import refold
from remember.ingest.resolve import ReadClaim, resolve
from remember.store import assertions
from remember.store.database import Transaction

_VECTOR = "[1" + ",0" * 383 + "]"
_HASH = "0" * 64


async def tell(here: Context, *drafts: DraftClaim) -> list[UUID]:
    """Save claims of one new document as the pipeline does, adjudicate them, and return their ids."""
    doc_id, version_id, chunk_id = uuid4(), uuid4(), uuid4()
    claims = [ReadClaim(claim_id=new_id(), chunk_id=chunk_id, draft=draft) for draft in drafts]
    async with here.database.write() as tx:
        await _insert(tx, "content_objects", _content(here))
        await _insert(tx, "documents", _document(here, doc_id))
        await _insert(tx, "versions", _version(here, doc_id, version_id))
        await _insert(tx, "chunks", _chunk(here, doc_id, version_id, chunk_id))
        for claim in claims:
            await _insert(tx, "claims", _claim(here, doc_id, version_id, claim))
            await _insert(tx, "claim_currency", _currency(here, doc_id, claim))
        await resolve(tx, here, doc_id=doc_id, scope_id=here.scope_id, claims=claims)
    async with here.database.write() as tx:
        slots = await assertions.slots_of_version(
            tx, here.tenant_id, doc_id, version_id, after=None, most=1_000
        )
        await refold(tx, here, here.scope_id, slots, cause="ingest", caused_by=version_id)
    return [claim.claim_id for claim in claims]


def day(month: int, number: int) -> datetime:
    """A day of 2026, at its start."""
    return datetime(2026, month, number, tzinfo=UTC)


async def _insert(tx: Transaction, table: str, row: dict[str, Any]) -> None:
    columns, places = ", ".join(row), ", ".join(f"%({name})s" for name in row)
    await tx.execute(
        f"insert into {table} ({columns}) values ({places}) on conflict do nothing".encode(), row
    )


def _content(here: Context) -> dict[str, Any]:
    return {"tenant_id": here.tenant_id, "content_hash": _HASH, "mime": "text/plain", "byte_size": 1}


def _document(here: Context, doc_id: UUID) -> dict[str, Any]:
    return {
        "tenant_id": here.tenant_id,
        "doc_id": doc_id,
        "scope_id": here.scope_id,
        "source_kind": "notes",
        "source_ref": str(doc_id),
        "versioning_mode": "snapshot",
        "origin": "external",
    }


def _version(here: Context, doc_id: UUID, version_id: UUID) -> dict[str, Any]:
    return {
        "tenant_id": here.tenant_id,
        "version_id": version_id,
        "doc_id": doc_id,
        "version_no": 1,
        "content_hash": _HASH,
        "filename": "note.txt",
        "mime": "text/plain",
        "status": "ready",
    }


def _chunk(here: Context, doc_id: UUID, version_id: UUID, chunk_id: UUID) -> dict[str, Any]:
    return {
        "tenant_id": here.tenant_id,
        "chunk_id": chunk_id,
        "doc_id": doc_id,
        "version_id": version_id,
        "scope_id": here.scope_id,
        "ordinal": 0,
        "char_start": 0,
        "char_end": 1,
        "chunk_text": "x",
        "heading_path": [],
        "section_role": "body",
        "reuse_key": "x",
        "serving": True,
    } | _searched()


def _claim(here: Context, doc_id: UUID, version_id: UUID, claim: ReadClaim) -> dict[str, Any]:
    draft = claim.draft
    return {
        "tenant_id": here.tenant_id,
        "claim_id": claim.claim_id,
        "doc_id": doc_id,
        "scope_id": here.scope_id,
        "version_id": version_id,
        "chunk_id": claim.chunk_id,
        "char_start": draft.char_start,
        "char_end": draft.char_end,
        "claim_text": draft.claim_text,
        "source_span": draft.source_span,
        "evidence_spans": [draft.char_start, draft.char_end],
        "is_attributed": draft.is_attributed,
        "asserted_at": draft.asserted_at,
        "valid_precision": "unknown",
        "statement_key": draft.claim_text,
        "extractor_version": "test",
        "is_current": True,
    } | _searched()


def _searched() -> dict[str, Any]:
    return {"terms": [], "frequencies": [], "word_count": 0, "embedding": _VECTOR}


def _currency(here: Context, doc_id: UUID, claim: ReadClaim) -> dict[str, Any]:
    return {
        "tenant_id": here.tenant_id,
        "claim_id": claim.claim_id,
        "doc_id": doc_id,
        "during": "[2026-01-01,)",
        "began": "extracted",
    }
