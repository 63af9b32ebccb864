"""Decide how far sources are trusted: what they said, and what they will say, is folded by that."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.context import Context
from remember.domain.trust import Trust
from remember.ingest.adjudicate import batches, refold
from remember.ingest.label import label_facts
from remember.store import trust
from remember.store.trust import NewTrust, Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Trusted:
    """A decision that was made, and how much it is about today."""

    decision_id: UUID
    decided_at: datetime
    documents: int
    slots: int


async def trust_source(context: Context, sources: Sources, given: Trust, *, reason: str) -> Trusted:
    """Trust these sources so far from now on, and fold anew all that they ever spoke about.

    The decision stands before the first slot is folded: whatever is adjudicated beside this follows it
    already. Where the process is lost on the way, making the decision again finishes it.
    """
    decision = NewTrust(
        decision_id=context.new_id(),
        trust=given,
        reason=reason,
        decided_by_kind=context.principal.kind,
        decided_by_ref=context.principal.ref,
    )
    async with context.database.write() as tx:
        decided_at = await trust.decide(tx, context.tenant_id, sources, decision)
        documents = await trust.documents_of(tx, context.tenant_id, sources)
    async with context.database.read() as tx:
        slots = await trust.slots_said_by(tx, context.tenant_id, sources)
    added: list[UUID] = []
    for batch in batches(slots):
        async with context.database.write() as tx:
            refolded = await refold(
                tx, context, sources.scope_id, batch, cause="trust", caused_by=decision.decision_id
            )
            added += refolded.added
    await label_facts(context, added)
    return Trusted(
        decision_id=decision.decision_id, decided_at=decided_at, documents=documents, slots=len(slots)
    )
