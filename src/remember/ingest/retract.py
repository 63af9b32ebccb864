"""Take back a fact or a claim, as a person's decision, and take that back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.context import Context
from remember.domain.facts import Outcome
from remember.domain.unknown import no_claim, no_fact
from remember.errors import Conflict, NotFound
from remember.ingest.adjudicate import Refolded, hold_slots, refold_held
from remember.ingest.deciding import require_writable
from remember.ingest.label import label_facts
from remember.store import assertions, entities, keys, retractions
from remember.store.assertions import Slot
from remember.store.database import Transaction
from remember.store.retractions import NamedFact, Restoration, Retraction


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A retraction that was made or restored, when, and what that did to facts."""

    retraction: Retraction
    at: datetime
    refolded: Refolded


async def retract_fact(context: Context, fact_id: UUID, *, reason: str) -> TakenBack:
    """Hold a fact no longer, whoever says it; what it had ended goes on.

    Raises `NotFound` (`fact_not_found`), `Conflict` (`already_retracted`, `fact_not_held`) and `Forbidden`.
    """
    async with context.database.write() as tx:
        fact = await _hold_fact(tx, context, fact_id)
        if fact.retraction_id is not None:
            raise _already_retracted("fact", fact_id, fact.retraction_id)
        if not fact.is_held:
            raise Conflict(
                f"the fact {fact_id} is not held any more",
                code="fact_not_held",
                hint="its transcript says why; look up what is held now",
                data={"fact_id": str(fact_id)},
            )
        made = await _retract(tx, context, fact.scope_id, [fact.slot()], reason=reason, fact_id=fact_id)
    await label_facts(context, made.refolded.added)
    return made


async def retract_claim(context: Context, claim_id: UUID, *, reason: str) -> TakenBack:
    """Hear a claim no longer, nor what its document says to the same effect; others are heard.

    Raises `NotFound` (`claim_not_found`), `Conflict` (`already_retracted`) and `Forbidden`.
    """
    async with context.database.write() as tx:
        # A merge of whom it mentions would move its slots between our reading and our locking them.
        await entities.hold_mentioned(tx, context.tenant_id, [claim_id])
        claim = await retractions.named_claim(tx, context.reader, claim_id)
        if claim is None:
            raise no_claim(claim_id)
        require_writable(context, [claim.scope_id])
        if claim.retraction_id is not None:
            raise _already_retracted("claim", claim_id, claim.retraction_id)
        slots = await assertions.slots_of_claims(tx, context.tenant_id, [claim_id])
        made = await _retract(tx, context, claim.scope_id, slots, reason=reason, claim_id=claim_id)
    await label_facts(context, made.refolded.added)
    return made


async def restore(context: Context, retraction_id: UUID, *, reason: str) -> TakenBack:
    """Take a retraction back: a fact that is still said is held again under its own id.

    Raises `NotFound` (`retraction_not_found`), `Conflict` (`already_restored`) and `Forbidden`.
    """
    async with context.database.write() as tx:
        found = await retractions.get(tx, context.reader, retraction_id)
        if found is None:
            raise NotFound(
                f"there is no retraction {retraction_id}",
                code="retraction_not_found",
                hint="list_retractions shows what was retracted",
                data={"retraction_id": str(retraction_id)},
            )
        require_writable(context, [found.scope_id])
        slots, claims = await _concerned(tx, context, found)
        at = await retractions.restore(tx, context.tenant_id, _restoration(context, found, reason))
        if at is None:
            raise Conflict(
                f"the retraction {retraction_id} is restored already",
                code="already_restored",
                hint="list_retractions shows by whom",
                data={"retraction_id": str(retraction_id)},
            )
        standing = await hold_slots(tx, context, found.scope_id, slots, restored=claims)
        refolded = await refold_held(
            tx, context, standing, cause="restored", caused_by=retraction_id, by_person=True
        )
    await label_facts(context, refolded.added)
    return TakenBack(retraction=found, at=at, refolded=refolded)


async def _hold_fact(tx: Transaction, context: Context, fact_id: UUID) -> NamedFact:
    """A fact, kept from being merged under another subject meanwhile."""
    speaking = await keys.speaking_for(tx, context.tenant_id, [fact_id])
    await entities.hold_mentioned(tx, context.tenant_id, speaking[fact_id])
    fact = await retractions.named_fact(tx, context.reader, fact_id)
    if fact is None:
        raise no_fact(fact_id)
    require_writable(context, [fact.scope_id])
    return fact


async def _retract(
    tx: Transaction,
    context: Context,
    scope_id: UUID,
    slots: Sequence[Slot],
    *,
    reason: str,
    fact_id: UUID | None = None,
    claim_id: UUID | None = None,
) -> TakenBack:
    standing = await hold_slots(tx, context, scope_id, slots)
    retraction = Retraction(
        retraction_id=context.new_id(),
        scope_id=scope_id,
        fact_id=fact_id,
        claim_id=claim_id,
        reason=reason,
        decided_by_kind=context.principal.kind.value,
        decided_by_ref=context.principal.ref,
        decided_at=standing.at,
    )
    if not await retractions.add(tx, context.tenant_id, retraction):
        raise await _retracted_meanwhile(tx, context, retraction)
    refolded = await refold_held(
        tx,
        context,
        standing,
        cause="retracted",
        caused_by=retraction.retraction_id,
        lost_support=Outcome.DENIED,
        by_person=True,
    )
    return TakenBack(retraction=retraction, at=standing.at, refolded=refolded)


async def _concerned(tx: Transaction, context: Context, found: Retraction) -> tuple[list[Slot], list[UUID]]:
    """The slots that a retraction is of, and the claims that speak again once it is restored."""
    if found.fact_id is not None:
        fact = await _hold_fact(tx, context, found.fact_id)
        speaking = await keys.speaking_for(tx, context.tenant_id, [found.fact_id])
        return [fact.slot()], speaking[found.fact_id]
    claims = [found.claim_id] if found.claim_id else []
    await entities.hold_mentioned(tx, context.tenant_id, claims)
    return await assertions.slots_of_claims(tx, context.tenant_id, claims), claims


def _restoration(context: Context, found: Retraction, reason: str) -> Restoration:
    return Restoration(
        retraction_id=found.retraction_id,
        reason=reason,
        decided_by_kind=context.principal.kind,
        decided_by_ref=context.principal.ref,
    )


async def _retracted_meanwhile(tx: Transaction, context: Context, made: Retraction) -> Conflict:
    """Somebody else took it back while this one waited for its slots."""
    if made.fact_id is not None:
        fact = await retractions.named_fact(tx, context.reader, made.fact_id)
        return _already_retracted("fact", made.fact_id, fact.retraction_id if fact else None)
    claim = await retractions.named_claim(tx, context.reader, made.claim_id) if made.claim_id else None
    return _already_retracted("claim", made.claim_id, claim.retraction_id if claim else None)


def _already_retracted(what: str, item_id: UUID | None, retraction_id: UUID | None) -> Conflict:
    return Conflict(
        f"the {what} {item_id} is retracted already",
        code="already_retracted",
        hint="list_retractions shows by whom and why",
        data={"retraction_id": str(retraction_id)},
    )
