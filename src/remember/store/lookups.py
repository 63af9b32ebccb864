"""Facts by their pattern: whose, which predicate, about whom; page by page, best supported first."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.store.database import Transaction, many
from remember.store.held_facts import Held, HeldFact


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedFact(HeldFact):
    """A fact of a list that has `total`; `weight` is how many documents put it where it stands."""

    weight: int
    total: int

    @property
    def position(self) -> dict[str, Any]:
        """The place of the list after this fact, for a cursor."""
        return {
            "after_weight": self.weight,
            "after_time": self.ingested_at.isoformat(),
            "after_id": str(self.fact_id),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Which facts: of one kind, with one of `entity_ids` at one of the ends `roles`.

    `other_ids`, where given, must have the object.
    """

    kind: str
    entity_ids: Collection[UUID] | None = None
    roles: tuple[str, ...] = ("subject",)
    other_ids: Collection[UUID] | None = None
    predicate: str | None = None


async def page(
    tx: Transaction, held: Held, pattern: Pattern, *, after: Mapping[str, Any] | None, most: int
) -> list[ListedFact]:
    """The first facts of a pattern, or those after a position; relations only, where it names nobody."""
    values = held.values() | {"predicate": pattern.predicate, "most": most, **_START, **(after or {})}
    if pattern.entity_ids is None:
        name = "lookups.relations" if held.believed_at is None else "lookups.relations_as_of"
        return await many(tx, name, ListedFact, **values)
    name = "lookups.facts_of" if held.believed_at is None else "lookups.facts_of_as_of"
    values |= {"kind": pattern.kind, "roles": list(pattern.roles), "entity_ids": list(pattern.entity_ids)}
    values["other_ids"] = None if pattern.other_ids is None else list(pattern.other_ids)
    return await many(tx, name, ListedFact, **values)


_START: Mapping[str, datetime | None] = {"after_weight": None, "after_time": None, "after_id": None}
