"""The reads: one table of cases, in process, over HTTP and from a shell."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from typer.testing import CliRunner

import remember
from remember.settings import Settings
from remember.surfaces.cli import app
from tests.surfaces.faces import outcome, served, taken_in

NOTES = {
    "log of May.md": "Oda Lind joined the tide team on 1 May 2031. Ben Roth winds the tide clock.",
    "log of June.md": "Oda Lind left the tide team on 30 May 2031. Oda Lind joined the light team.",
}
NOW = ("evaluated_at", "believed_at", "pg_live_ts")
ONE, OTHER = str(uuid4()), str(uuid4())
T = "2031-05-10T12:00:00Z"
PAST = "2020-01-01T00:00:00Z"

RESULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a name": ("resolve_entity", {"name": "Oda Lind"}),
    "an unknown name": ("resolve_entity", {"name": "Nobody Atall"}),
    "testimony": ("claims_and_sources_context", {"query": "who winds the clock"}),
    "little testimony": ("claims_and_sources_context", {"query": "tide", "k": 1, "candidate_k": 1}),
    "testimony of an unknown anchor": ("claims_and_sources_context", {"query": "x", "entity_ids": [ONE]}),
    "belief": ("facts_context", {"query": "which team is Oda on"}),
    "little belief": ("facts_context", {"query": "tide", "k": 1, "evidence_per_fact": 1}),
    "belief at a time": ("facts_context", {"query": "which team", "time": {"mode": "at", "at": T}}),
    "belief over a time": (
        "facts_context",
        {"query": "which team", "time": {"mode": "overlap", "from": T, "to": "2031-07-01T02:00:00+02:00"}},
    ),
    "belief ever": ("facts_context", {"query": "which team", "time": {"mode": "history"}}),
    "belief of one kind": ("facts_context", {"query": "team", "predicate": "works_on", "hops": 2}),
    "belief about an unknown anchor": ("facts_context", {"query": "x", "entity_ids": [ONE]}),
    "claims by meaning": ("search_claims", {"query": "who winds the clock"}),
    "claims by words": ("search_claims", {"query": "tide clock", "k": 1, "channel": "bm25"}),
    "passages": ("search_chunks", {"query": "tide", "channel": "bm25"}),
    "a name near others": ("resolve", {"name": "Oda Lind", "context_entity_ids": []}),
    "a name near nobody known": ("resolve", {"name": "Oda Lind", "context_entity_ids": [ONE, OTHER]}),
    "relations": ("lookup_relations", {"k": 1}),
    "relations of one kind": ("lookup_relations", {"predicate": "works_on", "valid_at": T}),
    "relations ever": ("lookup_relations", {"time": {"mode": "history"}}),
    "observations of nobody known": ("lookup_observations", {"entity_id": ONE, "property_query": "clock"}),
    "an unknown relation": ("hydrate_relation", {"relation_id": ONE}),
    "an unknown observation": ("hydrate_observation", {"observation_id": ONE, "limit": 1}),
    "decisions about nothing": ("transcript_relation", {"relation_id": ONE}),
    "no decisions about nothing": ("transcript_observation", {"observation_id": ONE}),
    "around an unknown passage": ("adjacent_chunks", {"chunk_id": ONE, "window": 2}),
    "what is counted": ("aggregate", {"of": "claims", "by": "document"}),
    "what is counted at a time": ("aggregate", {"by": "state", "time": {"mode": "at", "at": T}}),
    "a timeline of nobody known": ("timeline", {"entity_id": ONE}),
    "a graph around nobody known": ("graph_neighborhood", {"entity_id": ONE, "include_paths": True}),
    "a path to nobody known": (
        "graph_path",
        {"from_entity_id": ONE, "to_entity_id": OTHER, "predicates": ["knows"]},
    ),
    "a path as once believed": (
        "graph_path",
        {"from_entity_id": ONE, "to_entity_id": OTHER, "valid_at": PAST, "believed_at": PAST},
    ),
    "a path between unknown documents": ("graph_citation_path", {"from_doc_id": ONE, "to_doc_id": OTHER}),
    "a graph with a continuation of nobody": (
        "graph_neighborhood",
        {"entity_id": ONE, "continuation": "eA"},
    ),
    "what changed by then": (
        "changes",
        {"believed_until": "2020-01-01T00:00:00Z", "kinds": ["added", "ended"]},
    ),
    "what became of a sentence": ("explain_sentence", {"quote": "Ben Roth winds the tide clock."}),
    "both": ("combined_context", {"query": "which team is Oda on"}),
    "both at a time": ("combined_context", {"query": "team", "time": {"mode": "at", "at": T}}),
    "a question about nothing here": ("combined_context", {"query": "who is Zaphod Beeblebrox"}),
}

MISTAKES: dict[str, tuple[str, dict[str, Any], str]] = {
    "no question": ("facts_context", {}, "query is required"),
    "an empty question": ("facts_context", {"query": ""}, 'query is "": must have at least 1 character'),
    "too long a question": (
        "combined_context",
        {"query": "x" * 8193},
        "query has 8193 characters: must have at most 8192 characters",
    ),
    "no name": ("resolve_entity", {"name": ""}, 'name is "": must have at least 1 character'),
    "too long a name": (
        "resolve_entity",
        {"name": "x" * 501},
        "name has 501 characters: must have at most 500 characters",
    ),
    "too much": ("facts_context", {"query": "x", "k": 31}, "k is 31: must be at most 30"),
    "too little": (
        "claims_and_sources_context",
        {"query": "x", "k": 0},
        "k is 0: must be at least 1",
    ),
    "fewer candidates than results": (
        "claims_and_sources_context",
        {"query": "x", "k": 20, "candidate_k": 10},
        "candidate_k is 10: must be at least k, which is 20",
    ),
    "a truth for a number": (
        "facts_context",
        {"query": "x", "hops": True},
        "hops is true: must be a whole number",
    ),
    "an anchor twice": (
        "facts_context",
        {"query": "x", "entity_ids": [ONE, ONE]},
        f"entity_ids: {ONE} stands twice",
    ),
    "no anchors": (
        "facts_context",
        {"query": "x", "entity_ids": []},
        "entity_ids has 0 items: must have at least 1 item",
    ),
    "an unknown parameter": (
        "combined_context",
        {"query": "x", "k": 5},
        "k is no parameter of combined_context",
    ),
    "a bare date": (
        "facts_context",
        {"query": "x", "time": {"mode": "at", "at": "2031-05-10"}},
        'time.at.at is "2031-05-10": must be a full date-time with an offset, such as 2026-03-04T15:00:00Z',
    ),
    "a backward range": (
        "facts_context",
        {"query": "x", "time": {"mode": "overlap", "from": T, "to": "2031-05-01T00:00:00Z"}},
        "time.overlap: to must not be before from",
    ),
    "an unknown channel": (
        "search_claims",
        {"query": "x", "channel": "graph"},
        "channel is \"graph\": must be 'semantic' or 'bm25'",
    ),
    "more than a search gives": (
        "search_chunks",
        {"query": "x", "k": 401},
        "k is 401: must be at most 400",
    ),
    "an instant in another zone": (
        "lookup_relations",
        {"valid_at": "2031-05-10T12:00:00+02:00"},
        'valid_at is "2031-05-10T12:00:00+02:00": timestamp must carry the offset zero (UTC)',
    ),
    "two times": (
        "lookup_relations",
        {"valid_at": T, "time": {"mode": "current"}},
        "valid_at and time were both given: send one of them",
    ),
    "too much context": (
        "resolve",
        {"name": "Oda", "context_entity_ids": [str(uuid4()) for _ in range(9)]},
        "context_entity_ids has 9 items: must have at most 8 items",
    ),
    "too many hops": (
        "graph_neighborhood",
        {"entity_id": ONE, "hops": 5},
        "hops is 5: must be at most 4",
    ),
    "too long a continuation": (
        "graph_neighborhood",
        {"entity_id": ONE, "continuation": "x" * 201},
        "continuation has 201 characters: must have at most 200 characters",
    ),
    "half of two clocks": (
        "graph_path",
        {"from_entity_id": ONE, "to_entity_id": OTHER, "valid_at": PAST},
        "valid_at and believed_at are given together or not at all",
    ),
    "a path to itself": (
        "graph_path",
        {"from_entity_id": ONE, "to_entity_id": ONE},
        f"both ends are the entity {ONE}: a path joins two",
    ),
    "too long a path of documents": (
        "graph_citation_path",
        {"from_doc_id": ONE, "to_doc_id": OTHER, "max_hops": 7},
        "max_hops is 7: must be at most 6",
    ),
    "a cursor of nobody": ("lookup_relations", {"continuation": "eA"}, "cursor is malformed"),
    "no passage": ("adjacent_chunks", {}, "chunk_id is required"),
    "too wide a window": (
        "adjacent_chunks",
        {"chunk_id": ONE, "window": 3},
        "window is 3: must be at most 2",
    ),
    "changes that run backward": (
        "changes",
        {"believed_after": T, "believed_until": "2031-05-01T00:00:00Z"},
        "believed_until 2031-05-01T00:00:00+00:00 is before believed_after 2031-05-10T12:00:00+00:00",
    ),
    "a sentence of nowhere": (
        "explain_sentence",
        {"char_start": 1},
        "give one of doc_id and version_id, or a quote alone",
    ),
    "half a past belief": (
        "facts_context",
        {"query": "x", "time": {"mode": "as_of", "valid_at": T}},
        "time.as_of.believed_at is required",
    ),
}


@pytest.fixture(scope="module")
def settings(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(database_url=module_database_url, data_dir=tmp_path_factory.mktemp("memory"))


@pytest.fixture(scope="module")
def here(settings: Settings) -> Iterator[remember.Client]:
    """A client in this process, of a memory that has taken the notes in."""
    with taken_in(settings, NOTES) as client:
        yield client


@pytest.fixture(scope="module")
def address(settings: Settings, here: remember.Client) -> Iterator[str]:
    with served(settings) as where:
        yield where


@pytest.fixture(scope="module")
def there(address: str) -> Iterator[remember.Client]:
    with remember.Client(base_url=address, settings=Settings()) as client:
        yield client


@pytest.fixture(scope="module")
def shell(address: str) -> Callable[[str, dict[str, Any]], Any]:
    """Runs an operation from the command line; what it prints, or its exit code and complaint."""

    def run(name: str, arguments: dict[str, Any]) -> Any:
        pairs = [f"--arg={key}={json.dumps(value)}" for key, value in arguments.items()]
        ended = CliRunner().invoke(app, ["operations", "run", name, *pairs, "--api-url", address])
        return json.loads(ended.stdout) if ended.exit_code == 0 else (ended.exit_code, ended.stderr)

    return run


def timeless(result: Any) -> Any:
    """The result without the instants at which it was read; of a continuation, whether there is one."""
    if isinstance(result, list):
        return [timeless(item) for item in result]
    if not isinstance(result, dict):
        return result
    told = {key: timeless(value) for key, value in result.items() if key not in NOW}
    return {key: value is not None if key == "continuation" else value for key, value in told.items()}


@pytest.mark.parametrize("case", RESULTS)
def test_the_same_question_has_the_same_answer_everywhere(
    here: remember.Client, there: remember.Client, shell: Callable[..., Any], case: str
) -> None:
    name, arguments = RESULTS[case]
    answer = timeless(outcome(lambda: here.run_operation(name=name, arguments=arguments)))
    assert timeless(outcome(lambda: there.run_operation(name=name, arguments=arguments))) == answer
    assert timeless(shell(name, arguments)) == answer


@pytest.mark.parametrize("case", MISTAKES)
def test_the_same_mistake_is_the_same_error_everywhere(
    here: remember.Client, there: remember.Client, shell: Callable[..., Any], case: str
) -> None:
    name, arguments, message = MISTAKES[case]
    refused = outcome(lambda: here.run_operation(name=name, arguments=arguments))
    assert (refused[0], refused[2]) == ("Incorrect", message)
    assert outcome(lambda: there.run_operation(name=name, arguments=arguments)) == refused
    hint = f"  {refused[3]}\n" if refused[3] else ""
    assert shell(name, arguments) == (2, f"remember: {message}\n{hint}")


def test_the_named_methods_ask_what_the_operations_ask(here: remember.Client) -> None:
    asked = here.facts_context("which team is Oda on", time={"mode": "at", "at": T})
    run = here.run_operation(
        name="facts_context", arguments={"query": "which team is Oda on", "time": {"mode": "at", "at": T}}
    )
    assert timeless(asked.model_dump()) == timeless(run.model_dump())


def test_what_is_still_being_processed_is_told_beside_the_answer(
    here: remember.Client, there: remember.Client, database_url: str, tmp_path: Path
) -> None:
    settled = [client.facts_context("which team").account for client in (here, there)]
    assert [account and account.pending_version_ids for account in settled] == [(), ()]
    idle = Settings(database_url=database_url, data_dir=tmp_path, lease_seconds=1)
    with remember.Client(settings=idle) as client:
        sent = client.ingest(("Oda Lind mends the net. " * 400).encode(), filename="net.md")
        told = client.combined_context("who mends the net")
        assert told.facts.account and told.facts.account.pending_version_ids == (sent.version_id,)
        assert told.claims_and_sources.account == told.facts.account


def test_a_fact_that_was_found_can_be_followed_to_its_sources_everywhere(
    here: remember.Client, there: remember.Client, shell: Callable[..., Any]
) -> None:
    [oda] = here.resolve("Oda Lind").entities
    found = here.lookup_relations(
        subject_entity_id=oda.entity_id, valid_at=datetime(2031, 5, 10, tzinfo=UTC)
    ).facts
    [fact] = [fact for fact in found if fact.label == "Oda Lind works on tide team"]
    for name in ("hydrate_relation", "transcript_relation"):
        arguments = {"relation_id": str(fact.fact_id)}
        answer = timeless(outcome(lambda name=name: getattr(here, name)(fact.fact_id)))
        assert timeless(outcome(lambda name=name: getattr(there, name)(fact.fact_id))) == answer
        assert timeless(shell(name, arguments)) == answer
        assert answer["negative"] is None
    said = {claim.document_title: claim for claim in here.hydrate_relation(fact.fact_id).evidence}
    claim = said["log of May"]
    assert NOTES["log of May.md"][claim.char_start : claim.char_end] == claim.source_span
    around = there.adjacent_chunks(claim.chunk_id)
    assert [chunk.chunk_id for chunk in around.chunks] == [claim.chunk_id]


def test_a_dated_move_holds_only_for_its_time(here: remember.Client) -> None:
    def teams(instant: str) -> set[str]:
        found = here.facts_context("which team is Oda Lind on", time={"mode": "at", "at": instant})
        return {fact.label for fact in found.facts if fact.temporal_match == "confirmed"}

    assert "Oda Lind works on tide team" in teams(T)
    assert "Oda Lind works on tide team" not in teams("2031-06-10T12:00:00Z")


def test_a_person_reads_what_holds_and_who_said_so(address: str) -> None:
    told = CliRunner().invoke(app, ["query", "who winds the tide clock", "--api-url", address])
    assert told.exit_code == 0
    assert told.stdout.splitlines()[:4] == [
        "What holds now",
        "- Ben Roth winds the tide clock (undated, possibly; 1 document)",
        "    \u201cBen Roth winds the tide clock.\u201d",
        "    log of May, characters 45 to 75, 2031-06-02",
    ]
