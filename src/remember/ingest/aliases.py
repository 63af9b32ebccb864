"""Give an entity a name, or take one away, as a person decides."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.identity import DecisionKind
from remember.domain.names import folded, name_key, without_honorifics
from remember.errors import Conflict, NotFound
from remember.ingest.deciding import keep, lock_groups, require_writable
from remember.store import aliases, entities, identity, names
from remember.store.aliases import Alias
from remember.store.database import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A decision about a name, and who else bears it: it is ambiguous where there is anybody."""

    event_id: UUID
    name: str
    also_named: Sequence[UUID]


async def add_alias(context: Context, entity_id: UUID, name: str, *, reason: str) -> Named:
    """Let an entity go by one more name in the scope of the caller.

    Raises `Incorrect` (`name_empty`), `NotFound`, and `Conflict` (`alias_exists`, `entity_merged`).
    """
    key = name_key(name)
    event_id = context.new_id()
    async with context.database.write() as tx:
        # As in ingest: names before entities, so that the two never wait for each other in a ring.
        await _lock_name(tx, context, key)
        members = (await lock_groups(tx, context, [entity_id]))[entity_id]
        await _require_new(tx, context, entity_id, key)
        alias = Alias(
            alias_id=context.new_id(),
            entity_id=entity_id,
            scope_id=context.scope_id,
            alias_text=name,
            folded=key,
            provenance="person",
        )
        await aliases.add(tx, context.tenant_id, [alias])
        await _take_back(tx, context, DecisionKind.REMOVE_ALIAS, members, key, event_id=event_id)
        await keep(
            tx, context, DecisionKind.ADD_ALIAS, entity_id, event_id=event_id, reason=reason, name=name
        )
        also = await _others(tx, context, key, entity_id)
    return Named(event_id=event_id, name=name, also_named=also)


async def remove_alias(context: Context, entity_id: UUID, name: str, *, reason: str) -> Named:
    """Let a name no longer mean an entity, in the scopes the caller writes to; what was said under it stays.

    Raises `Incorrect` (`name_empty`), `NotFound` (`alias_not_found`), and `Conflict` (`last_alias`).
    """
    key = name_key(name)
    event_id = context.new_id()
    async with context.database.write() as tx:
        await _lock_name(tx, context, key)
        members = (await lock_groups(tx, context, [entity_id]))[entity_id]
        borne = await aliases.of_entities(tx, context.reader, members)
        going = [alias for alias in borne if alias.folded == key]
        if not going:
            raise NotFound(
                f"{entity_id} does not go by {name}",
                code="alias_not_found",
                hint="show_entity lists the names of an entity",
                data={"entity_id": str(entity_id), "name": name},
            )
        require_writable(context, {alias.scope_id for alias in going})
        written = going[0].alias_text
        await aliases.remove(tx, context.tenant_id, [alias.alias_id for alias in going])
        await aliases.crown(tx, context.tenant_id, members)
        left = {alias.entity_id for alias in borne if alias not in going}
        nameless = {alias.entity_id for alias in going} - left
        if nameless or not await names.members(tx, context.reader, [entity_id]):
            raise _last(min(nameless, default=entity_id), written)
        await _take_back(tx, context, DecisionKind.ADD_ALIAS, members, key, event_id=event_id)
        await keep(
            tx, context, DecisionKind.REMOVE_ALIAS, entity_id, event_id=event_id, reason=reason, name=written
        )
        also = await _others(tx, context, key, entity_id)
    return Named(event_id=event_id, name=written, also_named=also)


def _last(entity_id: UUID, name: str) -> Conflict:
    return Conflict(
        f"{name} is the only name of {entity_id}",
        code="last_alias",
        hint="give it another name first; one that was merged away is named by what it was called",
        data={"entity_id": str(entity_id), "name": name},
    )


async def _lock_name(tx: Transaction, context: Context, key: str) -> None:
    await entities.lock_subjects(tx, context.tenant_id, context.scope_id, [entities.name_subject(key)])


async def _require_new(tx: Transaction, context: Context, entity_id: UUID, key: str) -> None:
    seen = await names.borne(tx, context.reader, [key])
    if entity_id in seen.get(key, frozenset()):
        raise Conflict(
            f"{entity_id} goes by {key} already",
            code="alias_exists",
            hint="show_entity lists the names of an entity",
            data={"entity_id": str(entity_id), "name": key},
        )


async def _take_back(
    tx: Transaction,
    context: Context,
    kind: DecisionKind,
    members: Collection[UUID],
    key: str,
    *,
    event_id: UUID,
) -> None:
    """What was decided about the name before is taken back by this event."""
    for decided in await identity.names_decided(tx, context.tenant_id, kind, members):
        if folded(without_honorifics(decided.name)) == key:
            await identity.reverse_event(tx, context.tenant_id, decided.event_id, event_id)


async def _others(tx: Transaction, context: Context, key: str, entity_id: UUID) -> list[UUID]:
    bearers = await names.borne(tx, context.reader, [key])
    return sorted(bearers.get(key, frozenset()) - {entity_id})
