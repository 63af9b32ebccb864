"""Read passages for claims: what is carried on from the version before, what is said again, what is new.

Nothing is written here, so that it can be asked what a version would give.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from uuid import UUID

from remember.context import Context
from remember.domain.carrying import paired, restated
from remember.domain.claims import DraftClaim, Extraction, Passage
from remember.domain.dating import document_date
from remember.domain.documents import title_in_context
from remember.domain.fed_back import Range, fed_back, without
from remember.domain.headings import front_matter
from remember.domain.rewording import Rewordings
from remember.domain.row_claims import claim_of
from remember.domain.rows import header_text, rows_between
from remember.domain.structure import Block, Markup, SectionRole, blocks
from remember.ingest.asking import Asker
from remember.ingest.convert import Text
from remember.ingest.readers import reader
from remember.ingest.stages import extractor_version
from remember.store import chunks, claims
from remember.store.chunks import StoredChunk
from remember.store.claims import Carried, Occurrence
from remember.store.versions import CarriedFrom, VersionWork

# As much of a text's beginning as may say when it was written.
_HEAD = 4_000
# Claims of the version before that may be found again in other words: those of a book.
_MOST_LACKING = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The version that is read, with its blocks, and the version whose claims it carries on.

    `to_read_again` are passages of that version which rules read because a model failed.
    """

    work: VersionWork
    text: Text
    read_by: str
    blocks: Sequence[Block]
    given_out: Sequence[Range]
    speakers: tuple[str, ...]
    title: str
    written_on: date | None
    before: CarriedFrom | None
    to_read_again: frozenset[UUID]
    rewordings: Rewordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What some passages gave: taken over whole, said again in the same words or in others, or new."""

    carried: Sequence[Carried]
    restated: Sequence[Occurrence]
    reworded: Sequence[Occurrence]
    new: Sequence[tuple[StoredChunk, DraftClaim]]
    extractions: Sequence[tuple[StoredChunk, Extraction]]


async def begin(
    context: Context, work: VersionWork, text: Text, before: CarriedFrom | None, reuse_keys: Collection[str]
) -> Reading:
    """Make ready to read the passages of a version, which have these reuse keys."""
    found = await asyncio.to_thread(_blocks, text)
    speakers = dict.fromkeys(block.speaker for block in found if block.speaker)
    return Reading(
        work=work,
        text=text,
        read_by=_read_by(context, work, text),
        blocks=found,
        given_out=await asyncio.to_thread(_given_out, work, text),
        speakers=tuple(speakers),
        title=title_in_context(work.title, work.filename, front_matter(text.text).get("title")),
        written_on=_written_on(work, text.text),
        before=before,
        to_read_again=await _to_read_again(context, before),
        rewordings=await _lacking(context, text, before, reuse_keys),
    )


async def _to_read_again(context: Context, before: CarriedFrom | None) -> frozenset[UUID]:
    if before is None or context.providers.extract is None:
        return frozenset()
    async with context.database.read() as tx:
        return await claims.stood_in_for(tx, context.tenant_id, before.version_id)


async def _lacking(
    context: Context, text: Text, before: CarriedFrom | None, reuse_keys: Collection[str]
) -> Rewordings:
    """What the passages that are no longer there stated; other words in a row are another row."""
    if before is None or text.layout is not None:
        return Rewordings([])
    async with context.database.read() as tx:
        made = await claims.made_in(tx, context.tenant_id, before.version_id, most=_MOST_LACKING)
    lacking = [statement for key, statement in made if key not in reuse_keys]
    if text.markup is not Markup.CONVERSATION:
        lacking = [replace(statement, said_at=None) for statement in lacking]
    return await asyncio.to_thread(lambda: Rewordings(lacking))


async def read(context: Context, reading: Reading, passages: Sequence[StoredChunk]) -> Given:
    """Read some passages of a version; unchanged ones keep what they gave before."""
    carried, fresh = await _carried(context, reading, passages)
    extractions = await _extractions(context, reading, fresh)
    drafts = [(chunk, draft) for chunk, found in extractions for draft in found.claims]
    again = await _restated(context, reading, [draft for _, draft in drafts])
    other = [pair for position, pair in enumerate(drafts) if position not in again]
    reading.rewordings.leave(again.values())
    is_dated = reading.text.markup is Markup.CONVERSATION
    kept = [
        reading.rewordings.find(draft, said_at=draft.asserted_at if is_dated else None) for _, draft in other
    ]
    found = list(zip(other, kept, strict=True))
    return Given(
        carried=carried,
        restated=[_occurrence(*drafts[position], claim_id) for position, claim_id in again.items()],
        reworded=[_reworded(*pair, claim_id) for pair, claim_id in found if claim_id is not None],
        new=[pair for pair, claim_id in found if claim_id is None],
        extractions=extractions,
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


async def _carried(
    context: Context, reading: Reading, passages: Sequence[StoredChunk]
) -> tuple[list[Carried], list[StoredChunk]]:
    """The passages that read as in the version before, and the others."""
    if reading.before is None:
        return [], list(passages)
    async with context.database.read() as tx:
        known = await chunks.read_before(
            tx,
            context.tenant_id,
            reading.work.doc_id,
            version_id=reading.before.version_id,
            before_ordinal=reading.before.extracted_chunks,
            reuse_keys=[chunk.reuse_key for chunk in passages],
        )
    old_keys = ((old.reuse_key, old) for old in known if old.chunk_id not in reading.to_read_again)
    pairs = paired(((chunk.reuse_key, chunk) for chunk in passages), old_keys)
    carried = [
        Carried(old_chunk_id=old.chunk_id, new_chunk_id=new.chunk_id, shift=new.char_start - old.char_start)
        for new, old in pairs
        if old is not None
    ]
    return carried, [new for new, old in pairs if old is None]


async def _extractions(
    context: Context, reading: Reading, fresh: Sequence[StoredChunk]
) -> list[tuple[StoredChunk, Extraction]]:
    if not fresh:
        return []
    if reading.text.layout is not None:
        return await asyncio.to_thread(lambda: [(chunk, _rows_of(reading, chunk)) for chunk in fresh])
    asker = Asker(doc_id=reading.work.doc_id, version_id=reading.work.version_id)
    found = await reader(context, asker).read([_passage(reading, chunk) for chunk in fresh])
    pairs = zip(fresh, found, strict=True)
    return [(chunk, without(extraction, reading.given_out)) for chunk, extraction in pairs]


async def _restated(context: Context, reading: Reading, drafts: Sequence[DraftClaim]) -> dict[int, UUID]:
    """Which drafts, by position, a claim of the version before made already."""
    if reading.before is None or not drafts:
        return {}
    async with context.database.read() as tx:
        spans = {draft.source_span for draft in drafts}
        made = await claims.made_before(tx, context.tenant_id, reading.before.version_id, spans)
    if reading.text.layout is not None:
        # The same characters under other names of columns are another row.
        made = [claim for claim in made if claim.read_by == reading.read_by]
    return restated(drafts, made)


def _rows_of(reading: Reading, chunk: StoredChunk) -> Extraction:
    """The claims that the rows of a passage are: all of them, so that nothing is to be explained."""
    text, said = reading.text, reading.work.source_modified_at
    assert text.layout is not None
    found = rows_between(text.text, text.layout, chunk.char_start, chunk.char_end)
    return Extraction(claims=[claim_of(row, text.text, said=said) for row in found], decisions=())


def _passage(reading: Reading, chunk: StoredChunk) -> Passage:
    first = bisect_right(reading.blocks, chunk.char_start, key=lambda block: block.char_end)
    end = bisect_left(reading.blocks, chunk.char_end, key=lambda block: block.char_start)
    return Passage(
        text=chunk.chunk_text,
        char_start=chunk.char_start,
        title=reading.title,
        heading_path=tuple(chunk.heading_path),
        lead=chunk.context_prefix.partition("\n")[2],
        section_role=SectionRole(chunk.section_role),
        asserted_at=reading.work.source_modified_at,
        blocks=tuple(reading.blocks[first:end]),
        known_names=reading.speakers,
        written_on=reading.written_on,
    )


def _occurrence(chunk: StoredChunk, draft: DraftClaim, claim_id: UUID) -> Occurrence:
    return Occurrence(
        chunk_id=chunk.chunk_id, claim_id=claim_id, char_start=draft.char_start, char_end=draft.char_end
    )


def _reworded(chunk: StoredChunk, draft: DraftClaim, claim_id: UUID) -> Occurrence:
    return replace(_occurrence(chunk, draft, claim_id), said=draft.source_span)
