"""Assertions to facts: fold every slot that a version speaks about, and save what that changes."""

from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TypeVar
from uuid import UUID

from remember.context import Context
from remember.domain.documents import StageStatus
from remember.domain.facts import Added, Believed, Changes, FoldedFact, Outcome, Stance, settle
from remember.domain.retracting import Retracted, fold_standing
from remember.domain.time import Period
from remember.domain.vocabulary import is_exclusive
from remember.ingest.hearing import hear, with_moves
from remember.ingest.slots import slots_of_version
from remember.ingest.stages import FACTS, FOLDED
from remember.providers.stem import terms
from remember.store import entities, facts, jobs, stages
from remember.store.assertions import HeardAssertion, Slot
from remember.store.database import Transaction
from remember.store.facts import Adjudication, HeldFact, Naming

_Row = TypeVar("_Row")

# Slots saved in one transaction: enough to be quick, few enough that a busy subject is not held long.
_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Refolded:
    """How many facts a refolding closed, in all and by being merged; what came back, and what is new.

    `weakened` facts are held as before by fewer documents.
    """

    relations_closed: int = 0
    observations_closed: int = 0
    relations_restored: int = 0
    observations_restored: int = 0
    weakened: int = 0
    merged: int = 0
    reopened: Sequence[UUID] = ()
    added: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """Facts that would no longer be held, and facts that would be by one document less."""

    ended: Sequence[HeldFact] = ()
    weakened: Sequence[HeldFact] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Slots whose subjects are locked, the facts that they hold, and the belief time of what follows."""

    slots: Sequence[Slot]
    held: Sequence[tuple[HeldFact, Believed]]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """When slots are folded anew, as a belief time, and why: kept with every revision.

    `by_person`: somebody retracted or restored something of them; `caused_by` is that retraction.
    """

    at: datetime
    cause: str
    caused_by: UUID | None
    by_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouped:
    """What a merge or split has changed in the slots that are folded anew because of it.

    `rekeyed` are facts that just got new keys. `groups_before` is set where a merge is taken back: the
    contradiction group of each fact as it was before that.
    """

    rekeyed: Collection[UUID]
    groups_before: Mapping[UUID, UUID | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settled:
    slot: Slot
    changes: Changes
    held: Sequence[HeldFact]
    heard: Sequence[HeardAssertion]


async def adjudicate(context: Context, lease: jobs.Lease, scope_id: UUID) -> frozenset[str]:
    """Bring the facts up to what the claims of this version assert, as far as rules can decide.

    Another attempt folds every slot again, so only the end of it forgives the attempts that failed. The
    stages that are done then: without a model nothing is left to be judged.
    """
    done = FOLDED if context.providers.extract is not None else FACTS
    async for batch, is_last in _batches_of_version(context, lease):
        async with context.database.write() as tx:
            await jobs.hold(tx, lease, forgives=is_last)
            await refold(tx, context, scope_id, batch, cause="ingest", caused_by=lease.version_id)
            if is_last:
                await stages.set(tx, lease.tenant_id, lease.version_id, done, StageStatus.SUCCEEDED)
    return frozenset(done)


async def _batches_of_version(
    context: Context, lease: jobs.Lease
) -> AsyncGenerator[tuple[list[Slot], bool], None]:
    """As many slots at a time as one transaction saves, and whether they are the last; at least once."""
    batch: list[Slot] = []
    async for slots in slots_of_version(context, lease):
        for following in batches(slots):
            if batch:
                yield batch, False
            batch = following
    yield batch, True


async def refold(
    tx: Transaction,
    context: Context,
    scope_id: UUID,
    slots: Sequence[Slot],
    *,
    cause: str,
    caused_by: UUID | None,
    lost_support: Outcome = Outcome.RETRACTED,
) -> Refolded:
    """Fold these slots anew from the claims that count now, and save the difference.

    Locks the subjects first and reads what is there under the locks. `cause` and `caused_by` are kept
    with every revision.
    """
    if not slots:
        return Refolded()
    standing = await hold_slots(tx, context, scope_id, slots)
    return await refold_held(
        tx, context, standing, cause=cause, caused_by=caused_by, lost_support=lost_support
    )


async def hold_slots(
    tx: Transaction,
    context: Context,
    scope_id: UUID,
    slots: Sequence[Slot],
    *,
    turned: Collection[UUID] = (),
    restored: Collection[UUID] = (),
) -> Standing:
    """Lock the subjects of these slots and of those that depend on them, and read what is held there.

    With them the one belief time of the save is taken.

    It is later than every belief in the slots, and than whatever is known of the currency of the claims
    that are `turned`. Facts that closed and that `restored` claims spoke for are among those held.
    """
    slots = await with_moves(tx, context.tenant_id, slots)
    await entities.lock_subjects(tx, context.tenant_id, scope_id, {slot.subject_key for slot in slots})
    held = await facts.held_in_slots(tx, context.tenant_id, [slot.slot_key for slot in slots])
    held += await facts.retracted_of(tx, context.tenant_id, restored)
    at = await facts.stamp(tx, context.tenant_id, [fact.fact_id for fact, _ in held], turned)
    return Standing(slots=slots, held=held, at=at)


async def refold_held(
    tx: Transaction,
    context: Context,
    standing: Standing,
    *,
    cause: str,
    caused_by: UUID | None,
    lost_support: Outcome = Outcome.RETRACTED,
    by_person: bool = False,
) -> Refolded:
    """Fold slots that are held already, at their belief time."""
    occasion = Occasion(at=standing.at, cause=cause, caused_by=caused_by, by_person=by_person)
    return await _refold_held(tx, context, standing.slots, standing.held, occasion, lost_support=lost_support)


async def foresee(
    tx: Transaction, context: Context, slots: Sequence[Slot], *, without: Collection[UUID]
) -> Foreseen:
    """What would become of the facts in these slots if these claims counted no more; nothing is changed."""
    ended: list[HeldFact] = []
    weakened: list[HeldFact] = []
    foreseen: set[Slot] = set()
    for some in batches(slots):
        batch = await with_moves(tx, context.tenant_id, some)
        hearing = await hear(tx, context.tenant_id, batch)
        left_over = await hear(tx, context.tenant_id, batch, without=without)
        there = await facts.held_in_slots(tx, context.tenant_id, [slot.slot_key for slot in batch])
        heard_in = _by_slot((row.slot_key, row) for row in hearing.assertions)
        left_in = _by_slot((row.slot_key, row) for row in left_over.assertions)
        held_in = _by_slot((fact.slot_key, (fact, believed)) for fact, believed in there)
        for slot in (one for one in batch if one not in foreseen):
            heard, left = heard_in[slot.slot_key], left_in[slot.slot_key]
            held = held_in[slot.slot_key]
            settled = _settle(
                context,
                slot,
                left,
                held,
                retracted=hearing.retracted.get(slot.slot_key, Retracted()),
                lost_support=Outcome.RETRACTED,
                groups_before=None,
            )
            gone = {closed.fact_id for closed in settled.changes.closed}
            ended += [fact for fact, _ in held if fact.fact_id in gone]
            weakened += [
                fact
                for fact, believed in held
                if fact.fact_id not in gone and _documents(believed, left) < _documents(believed, heard)
            ]
        foreseen |= set(batch)
    return Foreseen(ended=ended, weakened=weakened)


def _documents(believed: Believed, heard: Iterable[HeardAssertion]) -> int:
    """How many documents speak for a fact with these assertions."""
    return len({row.doc_id for row in heard if believed.links.get(row.claim_id) is Stance.SUPPORTS})


async def refold_regrouped(
    tx: Transaction, context: Context, slots: Sequence[Slot], occasion: Occasion, changed: Regrouped
) -> Refolded:
    """Fold slots of any scopes anew after a merge or split changed what meets in them.

    Their subjects are locked already, and the occasion is later than every belief in them. Facts that
    became one with others before come back where they are needed.
    """
    slots = await with_moves(tx, context.tenant_id, slots)
    keys = [slot.slot_key for slot in slots]
    held = await facts.held_in_slots(tx, context.tenant_id, keys)
    held = [(fact, replace(one, rekeyed=one.fact_id in changed.rekeyed)) for fact, one in held]
    held += await facts.merged_in_slots(tx, context.tenant_id, keys)
    return await _refold_held(
        tx,
        context,
        slots,
        held,
        occasion,
        lost_support=Outcome.MERGED,
        groups_before=changed.groups_before,
    )


async def _refold_held(
    tx: Transaction,
    context: Context,
    slots: Sequence[Slot],
    held: Sequence[tuple[HeldFact, Believed]],
    occasion: Occasion,
    *,
    lost_support: Outcome,
    groups_before: Mapping[UUID, UUID | None] | None = None,
) -> Refolded:
    tenant_id = context.tenant_id
    hearing = await hear(tx, tenant_id, slots)
    heard_in = _by_slot((row.slot_key, row) for row in hearing.assertions)
    held_in = _by_slot((fact.slot_key, (fact, believed)) for fact, believed in held)
    settled = [
        _settle(
            context,
            slot,
            heard_in[slot.slot_key],
            held_in[slot.slot_key],
            retracted=hearing.retracted.get(slot.slot_key, Retracted()),
            lost_support=lost_support,
            groups_before=groups_before,
        )
        for slot in slots
    ]
    whole = _together(settled)
    named_by = {
        added.fact_id: _naming(added.fact, item.heard) for item in settled for added in item.changes.added
    }
    await facts.save(
        tx,
        tenant_id,
        whole,
        named_by=named_by,
        at=occasion.at,
        cause=occasion.cause,
        caused_by=occasion.caused_by,
    )
    touched = [fact.fact_id for fact, _ in held] + [link.fact_id for link in whole.linked]
    counts = await facts.recount(tx, tenant_id, touched, whole, occasion.at)
    await facts.add_adjudications(tx, tenant_id, _adjudications(context, settled, occasion), occasion.at)
    return _told(whole, [fact for fact, _ in held], counts)


def _by_slot(rows: Iterable[tuple[UUID, _Row]]) -> Mapping[UUID, list[_Row]]:
    found: defaultdict[UUID, list[_Row]] = defaultdict(list)
    for slot_key, row in rows:
        found[slot_key].append(row)
    return found


def _settle(
    context: Context,
    slot: Slot,
    heard: Sequence[HeardAssertion],
    held: Sequence[tuple[HeldFact, Believed]],
    *,
    retracted: Retracted,
    lost_support: Outcome,
    groups_before: Mapping[UUID, UUID | None] | None,
) -> _Settled:
    testimony = (row.testimony() for row in heard)
    folded = fold_standing(testimony, retracted, exclusive=is_exclusive(slot.predicate))
    changes = settle(
        folded.facts,
        [believed for _, believed in held],
        new_id=context.new_id,
        lost_support=lost_support,
        groups_before=groups_before,
        retracted=folded.said_again,
    )
    return _Settled(slot=slot, changes=changes, held=[fact for fact, _ in held], heard=heard)


def _naming(fact: FoldedFact, heard: Iterable[HeardAssertion]) -> Naming:
    first = fact.first.claim_id, fact.first.ordinal
    assertion = next(row for row in heard if (row.claim_id, row.ordinal) == first)
    words = terms(assertion.label)
    return Naming(
        assertion=assertion,
        term_ids=words.ids,
        frequencies=words.frequencies,
        word_count=words.word_count,
    )


def _together(settled: Sequence[_Settled]) -> Changes:
    return Changes(
        added=[added for item in settled for added in item.changes.added],
        revised=[revised for item in settled for revised in item.changes.revised],
        reopened=[fact_id for item in settled for fact_id in item.changes.reopened],
        closed=[closed for item in settled for closed in item.changes.closed],
        linked=[link for item in settled for link in item.changes.linked],
        unlinked=[link for item in settled for link in item.changes.unlinked],
    )


def _told(changes: Changes, held: Sequence[HeldFact], counts: Mapping[UUID, int]) -> Refolded:
    kinds = {fact.fact_id: fact.kind for fact in held}
    closed = [kinds[fact.fact_id] for fact in changes.closed]
    back = [kinds[one.fact_id] for one in changes.revised if one.outcome is Outcome.RESTORED]
    gone = {fact.fact_id for fact in changes.closed}
    fewer = {
        fact.fact_id for fact in held if counts.get(fact.fact_id, fact.evidence_count) < fact.evidence_count
    }
    return Refolded(
        relations_closed=closed.count("relation"),
        observations_closed=closed.count("observation"),
        relations_restored=back.count("relation"),
        observations_restored=back.count("observation"),
        weakened=len(fewer - gone),
        merged=sum(fact.outcome is Outcome.MERGED for fact in changes.closed),
        reopened=changes.reopened,
        added=[fact.fact_id for fact in changes.added],
    )


def _adjudications(
    context: Context, settled: Sequence[_Settled], occasion: Occasion
) -> Iterator[Adjudication]:
    for item in settled:
        for decision in _decided(context, item):
            yield _by_person(decision, occasion) if occasion.by_person else decision


def _by_person(decision: Adjudication, occasion: Occasion) -> Adjudication:
    """A person decided on what was retracted and restored; what followed for other facts, the rules did."""
    if decision.outcome not in (Outcome.DENIED, Outcome.RESTORED):
        return decision
    features = {**decision.features, "retraction_id": str(occasion.caused_by)}
    return replace(decision, decided_by="human", features=features)


def _decided(context: Context, item: _Settled) -> Iterator[Adjudication]:
    before = {fact.fact_id: fact for fact in item.held}
    changed = set()
    for added in item.changes.added:
        changed.add(added.fact_id)
        yield _decision(context, added.fact_id, _outcome(added), claim_id=added.fact.first.claim_id)
    for revised in item.changes.revised:
        changed.add(revised.fact_id)
        was = before[revised.fact_id]
        windows: dict[str, object] = {
            "window_before": _bounds(was.valid_from, was.valid_until, was.valid_precision),
            "window_after": _window(revised.window),
        }
        groups = _groups(was.contradiction_group, revised.group)
        yield _decision(context, revised.fact_id, revised.outcome, features=windows | groups)
    for closed in item.changes.closed:
        yield _decision(context, closed.fact_id, closed.outcome, related_fact_id=closed.into)
    for link in item.changes.linked:
        if link.fact_id not in changed:
            yield _decision(context, link.fact_id, Outcome.NOOP, claim_id=link.claim_id)


def _groups(before: UUID | None, after: UUID | None) -> dict[str, str | None]:
    """Which contradiction a fact left and which it came into; nothing where it did neither."""
    if before == after:
        return {}
    told = {"contradiction_before": before, "contradiction_after": after}
    return {name: str(group) if group else None for name, group in told.items()}


def _outcome(added: Added) -> Outcome:
    return Outcome.CONTRADICT if added.group else Outcome.ADD


def _decision(
    context: Context,
    fact_id: UUID,
    outcome: Outcome,
    *,
    claim_id: UUID | None = None,
    related_fact_id: UUID | None = None,
    features: Mapping[str, object] | None = None,
) -> Adjudication:
    return Adjudication(
        adjudication_id=context.new_id(),
        fact_id=fact_id,
        related_fact_id=related_fact_id,
        claim_id=claim_id,
        outcome=outcome,
        features=features or {},
    )


def _window(window: Period) -> dict[str, str | None]:
    return _bounds(window.valid_from, window.valid_until, window.precision.value)


def _bounds(
    valid_from: datetime | None, valid_until: datetime | None, precision: str
) -> dict[str, str | None]:
    return {
        "valid_from": valid_from.isoformat() if valid_from else None,
        "valid_until": valid_until.isoformat() if valid_until else None,
        "valid_precision": precision,
    }


def batches(slots: Sequence[Slot]) -> Iterator[list[Slot]]:
    """As many slots at a time as one transaction saves."""
    waiting = iter(slots)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
