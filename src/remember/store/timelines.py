"""The facts of an entity in the order of the world."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.time import Asked
from remember.store.database import Transaction, many
from remember.store.held_facts import Held, HeldFact
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedFact(HeldFact):
    """A fact at its place in time, of `total`; `said_since` places an undated one that has rivals."""

    said_since: datetime | None
    total: int

    @property
    def position(self) -> dict[str, Any]:
        """The place of the timeline after this fact, for a cursor."""
        world = self.valid_from or self.valid_until
        return {
            "after_world": world.isoformat() if world else None,
            "after_said": self.said_since.isoformat() if self.said_since else None,
            "after_time": self.ingested_at.isoformat(),
            "after_id": str(self.fact_id),
        }


async def facts_of(
    tx: Transaction,
    held: Held,
    entity_ids: Collection[UUID],
    *,
    within: Asked | None,
    predicate: str | None,
    after: Mapping[str, Any] | None,
    most: int,
) -> list[TimedFact]:
    """The first facts of a timeline, or those after a position; `within` bounds it, None does not."""
    start = {"after_world": None, "after_said": None, "after_time": None, "after_id": None}
    values = {
        "believed_at": held.believed_at,
        "first": within.first if within else None,
        "last": within.last if within else None,
        "entity_ids": list(entity_ids),
        "predicate": predicate,
        "most": most,
        **start,
        **(after or {}),
    }
    return await many(tx, "timelines.facts_of", TimedFact, **seen_by(held.reader), **values)
