"""The edges of a level of a graph, and the time that looking for them may take."""

from collections.abc import Awaitable, Collection

import psycopg

from remember.domain.graph import Edge, Level, Seen
from remember.store.database import Transaction, many, none
from remember.store.held_facts import Held
from remember.store.search import MOST_MILLISECONDS


async def relations(tx: Transaction, held: Held, level: Level, *, predicates: Collection[str] | None) -> Seen:
    """The relations at these entities, best supported first; of these predicates, where some are given."""
    name = "graph.relations" if held.believed_at is None else "graph.relations_as_of"
    found = await many(
        tx,
        name,
        Edge,
        **held.values(),
        node_ids=list(level.node_ids),
        known=list(level.known),
        predicates=list(predicates) if predicates else None,
        most=level.most + 1,
    )
    return Seen(edges=found[: level.most], is_all=len(found) <= level.most)


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
