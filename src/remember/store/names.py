"""Names to entities, for readers: only names that they may see, only entities as they stand today."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """An entity that a name may mean; `likeness` is 1 for the same name, and never more."""

    entity_id: UUID
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """An entity and the one that it answers as today."""

    entity_id: UUID
    survivor_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityName:
    """What a reader sees an entity called."""

    entity_id: UUID
    name: str


async def exact(tx: Transaction, reader: Reader, name: str) -> list[Bearer]:
    """Tier T0: all who bear exactly this folded name."""
    return await many(tx, "names.exact", Bearer, **seen_by(reader), name=name)


async def similar(tx: Transaction, reader: Reader, name: str, *, most: int) -> list[Bearer]:
    """Tier T1: who bears a folded name of similar spelling, the most similar first."""
    return await many(tx, "names.similar", Bearer, **seen_by(reader), name=name, most=most)


async def sounding(tx: Transaction, reader: Reader, name: str, *, most: int) -> list[Bearer]:
    """Tier T2: who bears a folded name of similar sound."""
    return await many(tx, "names.sounding", Bearer, **seen_by(reader), name=name, most=most)


async def profiled(tx: Transaction, reader: Reader, vector: str, *, least: float, most: int) -> list[Bearer]:
    """Tier T3: whose profile has at least this cosine with the vector."""
    return await many(tx, "names.profiled", Bearer, **seen_by(reader), vector=vector, least=least, most=most)


async def shown(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> dict[UUID, str]:
    """What these entities are called; those that the reader may not see are left out."""
    found = await many(tx, "names.shown", EntityName, **seen_by(reader), entity_ids=list(entity_ids))
    return {row.entity_id: row.name for row in found}


async def members(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> list[Member]:
    """All that answer as one of these; none for an entity that is merged away, unknown or not to be seen."""
    return await many(tx, "names.members", Member, **seen_by(reader), entity_ids=list(entity_ids))


async def borne(tx: Transaction, reader: Reader, names: Collection[str]) -> dict[str, frozenset[UUID]]:
    """For each of these folded names that somebody bears, all who bear it."""
    found = await many(tx, "names.borne", _Borne, **seen_by(reader), names=list(names))
    by_name: dict[str, set[UUID]] = {}
    for row in found:
        by_name.setdefault(row.name, set()).add(row.entity_id)
    return {name: frozenset(bearers) for name, bearers in by_name.items()}


async def namesakes(tx: Transaction, reader: Reader, name: str, *, most: int) -> list[str]:
    """Folded names of several words, of which at least one is a word of this folded name."""
    pattern = f"(^| )({'|'.join(re.escape(word) for word in name.split())})( |$)"
    return await many(tx, "names.namesakes", str, **seen_by(reader), pattern=pattern, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Borne:
    name: str
    entity_id: UUID
