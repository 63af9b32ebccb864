"""Say that two entities are not one, or one is not two, so that it is not proposed again; or lift that."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from uuid import UUID

from remember.context import Context
from remember.domain.identity import DecisionKind
from remember.domain.unknown import no_document
from remember.errors import NotFound
from remember.ingest.deciding import keep, lock_groups, require_decidable, require_two
from remember.store import identity
from remember.store.database import Transaction
from remember.store.identity import Pair


async def exclude(context: Context, one_id: UUID, other_id: UUID, *, reason: str) -> UUID:
    """Keep a pair from being proposed or merged; the event.

    Raises `NotFound`, `Incorrect` (`same_entity`) and `Conflict` (`entity_merged`).
    """
    async with _deciding(context, one_id, other_id) as (tx, pair):
        event_id = await _keep(tx, context, DecisionKind.EXCLUDE, (one_id, other_id), reason)
        await identity.exclude(tx, context.tenant_id, one_id, other_id, event_id)
        await identity.reverse_between(tx, context.tenant_id, DecisionKind.ALLOW, pair, event_id)
    return event_id


async def allow(context: Context, one_id: UUID, other_id: UUID, *, reason: str) -> UUID:
    """Lift whatever keeps a pair from being proposed; the event.

    Raises `NotFound` (`exclusion_not_found` where nothing keeps it) and what `exclude` raises.
    """
    async with _deciding(context, one_id, other_id) as (tx, pair):
        if not await identity.exclusions_between(tx, context.tenant_id, pair, list(DecisionKind)):
            raise NotFound(
                f"nothing keeps {one_id} and {other_id} from being one",
                code="exclusion_not_found",
                hint="list_exclusions shows which pairs are excluded",
                data={"one_id": str(one_id), "other_id": str(other_id)},
            )
        event_id = await _keep(tx, context, DecisionKind.ALLOW, (one_id, other_id), reason)
        await identity.allow_between(tx, context.tenant_id, pair)
        await identity.reverse_between(tx, context.tenant_id, DecisionKind.EXCLUDE, pair, event_id)
    return event_id


async def exclude_split(context: Context, entity_id: UUID, doc_ids: Collection[UUID], *, reason: str) -> UUID:
    """Keep an entity from being proposed to be split between these documents; the event.

    Raises `NotFound` (`entity_not_found`, `document_not_found`), `Conflict` (`entity_merged`) and
    `Forbidden`.
    """
    event_id = context.new_id()
    async with context.database.write() as tx:
        await lock_groups(tx, context, [entity_id])
        await require_decidable(tx, context, entity_id, entity_id)
        await keep(tx, context, DecisionKind.EXCLUDE_SPLIT, entity_id, event_id=event_id, reason=reason)
        known = await identity.exclude_split(tx, context.reader, event_id, doc_ids)
        if unknown := {*doc_ids} - {*known}:
            raise no_document(min(unknown))
    return event_id


async def allow_split(context: Context, entity_id: UUID, *, reason: str) -> UUID:
    """Lift whatever keeps an entity from being proposed to be split; the event.

    Raises `NotFound` (`exclusion_not_found` where nothing keeps it) and what `exclude_split` raises.
    """
    event_id = context.new_id()
    async with context.database.write() as tx:
        members = (await lock_groups(tx, context, [entity_id]))[entity_id]
        await require_decidable(tx, context, entity_id, entity_id)
        await keep(tx, context, DecisionKind.ALLOW_SPLIT, entity_id, event_id=event_id, reason=reason)
        if not await identity.reverse_of(
            tx, context.tenant_id, DecisionKind.EXCLUDE_SPLIT, members, event_id
        ):
            raise NotFound(
                f"nothing keeps {entity_id} from being split",
                code="exclusion_not_found",
                hint="list_identity_events shows what was decided about it",
                data={"entity_id": str(entity_id)},
            )
    return event_id


@asynccontextmanager
async def _deciding(
    context: Context, one_id: UUID, other_id: UUID
) -> AsyncIterator[tuple[Transaction, Pair]]:
    """A pair that the caller may decide about, locked until the decision is saved."""
    require_two(one_id, other_id)
    async with context.database.write() as tx:
        groups = await lock_groups(tx, context, [one_id, other_id])
        await require_decidable(tx, context, one_id, other_id)
        yield tx, Pair(one=groups[one_id], other=groups[other_id])


async def _keep(
    tx: Transaction, context: Context, kind: DecisionKind, pair: tuple[UUID, UUID], reason: str
) -> UUID:
    event_id = context.new_id()
    await keep(tx, context, kind, pair[0], event_id=event_id, reason=reason, other_id=pair[1])
    return event_id
