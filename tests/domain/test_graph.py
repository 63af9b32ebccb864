"""Traversals of small graphs, held against the plainest breadth-first search there is."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.graph import (
    Budget,
    Cut,
    Edge,
    Level,
    Neighbourhood,
    Path,
    Paths,
    Seen,
    Traversal,
    Way,
    around,
    between,
)

T = TypeVar("T")
NODES = [UUID(int=number) for number in range(1, 9)]
WIDE = Budget()


def edge(number: int, subject: int, object_: int, weight: int = 1) -> Edge:
    return Edge(
        edge_id=UUID(int=100 + number),
        subject_id=NODES[subject],
        object_id=NODES[object_],
        predicate="knows",
        weight=weight,
    )


@st.composite
def graphs(draw: st.DrawFn) -> list[Edge]:
    ends = st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 3))
    drawn = draw(st.lists(ends, max_size=14))
    return [edge(number, *one) for number, one in enumerate(drawn)]


ways = st.sampled_from([Way.BOTH, Way.FROM])


def touches(one: Edge, node_id: UUID, way: Way) -> bool:
    return (way is not Way.TO and one.subject_id == node_id) or (
        way is not Way.FROM and one.object_id == node_id
    )


def seen_at(graph: Sequence[Edge], level: Level) -> Seen:
    """What a database answers: the first edges of a level by their order, and whether there are more."""
    found = [
        one
        for one in graph
        if one.edge_id not in level.known
        and any(touches(one, node_id, level.way) for node_id in level.node_ids)
    ]
    first = sorted(found, key=lambda one: one.order)[: level.most]
    return Seen(edges=first, is_all=len(first) == len(found))


def run_over(traversal: Traversal[T], answer: Callable[[Level], Seen | None]) -> T:
    try:
        level = next(traversal)
        while True:
            level = traversal.send(answer(level))
    except StopIteration as end:
        found: T = end.value
        return found


def near(graph: Sequence[Edge], start: UUID, hops: int, way: Way, budget: Budget = WIDE) -> Neighbourhood:
    return run_over(around(start, hops=hops, way=way, budget=budget), lambda level: seen_at(graph, level))


def paths(graph: Sequence[Edge], start: UUID, end: UUID, max_hops: int, way: Way = Way.BOTH) -> Paths:
    traversal = between(start, end, max_hops=max_hops, most=10_000, way=way)
    return run_over(traversal, lambda level: seen_at(graph, level))


def neighbours(graph: Sequence[Edge], node_id: UUID, way: Way) -> list[tuple[Edge, UUID]]:
    ahead = [(one, one.object_id) for one in graph if one.subject_id == node_id]
    back = [(one, one.subject_id) for one in graph if one.object_id == node_id and way is Way.BOTH]
    return ahead + back


def distances(graph: Sequence[Edge], start: UUID, way: Way) -> dict[UUID, int]:
    found, queue = {start: 0}, [start]
    for node_id in queue:
        for _, other in neighbours(graph, node_id, way):
            if other not in found:
                found[other] = found[node_id] + 1
                queue.append(other)
    return found


def every_path(graph: Sequence[Edge], start: UUID, end: UUID, length: int, way: Way) -> set[Path]:
    """All ways of exactly this length, by trying every edge everywhere."""
    ways_there = [Path(edges=(), node_ids=(start,))]
    for _ in range(length):
        ways_there = [
            Path(edges=(*one.edges, further), node_ids=(*one.node_ids, other))
            for one in ways_there
            for further, other in neighbours(graph, one.node_ids[-1], way)
        ]
    return {one for one in ways_there if one.node_ids[-1] == end}


@given(graphs(), ways, st.integers(1, 4))
def test_a_neighbourhood_is_who_a_plain_search_reaches_and_the_edges_on_the_way(
    graph: list[Edge], way: Way, hops: int
) -> None:
    found = near(graph, NODES[0], hops, way)
    far = distances(graph, NODES[0], way)
    assert {node.node_id: node.hops for node in found.nodes} == {
        node_id: distance for node_id, distance in far.items() if distance <= hops
    }
    inner = [node_id for node_id, distance in far.items() if distance < hops]
    assert set(found.edges) == {one for one in graph if any(touches(one, node_id, way) for node_id in inner)}
    assert len(found.edges) == len(set(found.edges))
    assert found.cut is None
    orders = [node.order for node in found.nodes]
    assert orders == sorted(set(orders))


@given(graphs(), ways, st.integers(1, 4))
def test_each_node_has_a_shortest_path_of_its_neighbourhood(graph: list[Edge], way: Way, hops: int) -> None:
    found = near(graph, NODES[0], hops, way)
    for node, path in zip(found.nodes, found.paths_to(node.node_id for node in found.nodes), strict=True):
        assert path in every_path(graph, NODES[0], node.node_id, node.hops, way)


@given(graphs(), ways, st.integers(1, 6))
def test_paths_are_all_shortest_ones_or_the_depth_is_blamed(
    graph: list[Edge], way: Way, max_hops: int
) -> None:
    start, end = NODES[0], NODES[1]
    found = paths(graph, start, end, max_hops, way)
    distance = distances(graph, start, way).get(end)
    if distance is None:
        assert (found.paths, found.total) == ((), 0)
        assert found.cut in (None, Cut.DEPTH)
    elif distance > max_hops:
        assert found == Paths(cut=Cut.DEPTH)
    else:
        assert set(found.paths) == every_path(graph, start, end, distance, way)
        assert len(found.paths) == len(set(found.paths)) == found.total
        assert found.cut is None


@given(graphs(), ways)
def test_where_no_path_is_and_the_walk_may_go_far_enough_no_budget_is_blamed(
    graph: list[Edge], way: Way
) -> None:
    found = paths(graph, NODES[0], NODES[1], 2 * len(NODES), way)
    if NODES[1] not in distances(graph, NODES[0], way):
        assert found == Paths()


@given(graphs(), st.integers(0, 6), st.integers(1, 3), st.integers(1, 4))
def test_a_budget_is_kept_and_said_whenever_it_took_something_away(
    graph: list[Edge], edges: int, frontier: int, hops: int
) -> None:
    budget = Budget(edges=edges, frontier=frontier)
    asked: list[Level] = []

    def answer(level: Level) -> Seen:
        asked.append(level)
        return seen_at(graph, level)

    found = run_over(around(NODES[0], hops=hops, budget=budget), answer)
    whole = near(graph, NODES[0], hops, Way.BOTH)
    assert len(found.edges) <= edges
    assert all(len(level.node_ids) <= frontier for level in asked)
    assert (found.cut is None) == (found == whole)
    assert set(found.edges) <= set(whole.edges)
    far = distances(graph, NODES[0], Way.BOTH)
    assert all(node.hops >= far[node.node_id] for node in found.nodes)


def test_a_walk_whose_time_is_up_gives_what_it_had() -> None:
    graph = [edge(0, 0, 1), edge(1, 1, 2)]
    answers = iter([Seen(edges=graph[:1]), None])
    found = run_over(around(NODES[0], hops=3), lambda _: next(answers))
    assert [node.node_id for node in found.nodes] == NODES[:2]
    assert found.cut is Cut.TIME
    assert run_over(between(NODES[0], NODES[2], max_hops=3, most=10), lambda _: None) == Paths(cut=Cut.TIME)


def test_parallel_edges_are_paths_of_their_own_the_heaviest_first() -> None:
    graph = [edge(0, 0, 1, weight=1), edge(1, 1, 0, weight=3), edge(2, 0, 0)]
    found = paths(graph, NODES[0], NODES[1], 2)
    assert [path.edges for path in found.paths] == [(graph[1],), (graph[0],)]
    assert [path.node_ids for path in found.paths] == [(NODES[0], NODES[1])] * 2


def test_of_more_paths_than_are_wanted_the_first_come_and_all_are_counted() -> None:
    graph = [edge(n, 0, 1) for n in range(4)] + [edge(10 + n, 1, 2) for n in range(4)]
    traversal = between(NODES[0], NODES[2], max_hops=4, most=10)
    found = run_over(traversal, lambda level: seen_at(graph, level))
    assert (len(found.paths), found.total, found.cut) == (10, 16, Cut.RESULT)
    for path in found.paths:
        assert [one.subject_id for one in path.edges] == NODES[:2]
        assert all(before.object_id == after.subject_id for before, after in pairwise(path.edges))
