"""What is known of entities, for readers: only names and documents that they may see."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many, one
from remember.store.search import seen_by

Place = tuple[UUID, UUID]
"""A pair of ids, where a listing of pairs goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How much is known of an entity; `kinds` is what documents take it for."""

    kinds: list[str]
    facts: int
    mentions: int
    documents: int
    first_said_at: datetime | None
    last_said_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A name of an entity, which has `total` of them."""

    name: str
    by_person: bool
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionRow:
    """One place where an entity is mentioned."""

    mention_id: UUID
    claim_id: UUID
    doc_id: UUID
    title: str | None
    surface: str
    claim_text: str
    method: str
    reason: str
    decided_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarPair:
    """Two entities with names of similar spelling, each such pair of names once."""

    one_id: UUID
    other_id: UUID
    spellings: list[list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedPair:
    """A pair as it was excluded, whom it is today, and the decision."""

    one_id: UUID
    other_id: UUID
    one_survivor_id: UUID
    other_survivor_id: UUID
    event_id: UUID
    kind: str
    reason: str
    decided_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldApart:
    """What is best known of an entity, and which documents mention it."""

    entity_id: UUID
    kinds: list[str]
    names: list[str]
    facts: list[str]
    documents: list[str]
    mentions: int
    document_count: int


@dataclass(frozen=True, slots=True)
class _Kinds:
    entity_id: UUID
    kinds: list[str]


async def summary(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> Summary:
    """How much is known of some entities together."""
    return await one(tx, "entity_details.summary", Summary, **seen_by(reader), entity_ids=list(entity_ids))


async def names(tx: Transaction, reader: Reader, entity_ids: Collection[UUID], *, most: int) -> list[NameRow]:
    """The names by which the reader finds these entities, those that they are called by first."""
    ids = {"entity_ids": list(entity_ids), "most": most}
    return await many(tx, "entity_details.names", NameRow, **seen_by(reader), **ids)


async def mentions(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID], *, after: UUID | None, most: int
) -> list[MentionRow]:
    """Where entities are mentioned, in the order in which that was read."""
    ids = {"entity_ids": list(entity_ids), "after_id": after, "most": most}
    return await many(tx, "entity_details.mentions", MentionRow, **seen_by(reader), **ids)


async def survivors_from(tx: Transaction, reader: Reader, start: UUID | None, *, most: int) -> list[UUID]:
    """Entities that answer for themselves, by id, from `start` on."""
    here = {"tenant_id": reader.tenant_id, "from_id": start, "most": most}
    return await many(tx, "entity_details.survivors_from", UUID, **here)


async def pairs(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID], *, after: Place | None, most: int
) -> list[SimilarPair]:
    """Pairs of one of these entities and one with a greater id, whose names are of similar spelling."""
    ids = {"entity_ids": list(entity_ids), "most": most} | _after(after)
    return await many(tx, "entity_details.pairs", SimilarPair, **seen_by(reader), **ids)


async def kinds(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> dict[UUID, set[str]]:
    """What documents take each of these entities for; nothing for those that no document says it of."""
    here = {"tenant_id": reader.tenant_id, "entity_ids": list(entity_ids)}
    rows = await many(tx, "entity_details.kinds", _Kinds, **here)
    return {row.entity_id: set(row.kinds) for row in rows}


async def exclusions(
    tx: Transaction, reader: Reader, *, after: Place | None, most: int
) -> list[ExcludedPair]:
    """Excluded pairs, by their ids."""
    here = seen_by(reader) | _after(after) | {"most": most}
    return await many(tx, "entity_details.exclusions", ExcludedPair, **here)


async def told_apart(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID], *, most: int
) -> dict[UUID, ToldApart]:
    """What is best known of each of these entities; at most `most` names, facts and documents."""
    here = seen_by(reader) | {"entity_ids": list(entity_ids), "most": most}
    return {row.entity_id: row for row in await many(tx, "entity_details.told_apart", ToldApart, **here)}


def _after(place: Place | None) -> dict[str, UUID | None]:
    one_id, other_id = place or (None, None)
    return {"after_one": one_id, "after_other": other_id}
