"""A stretch of a version's text, and everything that came of it or was decided about it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many, one
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class TextVersion:
    """A version with its text, if it has one by now; `newest_no` is of its document."""

    version_id: UUID
    doc_id: UUID
    version_no: int
    title: str | None
    status: str
    error: str | None
    parked: str | None
    is_deleted: bool
    extracted_chunks: int
    text_hash: str | None
    text_length: int | None
    newest_no: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingChunk:
    """A served passage that may hold a quote."""

    chunk_id: UUID
    version_id: UUID
    char_start: int
    chunk_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Characters [start, end) of a version's text."""

    version_id: UUID
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimThere:
    """A claim that was read from a stretch, of `total`; `facts` rest on it now."""

    claim_id: UUID
    claim_text: str
    char_start: int
    char_end: int
    counts: bool
    ended: str | None
    facts: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionThere:
    """A decision about a stretch, of `total`."""

    decision: str
    reason: str
    char_start: int
    char_end: int
    extractor_version: str
    decided_at: datetime
    detail: str
    total: int


async def versions(
    tx: Transaction, reader: Reader, *, doc_id: UUID | None, version_id: UUID | None, most: int
) -> list[TextVersion]:
    """The versions of a document, or the one that is named, in the order in which a text is looked for."""
    named = {"doc_id": doc_id, "version_id": version_id, "most": most}
    return await many(tx, "sentences.versions", TextVersion, **seen_by(reader), **named)


async def holding(
    tx: Transaction, reader: Reader, terms: Collection[int], *, after: UUID | None, most: int
) -> list[HoldingChunk]:
    """The served passages that have all of these words, by their ids, after one of them."""
    values = {"terms": sorted(terms), "after": after, "most": most}
    return await many(tx, "sentences.holding", HoldingChunk, **seen_by(reader), **values)


async def claims_in(tx: Transaction, reader: Reader, stretch: Stretch, *, most: int) -> list[ClaimThere]:
    """The claims that a stretch of a version's text gave, in its order."""
    return await many(tx, "sentences.claims_in", ClaimThere, **seen_by(reader), **_values(stretch), most=most)


async def decisions_in(
    tx: Transaction, reader: Reader, stretch: Stretch, *, most: int
) -> list[DecisionThere]:
    """What was decided about a stretch of a version's text, in its order."""
    here = {"tenant_id": reader.tenant_id, "most": most}
    return await many(tx, "sentences.decisions_in", DecisionThere, **here, **_values(stretch))


async def is_read(tx: Transaction, reader: Reader, stretch: Stretch) -> bool:
    """Whether a stretch of a version's text was read for claims."""
    return await one(tx, "sentences.is_read", bool, tenant_id=reader.tenant_id, **_values(stretch))


def _values(stretch: Stretch) -> dict[str, object]:
    return {
        "version_id": stretch.version_id,
        "char_start": stretch.char_start,
        "char_end": stretch.char_end,
    }
