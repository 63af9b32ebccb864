"""Extract: passages are read for claims, which come to stand with their entities and vectors."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import islice
from uuid import UUID

from remember.context import Context
from remember.domain.carrying import paired, restated
from remember.domain.claims import DraftClaim, Extraction, Passage
from remember.domain.dating import document_date
from remember.domain.documents import StageStatus
from remember.domain.extraction import extract as read_claims
from remember.domain.extraction import texts_to_parse
from remember.domain.fed_back import Range, fed_back, without
from remember.domain.headings import front_matter
from remember.domain.row_claims import claim_of
from remember.domain.rows import header_text, rows_between
from remember.domain.structure import Block, SectionRole, blocks
from remember.ingest.convert import Text
from remember.ingest.embed import found_by
from remember.ingest.resolve import ReadClaim, resolve
from remember.ingest.stages import CLAIMS, FACTS, extractor_version
from remember.store import chunks, claims, jobs, stages, versions
from remember.store.chunks import StoredChunk
from remember.store.claims import Carried, NewClaim, NewDecision, Occurrence
from remember.store.database import Transaction
from remember.store.jobs import Lease
from remember.store.vectors import vector_text
from remember.store.versions import CarriedFrom, VersionWork

# Passages read and saved together: few enough that a lost worker repeats little.
_BATCH = 16
# As much of a text's beginning as may say when it was written.
_HEAD = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    """The version that is read, with its blocks, and the version whose claims it carries on."""

    work: VersionWork
    text: Text
    read_by: str
    blocks: Sequence[Block]
    given_out: Sequence[Range]
    speakers: tuple[str, ...]
    written_on: date | None
    before: CarriedFrom | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """What some passages gave: taken over whole, made again in the same words, or new."""

    carried: Sequence[Carried]
    restated: Sequence[Occurrence]
    new: Sequence[NewClaim]
    decisions: Sequence[NewDecision]


async def extract(context: Context, lease: Lease, work: VersionWork, text: Text) -> None:
    """Read every passage of a version that was not read yet; unchanged ones keep what they gave before."""
    version = await _load(context, lease, work, text)
    done = work.extracted_chunks
    while True:
        async with context.database.read() as tx:
            found = await chunks.unread(
                tx, lease.tenant_id, lease.version_id, from_ordinal=done, most=_BATCH + 1
            )
        passages, last = found[:_BATCH], len(found) <= _BATCH
        batch = await _read(context, lease, version, passages)
        done = passages[-1].ordinal + 1 if passages else done
        await _save(context, lease, version, batch, done=done, last=last)
        if last:
            return


async def _load(context: Context, lease: Lease, work: VersionWork, text: Text) -> _Version:
    async with context.database.read() as tx:
        before = await versions.carried_from(tx, lease.tenant_id, lease.doc_id, lease.version_no)
    found = await asyncio.to_thread(_blocks, text)
    speakers = dict.fromkeys(block.speaker for block in found if block.speaker)
    return _Version(
        work=work,
        text=text,
        read_by=_read_by(context, work, text),
        blocks=found,
        given_out=await asyncio.to_thread(_given_out, work, text),
        speakers=tuple(speakers),
        written_on=_written_on(work, text.text),
        before=before,
    )


def _blocks(text: Text) -> list[Block]:
    """The blocks of a text that is prose; rows are read one by one."""
    return list(blocks(text.text, text.markup)) if text.layout is None else []


def _given_out(work: VersionWork, text: Text) -> list[Range]:
    """What of a text a memory gave out; rows are what somebody keeps, whoever wrote them."""
    return fed_back(text.text, work.source_kind) if text.layout is None else []


def _read_by(context: Context, work: VersionWork, text: Text) -> str:
    """What reads the claims of a version; for rows that is also the line of names that they stand under."""
    read_by = extractor_version(context.providers, work.mime)
    header = header_text(text.text, text.layout) if text.layout is not None else ""
    return f"{read_by}+{sha256(header.encode()).hexdigest()[:16]}" if header else read_by


def _written_on(work: VersionWork, text: str) -> date | None:
    """The day that a document without a said-on time gives itself: relative dates count from it."""
    if work.source_modified_at is not None:
        return None
    own = document_date(front_matter(text), work.filename, text[:_HEAD])
    return own.at.date() if own else None


async def _read(context: Context, lease: Lease, version: _Version, passages: Sequence[StoredChunk]) -> _Batch:
    carried, fresh = await _carried(context, lease, version, passages)
    extractions = await _extractions(context, version, fresh)
    drafts = [(chunk, draft) for chunk, found in extractions for draft in found.claims]
    again = await _restated(context, lease, version, [draft for _, draft in drafts])
    new = [pair for position, pair in enumerate(drafts) if position not in again]
    vectors = await context.providers.embed.embed_passages([draft.claim_text for _, draft in new])
    return _Batch(
        carried=carried,
        restated=[_occurrence(*drafts[position], claim_id) for position, claim_id in again.items()],
        new=[
            NewClaim(
                claim_id=context.new_id(),
                chunk_id=chunk.chunk_id,
                draft=draft,
                found_by=found_by(draft.claim_text, vector_text(vector)),
            )
            for (chunk, draft), vector in zip(new, vectors, strict=True)
        ],
        decisions=[
            NewDecision(decision_id=context.new_id(), chunk_id=chunk.chunk_id, decision=decision)
            for chunk, found in extractions
            for decision in found.decisions
        ],
    )


async def _carried(
    context: Context, lease: Lease, version: _Version, passages: Sequence[StoredChunk]
) -> tuple[list[Carried], list[StoredChunk]]:
    """The passages that read as in the version before, and the others."""
    if version.before is None:
        return [], list(passages)
    async with context.database.read() as tx:
        known = await chunks.read_before(
            tx,
            lease.tenant_id,
            lease.doc_id,
            version_id=version.before.version_id,
            before_ordinal=version.before.extracted_chunks,
            reuse_keys=[chunk.reuse_key for chunk in passages],
        )
    pairs = paired(((chunk.reuse_key, chunk) for chunk in passages), ((old.reuse_key, old) for old in known))
    carried = [
        Carried(old_chunk_id=old.chunk_id, new_chunk_id=new.chunk_id, shift=new.char_start - old.char_start)
        for new, old in pairs
        if old is not None
    ]
    return carried, [new for new, old in pairs if old is None]


async def _extractions(
    context: Context, version: _Version, fresh: Sequence[StoredChunk]
) -> list[tuple[StoredChunk, Extraction]]:
    if not fresh:
        return []
    if version.text.layout is not None:
        return await asyncio.to_thread(lambda: [(chunk, _rows_of(version, chunk)) for chunk in fresh])
    passages = [_passage(version, chunk) for chunk in fresh]
    wanted = await asyncio.to_thread(lambda: [texts_to_parse(passage) for passage in passages])
    parses = iter(await context.providers.parse.parse([text for texts in wanted for text in texts]))
    found = []
    for chunk, passage, texts in zip(fresh, passages, wanted, strict=True):
        grammar = list(islice(parses, len(texts)))
        extraction = await asyncio.to_thread(read_claims, passage, grammar)
        found.append((chunk, without(extraction, version.given_out)))
    return found


async def _restated(
    context: Context, lease: Lease, version: _Version, drafts: Sequence[DraftClaim]
) -> dict[int, UUID]:
    """Which drafts, by position, a claim of the version before made already."""
    if version.before is None or not drafts:
        return {}
    async with context.database.read() as tx:
        spans = {draft.source_span for draft in drafts}
        made = await claims.made_before(tx, lease.tenant_id, version.before.version_id, spans)
    if version.text.layout is not None:
        # The same characters under other names of columns are another row.
        made = [claim for claim in made if claim.read_by == version.read_by]
    return restated(drafts, made)


def _rows_of(version: _Version, chunk: StoredChunk) -> Extraction:
    """The claims that the rows of a passage are: all of them, so that nothing is to be explained."""
    text, said = version.text, version.work.source_modified_at
    assert text.layout is not None
    found = rows_between(text.text, text.layout, chunk.char_start, chunk.char_end)
    return Extraction(claims=[claim_of(row, text.text, said=said) for row in found], decisions=())


def _passage(version: _Version, chunk: StoredChunk) -> Passage:
    first = bisect_right(version.blocks, chunk.char_start, key=lambda block: block.char_end)
    end = bisect_left(version.blocks, chunk.char_end, key=lambda block: block.char_start)
    return Passage(
        text=chunk.chunk_text,
        char_start=chunk.char_start,
        title=version.work.title or "",
        heading_path=tuple(chunk.heading_path),
        lead=chunk.context_prefix.partition("\n")[2],
        section_role=SectionRole(chunk.section_role),
        asserted_at=version.work.source_modified_at,
        blocks=tuple(version.blocks[first:end]),
        known_names=version.speakers,
        written_on=version.written_on,
    )


def _occurrence(chunk: StoredChunk, draft: DraftClaim, claim_id: UUID) -> Occurrence:
    return Occurrence(
        chunk_id=chunk.chunk_id, claim_id=claim_id, char_start=draft.char_start, char_end=draft.char_end
    )


async def _save(
    context: Context, lease: Lease, version: _Version, batch: _Batch, *, done: int, last: bool
) -> None:
    tenant_id, version_id = lease.tenant_id, lease.version_id
    work, read_by = version.work, version.read_by
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await claims.carry(tx, tenant_id, version_id, batch.carried)
        await claims.add_occurrences(tx, tenant_id, version_id, batch.restated)
        await claims.add(tx, tenant_id, work, batch.new, extractor_version=read_by)
        await claims.add_decisions(tx, tenant_id, version_id, batch.decisions, extractor_version=read_by)
        await _resolve(tx, context, work, batch.new)
        await versions.set_extracted(tx, tenant_id, version_id, done)
        if last:
            await stages.set(tx, tenant_id, version_id, CLAIMS, StageStatus.SUCCEEDED)
            await stages.set(tx, tenant_id, version_id, FACTS, StageStatus.RUNNING)


async def _resolve(tx: Transaction, context: Context, work: VersionWork, new: Sequence[NewClaim]) -> None:
    read = [ReadClaim(claim_id=claim.claim_id, chunk_id=claim.chunk_id, draft=claim.draft) for claim in new]
    await resolve(tx, context, doc_id=work.doc_id, scope_id=work.scope_id, claims=read)
