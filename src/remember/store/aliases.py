"""The names by which entities go."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, columns, many, none, none_each
from remember.store.search import seen_by

Provenance = Literal["source", "person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """One name of an entity in one scope, given by a document (`source`) or by a person."""

    alias_id: UUID
    entity_id: UUID
    scope_id: UUID
    alias_text: str
    folded: str
    provenance: str


async def of_entities(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> list[Alias]:
    """The names that these entities bear, those that they are called by first."""
    return await many(tx, "aliases.of_entities", Alias, **seen_by(reader), entity_ids=list(entity_ids))


async def add(tx: Transaction, tenant_id: UUID, aliases: Iterable[Alias]) -> None:
    """Give names; one that is there already takes the new provenance."""
    await none_each(tx, "aliases.add", ({"tenant_id": tenant_id} | columns(alias) for alias in aliases))


async def remove(tx: Transaction, tenant_id: UUID, alias_ids: Collection[UUID]) -> None:
    """These names are borne no more."""
    await none(tx, "aliases.remove", tenant_id=tenant_id, alias_ids=list(alias_ids))


async def drop_unused(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> None:
    """Names by which no document names these entities any more, and no person does, are borne no more."""
    await none(tx, "aliases.drop_unused", tenant_id=tenant_id, entity_ids=list(entity_ids))


async def crown(tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]) -> None:
    """Each of these entities that has names has one that it is called by: the first, where it had none."""
    await none(tx, "aliases.crown", tenant_id=tenant_id, entity_ids=list(entity_ids))
