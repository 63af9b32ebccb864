"""The edges of a level of a graph, and the time that looking for them may take."""

from collections.abc import Awaitable, Collection
from dataclasses import dataclass
from uuid import UUID

import psycopg

from remember.domain.graph import Edge, Level, Seen
from remember.store.database import Transaction, many, none
from remember.store.held_facts import Held
from remember.store.search import MOST_MILLISECONDS

MOST_WEIGHED = 20_000
"""Relations of a level among which the best supported are looked for; of more, only the oldest."""

FEW_WEIGHED = 1_000
"""The same where there is no time for so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    edge_id: UUID | None
    subject_id: UUID
    object_id: UUID
    predicate: str
    weight: int
    is_all: bool


async def relations(
    tx: Transaction,
    held: Held,
    level: Level,
    *,
    predicates: Collection[str] | None,
    weighed: int = MOST_WEIGHED,
) -> Seen:
    """The relations at these entities, best supported first; of these predicates, where some are given."""
    name = "graph.relations" if held.believed_at is None else "graph.relations_as_of"
    found = await many(
        tx,
        name,
        _Row,
        **held.values(),
        node_ids=list(level.node_ids),
        known=list(level.known),
        predicates=list(predicates) if predicates else None,
        weighed=weighed,
        most=level.most + 1,
    )
    edges = [
        Edge(
            edge_id=row.edge_id,
            subject_id=row.subject_id,
            object_id=row.object_id,
            predicate=row.predicate,
            weight=row.weight,
        )
        for row in found
        if row.edge_id is not None
    ]
    return Seen(edges=edges[: level.most], is_all=found[0].is_all and len(edges) <= level.most)


async def in_time(tx: Transaction, milliseconds: int, look: Awaitable[Seen]) -> Seen | None:
    """What a look at a level gives, or None where it took longer; the transaction goes on either way."""
    try:
        async with tx.transaction():
            await _allow(tx, milliseconds)
            seen = await look
            await _allow(tx, MOST_MILLISECONDS)
            return seen
    except psycopg.errors.QueryCanceled:
        return None


async def _allow(tx: Transaction, milliseconds: int) -> None:
    await none(tx, "graph.allow", milliseconds=milliseconds)
