"""How many of the documents behind a fact are no copies of one another."""

from collections.abc import Iterable, Mapping
from typing import Protocol
from uuid import UUID

from remember.domain.copies import independent
from remember.store import copies
from remember.store.database import Transaction
from remember.store.held_facts import Held

MOST_COMPARED = 1_000
"""Documents of one fact that are compared; of a fact with more, the account says nothing."""


class Counted(Protocol):
    """A fact with the number of documents that speak for it."""

    @property
    def fact_id(self) -> UUID: ...

    @property
    def evidence_count(self) -> int: ...


async def independent_sources(tx: Transaction, held: Held, facts: Iterable[Counted]) -> dict[UUID, int]:
    """For each of these facts, its documents less those that repeat others."""
    counts = {fact.fact_id: fact.evidence_count for fact in facts if fact.evidence_count <= MOST_COMPARED}
    several = [fact_id for fact_id, count in counts.items() if count > 1]
    if not several:
        return counts
    return counts | {
        fact_id: independent(marks) for fact_id, marks in (await _marks(tx, held, several)).items()
    }


async def _marks(
    tx: Transaction, held: Held, fact_ids: list[UUID]
) -> Mapping[UUID, Mapping[UUID, set[object]]]:
    found: dict[UUID, dict[UUID, set[object]]] = {}
    for mark in await copies.marks(tx, held, fact_ids):
        own = found.setdefault(mark.fact_id, {}).setdefault(mark.doc_id, set())
        own |= {one for one in (mark.copy_group, mark.wording) if one is not None}
    return found
