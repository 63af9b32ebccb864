"""The sides of contradictions, for the facts of an answer."""

from collections.abc import Sequence

from remember.retrieve.account import SIDES_INLINE
from remember.store import held_facts
from remember.store.database import Transaction
from remember.store.held_facts import Held, HeldFact, Side


async def sides_of(tx: Transaction, held: Held, facts: Sequence[HeldFact]) -> list[Side]:
    """Of each group that one of these facts is in, as many sides as an answer gives."""
    groups = {fact.contradiction_group for fact in facts if fact.contradiction_group}
    return await held_facts.sides(tx, held, groups, most=SIDES_INLINE + 1) if groups else []


def group_of(sides: Sequence[Side], fact: HeldFact) -> list[Side]:
    """The sides of the group that this fact is in; none where it is in no group."""
    if fact.contradiction_group is None:
        return []
    return [side for side in sides if side.contradiction_group == fact.contradiction_group]
