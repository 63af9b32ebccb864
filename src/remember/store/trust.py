"""How far the word of sources counts: every decision about it, of which the latest stands."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.documents import PrincipalKind
from remember.domain.scopes import Reader
from remember.domain.trust import Trust
from remember.store.assertions import Slot
from remember.store.database import Transaction, columns, many, none, one
from remember.store.search import seen_by

EVERY_REF = ""
"""In the place of a reference: every source of the kind that has no decision of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All sources of a kind in a scope, or one of them."""

    scope_id: UUID
    source_kind: str
    source_ref: str = EVERY_REF


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTrust:
    """A decision to keep."""

    decision_id: UUID
    trust: Trust
    reason: str
    decided_by_kind: PrincipalKind
    decided_by_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustDecision:
    """A decision that was made; `replaced_by` is the one that stands in its place."""

    decision_id: UUID
    source_kind: str
    source_ref: str | None
    trust: str
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: datetime
    replaced_by: UUID | None


async def decide(tx: Transaction, tenant_id: UUID, sources: Sources, new: NewTrust) -> datetime:
    """From now on these sources are trusted so far, whatever was decided of them before; when that is."""
    here = {"tenant_id": tenant_id, **columns(sources)}
    await none(tx, "trust.enter", tenant_id=tenant_id)
    await none(tx, "trust.replace", **here, decision_id=new.decision_id)
    return await one(tx, "trust.add", datetime, **here, **columns(new))


async def slots_said_by(tx: Transaction, tenant_id: UUID, sources: Sources) -> list[Slot]:
    """Where these sources have ever spoken, by subject."""
    return await many(tx, "trust.slots_said_by", Slot, tenant_id=tenant_id, **columns(sources))


async def documents_of(tx: Transaction, tenant_id: UUID, sources: Sources) -> int:
    """How many documents these sources have."""
    return await one(tx, "trust.documents_of", int, tenant_id=tenant_id, **columns(sources))


async def decisions(
    tx: Transaction, reader: Reader, *, before: tuple[datetime, UUID] | None, most: int
) -> list[TrustDecision]:
    """The latest decisions that the reader may see; `before` is the last one that they have seen."""
    place = {"decided_before": before and before[0], "before_id": before and before[1], "most": most}
    return await many(tx, "trust.decisions", TrustDecision, **seen_by(reader), **place)
