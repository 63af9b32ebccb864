"""One fact with all that it rests on, and how it came to be as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.facts import Stance
from remember.store.database import Transaction, many, maybe
from remember.store.held_facts import Held, HeldFact


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFact(HeldFact):
    """A fact as it was believed, or last believed. `holds`: its window covers the time asked about.

    `heard_at` is the instant of the links that it rests on; None is now.
    """

    heard_at: datetime | None
    holds: bool

    @property
    def is_ended(self) -> bool:
        """Whether what it rests on is only what it rested on last."""
        return self.invalidated_at is not None or self.support == "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLink:
    """A claim at its place among all that bear on a fact; `totals` has how many of each stance do."""

    claim_id: UUID
    stance: Stance
    counts: bool
    place: int
    totals: Mapping[Stance, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision about a fact, of `total`; `claim_id` is the claim that led to it, if it may be told."""

    adjudication_id: UUID
    related_fact_id: UUID | None
    claim_id: UUID | None
    outcome: str
    method: str
    features: dict[str, Any]
    decided_by: str
    decided_at: datetime
    total: int

    @property
    def position(self) -> dict[str, Any]:
        """The place of the history before this decision, for a cursor."""
        return {"before_time": self.decided_at.isoformat(), "before_id": str(self.adjudication_id)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Link:
    claim_id: UUID
    stance: str
    counts: bool
    place: int
    supporting: int
    contradicting: int


async def fact(tx: Transaction, held: Held, fact_id: UUID, kind: str | None = None) -> KnownFact | None:
    """A fact by its id, closed or not; None where it is unknown, of another kind, or not to be seen."""
    return await maybe(tx, "provenance.fact", KnownFact, **held.values(), fact_id=fact_id, kind=kind)


async def links(tx: Transaction, held: Held, known: KnownFact, *, after: int, most: int) -> list[PlacedLink]:
    """The claims that the fact rests on, those that speak for it first, after a place."""
    found = await many(
        tx,
        "provenance.links",
        _Link,
        **held.values(),
        fact_id=known.fact_id,
        heard_at=known.heard_at,
        ended=known.is_ended,
        after=after,
        most=most,
    )
    return [
        PlacedLink(
            claim_id=row.claim_id,
            stance=Stance(row.stance),
            counts=row.counts,
            place=row.place,
            totals={Stance.SUPPORTS: row.supporting, Stance.CONTRADICTS: row.contradicting},
        )
        for row in found
    ]


async def decisions(
    tx: Transaction, tenant_id: UUID, fact_id: UUID, *, before: Mapping[str, Any] | None, most: int
) -> list[Decision]:
    """The decisions about a fact, the latest first, before a position."""
    start = {"before_time": None, "before_id": None}
    values = {"tenant_id": tenant_id, "fact_id": fact_id, "most": most, **start, **(before or {})}
    return await many(tx, "provenance.decisions", Decision, **values)
