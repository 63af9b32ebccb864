"""What items say of whom a question names, in the words of the vocabulary."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
from remember.store.search import seen_by
from remember.store.term_counts import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that an item says of an entity; `joins` where both ends are asked about."""

    item_id: UUID
    predicate: str
    joins: bool


async def said_of(
    tx: Transaction, reader: Reader, corpus: Corpus, item_ids: Collection[UUID], entity_ids: Collection[UUID]
) -> list[Said]:
    """What these facts, or claims, say of these entities (survivors and absorbed ones alike)."""
    name = "asked.said_by_facts" if corpus is Corpus.FACTS else "asked.said_by_claims"
    ids = {"item_ids": list(item_ids), "entity_ids": list(entity_ids)}
    return await many(tx, name, Said, **seen_by(reader), **ids)
