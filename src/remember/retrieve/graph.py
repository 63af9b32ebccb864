"""The graph of what is held true: who is near an entity, and over whom two of them are joined.

An edge is a relation that is held, holds for the time asked about and has support; both of its ends are
entities as they answer today. Over a range or a history it need hold only at some instant of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.graph import (
    Budget,
    Edge,
    Level,
    Neighbourhood,
    Node,
    Seen,
    Traversal,
    around,
    between,
)
from remember.domain.time import Current, Mode
from remember.errors import Incorrect
from remember.retrieve import account
from remember.retrieve.anchors import members_of
from remember.retrieve.moment import Moment, begin
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.traverse import (
    MOST_PATHS,
    Found,
    GraphPage,
    cut_short,
    graph_envelope,
    node_told,
    path_told,
    paths_page,
    traverse,
)
from remember.store import graph, held_facts, names
from remember.store.database import Transaction
from remember.store.held_facts import Held, HeldFact
from remember.wire import Envelope, GraphEdge, NegativeKind

_ALONE = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "no relation that is held joins this entity with another one",
    "ask about another time or without predicates, or what is noted of it: lookup_observations",
)
_APART = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "no relations that are held join these two entities",
    "ask about another time or without predicates",
)
_FOREIGN = account.negative(
    NegativeKind.BOUNDARY,
    "the continuation is none of this read, these arguments and this caller",
    "start again without one",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourhoodRequest:
    """Who is asked about, how many hops around them, and how many nodes a page has."""

    entity_id: UUID
    hops: int = 2
    predicates: tuple[str, ...] = ()
    mode: Mode = field(default_factory=Current)
    limit: int = 500
    include_paths: bool = False
    continuation: str | None = None
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathRequest:
    """Which two entities are to be joined, in how many hops at most."""

    from_entity_id: UUID
    to_entity_id: UUID
    max_hops: int = 4
    predicates: tuple[str, ...] = ()
    mode: Mode = field(default_factory=Current)
    budget: Budget = field(default_factory=Budget)


@dataclass(slots=True)
class _Relations:
    """The relations that one read looks at, with the names of the entities that it meets."""

    tx: Transaction
    held: Held
    predicates: Sequence[str]
    names: dict[UUID, str] = field(default_factory=dict)

    async def look(self, level: Level) -> Seen:
        """The edges of a level; none to an entity that the reader may not see."""
        return await self._look(level, graph.MOST_WEIGHED)

    async def look_hastily(self, level: Level) -> Seen:
        """The same of the oldest relations only: what a hub whose facts all changed since has time for."""
        return await self._look(level, graph.FEW_WEIGHED)

    async def _look(self, level: Level, weighed: int) -> Seen:
        seen = await graph.relations(self.tx, self.held, level, predicates=self.predicates, weighed=weighed)
        await self.meet({end for edge in seen.edges for end in (edge.subject_id, edge.object_id)})
        edges = [edge for edge in seen.edges if {edge.subject_id, edge.object_id} <= self.names.keys()]
        return Seen(edges=edges, is_all=seen.is_all)

    async def traverse(self, search: Traversal[Found], budget: Budget) -> Found:
        """What a search finds in these relations, within its time."""
        looks = {"look": self.look, "hasty": self.look_hastily}
        return await traverse(self.tx, search, milliseconds=budget.milliseconds, **looks)

    async def meet(self, entity_ids: Iterable[UUID]) -> None:
        """Learn what these entities are called."""
        if new := set(entity_ids) - self.names.keys():
            self.names |= await names.shown(self.tx, self.held.reader, new)

    async def told(self, edges: Iterable[Edge]) -> dict[UUID, GraphEdge]:
        """These edges with all that is held of each."""
        by_id = {edge.edge_id: edge for edge in edges}
        facts = await held_facts.confirm(self.tx, self.held, by_id) if by_id else {}
        return {fact_id: _edge(by_id[fact_id], fact) for fact_id, fact in facts.items()}


async def neighbourhood(context: Context, asked: NeighbourhoodRequest) -> Envelope:
    """The entities within some hops of one, the nearest first, and the relations on the way."""
    try:
        walk = _walk(context, asked)
    except Incorrect as wrong:
        if wrong.code != "cursor_malformed":
            raise
        return await _foreign(context, asked.mode)

    async def read(tx: Transaction, moment: Moment) -> GraphPage:
        relations = _Relations(tx, moment.held(context.reader), asked.predicates)
        if await members_of(tx, context.reader, [asked.entity_id]) is None:
            return GraphPage(negative=account.UNKNOWN_IDS)
        await relations.meet([asked.entity_id])
        search = around(asked.entity_id, hops=asked.hops, budget=asked.budget)
        found = await relations.traverse(search, asked.budget)
        return await _near(relations, found, asked, walk)

    return graph_envelope(context, walk, *await turn_page(context, walk, read))


async def path(context: Context, asked: PathRequest) -> Envelope:
    """The shortest paths over relations between two entities."""
    walk = walk_of(context, "graph_path", None, mode=asked.mode)

    async def read(tx: Transaction, moment: Moment) -> GraphPage:
        relations = _Relations(tx, moment.held(context.reader), asked.predicates)
        ends = asked.from_entity_id, asked.to_entity_id
        if await members_of(tx, context.reader, ends) is None:
            return GraphPage(negative=account.UNKNOWN_IDS)
        await relations.meet(ends)
        search = between(*ends, max_hops=asked.max_hops, most=MOST_PATHS, budget=asked.budget)
        found = await relations.traverse(search, asked.budget)
        return await paths_page(relations, found, _APART)

    return graph_envelope(context, walk, *await turn_page(context, walk, read))


def _walk(context: Context, asked: NeighbourhoodRequest) -> Walk:
    filters = {
        "entity": asked.entity_id,
        "hops": asked.hops,
        "predicates": asked.predicates,
        "limit": asked.limit,
        "paths": asked.include_paths,
    }
    return walk_of(context, "graph_neighborhood", asked.continuation, mode=asked.mode, filters=filters)


async def _foreign(context: Context, mode: Mode) -> Envelope:
    async with context.database.read() as tx:
        moment = await begin(tx, mode, most=1)
    return graph_envelope(context, Walk(purpose={}), moment, GraphPage(negative=_FOREIGN))


async def _near(
    relations: _Relations, found: Neighbourhood, asked: NeighbourhoodRequest, walk: Walk
) -> GraphPage:
    """A page of the nodes, each with the edges that join it with itself and with those before it."""
    if not found.edges:
        advice = "ask for fewer hops, or name predicates"
        missing = cut_short(found.cut, advice) if found.cut else _ALONE
        return GraphPage(cut=found.cut, negative=missing)
    left = [node for node in found.nodes if _is_left(node, walk.position)]
    shown = left[: asked.limit]
    edges = _edges_at(found, shown)
    paths = found.paths_to(node.node_id for node in shown if node.hops) if asked.include_paths else []
    told = await relations.told([*edges, *(edge for path in paths for edge in path.edges)])
    return GraphPage(
        nodes=[node_told(relations, node.node_id, node.hops) for node in shown],
        edges=[told[edge.edge_id] for edge in edges],
        paths=[path_told(relations, path, told) for path in paths],
        returned=len(shown),
        total=len(found.nodes),
        cut=found.cut,
        position=_place(shown[-1]) if len(left) > len(shown) else None,
    )


def _edges_at(found: Neighbourhood, shown: Sequence[Node]) -> list[Edge]:
    order = {node.node_id: place for place, node in enumerate(found.nodes)}
    later = {edge.edge_id: max(order[edge.subject_id], order[edge.object_id]) for edge in found.edges}
    places = {order[node.node_id] for node in shown}
    edges = [edge for edge in found.edges if later[edge.edge_id] in places]
    return sorted(edges, key=lambda edge: (later[edge.edge_id], edge.order))


def _is_left(node: Node, position: Mapping[str, Any] | None) -> bool:
    if position is None:
        return True
    hops, weight, item_id = position["at"]
    return node.order > (hops, weight, UUID(item_id))


def _place(node: Node) -> dict[str, Any]:
    """Short, since the contract bounds a continuation to 200 characters."""
    hops, weight, item_id = node.order
    return {"at": [hops, weight, item_id.hex]}


def _edge(edge: Edge, fact: HeldFact) -> GraphEdge:
    held = account.fact_of(fact, ())
    return GraphEdge(
        relation_id=edge.edge_id,
        subject_id=edge.subject_id,
        object_id=edge.object_id,
        predicate=edge.predicate,
        fact=held.label,
        evidence_count=held.evidence_count,
        support=held.support,
        **held.validity.model_dump(),
    )
