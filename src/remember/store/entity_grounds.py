"""Why mentions are taken to be of an entity."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
from remember.store.entity_details import MentionRow
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A name and a reason for which mentions were resolved to one entity; one line of `total`."""

    surface: str
    method: str
    reason: str
    entity_id: UUID
    mentions: int
    documents: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedMention(MentionRow):
    """A mention, of `total`, with the entity that it was resolved to; `moved_by` is a split that gave it."""

    entity_id: UUID
    moved_by: UUID | None
    total: int


async def grounds(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID], *, most: int
) -> list[Ground]:
    """The names and reasons that hold some entities together, those of most mentions first."""
    ids = {"entity_ids": list(entity_ids), "most": most}
    return await many(tx, "entity_grounds.grounds", Ground, **seen_by(reader), **ids)


async def mentions(
    tx: Transaction,
    reader: Reader,
    entity_ids: Collection[UUID],
    *,
    mention_ids: Collection[UUID] | None,
    after: UUID | None,
    most: int,
) -> list[GroundedMention]:
    """The mentions of some entities, or those of them that are named, after one of them."""
    named = None if mention_ids is None else list(mention_ids)
    ids = {"entity_ids": list(entity_ids), "mention_ids": named, "after_id": after, "most": most}
    return await many(tx, "entity_grounds.mentions", GroundedMention, **seen_by(reader), **ids)
