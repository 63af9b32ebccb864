"""Contradictions: the sides of one beside each fact of an answer, and all of them by themselves."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.retrieve.account import SIDES_INLINE, fact_of
from remember.retrieve.moment import Moment
from remember.retrieve.paging import walk_of
from remember.store import held_facts
from remember.store.database import Transaction
from remember.store.held_facts import Held, HeldFact, Side
from remember.wire import FactResult


async def sides_of(tx: Transaction, held: Held, facts: Sequence[HeldFact]) -> list[Side]:
    """Of each group that one of these facts is in, as many sides as an answer gives."""
    groups = {fact.contradiction_group for fact in facts if fact.contradiction_group}
    return await held_facts.sides(tx, held, groups, most=SIDES_INLINE + 1) if groups else []


def told_of(context: Context, moment: Moment, fact: HeldFact, sides: Sequence[Side]) -> FactResult:
    """A fact with the other sides of its contradiction, and where to go on if there are more of them."""
    mine = [side for side in sides if side.contradiction_group == fact.contradiction_group]
    told = fact_of(fact, mine)
    shown = told.contradiction
    if shown is None or shown.returned == shown.total:
        return told
    last = shown.co_members[-1]
    position = {
        "after_weight": last.evidence_count,
        "after_time": last.validity.ingested_at.isoformat(),
        "after_id": str(last.fact_id),
    }
    walk = walk_of(context, *walked(shown.group_id, None), mode=moment.mode)
    continued = shown.model_copy(update={"continuation": walk.continuation(context, moment, position)})
    return told.model_copy(update={"contradiction": continued})


def walked(group_id: UUID, continuation: str | None) -> tuple[Any, ...]:
    """What names the walk through the sides of a group, wherever it began."""
    return f"show_contradiction {group_id}", continuation
