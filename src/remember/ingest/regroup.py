"""Who is who was decided anew: what speaks of them gets its keys anew, and its slots are folded again."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.context import Context
from remember.domain.identity import ends_today
from remember.domain.keys import Ends, Keys, keys_of
from remember.ingest.adjudicate import Occasion, Refolded, Regrouped, refold_regrouped
from remember.store import entities, facts, keys
from remember.store.assertions import Slot
from remember.store.database import Transaction
from remember.store.keys import KeyedAssertion, KeyedFact, Rekeyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouping:
    """What a merge or split did to the facts: when, as a belief time, and which got new keys."""

    at: datetime
    refolded: Refolded
    rekeyed: Collection[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The event that the changes are of; `taken_back_from` is when the merge was that it takes back."""

    event_id: UUID
    cause: str
    taken_back_from: datetime | None = None


async def regroup(
    tx: Transaction,
    context: Context,
    concerned: Sequence[KeyedAssertion],
    renewed: Callable[[Ends], Ends],
    decision: Decision,
) -> Regrouping:
    """Give the assertions concerned their new ends, and their facts with them, and fold their slots anew.

    The entities at their ends must be locked, so that nothing new is asserted of them meanwhile.
    """
    tenant_id = context.tenant_id
    new = {row.place: _rekeyed(row, renewed(row.ends())) for row in concerned}
    await _lock_subjects(tx, context, concerned, new)
    old_slots = {row.slot_key for row in concerned}
    slots = old_slots | {one.keys.slot_key for one in new.values()}
    there = await keys.facts_in(tx, tenant_id, slots)
    at = await facts.stamp(tx, tenant_id, [fact.fact_id for fact in there])
    said = await keys.assertions_in(tx, tenant_id, old_slots)
    affected = [fact for fact in there if fact.slot_key in old_slots]
    speaking = await keys.speaking_for(tx, tenant_id, [fact.fact_id for fact in affected])
    moved = _moved(affected, speaking, [(row, new.get(row.place) or _as_is(row)) for row in said])
    await keys.set_on_assertions(tx, tenant_id, [(row, new[row.place]) for row in concerned])
    await keys.set_on_facts(tx, tenant_id, moved)
    rekeyed = {fact.fact_id for fact, _ in moved if fact.is_held}
    refolded = await refold_regrouped(
        tx,
        context,
        _slots(concerned, new, there),
        Occasion(at=at, cause=decision.cause, caused_by=decision.event_id),
        Regrouped(
            rekeyed=rekeyed,
            groups_before=await _groups(tx, tenant_id, there, decision.taken_back_from),
        ),
    )
    ends = [one.ends() for one in said] + [one.ends for one in new.values()]
    await _reach(tx, tenant_id, [fact.fact_id for fact in there], ends)
    # What came back was told of others while it was part of another fact.
    await keys.unreach(tx, tenant_id, refolded.reopened, None)
    return Regrouping(at=at, refolded=refolded, rekeyed=rekeyed)


def _rekeyed(row: KeyedAssertion, ends: Ends) -> Rekeyed:
    made = keys_of(row.scope_id, ends, row.predicate, positive=row.polarity, happens=row.happens())
    return Rekeyed(ends=ends, keys=made)


def _as_is(row: KeyedAssertion) -> Rekeyed:
    own = Keys(
        subject_key=row.subject_key, value_key=row.value_key, fact_key=row.fact_key, slot_key=row.slot_key
    )
    return Rekeyed(ends=row.ends(), keys=own)


async def _lock_subjects(
    tx: Transaction,
    context: Context,
    concerned: Sequence[KeyedAssertion],
    new: Mapping[tuple[UUID, int], Rekeyed],
) -> None:
    subjects: dict[UUID, set[str]] = {}
    for row in concerned:
        subjects.setdefault(row.scope_id, set()).update((row.subject_key, new[row.place].keys.subject_key))
    for scope_id in sorted(subjects):
        await entities.lock_subjects(tx, context.tenant_id, scope_id, subjects[scope_id])


def _moved(
    there: Sequence[KeyedFact],
    speaking: Mapping[UUID, Sequence[UUID]],
    said: Sequence[tuple[KeyedAssertion, Rekeyed]],
) -> list[tuple[KeyedFact, Rekeyed]]:
    """The facts that get new ends or keys: those of what speaks for them, which said the same before."""
    by_claim: dict[tuple[UUID, UUID], list[Ends]] = {}
    by_ends: dict[tuple[UUID, UUID | None, UUID | None], Rekeyed] = {}
    for row, one in said:
        by_claim.setdefault((row.claim_id, row.fact_key), []).append(one.ends)
        by_ends[(row.fact_key, one.ends.subject_id, one.ends.object_id)] = one
    moved = []
    for fact in there:
        testimony = [
            ends
            for claim_id in speaking[fact.fact_id]
            for ends in by_claim.get((claim_id, fact.fact_key), ())
        ]
        ends = ends_today(fact.ends(), testimony)
        # A fact whose testimony was erased is told of by nothing: it keeps its keys.
        found = by_ends.get((fact.fact_key, ends.subject_id, ends.object_id))
        if found and (found.ends, found.keys.fact_key) != (fact.ends(), fact.fact_key):
            moved.append((fact, found))
    return moved


def _slots(
    concerned: Sequence[KeyedAssertion],
    new: Mapping[tuple[UUID, int], Rekeyed],
    there: Sequence[KeyedFact],
) -> list[Slot]:
    """Every slot that something left, came to or stayed in, once."""
    found = {fact.slot_key: fact.slot() for fact in there}
    for row in concerned:
        for made in (_as_is(row).keys, new[row.place].keys):
            found[made.slot_key] = Slot(
                slot_key=made.slot_key, subject_key=made.subject_key, predicate=row.predicate
            )
    return list(found.values())


async def _groups(
    tx: Transaction, tenant_id: UUID, there: Sequence[KeyedFact], before: datetime | None
) -> Mapping[UUID, UUID | None] | None:
    if before is None:
        return None
    return await facts.groups_at(tx, tenant_id, [fact.fact_id for fact in there], before)


async def _reach(tx: Transaction, tenant_id: UUID, fact_ids: Sequence[UUID], ends: Sequence[Ends]) -> None:
    """Facts are reached from their ends of today, and from none that they left."""
    who = {entity for end in ends for entity in (end.subject_id, end.object_id) if entity is not None}
    await facts.reach(tx, tenant_id, ends=fact_ids, mentions=fact_ids)
    await keys.unreach(tx, tenant_id, fact_ids, who)
