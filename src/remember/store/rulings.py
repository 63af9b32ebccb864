"""Rulings: whether two values of one slot, which no rule can compare, say the same."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from remember.domain.ruling import Ruling
from remember.store.database import Transaction, columns, many, none_each


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    slot_key: UUID
    one_value: str
    other_value: str
    are_same: bool


async def add(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, rulings: Iterable[tuple[UUID, Ruling]], *, judged_by: str
) -> None:
    """Keep rulings about the values of slots; one that was made before stays."""
    here = {"tenant_id": tenant_id, "doc_id": doc_id, "judged_by": judged_by}
    rows = (here | {"slot_key": slot_key} | columns(ruling) for slot_key, ruling in rulings)
    await none_each(tx, "rulings.add", rows)


async def in_slots(tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]) -> dict[UUID, list[Ruling]]:
    """What was ruled in some slots."""
    rows = await many(tx, "rulings.in_slots", _Stored, tenant_id=tenant_id, slot_keys=list(slot_keys))
    found: dict[UUID, list[Ruling]] = {}
    for row in rows:
        ruling = Ruling(one_value=row.one_value, other_value=row.other_value, are_same=row.are_same)
        found.setdefault(row.slot_key, []).append(ruling)
    return found
