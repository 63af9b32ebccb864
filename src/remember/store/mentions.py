"""Where claims name entities."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from remember.domain.entities import Method
from remember.domain.scopes import Reader
from remember.store.database import Transaction, columns, many, none, none_each, one
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedMention:
    """One mention with the entity that it is of; `kind` is that entity's."""

    mention_id: UUID
    claim_id: UUID
    doc_id: UUID
    scope_id: UUID
    surface: str
    folded: str
    entity_id: UUID
    kind: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A mention that an event gave from one entity to another."""

    event_id: UUID
    mention_id: UUID
    from_entity_id: UUID
    to_entity_id: UUID


async def in_claims_of(
    tx: Transaction,
    reader: Reader,
    entity_ids: Collection[UUID],
    *,
    doc_ids: Collection[UUID],
    mention_ids: Collection[UUID],
) -> list[NamedMention]:
    """Where these entities are mentioned in the documents, and in the claims of those mentions."""
    where = {"doc_ids": list(doc_ids), "mention_ids": list(mention_ids)}
    ids = {"entity_ids": list(entity_ids)}
    return await many(tx, "mentions.in_claims_of", NamedMention, **seen_by(reader), **ids, **where)


async def is_named_beside(
    tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID], mention_ids: Collection[UUID]
) -> bool:
    """Whether anything but these mentions names these entities."""
    here = {"tenant_id": tenant_id, "entity_ids": list(entity_ids), "mention_ids": list(mention_ids)}
    return await one(tx, "mentions.is_named_beside", bool, **here)


async def give(
    tx: Transaction, tenant_id: UUID, mention_ids: Collection[UUID], to_id: UUID, reason: str
) -> None:
    """These mentions are of another entity from now on, as a person decided."""
    told = {"to_id": to_id, "reason": reason, "method": Method.PERSON.value}
    await none(tx, "mentions.give", tenant_id=tenant_id, mention_ids=list(mention_ids), **told)


async def add_moves(tx: Transaction, tenant_id: UUID, moves: Iterable[Move]) -> None:
    """Keep whose mentions were before an event gave them to others."""
    await none_each(tx, "mentions.add_move", ({"tenant_id": tenant_id} | columns(move) for move in moves))
