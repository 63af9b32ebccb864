"""Passages of versions, with the words and the vector that they are found by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from remember.domain.chunks import Chunk, chunk_id
from remember.store.database import Transaction, many, maybe, none, none_each
from remember.store.versions import VersionWork


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBy:
    """What a row is found by: its BM25 terms, ascending with their frequencies, and its vector as text."""

    terms: Sequence[int]
    frequencies: Sequence[int]
    word_count: int
    embedding: str

    def columns(self) -> dict[str, Any]:
        """The columns of a row that is searched."""
        return {
            "terms": list(self.terms),
            "frequencies": list(self.frequencies),
            "word_count": self.word_count,
            "embedding": self.embedding,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LastChunk:
    """How far a version's passages are stored."""

    ordinal: int
    char_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedVector:
    """The vector that passages with this reuse key have."""

    reuse_key: str
    embedding: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk:
    """A passage as it is read for claims."""

    chunk_id: UUID
    ordinal: int
    char_start: int
    char_end: int
    chunk_text: str
    heading_path: list[str]
    section_role: str
    context_prefix: str
    reuse_key: str

    @classmethod
    def of(cls, version_id: UUID, chunk: Chunk) -> "StoredChunk":
        """A passage as it would be stored."""
        return cls(**_columns(version_id, chunk))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadChunk:
    """A passage of an earlier version that was read for claims."""

    chunk_id: UUID
    ordinal: int
    char_start: int
    reuse_key: str


async def add(
    tx: Transaction,
    tenant_id: UUID,
    version: VersionWork,
    found_by: Iterable[tuple[Chunk, FoundBy]],
    *,
    serving: bool,
) -> None:
    """Keep passages of a version; `serving` ones are searched as soon as this commits."""
    here = {
        "tenant_id": tenant_id,
        "doc_id": version.doc_id,
        "version_id": version.version_id,
        "scope_id": version.scope_id,
        "serving": serving,
    }
    rows = (here | _columns(version.version_id, chunk) | found.columns() for chunk, found in found_by)
    await none_each(tx, "chunks.add", rows)


async def last(tx: Transaction, tenant_id: UUID, version_id: UUID) -> LastChunk | None:
    """Up to where a version's passages are stored."""
    return await maybe(tx, "chunks.last", LastChunk, tenant_id=tenant_id, version_id=version_id)


async def vectors(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, reuse_keys: Sequence[str], model: str
) -> dict[str, str]:
    """The vectors that the document's passages have already, by reuse key."""
    rows = await many(
        tx,
        "chunks.vectors",
        KeyedVector,
        tenant_id=tenant_id,
        doc_id=doc_id,
        reuse_keys=list(reuse_keys),
        model=model,
    )
    return {row.reuse_key: row.embedding for row in rows}


async def unread(
    tx: Transaction, tenant_id: UUID, version_id: UUID, *, from_ordinal: int, most: int
) -> list[StoredChunk]:
    """The next passages of a version that were not read for claims yet, in order."""
    return await many(
        tx,
        "chunks.unread",
        StoredChunk,
        tenant_id=tenant_id,
        version_id=version_id,
        from_ordinal=from_ordinal,
        most=most,
    )


async def keys(tx: Transaction, tenant_id: UUID, version_id: UUID) -> frozenset[str]:
    """The reuse keys of a version's passages."""
    return frozenset(await many(tx, "chunks.keys", str, tenant_id=tenant_id, version_id=version_id))


async def read_before(
    tx: Transaction,
    tenant_id: UUID,
    doc_id: UUID,
    *,
    version_id: UUID,
    before_ordinal: int,
    reuse_keys: Sequence[str],
) -> list[ReadChunk]:
    """The passages of an earlier version that were read for claims and have one of these keys, in order.

    Of each key no more than there are keys.
    """
    return await many(
        tx,
        "chunks.read_before",
        ReadChunk,
        tenant_id=tenant_id,
        doc_id=doc_id,
        version_id=version_id,
        before_ordinal=before_ordinal,
        reuse_keys=list(reuse_keys),
    )


async def start_serving(tx: Transaction, tenant_id: UUID, version_id: UUID) -> None:
    """Search the passages of this version."""
    await none(tx, "chunks.start_serving", tenant_id=tenant_id, version_id=version_id)


async def stop_serving(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, except_version_id: UUID | None
) -> None:
    """Search no passage of this document but those of one version; the word statistics hear of it."""
    here = {"tenant_id": tenant_id, "doc_id": doc_id, "except_version_id": except_version_id}
    await none(tx, "chunks.count_leaving", **here)
    await none(tx, "chunks.stop_serving", **here)


async def count_came(tx: Transaction, tenant_id: UUID, version_id: UUID, from_ordinal: int = 0) -> None:
    """Tell the word statistics that the passages of this version, from one on, are searched now."""
    await none(tx, "chunks.count_came", tenant_id=tenant_id, version_id=version_id, from_ordinal=from_ordinal)


async def remove(tx: Transaction, tenant_id: UUID, version_id: UUID) -> None:
    """Forget how a version was cut, before anything was read from it."""
    await none(tx, "chunks.count_removed", tenant_id=tenant_id, version_id=version_id)
    await none(tx, "chunks.remove", tenant_id=tenant_id, version_id=version_id)


def _columns(version_id: UUID, chunk: Chunk) -> dict[str, Any]:
    return {
        "chunk_id": chunk_id(version_id, chunk.ordinal),
        "ordinal": chunk.ordinal,
        "char_start": chunk.char_start,
        "char_end": chunk.char_end,
        "chunk_text": chunk.text,
        "heading_path": list(chunk.heading_path),
        "section_role": chunk.section_role,
        "context_prefix": chunk.context_prefix,
        "reuse_key": chunk.reuse_key,
    }
