"""How much there is, and how much is still to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.store.database import Transaction, one


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Numbers of a tenant, as a reader of some scopes may know them."""

    documents: int
    claims: int
    facts: int
    entities: int
    waiting: int
    running: int
    parked: int
    dead: int


async def counts(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID]) -> Counts:
    """What there is now; reads whole tables, so it is for people and not for programs in a loop."""
    return await one(tx, "status.counts", Counts, tenant_id=tenant_id, scope_ids=list(scope_ids))
