"""Search a graph breadth first, level by level, and never further than a budget allows.

Traversals are generators: each yields a `Level` that it needs the edges of, takes what was `Seen` of them
(None where the time was up), and returns what it found. Whoever drives them reads a database, or a list:

    traversal = around(ana, hops=2)
    level = next(traversal)
    level = traversal.send(seen_at(level))  # until StopIteration, whose value is what was found
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import TypeVar
from uuid import UUID

Found = TypeVar("Found")


class Way(StrEnum):
    """Which edges are followed: all that touch a node, those from it, or those to it."""

    BOTH = "both"
    FROM = "from"
    TO = "to"


class Cut(StrEnum):
    """Which budget ended a traversal before it had seen everything."""

    EXPANSION = "expansion_budget"
    FRONTIER = "frontier_budget"
    TIME = "time_budget"
    DEPTH = "depth_budget"
    RESULT = "result_budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How far one traversal may go: `edges` it looks at, nodes it goes on from at once, and its time."""

    edges: int = 2_000
    frontier: int = 1_000
    milliseconds: int = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """What joins two nodes, and how. The edges of a level are followed in their order: the heaviest first."""

    edge_id: UUID
    subject_id: UUID
    object_id: UUID
    predicate: str
    weight: int = 0

    @property
    def order(self) -> tuple[int, UUID]:
        """Where it stands among others."""
        return -self.weight, self.edge_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An edge, and the node that it leads from."""

    edge: Edge
    origin_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node that was reached in `hops`, over `steps` from nodes one hop nearer; the start over none."""

    node_id: UUID
    hops: int
    steps: list[Step] = field(default_factory=list)

    @property
    def order(self) -> tuple[int, int, UUID]:
        """Where it stands among the nodes: the nearest first, then by the edge that led to it."""
        if not self.steps:
            return self.hops, 0, self.node_id
        return self.hops, *self.steps[0].edge.order


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What a traversal needs next: the first `most` edges of these nodes that are none of `known`."""

    node_ids: Sequence[UUID]
    way: Way
    known: Sequence[UUID]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The edges of a level, and whether those are all that there are."""

    edges: Sequence[Edge]
    is_all: bool = True


