"""Drive a traversal over a database, in one snapshot, and tell what it found and what a budget took away."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol, TypeVar
from uuid import UUID

from remember.context import Context
from remember.domain.graph import Cut, Edge, Level, Path, Paths, Seen, Traversal
from remember.retrieve import account
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk
from remember.retrieve.refusal import UNSETTLED
from remember.store import graph
from remember.store.database import Transaction
from remember.wire import Envelope, Grain, GraphEdge, GraphNode, GraphPath, Negative, NegativeKind, Truncation

MOST_PATHS = 10
"""Paths that are shown of those that are equally short."""

Found = TypeVar("Found")
Look = Callable[[Level], Awaitable[Seen]]


async def traverse(
    tx: Transaction,
    traversal: Traversal[Found],
    look: Look,
    *,
    milliseconds: int,
    hasty: Look | None = None,
) -> Found:
    """What a traversal finds; `look` gives the edges of a level, and ends with the time that it has.

    Where there is a `hasty` look that weighs less, the other has half of the time left, and this the rest.
    """
    until = monotonic() + milliseconds / 1000
    looks = [(look, 1.0)] if hasty is None else [(look, 0.5), (hasty, 1.0)]
    try:
        level = next(traversal)
        while True:
            level = traversal.send(await _looked(tx, looks, level, until))
    except StopIteration as end:
        found: Found = end.value
        return found


async def _looked(
    tx: Transaction, looks: Sequence[tuple[Look, float]], level: Level, until: float
) -> Seen | None:
    for look, share in looks:
        left = int((until - monotonic()) * 1000 * share)
        if left > 0 and (seen := await graph.in_time(tx, left, look(level))):
            return seen
    return None


_ENDED = {
    Cut.EXPANSION: "more edges lie on the way than one read looks at",
    Cut.FRONTIER: "more nodes lie on the way than one read goes on from",
    Cut.TIME: "the time of one read ran out on the way",
    Cut.DEPTH: "nothing was found within so many hops, and there is more beyond them",
}


def cut_short(cut: Cut, advice: str) -> Negative:
    """The negative of a traversal that found nothing before a budget ended it."""
    return account.negative(NegativeKind.BOUNDARY, f"{_ENDED[cut]} ({cut.value})", advice)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPage:
    """Nodes, edges and paths as they are told, of the `total` that there are of what is counted."""

    nodes: Sequence[GraphNode] = ()
    edges: Sequence[GraphEdge] = ()
    paths: Sequence[GraphPath] = ()
    returned: int = 0
    total: int = 0
    cut: Cut | None = None
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


class Known(Protocol):
    """What one read knows of the graph that it looks at: what its nodes are called, and each edge in full."""

    names: dict[UUID, str]

    async def told(self, edges: Iterable[Edge]) -> Mapping[UUID, GraphEdge]:
        """These edges, by id."""
        ...


async def paths_page(known: Known, found: Paths, apart: Negative) -> GraphPage:
    """Paths as they are told; `apart` is the negative where none is there."""
    if not found.paths:
        negative = (
            cut_short(found.cut, "ask for more hops, or look near each of them") if found.cut else apart
        )
        return GraphPage(cut=found.cut, negative=negative)
    told = await known.told(edge for path in found.paths for edge in path.edges)
    paths = [path_told(known, path, told) for path in found.paths]
    nodes = {node.entity_id: node for path in paths for node in path.nodes}
    edges = {edge.relation_id: edge for path in paths for edge in path.edges}
    return GraphPage(
        nodes=sorted(nodes.values(), key=lambda node: node.hops),
        edges=list(edges.values()),
        paths=paths,
        returned=len(paths),
        total=found.total,
        cut=found.cut,
    )


def node_told(known: Known, entity_id: UUID, hops: int) -> GraphNode:
    """A node, so many hops away."""
    return GraphNode(entity_id=entity_id, name=known.names[entity_id], hops=hops)


def path_told(known: Known, path: Path, told: Mapping[UUID, GraphEdge]) -> GraphPath:
    """A path, whole."""
    return GraphPath(
        length=len(path.edges),
        nodes=tuple(node_told(known, entity_id, hops) for hops, entity_id in enumerate(path.node_ids)),
        edges=tuple(told[edge.edge_id] for edge in path.edges),
    )


def graph_envelope(context: Context, walk: Walk, moment: Moment, page: GraphPage | None) -> Envelope:
    """A page of a graph with the account of what it is; None where belief is not settled yet."""
    page = page or GraphPage(negative=UNSETTLED)
    more = page.position is not None
    cut = page.cut or (Cut.RESULT if more else None)
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        nodes=tuple(page.nodes),
        edges=tuple(page.edges),
        paths=tuple(page.paths),
        freshness=account.freshness_of(moment.read_at),
        truncation=Truncation(
            truncated=cut is not None,
            returned=page.returned,
            estimated_total=page.total,
            total_is_exact=cut in (None, Cut.RESULT),
            continuation=walk.continuation(context, moment, page.position),
            reason=cut.value if cut else None,
        ),
        negative=page.negative,
    )
