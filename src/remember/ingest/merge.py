"""Merge two entities, and take a merge back: both keep every fact's identity."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.identity import DecisionKind, Merge, can_survive, survivors
from remember.errors import Conflict, Incorrect, NotFound
from remember.ingest.deciding import (
    Split,
    keep,
    keep_split,
    lock_groups,
    require_two,
    require_writable,
)
from remember.ingest.label import label_facts
from remember.ingest.regroup import Decision, Regrouping, regroup
from remember.store import identity, keys
from remember.store.access import tenant_scope
from remember.store.database import Transaction
from remember.store.identity import Pair
from remember.store.names import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A merge or split that was made: whom it left and whom it joined or set apart, and what it changed."""

    event_id: UUID
    entity_id: UUID
    other_id: UUID
    regrouping: Regrouping


async def merge(context: Context, survivor_id: UUID, absorbed_id: UUID, *, reason: str) -> Decided:
    """Make one entity answer as another, with whatever is known of both as known of one.

    Raises `NotFound`, `Conflict` (`entity_merged`, `pair_excluded`, `scopes_differ`), `Forbidden` and
    `Incorrect` (`same_entity`).
    """
    require_two(survivor_id, absorbed_id)
    event_id = context.new_id()
    async with context.database.write() as tx:
        groups = await lock_groups(tx, context, [survivor_id, absorbed_id])
        pair = Pair(one=groups[survivor_id], other=groups[absorbed_id])
        await _require_mergeable(tx, context, survivor_id, absorbed_id, pair)
        concerned = await keys.assertions_about(tx, context.tenant_id, pair.other)
        now = dict.fromkeys(pair.other, survivor_id)
        await identity.set_survivors(tx, context.tenant_id, now)
        decision = Decision(event_id=event_id, cause="merged")
        made = await regroup(tx, context, concerned, lambda ends: ends.answering_as(now), decision)
        await keep(
            tx,
            context,
            DecisionKind.MERGE,
            survivor_id,
            event_id=event_id,
            reason=reason,
            other_id=absorbed_id,
            decided_at=made.at,
        )
        await identity.allow_between(tx, context.tenant_id, pair)
        await identity.reverse_between(tx, context.tenant_id, DecisionKind.SPLIT, pair, event_id)
    await label_facts(context, made.refolded.added)
    return Decided(event_id=event_id, entity_id=survivor_id, other_id=absorbed_id, regrouping=made)


async def take_back(context: Context, merge_id: UUID, *, reason: str) -> Decided:
    """Undo one merge, whatever was merged before or after it: its two sides answer for themselves again.

    Raises `NotFound` for an event that the caller may not see, `Incorrect` (`not_a_merge`) and
    `Conflict` (`already_split`).
    """
    event_id = context.new_id()
    async with context.database.write() as tx:
        members = await _lock_members(tx, context, await _survivor_in(tx, context, merge_id))
        before = {member.entity_id: member.survivor_id for member in members}
        standing = await identity.merges_of(tx, context.tenant_id, list(before))
        merged = _standing(standing, merge_id)
        after = survivors(before, [one for one in standing if one is not merged])
        now = {member: survivor for member, survivor in after.items() if survivor != before[member]}
        concerned = await keys.assertions_about(tx, context.tenant_id, list(now))
        await identity.set_survivors(tx, context.tenant_id, now)
        decision = Decision(event_id=event_id, cause="split", taken_back_from=merged.decided_at)
        made = await regroup(tx, context, concerned, lambda ends: ends.answering_as(now), decision)
        split = Split(event_id=event_id, from_id=merged.survivor_id, split_id=merged.absorbed_id)
        await keep_split(tx, context, split, reason=reason, at=made.at)
        await identity.reverse_event(tx, context.tenant_id, merge_id, event_id)
    await label_facts(context, made.refolded.added)
    return Decided(
        event_id=event_id, entity_id=merged.survivor_id, other_id=merged.absorbed_id, regrouping=made
    )


async def _require_mergeable(
    tx: Transaction, context: Context, survivor_id: UUID, absorbed_id: UUID, pair: Pair
) -> None:
    scopes = await identity.scopes_of(tx, context.tenant_id, [survivor_id, absorbed_id])
    require_writable(context, scopes[absorbed_id])
    if not can_survive(scopes[survivor_id], scopes[absorbed_id], tenant_scope(context.tenant_id)):
        raise Conflict(
            f"{survivor_id} is not known wherever {absorbed_id} is",
            code="scopes_differ",
            hint="let the one that is known more widely survive",
        )
    if events := await identity.exclusions_between(tx, context.tenant_id, pair, [DecisionKind.EXCLUDE]):
        raise Conflict(
            f"{survivor_id} and {absorbed_id} are excluded from being one",
            code="pair_excluded",
            hint="read the reason in list_identity_events; allow_pair lifts the exclusion",
            data={"event_id": str(min(events))},
        )


async def _survivor_in(tx: Transaction, context: Context, merge_id: UUID) -> UUID:
    """The survivor of a merge that the caller may take back."""
    event = await identity.event(tx, context.reader, merge_id)
    if event is None:
        raise NotFound(
            f"there is no decision {merge_id}",
            code="event_not_found",
            hint="list_identity_events shows what was decided",
            data={"event_id": str(merge_id)},
        )
    if event.kind != DecisionKind.MERGE:
        raise Incorrect(
            f"{merge_id} is no merge, but: {event.kind}",
            code="not_a_merge",
            hint="only a merge is split by its event; merge a split pair again to take the split back",
            data={"event_id": str(merge_id), "kind": event.kind},
        )
    require_writable(context, [event.scope_id])
    return event.entity_id


async def _lock_members(tx: Transaction, context: Context, entity_id: UUID) -> list[Member]:
    """Everybody who answers as this entity does, locked."""
    while True:
        survivor_id = await identity.survivor_of(tx, context.tenant_id, entity_id)
        locked = await identity.lock(tx, context.tenant_id, [survivor_id])
        members = [member for member in locked if member.survivor_id == survivor_id]
        # It may have been merged into another, or split off, while we waited for the lock.
        if entity_id in {member.entity_id for member in members}:
            return members


def _standing(merges: Iterable[Merge], merge_id: UUID) -> Merge:
    merged = next((one for one in merges if one.event_id == merge_id), None)
    if merged is None:
        raise Conflict(
            f"the merge {merge_id} was taken back already",
            code="already_split",
            hint="list_identity_events shows by what",
            data={"event_id": str(merge_id)},
        )
    return merged
