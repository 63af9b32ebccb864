"""Chunk and embed: a version's text becomes passages with vectors, which are searched from then on."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from remember.context import Context
from remember.domain.chunks import Chunk, cut, cut_rows
from remember.domain.documents import title_in_context
from remember.domain.headings import front_matter
from remember.domain.rows import header_text, rows
from remember.ingest.beforehand import beforehand
from remember.ingest.convert import Text
from remember.ingest.stages import CLAIMS, PASSAGES, extractor_version
from remember.providers.protocols import Providers
from remember.providers.stem import terms
from remember.store import chunks, documents, embedders, jobs, stages, versions
from remember.store.chunks import FoundBy
from remember.store.database import Transaction
from remember.store.documents import Document
from remember.store.jobs import Lease
from remember.store.vectors import vector_text
from remember.store.versions import VersionWork

# Passages published in one transaction: a long document is found by its beginning while its end is read.
_BATCH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """Some passages, with what each is found by."""

    passages: Sequence[Chunk]
    found: Sequence[FoundBy]
    is_last: bool


async def embed(context: Context, lease: Lease, work: VersionWork, text: Text) -> None:
    """Publish the passages of a version, batch by batch, from where an earlier attempt stopped.

    A document's first version is searched as it comes. A later one takes the place of the one before as
    a whole, so that no passage of the document is missed while it is processed.
    """
    passages = passages_of(context.providers, work, text)
    async with beforehand(_batches(context, lease, work, passages)) as batches:
        async for batch in batches:
            await _publish(context, lease, batch, work=work)


def passages_of(providers: Providers, work: VersionWork, text: Text) -> Iterator[Chunk]:
    """The passages that a version's text is cut into."""
    own = front_matter(text.text).get("title") if text.layout is None else None
    title, version = (
        title_in_context(work.title, work.filename, own),
        extractor_version(providers, work.mime),
    )
    if text.layout is None:
        return cut(text.text, title=title, markup=text.markup, extractor_version=version)
    extents = ((row.char_start, row.char_end) for row in rows(text.text, text.layout))
    lead = header_text(text.text, text.layout)
    return cut_rows(text.text, extents, title=title, lead=lead, version=version)


async def _batches(
    context: Context, lease: Lease, work: VersionWork, passages: Iterator[Chunk]
) -> AsyncGenerator[_Batch, None]:
    # What was never converted before has no passage stored.
    is_new = work.representation_id is None
    batch = await (_take(passages, _BATCH) if is_new else _unpublished(context, lease, passages))
    vectors: dict[str, str] = {}
    while True:
        following = await _take(passages, _BATCH)
        # The batch before may not be saved yet.
        vectors = await _vectors(context, lease, batch, unsaved=vectors)
        found = [found_by(_shown(chunk), vectors[chunk.reuse_key]) for chunk in batch]
        yield _Batch(passages=batch, found=found, is_last=not following)
        if not following:
            return
        batch = following


async def _publish(context: Context, lease: Lease, batch: _Batch, *, work: VersionWork) -> None:
    async with context.database.write() as tx:
        document = await jobs.hold(tx, lease)
        await embedders.require(tx, lease.tenant_id, context.providers.embed.model_id)
        at_once = document.serving_version_id in (None, work.version_id)
        rows = zip(batch.passages, batch.found, strict=True)
        await chunks.add(tx, lease.tenant_id, work, rows, serving=at_once)
        if at_once:
            await _serve(tx, lease, batch.passages[0].ordinal if batch.passages else 0)
        elif batch.is_last and await _is_newer(tx, lease, document):
            await chunks.stop_serving(tx, lease.tenant_id, lease.doc_id, except_version_id=lease.version_id)
            await chunks.start_serving(tx, lease.tenant_id, lease.version_id)
            await _serve(tx, lease, 0)
        if batch.is_last:
            await stages.pass_on(tx, lease.tenant_id, lease.version_id, PASSAGES, CLAIMS)


async def _serve(tx: Transaction, lease: Lease, from_ordinal: int) -> None:
    await documents.serve(tx, lease.tenant_id, lease.doc_id, lease.version_id)
    await chunks.count_came(tx, lease.tenant_id, lease.version_id, from_ordinal)


async def _is_newer(tx: Transaction, lease: Lease, document: Document) -> bool:
    if document.serving_version_id is None:
        return True
    served = await versions.number(tx, lease.tenant_id, document.serving_version_id)
    return served is None or served < lease.version_no


async def _vectors(
    context: Context, lease: Lease, batch: Sequence[Chunk], *, unsaved: Mapping[str, str]
) -> dict[str, str]:
    """The vector of each passage by its reuse key; one that the document had before keeps its vector."""
    embedder = context.providers.embed
    async with context.database.read() as tx:
        keys = [chunk.reuse_key for chunk in batch]
        known = await chunks.vectors(tx, lease.tenant_id, lease.doc_id, keys, embedder.model_id)
    known |= {key: unsaved[key] for key in keys if key in unsaved}
    new = {chunk.reuse_key: _shown(chunk) for chunk in batch if chunk.reuse_key not in known}
    if new:
        vectors = await embedder.embed_passages(list(new.values()))
        known |= {key: vector_text(vector) for key, vector in zip(new, vectors, strict=True)}
    return known


def found_by(text: str, embedding: str) -> FoundBy:
    """What a text with this vector is found by."""
    words = terms(text)
    return FoundBy(
        terms=words.ids, frequencies=words.frequencies, word_count=words.word_count, embedding=embedding
    )


def _shown(chunk: Chunk) -> str:
    return f"{chunk.context_prefix}\n{chunk.text}" if chunk.context_prefix else chunk.text


async def _unpublished(context: Context, lease: Lease, passages: Iterator[Chunk]) -> list[Chunk]:
    """The first passages that are not stored yet; all of them again where the text was cut differently."""
    async with context.database.read() as tx:
        last = await chunks.last(tx, lease.tenant_id, lease.version_id)
    if last is None:
        return await _take(passages, _BATCH)
    before = await _take(passages, last.ordinal + 1)
    if len(before) == last.ordinal + 1 and before[-1].char_end == last.char_end:
        return await _take(passages, _BATCH)
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await chunks.remove(tx, lease.tenant_id, lease.version_id)
    return before


async def _take(passages: Iterator[Chunk], most: int) -> list[Chunk]:
    # Cutting is plain computing: on a thread, so that questions are answered meanwhile.
    return await asyncio.to_thread(lambda: list(islice(passages, most)))
