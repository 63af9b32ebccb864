"""Make facts and entities findable by meaning: a vector for each label, a profile for each entity."""

from collections.abc import Collection, Sequence
from uuid import UUID

from remember import observe
from remember.context import Context
from remember.domain.documents import StageStatus
from remember.errors import RememberError
from remember.ingest.ahead import LabelVectors
from remember.ingest.stages import LABELS
from remember.store import embedders, entities, facts, jobs, stages
from remember.store.database import Transaction
from remember.store.facts import Unlabelled
from remember.store.vectors import vector_text

_BATCH = 64
# To find the next facts costs as much as the document is long, so many are found at a time.
_PAGE = 10_000
# A profile is made of what is best supported about an entity; more would blur the vector.
_PROFILE_FACTS = 5


async def label(context: Context, lease: jobs.Lease, scope_id: UUID, vectors: LabelVectors) -> None:
    """Embed the labels of new facts, profile the entities that this version mentions, and end its job.

    A fact whose label is its claim's own sentence has that claim's vector already.
    """
    waiting: list[Unlabelled] = []
    last = are_all = False
    while not last:
        if not waiting:
            async with context.database.read() as tx:
                waiting = await facts.without_vector(tx, lease.tenant_id, lease.doc_id, most=_PAGE)
            are_all = len(waiting) < _PAGE
        some, waiting = waiting[:_BATCH], waiting[_BATCH:]
        last = are_all and not waiting
        rows = await _vectors(vectors, some)
        async with context.database.write() as tx:
            await jobs.hold(tx, lease)
            await embedders.require(tx, lease.tenant_id, context.providers.embed.model_id)
            await facts.set_vectors(tx, lease.tenant_id, rows)
            if last:
                await _end(tx, lease, scope_id)


async def _end(tx: Transaction, lease: jobs.Lease, scope_id: UUID) -> None:
    await entities.refresh_profiles(
        tx, lease.tenant_id, scope_id, lease.version_id, most_facts=_PROFILE_FACTS
    )
    await stages.set(tx, lease.tenant_id, lease.version_id, LABELS, StageStatus.SUCCEEDED)
    await jobs.finish(tx, lease)


async def label_facts(context: Context, fact_ids: Collection[UUID]) -> None:
    """Let facts that a decision has added be found by meaning.

    The decision stands already, so nothing here fails it: without an embedder they are found by words.
    """
    try:
        await _label_facts(context, fact_ids)
    except RememberError as error:
        observe.log("facts_not_embedded", level="warning", facts=len(fact_ids), error=error.code)


async def _label_facts(context: Context, fact_ids: Collection[UUID]) -> None:
    async with context.database.read() as tx:
        waiting = await facts.some_without_vector(tx, context.tenant_id, fact_ids)
    vectors = LabelVectors(context.providers.embed)
    for start in range(0, len(waiting), _BATCH):
        rows = await _vectors(vectors, waiting[start : start + _BATCH])
        async with context.database.write() as tx:
            await embedders.require(tx, context.tenant_id, context.providers.embed.model_id)
            await facts.set_vectors(tx, context.tenant_id, rows)


async def _vectors(vectors: LabelVectors, waiting: Sequence[Unlabelled]) -> list[tuple[UUID, str]]:
    made = await vectors.of([fact.label for fact in waiting])
    return [(fact.fact_id, vector_text(vector)) for fact, vector in zip(waiting, made, strict=True)]
