"""What is heard in some slots: what current claims assert, less what was taken back or only supposed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from remember.domain.keys import fact_key
from remember.domain.moves import counted
from remember.domain.retracting import Retracted, is_refuted
from remember.domain.ruling import Ruling, same_values
from remember.store import assertions, retractions, rulings
from remember.store.assertions import HeardAssertion, Slot
from remember.store.database import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """Assertions as they are folded, with what persons took back and models ruled, by slot."""

    assertions: Sequence[HeardAssertion]
    retracted: Mapping[UUID, Retracted]
    rulings: Mapping[UUID, Sequence[Ruling]]


async def with_moves(tx: Transaction, tenant_id: UUID, slots: Sequence[Slot]) -> list[Slot]:
    """These slots, and those that depend on them: where moves of the same subjects are supposed."""
    beside = await assertions.of_moves_beside(tx, tenant_id, [slot.slot_key for slot in slots])
    return list(dict.fromkeys([*slots, *beside]))


async def hear(
    tx: Transaction, tenant_id: UUID, slots: Sequence[Slot], *, without: Collection[UUID] = ()
) -> Hearing:
    """What current claims say in these slots, which must be all that depend on each other (`with_moves`).

    `without`: claims that are not heard.
    """
    keys = [slot.slot_key for slot in slots]
    said = await assertions.in_slots(tx, tenant_id, keys)
    retracted = await retractions.in_slots(tx, tenant_id, keys)
    made = await rulings.in_slots(tx, tenant_id, keys)
    silent = frozenset(without)
    left = [row for row in said if row.claim_id not in silent and not _is_taken_back(row, retracted)]
    return Hearing(assertions=_ruled(_told(left), made), retracted=retracted, rulings=made)


def _is_taken_back(row: HeardAssertion, retracted: Mapping[UUID, Retracted]) -> bool:
    """Whether a person took it back, which is known by its own words."""
    return row.slot_key in retracted and is_refuted(row.testimony(), retracted[row.slot_key])


def _told(said: Sequence[HeardAssertion]) -> list[HeardAssertion]:
    """Without what moves only suppose and nothing tells."""
    if all(row.supposed is None for row in said):
        return list(said)
    counts = counted(row.bearing() for row in said)
    return [row for row in said if row.supposed is None or (row.claim_id, row.ordinal) in counts]


def _ruled(heard: Iterable[HeardAssertion], made: Mapping[UUID, Sequence[Ruling]]) -> list[HeardAssertion]:
    """Assertions with one value in the place of all that were ruled to say the same."""
    stands_for = {slot_key: same_values(rulings) for slot_key, rulings in made.items()}
    return [_standing(row, stands_for.get(row.slot_key, {}).get(row.value_key)) for row in heard]


def _standing(row: HeardAssertion, value: str | None) -> HeardAssertion:
    if value is None or value == row.value_key or row.testimony().is_event:
        return row
    key = fact_key(row.scope_id, row.subject_key, row.predicate, value, positive=row.polarity)
    return replace(row, value_key=value, fact_key=key)
