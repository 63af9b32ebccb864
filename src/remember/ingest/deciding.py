"""What every decision about who is who has in common: whom it locks, who may make it, how it is kept."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.context import Context
from remember.domain.identity import DecisionKind
from remember.domain.unknown import no_entity
from remember.errors import Conflict, Forbidden, Incorrect
from remember.store import identity, names
from remember.store.access import tenant_scope
from remember.store.database import Transaction
from remember.store.identity import NewEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """`split_id` is taken out of `from_id`."""

    event_id: UUID
    from_id: UUID
    split_id: UUID


async def lock_groups(
    tx: Transaction, context: Context, entity_ids: Sequence[UUID]
) -> dict[UUID, list[UUID]]:
    """Each of these entities with all that answer as it, locked until the transaction ends.

    Raises `NotFound` for one that is unknown or not to be seen, and `Conflict` (`entity_merged`) for one
    that answers as another.
    """
    locked = await identity.lock(tx, context.tenant_id, entity_ids)
    survivors = {member.entity_id: member.survivor_id for member in locked}
    groups: dict[UUID, list[UUID]] = {}
    for entity_id in entity_ids:
        survivor_id = survivors.get(entity_id, entity_id)
        seen = await names.members(tx, context.reader, [survivor_id])
        if not seen:
            raise no_entity(entity_id)
        if survivor_id != entity_id:
            raise _merged(entity_id, survivor_id)
        groups[entity_id] = [member.entity_id for member in seen]
    return groups


def require_two(one_id: UUID, other_id: UUID) -> None:
    """Raises `Incorrect` (`same_entity`) where a pair is one and the same."""
    if one_id == other_id:
        raise Incorrect(
            f"{one_id} stands on both sides",
            code="same_entity",
            hint="name two entities",
            data={"entity_id": str(one_id)},
        )


def require_writable(context: Context, scope_ids: Collection[UUID]) -> None:
    """Raises `Forbidden` (`scope_not_writable`) where a decision would change what others see elsewhere."""
    wide = context.scope_id == tenant_scope(context.tenant_id)
    writable = set(context.scope_ids) if wide else {context.scope_id}
    if not writable.issuperset(scope_ids):
        raise Forbidden(
            "the decision would change what is known outside the scopes that the caller writes to",
            code="scope_not_writable",
            hint="let somebody decide who writes to the scope where the names were given",
        )


async def require_decidable(tx: Transaction, context: Context, one_id: UUID, other_id: UUID) -> None:
    """Raises `Forbidden` unless one of two entities is known only where the caller writes to."""
    scopes = await identity.scopes_of(tx, context.tenant_id, [one_id, other_id])
    narrower = min(scopes.values(), key=lambda known: tenant_scope(context.tenant_id) in known)
    require_writable(context, narrower)


async def keep(
    tx: Transaction,
    context: Context,
    kind: DecisionKind,
    entity_id: UUID,
    *,
    event_id: UUID,
    reason: str,
    other_id: UUID | None = None,
    name: str | None = None,
    decided_at: datetime | None = None,
) -> None:
    """Keep a decision with who made it."""
    event = NewEvent(
        event_id=event_id,
        scope_id=context.scope_id,
        kind=kind,
        entity_id=entity_id,
        other_id=other_id,
        name=name,
        reason=reason,
        decided_by_kind=context.principal.kind.value,
        decided_by_ref=context.principal.ref,
        decided_at=decided_at,
    )
    await identity.add_event(tx, context.tenant_id, event)


async def keep_split(tx: Transaction, context: Context, split: Split, *, reason: str, at: datetime) -> None:
    """Keep a split; its two sides are not proposed as one again."""
    await keep(
        tx,
        context,
        DecisionKind.SPLIT,
        split.from_id,
        event_id=split.event_id,
        reason=reason,
        other_id=split.split_id,
        decided_at=at,
    )
    await identity.exclude(tx, context.tenant_id, split.from_id, split.split_id, split.event_id)


def _merged(entity_id: UUID, survivor_id: UUID) -> Conflict:
    return Conflict(
        f"{entity_id} is merged into {survivor_id}",
        code="entity_merged",
        hint="decide about the entity that it answers as, or split it off first",
        data={"entity_id": str(entity_id), "survivor_id": str(survivor_id)},
    )
