"""Claims and passages as readers get them: confirmed in one snapshot, at a place that can be quoted."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedClaim:
    """A claim that still counts; equal `statement_key` means that two claims state the same."""

    claim_id: UUID
    statement_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClaim:
    """A claim at the place where it stands in the served version, else where it was first read.

    `source_span` are the words that say it there, which may be others than when it was first read.
    `evidence_spans` are the ranges where it was first read, flat, their origin starting at `first_start`;
    `is_moved` says that this is another passage than that one.
    `documents` and `others` say who else states the same, and are None where that was not asked.
    """

    claim_id: UUID
    doc_id: UUID
    chunk_id: UUID
    claim_text: str
    source_span: str
    first_start: int
    char_start: int
    evidence_spans: list[int]
    is_moved: bool
    chunk_start: int | None
    chunk_end: int | None
    is_attributed: bool
    is_current: bool
    asserted_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str
    valid_kind: str | None
    title: str | None
    source_kind: str
    trust: str
    version_id: UUID | None
    representation_id: UUID | None
    text_hash: str | None
    speaker: str | None
    documents: int | None
    others: list[UUID] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChunk:
    """A passage of a served version."""

    chunk_id: UUID
    doc_id: UUID
    version_id: UUID
    representation_id: UUID
    chunk_text: str
    context_prefix: str | None
    char_start: int
    char_end: int
    section_role: str
    title: str | None
    source_kind: str
    source_modified_at: datetime | None
    published_at: datetime | None
    text_hash: str
    trust: str


async def confirm_claims(
    tx: Transaction, reader: Reader, claim_ids: Collection[UUID]
) -> dict[UUID, ConfirmedClaim]:
    """Those of these claims that count now and may be shown."""
    found = await many(
        tx, "testimony.confirm_claims", ConfirmedClaim, **seen_by(reader), claim_ids=list(claim_ids)
    )
    return {claim.claim_id: claim for claim in found}


async def show_claims(
    tx: Transaction, reader: Reader, claim_ids: Collection[UUID], *, grouped: bool
) -> dict[UUID, ShownClaim]:
    """These claims in full; `grouped` also finds who else states the same."""
    found = await many(
        tx,
        "testimony.show_claims",
        ShownClaim,
        **seen_by(reader),
        claim_ids=list(claim_ids),
        grouped=grouped,
    )
    return {claim.claim_id: claim for claim in found}


async def confirm_chunks(tx: Transaction, reader: Reader, chunk_ids: Collection[UUID]) -> frozenset[UUID]:
    """Those of these passages that are served and may be shown."""
    return frozenset(
        await many(tx, "testimony.confirm_chunks", UUID, **seen_by(reader), chunk_ids=list(chunk_ids))
    )


async def show_chunks(tx: Transaction, reader: Reader, chunk_ids: Collection[UUID]) -> dict[UUID, ShownChunk]:
    """These passages in full."""
    found = await many(tx, "testimony.show_chunks", ShownChunk, **seen_by(reader), chunk_ids=list(chunk_ids))
    return {chunk.chunk_id: chunk for chunk in found}


async def chunks_around(tx: Transaction, reader: Reader, chunk_id: UUID, *, window: int) -> list[UUID]:
    """A passage between its neighbours of the same version, in order; nothing where it may not be seen."""
    return await many(
        tx, "testimony.chunks_around", UUID, **seen_by(reader), chunk_id=chunk_id, window=window
    )


async def claims_naming(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> list[UUID]:
    """The claims that count now and mention one of these entities (survivors and absorbed ones alike)."""
    return await many(tx, "testimony.claims_naming", UUID, **seen_by(reader), entity_ids=list(entity_ids))


async def chunks_naming(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> list[UUID]:
    """The served passages with a claim that mentions one of these entities."""
    return await many(tx, "testimony.chunks_naming", UUID, **seen_by(reader), entity_ids=list(entity_ids))