Traversal = Generator[Level, Seen | None, Found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """The edges from one node to another, in order, and the nodes that they pass, ends included."""

    edges: tuple[Edge, ...]
    node_ids: tuple[UUID, ...]


@dataclass(slots=True)
class _Spread:
    """All that was reached from a node so far, in the order of reaching; only the newest level grows."""

    start_id: UUID
    way: Way
    nodes: dict[UUID, Node] = field(default_factory=dict)
    edges: dict[UUID, Edge] = field(default_factory=dict)
    frontier: list[UUID] = field(default_factory=list)
    depth: int = 0

    def __post_init__(self) -> None:
        self.nodes[self.start_id] = Node(node_id=self.start_id, hops=0)
        self.frontier = [self.start_id]

    def grow(self, edges: Sequence[Edge], origins: Sequence[UUID]) -> None:
        """Follow the edges that touch the origins one hop further."""
        self.depth += 1
        self.frontier = []
        near = frozenset(origins)
        for edge in edges:
            self.edges[edge.edge_id] = edge
            for origin_id, node_id in self._ends(edge):
                if origin_id in near:
                    self._reach(node_id, Step(edge=edge, origin_id=origin_id))

    def _ends(self, edge: Edge) -> Iterator[tuple[UUID, UUID]]:
        if self.way is not Way.TO:
            yield edge.subject_id, edge.object_id
        if self.way is not Way.FROM:
            yield edge.object_id, edge.subject_id

    def _reach(self, node_id: UUID, step: Step) -> None:
        node = self.nodes.get(node_id)
        if node is None:
            node = self.nodes[node_id] = Node(node_id=node_id, hops=self.depth)
            self.frontier.append(node_id)
        if node.hops == self.depth:
            node.steps.append(step)

    def back(self, node_id: UUID) -> Iterator[tuple[Step, ...]]:
        """Every shortest way back to the start, as the steps that led to the node, the last one first."""
        if node_id == self.start_id:
            yield ()
        for step in self.nodes[node_id].steps:
            for rest in self.back(step.origin_id):
                yield (step, *rest)

    def ways(self) -> dict[UUID, int]:
        """How many shortest ways lead from the start to each node."""
        counts: dict[UUID, int] = {}
        for node in self.nodes.values():
            counts[node.node_id] = sum(counts[step.origin_id] for step in node.steps) if node.steps else 1
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """What is near a node: nodes in their order, the start first, and the edges that were followed.

    `cut` is the budget that ran out, if one did; then there may be more.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    cut: Cut | None = None

    def paths_to(self, node_ids: Iterable[UUID]) -> list[Path]:
        """For each of these nodes that were reached, the first of the shortest paths from the start."""
        by_id = {node.node_id: node for node in self.nodes}
        return [_path(self.nodes[0].node_id, _first_steps(by_id, node_id)) for node_id in node_ids]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The first shortest paths between two nodes, of the `total` that were found; all of one length.

    `cut` is the budget that ran out, if one did; then there may be other paths, and shorter ones only
    where it was the frontier's.
    """

    paths: tuple[Path, ...] = ()
    total: int = 0
    cut: Cut | None = None


def around(
    start_id: UUID, *, hops: int, way: Way = Way.BOTH, budget: Budget | None = None
) -> Traversal[Neighbourhood]:
    """The nodes within so many hops of a node."""
    budget = budget or Budget()
    spread, cut = _Spread(start_id, way), None
    while spread.frontier and spread.depth < hops and cut not in _ENDING:
        cut = (yield from _grow(spread, budget, len(spread.edges))) or cut
    return Neighbourhood(nodes=tuple(spread.nodes.values()), edges=tuple(spread.edges.values()), cut=cut)


def between(
    start_id: UUID,
    end_id: UUID,
    *,
    max_hops: int,
    most: int,
    way: Way = Way.BOTH,
    budget: Budget | None = None,
) -> Traversal[Paths]:
    """The shortest paths from one node to another one, found from both ends at once."""
    budget = budget or Budget()
    ahead, behind = _Spread(start_id, way), _Spread(end_id, _BACKWARDS[way])
    cut: Cut | None = None
    while not (ahead.nodes.keys() & behind.nodes.keys()) and cut not in _ENDING:
        if not (ahead.frontier and behind.frontier):
            break
        if ahead.depth + behind.depth == max_hops:
            cut = cut or Cut.DEPTH
            break
        spread = ahead if len(ahead.frontier) <= len(behind.frontier) else behind
        cut = (yield from _grow(spread, budget, len(ahead.edges) + len(behind.edges))) or cut
    return _joined(ahead, behind, most, cut)


_ENDING = (Cut.EXPANSION, Cut.TIME)
_BACKWARDS = {Way.BOTH: Way.BOTH, Way.FROM: Way.TO, Way.TO: Way.FROM}


def _grow(spread: _Spread, budget: Budget, used: int) -> Traversal[Cut | None]:
    """One level more, as far as the budget allows; which part of it ran out, if one did."""
    origins = spread.frontier[: budget.frontier]
    short = len(spread.frontier) > len(origins)
    known = tuple(spread.edges)
    seen = yield Level(node_ids=origins, way=spread.way, known=known, most=budget.edges - used)
    if seen is None:
        return Cut.TIME
    spread.grow(sorted(seen.edges, key=lambda edge: edge.order), origins)
    if not seen.is_all:
        return Cut.EXPANSION
    return Cut.FRONTIER if short else None


def _joined(ahead: _Spread, behind: _Spread, most: int, cut: Cut | None) -> Paths:
    """The paths through the nodes that both ends reached in the fewest hops together."""
    lengths = {
        node_id: node.hops + behind.nodes[node_id].hops
        for node_id, node in ahead.nodes.items()
        if node_id in behind.nodes
    }
    shortest = min(lengths.values(), default=0)
    meeting = [node_id for node_id, length in lengths.items() if length == shortest]
    there, onwards = ahead.ways(), behind.ways()
    total = sum(there[node_id] * onwards[node_id] for node_id in meeting)
    paths = (
        _path(ahead.start_id, [*reversed(back), *(_turned(step) for step in rest)])
        for node_id in meeting
        for back in ahead.back(node_id)
        for rest in behind.back(node_id)
    )
    found = tuple(islice(paths, most))
    return Paths(paths=found, total=total, cut=cut or (Cut.RESULT if total > len(found) else None))


def _first_steps(by_id: Mapping[UUID, Node], node_id: UUID) -> list[Step]:
    """The steps from the start to a node, each the first that reached where it leads."""
    steps: list[Step] = []
    while by_id[node_id].steps:
        steps.append(by_id[node_id].steps[0])
        node_id = steps[-1].origin_id
    return steps[::-1]


def _turned(step: Step) -> Step:
    """A step of the traversal from the other end, taken the other way round."""
    edge = step.edge
    reached_id = edge.object_id if edge.subject_id == step.origin_id else edge.subject_id
    return Step(edge=edge, origin_id=reached_id)


def _path(start_id: UUID, steps: Sequence[Step]) -> Path:
    ends = [
        step.edge.object_id if step.edge.subject_id == step.origin_id else step.edge.subject_id
        for step in steps
    ]
    return Path(edges=tuple(step.edge for step in steps), node_ids=(start_id, *ends))
