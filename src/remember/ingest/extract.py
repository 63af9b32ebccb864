"""Extract: passages are read for claims, which come to stand with their entities and vectors."""

from collections.abc import Sequence
from dataclasses import dataclass

from remember.context import Context
from remember.domain.documents import StageStatus
from remember.ingest.ahead import LabelVectors
from remember.ingest.convert import Text
from remember.ingest.embed import found_by
from remember.ingest.reading import Given, Reading, begin, read
from remember.ingest.resolve import ReadClaim, resolve
from remember.ingest.stages import CLAIMS, FACTS
from remember.store import chunks, claims, embedders, jobs, stages, versions
from remember.store.chunks import StoredChunk
from remember.store.claims import NewClaim, NewDecision
from remember.store.database import Transaction
from remember.store.jobs import Lease
from remember.store.vectors import vector_text
from remember.store.versions import VersionWork

# Passages read and saved together: few enough that a lost worker repeats little.
_BATCH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """What some passages gave, with the identities and vectors of what is new."""

    given: Given
    new: Sequence[NewClaim]
    decisions: Sequence[NewDecision]


async def extract(
    context: Context, lease: Lease, work: VersionWork, text: Text, labels: LabelVectors
) -> None:
    """Read every passage of a version that was not read yet; unchanged ones keep what they gave before.

    The labels of what the new claims assert are embedded while those are saved.
    """
    async with context.database.read() as tx:
        before = await versions.carried_from(tx, lease.tenant_id, lease.doc_id, lease.version_no)
        keys = await chunks.keys(tx, lease.tenant_id, lease.version_id) if before else frozenset()
    reading = await begin(context, work, text, before, keys)
    done = work.extracted_chunks
    while True:
        async with context.database.read() as tx:
            found = await chunks.unread(
                tx, lease.tenant_id, lease.version_id, from_ordinal=done, most=_BATCH + 1
            )
        passages, last = found[:_BATCH], len(found) <= _BATCH
        batch = await _read(context, reading, passages)
        labels.begin(claim.draft for claim in batch.new)
        done = passages[-1].ordinal + 1 if passages else done
        await _save(context, lease, reading, batch, done=done, last=last)
        if last:
            return


async def _read(context: Context, reading: Reading, passages: Sequence[StoredChunk]) -> _Batch:
    given = await read(context, reading, passages)
    vectors = await context.providers.embed.embed_passages([draft.claim_text for _, draft in given.new])
    return _Batch(
        given=given,
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
    context: Context, lease: Lease, reading: Reading, batch: _Batch, *, done: int, last: bool
) -> None:
    tenant_id, version_id = lease.tenant_id, lease.version_id
    work, read_by = reading.work, reading.read_by
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await embedders.require(tx, tenant_id, context.providers.embed.model_id)
        await claims.carry(tx, tenant_id, version_id, batch.given.carried)
        await claims.add_occurrences(
            tx, tenant_id, version_id, [*batch.given.restated, *batch.given.reworded]
        )
        await claims.add(tx, tenant_id, work, batch.new, extractor_version=read_by)
        await claims.add_decisions(tx, tenant_id, version_id, batch.decisions, extractor_version=read_by)
        await _resolve(tx, context, work, batch.new)
        before_id = reading.before.version_id if reading.before else None
        await versions.set_extracted(tx, tenant_id, version_id, done, before_id)
        if last:
            await stages.set(tx, tenant_id, version_id, CLAIMS, StageStatus.SUCCEEDED)
            await stages.set(tx, tenant_id, version_id, FACTS, StageStatus.RUNNING)


async def _resolve(tx: Transaction, context: Context, work: VersionWork, new: Sequence[NewClaim]) -> None:
    read = [ReadClaim(claim_id=claim.claim_id, chunk_id=claim.chunk_id, draft=claim.draft) for claim in new]
    await resolve(tx, context, doc_id=work.doc_id, scope_id=work.scope_id, claims=read)
