"""Make facts and entities findable by meaning: a vector for each label and each profile that is new."""

import hashlib
from uuid import UUID

from remember.context import Context
from remember.domain.documents import StageStatus
from remember.ingest.stages import LABELS
from remember.store import entities, facts, jobs, stages
from remember.store.entities import KnownFor, Profile
from remember.store.vectors import vector_text

_BATCH = 64
# A profile is a name and what is best supported about it; more would blur the vector.
_PROFILE_FACTS = 5


async def label(context: Context, lease: jobs.Lease, scope_id: UUID) -> None:
    """Embed the labels of new facts, and the profiles of the entities that this version mentions."""
    while await _label_batch(context, lease):
        pass
    profiles = await _profiles(context, lease, scope_id)
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await entities.set_profiles(tx, lease.tenant_id, scope_id, profiles)
        await stages.set(tx, lease.tenant_id, lease.version_id, LABELS, StageStatus.SUCCEEDED)


async def _label_batch(context: Context, lease: jobs.Lease) -> bool:
    async with context.database.read() as tx:
        waiting = await facts.without_vector(tx, lease.tenant_id, lease.doc_id, most=_BATCH)
    if not waiting:
        return False
    vectors = await context.providers.embed.embed_passages([fact.label for fact in waiting])
    rows = [(fact.fact_id, vector_text(vector)) for fact, vector in zip(waiting, vectors, strict=True)]
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        await facts.set_vectors(tx, lease.tenant_id, rows)
    return True


async def _profiles(context: Context, lease: jobs.Lease, scope_id: UUID) -> list[Profile]:
    async with context.database.read() as tx:
        known = await entities.known_for(
            tx, lease.tenant_id, scope_id, lease.version_id, most_facts=_PROFILE_FACTS
        )
    texts = {row.entity_id: _profile_text(row) for row in known}
    hashes = {row.entity_id: _digest(texts[row.entity_id]) for row in known}
    stale = [row.entity_id for row in known if row.profile_hash != hashes[row.entity_id]]
    if not stale:
        return []
    vectors = await context.providers.embed.embed_passages([texts[entity_id] for entity_id in stale])
    return [
        Profile(entity_id=entity_id, profile_hash=hashes[entity_id], embedding=vector_text(vector))
        for entity_id, vector in zip(stale, vectors, strict=True)
    ]


def _profile_text(known: KnownFor) -> str:
    return "\n".join([known.name, *known.labels])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
