"""The graph of what is held: who is near whom, over which paths, at which time, and which kind of no."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember import wiring
from remember.domain.graph import Budget, Cut, Level, Seen, Way, around
from remember.domain.time import Current
from remember.errors import Incorrect
from remember.operations.registry import call
from remember.retrieve import graph
from remember.retrieve.graph import NeighbourhoodRequest, PathRequest
from remember.retrieve.moment import begin
from remember.retrieve.traverse import traverse
from remember.store.graph import relations
from remember.wire import Envelope, GraphPath, NegativeKind, Truncation
from remember.worker import working
from tests.retrieve.build import Memory
from tests.stories.telling import Told

Row = dict[str, Any]
MAY, JUNE, JULY = [datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7)]


@pytest.fixture
async def told(opened: wiring.Memory) -> AsyncIterator[Told]:
    """A memory whose jobs are done as they come, to be told structured facts."""
    async with working(opened):
        yield Told(opened)


def knows(one: str, other: str, **more: Any) -> Row:
    return {"subject": one, "predicate": "knows", "object": other, **more}


def chain(*names: str) -> list[Row]:
    return [knows(one, other) for one, other in pairwise(names)]


async def who(told: Told, name: str) -> UUID:
    found: Envelope = await told.call("resolve_entity", name=name)
    (only,) = found.entities
    return only.entity_id


async def near(told: Told, name: str, **more: Any) -> Envelope:
    found: Envelope = await told.call("graph_neighborhood", entity_id=str(await who(told, name)), **more)
    return found


async def joined(told: Told, one: str, other: str, **more: Any) -> Envelope:
    ends = {"from_entity_id": str(await who(told, one)), "to_entity_id": str(await who(told, other))}
    found: Envelope = await told.call("graph_path", **ends, **more)
    return found


def hops(found: Envelope) -> dict[str, int]:
    return {node.name: node.hops for node in found.nodes}


def facts(found: Envelope) -> list[str | None]:
    return [edge.fact for edge in found.edges]


def stops(path: GraphPath) -> str:
    return " - ".join(node.name for node in path.nodes)


def kind_of_no(found: Envelope) -> str | None:
    return found.negative and found.negative.kind.value


async def test_whoever_is_within_so_many_hops_comes_with_the_relations_on_the_way(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo", "Dag"), knows("Bo", "Ana"))
    found = await near(told, "Ana", hops=2)
    assert hops(found) == {"Ana": 0, "Bo": 1, "Cleo": 2}
    assert sorted(map(str, facts(found))) == ["Ana knows Bo", "Bo knows Ana", "Bo knows Cleo"]
    assert found.truncation == Truncation(truncated=False, returned=3, estimated_total=3)
    assert (found.grain, found.paths, found.facts, found.negative) == ("fact", (), (), None)
    assert hops(await near(told, "Ana", hops=1)) == {"Ana": 0, "Bo": 1}
    assert hops(await near(told, "Dag", hops=4)) == {"Dag": 0, "Cleo": 1, "Bo": 2, "Ana": 3}


async def test_an_edge_tells_all_that_is_held_of_its_relation(told: Told) -> None:
    row = {"subject": "Ana", "predicate": "works_on", "object": "Tern", "valid_from": "2026-05-01"}
    await told.tell_rows("one", row)
    await told.tell_rows("two", row)
    (edge,) = (await near(told, "Ana")).edges
    (fact,) = (await told.call("lookup_relations")).facts
    assert edge.model_dump() == {
        "relation_id": fact.fact_id,
        "subject_id": await who(told, "Ana"),
        "object_id": await who(told, "Tern"),
        "predicate": "works_on",
        "fact": "Ana works on Tern",
        "evidence_count": 2,
        "valid_from": MAY,
        "valid_until": None,
        "valid_precision": "open",
        "ingested_at": fact.validity.ingested_at,
        "invalidated_at": None,
        "support": "current",
    }


async def test_undated_relations_are_edges_and_ended_or_coming_ones_are_not(told: Told) -> None:
    ended = {"valid_from": "2020-01-01", "valid_until": "2021-01-01"}
    await told.tell_rows(
        "crew",
        knows("Ana", "Bo"),
        knows("Ana", "Cleo", **ended),
        knows("Ana", "Dag", valid_from="2090-01-01"),
    )
    assert hops(await near(told, "Ana")) == {"Ana": 0, "Bo": 1}
    then = await near(told, "Ana", time={"mode": "at", "at": "2020-06-01T00:00:00Z"})
    assert hops(then) == {"Ana": 0, "Bo": 1, "Cleo": 1}
    ever = await near(told, "Ana", time={"mode": "history"})
    assert hops(ever) == {"Ana": 0, "Bo": 1, "Cleo": 1}
    until = {"mode": "overlap", "from": "2089-01-01T00:00:00Z", "to": "2091-01-01T00:00:00Z"}
    assert hops(await near(told, "Ana", time=until)) == {"Ana": 0, "Bo": 1, "Dag": 1}


async def test_only_relations_of_the_predicates_named_are_followed(told: Told) -> None:
    await told.tell_rows(
        "crew",
        *chain("Ana", "Bo", "Cleo"),
        {"subject": "Bo", "predicate": "uses", "object": "winch"},
    )
    assert hops(await near(told, "Ana", predicates=["knows"])) == {"Ana": 0, "Bo": 1, "Cleo": 2}
    both = await near(told, "Ana", predicates=["knows", "uses"])
    assert hops(both) == {"Ana": 0, "Bo": 1, "Cleo": 2, "winch": 2}
    assert kind_of_no(await near(told, "Ana", predicates=["uses"])) == "known_empty"
    assert kind_of_no(await joined(told, "Ana", "winch", predicates=["knows"])) == "known_empty"
    (path,) = (await joined(told, "Ana", "winch", predicates=["uses", "knows"])).paths
    assert stops(path) == "Ana - Bo - winch"


async def test_loops_cycles_and_parallel_relations_are_each_told_once(told: Told) -> None:
    ring = chain("Ana", "Bo", "Cleo", "Ana")
    parallel = {"subject": "Ana", "predicate": "reports_to", "object": "Bo"}
    await told.tell_rows("crew", *ring, parallel, knows("Ana", "Ana"))
    found = await near(told, "Ana", hops=4)
    assert hops(found) == {"Ana": 0, "Bo": 1, "Cleo": 1}
    assert len(found.edges) == len({edge.relation_id for edge in found.edges})
    assert set(facts(found)) >= {"Ana knows Bo", "Bo knows Cleo", "Cleo knows Ana", "Ana reports to Bo"}
    paths = (await joined(told, "Ana", "Bo")).paths
    assert sorted((path.length, path.edges[0].predicate) for path in paths) == [
        (1, "knows"),
        (1, "reports_to"),
    ]


async def test_paths_are_the_shortest_and_whole(told: Told) -> None:
    await told.tell_rows(
        "crew", *chain("Ana", "Bo", "Dag"), *chain("Ana", "Cleo", "Dag"), *chain("Ana", "Eli", "Finn", "Dag")
    )
    found = await joined(told, "Ana", "Dag")
    assert sorted(stops(path) for path in found.paths) == ["Ana - Bo - Dag", "Ana - Cleo - Dag"]
    assert {path.length for path in found.paths} == {2}
    for path in found.paths:
        assert [node.hops for node in path.nodes] == [0, 1, 2]
        for (one, other), edge in zip(pairwise(path.nodes), path.edges, strict=True):
            assert {edge.subject_id, edge.object_id} == {one.entity_id, other.entity_id}
    assert hops(found) == {"Ana": 0, "Bo": 1, "Cleo": 1, "Dag": 2}
    assert len(found.edges) == 4
    assert found.truncation == Truncation(truncated=False, returned=2, estimated_total=2)
    back = await joined(told, "Dag", "Ana")
    assert sorted(stops(path) for path in back.paths) == ["Dag - Bo - Ana", "Dag - Cleo - Ana"]


async def test_of_more_than_ten_paths_ten_come_and_all_are_counted(told: Told) -> None:
    middle = [f"Hand {letter}" for letter in "ABCDEFGHIJKLM"]
    await told.tell_rows("crew", *(row for name in middle for row in chain("Ana", name, "Bo")))
    found = await joined(told, "Ana", "Bo")
    assert len(found.paths) == 10
    assert found.truncation == Truncation(
        truncated=True, returned=10, estimated_total=13, reason="result_budget"
    )
    assert found.paths == (await joined(told, "Ana", "Bo")).paths


async def test_a_path_that_is_too_long_is_no_path_that_is_not_there(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo", "Dag", "Eli"))
    await told.tell_rows("others", *chain("Xeno", "Yara"))
    far = await joined(told, "Ana", "Eli", max_hops=3)
    assert (kind_of_no(far), far.paths, far.nodes) == ("boundary", (), ())
    assert far.truncation == Truncation(
        truncated=True, returned=0, estimated_total=0, total_is_exact=False, reason="depth_budget"
    )
    assert [stops(path) for path in (await joined(told, "Ana", "Eli")).paths] == [
        "Ana - Bo - Cleo - Dag - Eli"
    ]
    apart = await joined(told, "Ana", "Yara", max_hops=6)
    assert kind_of_no(apart) == "known_empty"
    assert apart.truncation == Truncation(truncated=False, returned=0, estimated_total=0)


async def test_a_path_to_each_node_is_given_where_it_is_asked_for(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo"), knows("Dag", "Ana"))
    found = await near(told, "Ana", include_paths=True)
    assert sorted(stops(path) for path in found.paths) == ["Ana - Bo", "Ana - Bo - Cleo", "Ana - Dag"]
    assert {edge for path in found.paths for edge in path.edges} == set(found.edges)


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
async def test_pages_give_each_node_and_edge_once_while_writes_go_on(told: Told, limit: int) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo", "Ana"), *chain("Cleo", "Dag", "Eli"))
    await told.tell_rows("more", knows("Ana", "Cleo"), knows("Ana", "Finn"))
    whole = await near(told, "Ana", hops=4)
    page = await near(told, "Ana", hops=4, limit=limit, include_paths=True)
    pages = [page]
    while page.truncation and page.truncation.continuation:
        assert len(page.truncation.continuation) <= 200
        assert (page.truncation.truncated, page.truncation.reason) == (True, "result_budget")
        await told.tell_rows(f"later {len(pages)}", knows("Ana", f"Late {len(pages)}"), knows("Bo", "Gil"))
        page = await near(
            told, "Ana", hops=4, limit=limit, include_paths=True, continuation=page.truncation.continuation
        )
        pages.append(page)
    assert [node for page in pages for node in page.nodes] == list(whole.nodes)
    assert [edge for page in pages for edge in page.edges] == list(whole.edges)
    assert sorted(path.length for page in pages for path in page.paths) == [1, 1, 1, 2, 3]
    assert all(len(page.nodes) <= limit for page in pages)
    assert [page.truncation.estimated_total for page in pages if page.truncation] == [6] * len(pages)


async def test_a_continuation_of_something_else_is_a_boundary(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo"))
    page = await near(told, "Ana", limit=1)
    assert page.truncation and page.truncation.continuation
    listed = await told.call("lookup_relations", k=1)
    for more in (
        {"limit": 2, "continuation": page.truncation.continuation},
        {"limit": 1, "hops": 1, "continuation": page.truncation.continuation},
        {"limit": 1, "continuation": "eA"},
        {"limit": 1, "continuation": listed.truncation.continuation[:200]},
    ):
        found = await near(told, "Ana", **more)
        assert (kind_of_no(found), found.nodes, found.edges) == ("boundary", (), ())
        assert found.negative and found.negative.workaround


@pytest.mark.parametrize(
    ("budget", "reason", "names"),
    [
        (Budget(edges=2), "expansion_budget", {"Ana", "Bo", "Cleo"}),
        (Budget(frontier=1), "frontier_budget", {"Ana", "Bo", "Cleo", "Dag", "Eli"}),
        (Budget(milliseconds=0), "time_budget", set()),
    ],
)
async def test_a_budget_that_runs_out_is_named(
    told: Told, budget: Budget, reason: str, names: set[str]
) -> None:
    star = [knows("Ana", name) for name in ("Bo", "Cleo", "Dag")]
    await told.tell_rows("crew", *star, knows("Bo", "Eli"), knows("Dag", "Finn"))
    await told.tell_rows("again", knows("Ana", "Bo"), knows("Ana", "Cleo"))
    await told.tell_rows("once more", knows("Ana", "Bo"))
    ana, finn = await who(told, "Ana"), await who(told, "Finn")
    found = await graph.neighbourhood(told.context, NeighbourhoodRequest(entity_id=ana, budget=budget))
    assert {node.name for node in found.nodes} == names
    assert found.truncation and (found.truncation.truncated, found.truncation.reason) == (True, reason)
    assert not found.truncation.total_is_exact
    assert kind_of_no(found) == (None if names else "boundary")
    asked = PathRequest(from_entity_id=ana, to_entity_id=finn, budget=budget)
    path = await graph.path(told.context, asked)
    if path.truncation and path.truncation.truncated:
        assert (path.truncation.reason, kind_of_no(path)) == (reason, "boundary")
    else:
        assert [stops(one) for one in path.paths] == ["Ana - Dag - Finn"]


async def test_of_more_relations_than_are_weighed_the_oldest_are_looked_at_and_that_is_said(
    told: Told,
) -> None:
    await told.tell_rows("first", knows("Ana", "Bo"))
    await told.tell_rows("then", knows("Ana", "Cleo"))
    await told.tell_rows("again", knows("Ana", "Cleo"))
    ana = await who(told, "Ana")
    async with told.context.database.read() as tx:
        moment = await begin(tx, Current(), most=1)
        for believed_at in (None, moment.evaluated_at):
            held = replace(moment.held(told.context.reader), believed_at=believed_at)
            level = Level(node_ids=[ana], way=Way.BOTH, known=(), most=10)
            seen = {
                weighed: await relations(tx, held, level, predicates=None, weighed=weighed)
                for weighed in (1, 2)
            }
            assert [(len(one.edges), one.is_all) for one in seen.values()] == [(1, False), (2, True)]
            assert [edge.weight for edge in (*seen[1].edges, *seen[2].edges)] == [1, 2, 1]
            none = await relations(tx, held, level, predicates=["uses"], weighed=1)
            assert (none.edges, none.is_all) == ([], False)


async def test_where_there_is_no_time_for_all_relations_a_hasty_look_has_the_rest_of_it(told: Told) -> None:
    await told.tell_rows("first", knows("Ana", "Bo"))
    ana = await who(told, "Ana")
    async with told.context.database.read() as tx:
        held = (await begin(tx, Current(), most=1)).held(told.context.reader)

        async def look(level: Level) -> Seen:
            await tx.execute(b"select pg_sleep(60)")
            raise AssertionError("the time for this was over long ago")

        async def hasty(level: Level) -> Seen:
            return await relations(tx, held, level, predicates=None, weighed=1)

        search = around(ana, hops=1)
        found = await traverse(tx, search, look, milliseconds=2_000, hasty=hasty)
        assert (len(found.edges), found.cut) == (1, None)
        found = await traverse(tx, around(ana, hops=1), look, milliseconds=50)
        assert (len(found.edges), found.cut) == (0, Cut.TIME)


async def test_as_of_gives_the_graph_as_it_was_then_believed(told: Told) -> None:
    row = {"subject": "Tern", "predicate": "owner", "valid_from": "2024-01-01"}
    await told.tell_rows("log 1", row | {"object": "Mira"}, *chain("Mira", "Sol"))
    before = (await near(told, "Tern")).temporal_scope.evaluated_at
    await told.tell_rows("log 2", row | {"object": "Tomas", "valid_from": "2024-06-01"})
    assert hops(await near(told, "Tern")) == {"Tern": 0, "Tomas": 1}
    clocks = {"valid_at": "2024-08-01T00:00:00Z", "believed_at": before.isoformat()}
    for past in (
        await near(told, "Tern", **clocks),
        await near(told, "Tern", time={"mode": "as_of", **clocks}),
    ):
        assert hops(past) == {"Tern": 0, "Mira": 1, "Sol": 2}
        assert [(edge.fact, edge.valid_until) for edge in past.edges] == [
            ("Tern is owned by Mira", None),
            ("Mira knows Sol", None),
        ]
        assert past.temporal_scope.model_dump(include={"mode", "believed_at"}) == {
            "mode": "as_of",
            "believed_at": before,
        }
    (path,) = (await joined(told, "Tern", "Sol", **clocks)).paths
    assert stops(path) == "Tern - Mira - Sol"
    assert kind_of_no(await joined(told, "Tern", "Sol")) == "known_empty"
    early = {"mode": "at", "at": "2024-02-01T00:00:00Z"}
    (path,) = (await joined(told, "Tern", "Sol", time=early)).paths
    assert path.edges[0].valid_until == datetime(2024, 6, 1, tzinfo=UTC)


async def test_what_was_deleted_is_in_no_graph_of_any_time(told: Told) -> None:
    (gone,) = await told.tell_rows("gate", *chain("Ana", "Bo", "Cleo"))
    await told.tell_rows("well", knows("Ana", "Dag"), knows("Cleo", "Dag"))
    before = (await near(told, "Ana")).temporal_scope.evaluated_at
    assert len((await joined(told, "Ana", "Cleo")).paths) == 2
    await told.call("delete_document", doc_id=str(gone.doc_id))
    clocks = {"valid_at": before.isoformat(), "believed_at": before.isoformat()}
    for more in ({}, clocks):
        assert hops(await near(told, "Ana", **more)) == {"Ana": 0, "Dag": 1, "Cleo": 2}
        (path,) = (await joined(told, "Ana", "Cleo", **more)).paths
        assert stops(path) == "Ana - Dag - Cleo"


async def test_a_retracted_relation_is_no_edge_until_it_is_restored(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Bo", "Cleo"))
    (edge,) = [edge for edge in (await near(told, "Ana")).edges if edge.fact == "Bo knows Cleo"]
    taken = await told.call("retract", fact_id=str(edge.relation_id), reason="it was another Bo")
    assert hops(await near(told, "Ana")) == {"Ana": 0, "Bo": 1}
    assert kind_of_no(await joined(told, "Ana", "Cleo")) == "known_empty"
    await told.call("restore", retraction_id=str(taken.retraction_id), reason="it was not")
    assert hops(await near(told, "Ana")) == {"Ana": 0, "Bo": 1, "Cleo": 2}


async def test_merged_entities_are_one_node_and_two_again_after_a_split(told: Told) -> None:
    await told.tell_rows("crew", *chain("Ana", "Robert Holm"), *chain("Rob Holmes", "Cleo"))
    one, other = await who(told, "Robert Holm"), await who(told, "Rob Holmes")
    assert kind_of_no(await joined(told, "Ana", "Cleo")) == "known_empty"
    before = (await near(told, "Ana")).temporal_scope.evaluated_at
    merged = await told.call(
        "merge_entities", survivor_id=str(one), absorbed_id=str(other), reason="one person"
    )
    (path,) = (await joined(told, "Ana", "Cleo")).paths
    assert stops(path) == "Ana - Robert Holm - Cleo"
    assert [edge.subject_id for edge in path.edges] == [await who(told, "Ana"), one]
    clocks = {"valid_at": before.isoformat(), "believed_at": before.isoformat()}
    assert hops(await near(told, "Ana", **clocks)) == {"Ana": 0, "Robert Holm": 1, "Cleo": 2}
    gone = await told.call("graph_neighborhood", entity_id=str(other))
    assert kind_of_no(gone) == "unknown_entity"
    await told.call("split_entity", event_id=str(merged.event_id), reason="two after all")
    assert kind_of_no(await joined(told, "Ana", "Cleo")) == "known_empty"
    assert hops(await near(told, "Cleo")) == {"Cleo": 0, "Rob Holmes": 1}


async def test_whoever_has_no_relations_is_known_and_alone(told: Told) -> None:
    await told.tell_rows("crew", {"subject": "Ana", "predicate": "attribute:age", "value": "31"})
    found = await near(told, "Ana")
    assert (kind_of_no(found), found.nodes) == ("known_empty", ())
    assert found.truncation == Truncation(truncated=False, returned=0, estimated_total=0)


async def test_an_entity_that_cannot_be_seen_is_unknown_and_on_no_path(memory: Memory) -> None:
    context, foreign = memory.context, uuid4()
    ana, bo = await memory.entity("Ana"), await memory.entity("Bo")
    await memory.scope(foreign, project="quay")
    hidden = await memory.entity("Cleo", scope_id=foreign)
    note = await memory.document("They all know each other.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Ana knows Cleo", ana, hidden, predicate="knows", supports=supports)
    await memory.fact("Cleo knows Bo", hidden, bo, predicate="knows", supports=supports)
    await memory.fact("Ana hides Bo", ana, bo, predicate="knows", supports=supports, scope_id=foreign)
    alone = await graph.neighbourhood(context, NeighbourhoodRequest(entity_id=ana))
    apart = await graph.path(context, PathRequest(from_entity_id=ana, to_entity_id=bo))
    assert (kind_of_no(alone), kind_of_no(apart)) == ("known_empty", "known_empty")
    answers = set()
    for unseen in (hidden, uuid4()):
        found = await graph.neighbourhood(context, NeighbourhoodRequest(entity_id=unseen))
        path = await graph.path(context, PathRequest(from_entity_id=ana, to_entity_id=unseen))
        assert found.negative and found.negative.kind is NegativeKind.UNKNOWN_ENTITY
        answers |= {found.negative.model_dump_json(), path.negative and path.negative.model_dump_json()}
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"valid_at": "2026-05-01T00:00:00Z"}, "given together"),
        ({"believed_at": "2026-05-01T00:00:00Z"}, "given together"),
        (
            {
                "valid_at": "2026-05-01T00:00:00Z",
                "believed_at": "2026-05-01T00:00:00Z",
                "time": {"mode": "current"},
            },
            "beside time",
        ),
        ({"valid_at": "2026-05-01T00:00:00+02:00", "believed_at": "2026-05-01T00:00:00Z"}, "offset zero"),
        ({"valid_at": "2026-05-01T00:00:00Z", "believed_at": "2926-05-01T00:00:00Z"}, "in the future"),
        ({"predicates": ["knows", "knows"]}, "stands twice"),
    ],
)
async def test_a_time_or_predicate_that_makes_no_sense_is_refused(
    memory: Memory, arguments: dict[str, Any], message: str
) -> None:
    ana, bo = str(await memory.entity("Ana")), str(await memory.entity("Bo"))
    with pytest.raises(Incorrect, match=message):
        await call(memory.context, "graph_neighborhood", {"entity_id": ana, **arguments})
    with pytest.raises(Incorrect, match=message):
        await call(memory.context, "graph_path", {"from_entity_id": ana, "to_entity_id": bo, **arguments})
    with pytest.raises(Incorrect, match="both ends are the entity"):
        await call(memory.context, "graph_path", {"from_entity_id": ana, "to_entity_id": ana})
