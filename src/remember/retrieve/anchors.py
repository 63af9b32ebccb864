"""Anchors: the entities that a question is about, and who stands near them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.domain.scopes import Reader
from remember.domain.time import History, Overlap
from remember.retrieve.reading import Reading
from remember.store import held_facts, names
from remember.store.database import Transaction
from remember.store.names import Member

MOST_ENTITIES = 20
"""Anchors and neighbours together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """`hops`: how far each entity is from the anchors, which are at 0; `members` includes those absorbed."""

    hops: dict[UUID, int]
    members: Sequence[Member]


async def members_of(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> list[Member] | None:
    """All that answer as one of these entities; None unless every one of them can be seen as it stands."""
    found = await names.members(tx, reader, entity_ids)
    return found if {member.survivor_id for member in found} == set(entity_ids) else None


async def neighbourhood(
    reading: Reading, anchors: Sequence[Member], *, hops: int, predicate: str | None
) -> Neighbourhood:
    """The anchors and who is reached from them over relations of the time asked about.

    A range or a history has no one graph, so there the anchors stay alone.
    """
    distance = {member.survivor_id: 0 for member in anchors}
    members = list(anchors)
    frontier = [member.entity_id for member in anchors]
    if isinstance(reading.moment.mode, Overlap | History):
        hops = 0
    for hop in range(1, hops + 1):
        reached = await _step(reading, frontier, distance, predicate)
        distance |= {member.survivor_id: hop for member in reached}
        members += reached
        frontier = [member.entity_id for member in reached]
    return Neighbourhood(hops=distance, members=members)


async def _step(
    reading: Reading, frontier: Sequence[UUID], known: Collection[UUID], predicate: str | None
) -> list[Member]:
    room = MOST_ENTITIES - len(known)
    if not frontier or room <= 0:
        return []
    held = reading.moment.held(reading.reader)
    # Those already known come back too, so as many more are asked for.
    ends = await held_facts.neighbours(
        reading.tx, held, frontier, predicate=predicate, most=room + len(known)
    )
    new = [end for end in ends if end not in known][:room]
    return await names.members(reading.tx, reading.reader, new)
