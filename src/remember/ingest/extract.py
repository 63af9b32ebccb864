"""Extract: passages are read for claims, which come to stand with their entities and vectors."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from remember.context import Context
from remember.domain.copies import Sketch
from remember.ingest.ahead import LabelVectors
from remember.ingest.beforehand import beforehand
from remember.ingest.compare import group_with_copies, sketch_of
from remember.ingest.convert import Text
from remember.ingest.embed import found_by
from remember.ingest.reading import Given, Reading, begin, read
from remember.ingest.resolve import ReadClaim, resolve
from remember.ingest.stages import CLAIMS, FACTS
from remember.store import chunks, claims, copies, embedders, jobs, stages, versions
from remember.store.claims import NewClaim, NewDecision
from remember.store.database import Transaction
from remember.store.jobs import Lease
from remember.store.vectors import vector_text
from remember.store.versions import VersionWork

# Passages read and saved together: few enough that a lost worker repeats little.
_BATCH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What some passages gave, and the ordinal of the passage after them."""

    given: Given
    done: int
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """What some passages gave, with the identities and vectors of what is new."""

    read: _Read
    new: Sequence[NewClaim]
    decisions: Sequence[NewDecision]


async def extract(
    context: Context, lease: Lease, work: VersionWork, text: Text, labels: LabelVectors
) -> None:
    """Read every passage of a version that was not read yet; unchanged ones keep what they gave before.

    While some claims are saved, the labels of what they assert are embedded, and so are the claims that
    come next, and the passages after those are parsed. The text is a copy of others, or none, before the
    first of its claims counts.
    """
    async with context.database.read() as tx:
        before = await versions.carried_from(tx, lease.tenant_id, lease.doc_id, lease.version_no)
        keys = await chunks.keys(tx, lease.tenant_id, lease.version_id) if before else frozenset()
        is_compared = await copies.is_compared(tx, lease.tenant_id, lease.version_id)
    own = None if is_compared else await sketch_of(text)
    reading = await begin(context, work, text, before, keys)
    async with (
        beforehand(_reads(context, lease, reading)) as reads,
        beforehand(_embedded(context, reads)) as batches,
    ):
        async for batch in batches:
            labels.begin(claim.draft for claim in batch.new)
            await _save(context, lease, reading, batch, own=own)
            own = None


async def _reads(context: Context, lease: Lease, reading: Reading) -> AsyncGenerator[_Read, None]:
    done, last = reading.work.extracted_chunks, False
    while not last:
        async with context.database.read() as tx:
            found = await chunks.unread(
                tx, lease.tenant_id, lease.version_id, from_ordinal=done, most=_BATCH + 1
            )
        passages, last = found[:_BATCH], len(found) <= _BATCH
        done = passages[-1].ordinal + 1 if passages else done
        yield _Read(given=await read(context, reading, passages), done=done, is_last=last)


async def _embedded(context: Context, reads: AsyncGenerator[_Read, None]) -> AsyncGenerator[_Batch, None]:
    async for one in reads:
        yield await _batch(context, one)


async def _batch(context: Context, one: _Read) -> _Batch:
    given = one.given
    vectors = await context.providers.embed.embed_passages([draft.claim_text for _, draft in given.new])
    return _Batch(
        read=one,
        new=[
            NewClaim(
                claim_id=context.new_id(),
                chunk_id=chunk.chunk_id,
                draft=draft,
                found_by=found_by(draft.claim_text, vector_text(vector)),
            )
            for (chunk, draft), vector in zip(given.new, vectors, strict=True)
        ],
        decisions=[
            NewDecision(decision_id=context.new_id(), chunk_id=chunk.chunk_id, decision=decision)
            for chunk, found in given.extractions
            for decision in found.decisions
        ],
    )


async def _save(
    context: Context, lease: Lease, reading: Reading, batch: _Batch, *, own: Sketch | None
) -> None:
    tenant_id, version_id = lease.tenant_id, lease.version_id
    work, read_by, given = reading.work, reading.read_by, batch.read.given
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await embedders.require(tx, tenant_id, context.providers.embed.model_id)
        await claims.carry(tx, tenant_id, version_id, given.carried)
        await claims.add_occurrences(tx, tenant_id, version_id, [*given.restated, *given.reworded])
        await claims.add(tx, tenant_id, work, batch.new, extractor_version=read_by)
        await claims.add_decisions(tx, tenant_id, version_id, batch.decisions, extractor_version=read_by)
        await _resolve(tx, context, work, batch.new)
        before_id = reading.before.version_id if reading.before else None
        await versions.set_extracted(tx, tenant_id, version_id, batch.read.done, before_id)
        if batch.read.is_last:
            await stages.pass_on(tx, tenant_id, version_id, CLAIMS, FACTS)
        if own is not None:
            await group_with_copies(tx, tenant_id, work.scope_id, version_id, own)


async def _resolve(tx: Transaction, context: Context, work: VersionWork, new: Sequence[NewClaim]) -> None:
    read = [ReadClaim(claim_id=claim.claim_id, chunk_id=claim.chunk_id, draft=claim.draft) for claim in new]
    await resolve(tx, context, doc_id=work.doc_id, scope_id=work.scope_id, claims=read)
