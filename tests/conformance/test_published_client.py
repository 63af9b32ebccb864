"""The published client, unmodified and in its own environment, does the main job against our server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from remember.settings import Settings
from tests.surfaces.faces import served

pytestmark = pytest.mark.conformance

MAIN_JOB = """
import json, sys, uuid
from datetime import UTC, datetime
import remember

told = {}
with remember.Client(base_url=sys.argv[1]) as memory:
    sent = memory.ingest(
        b"Oda Lind joined the tide team on 1 May 2021. Ben Roth winds the tide clock.",
        filename="log.md", source_kind="notes", source_ref="log.md",
        source_modified_at=datetime(2021, 5, 6, tzinfo=UTC), versioning_mode="living",
    )
    again = memory.ingest(
        content=b"Oda Lind joined the tide team on 1 May 2021. Ben Roth winds the tide clock.",
        filename="log.md", source_kind="notes", source_ref="log.md",
    )
    told["sent"] = [sent.created, again.created, again.version_id == sent.version_id, sent.versioning_mode]
    report = memory.wait_for_readiness([sent.version_id], timeout=120, poll_interval=0.1)
    told["ready"] = [report.ready, len(report.versions[0].stages)]
    page = memory.list_documents(limit=1, status="ready")
    told["listed"] = [(row.title, row.latest.status, row.serving) for row in page.documents]
    told["operations"] = sorted(found.name for found in memory.list_operations())
    [oda] = memory.resolve_entity("Oda Lind").entities
    told["resolved"] = [oda.canonical_name, oda.tier]
    facts = memory.facts_context("which team is Oda on", entity_ids=[oda.entity_id], hops=1)
    told["facts"] = [(fact.label, str(fact.temporal_match)) for fact in facts.facts]
    past = memory.facts_context("which team", time={"mode": "at", "at": "2021-04-01T00:00:00Z"})
    told["before"] = [fact.label for fact in past.facts if str(fact.temporal_match) == "confirmed"]
    said = memory.claims_and_sources_context("who winds the clock")
    told["said"] = [said.grain, any(claim.claim_text.startswith("Ben Roth") for claim in said.evidence)]
    bundle = memory.combined_context("who winds the clock")
    told["both"] = [bundle.contract, bundle.claims_and_sources.grain, bundle.facts.grain]
    run = memory.run_operation(name="facts_context", arguments={"query": "tide", "k": 1})
    told["run"] = [run.truncation.returned, run.model_dump(by_alias=True)["temporal_scope"]["mode"]]
    told["nobody"] = memory.resolve_entity("Nobody Atall").negative.kind
    ended = memory.delete_document(doc_id=sent.doc_id)
    told["deleted"] = [ended.doc_id == sent.doc_id, ended.claims_retired > 0]
    told["left"] = len(memory.list_documents().documents)
    for name, mistake in {
        "gone": lambda: memory.delete_document(doc_id=sent.doc_id),
        "half": lambda: memory.run_operation(name="facts_context", arguments={}),
        "guess": lambda: memory.run_operation(name="guess"),
        "cursor": lambda: memory.list_documents(cursor="nonsense"),
    }.items():
        try:
            mistake()
        except remember.MemoryApiError as error:
            told[name] = [error.status_code, error.detail]
print(json.dumps(told))
"""

PRIMITIVES = """
import json, sys, uuid
from datetime import UTC, datetime
import remember

told = {}
with remember.Client(base_url=sys.argv[1]) as memory:
    sent = memory.ingest(
        b"Oda Lind joined the tide team on 1 May 2021. Oda Lind likes rowing.",
        filename="rota.md", source_kind="notes", source_ref="rota.md",
        source_modified_at=datetime(2021, 5, 6, tzinfo=UTC),
    )
    memory.wait_for_readiness([sent.version_id], timeout=120, poll_interval=0.1)
    [team] = memory.resolve(name="tide team").entities
    [oda] = memory.resolve(name="Oda Lind", context_entity_ids=(team.entity_id,)).entities
    told["near"] = [oda.canonical_name, oda.context_hits]
    found = memory.lookup_relations(
        subject_entity_id=oda.entity_id, predicate="works_on", object_entity_id=team.entity_id,
        valid_at=datetime(2021, 6, 1, tzinfo=UTC), k=5,
    )
    [fact] = found.facts
    told["relation"] = [found.grain, fact.label, found.model_dump(by_alias=True)["temporal_scope"]["mode"]]
    told["before"] = memory.lookup_relations(valid_at=datetime(2021, 4, 1, tzinfo=UTC)).negative.kind
    noted = memory.lookup_observations(entity_id=oda.entity_id, property_query="what does she like", k=1)
    told["observation"] = [fact.label for fact in noted.facts]
    near = memory.graph_neighborhood(entity_id=oda.entity_id, include_paths=True)
    told["graph"] = [[node.name, node.hops] for node in near.nodes] + [path.length for path in near.paths]
    joined = memory.graph_path(
        from_entity_id=oda.entity_id, to_entity_id=team.entity_id,
        valid_at=datetime(2021, 6, 1, tzinfo=UTC), believed_at=near.temporal_scope.evaluated_at,
    )
    told["citation"] = memory.graph_citation_path(
        from_doc_id=sent.doc_id, to_doc_id=uuid.uuid4(),
    ).negative.kind
    told["path"] = [[edge.fact for edge in path.edges] for path in joined.paths]
    whole = memory.hydrate_relation(relation_id=fact.fact_id)
    told["hydrated"] = [
        whole.grain, [claim.source_span for claim in whole.evidence], [one.title for one in whole.sources],
    ]
    history = memory.transcript_relation(relation_id=fact.fact_id)
    told["decided"] = [[entry.outcome for entry in history.transcript], history.truncation.truncated]
    told["nothing"] = [
        memory.hydrate_relation(relation_id=uuid.uuid4()).negative.kind,
        memory.transcript_relation(relation_id=uuid.uuid4()).negative.kind,
        memory.adjacent_chunks(chunk_id=uuid.uuid4()).negative.kind,
        memory.lookup_observations(entity_id=uuid.uuid4()).negative.kind,
    ]
    claims = memory.search_claims(query="rowing", channel="bm25")
    told["claims"] = [claims.grain, [claim.claim_text for claim in claims.evidence]]
    chunks = memory.search_chunks(query="who likes rowing", k=3)
    told["chunks"] = [chunks.grain, [chunk.document_title for chunk in chunks.chunks]]
    around = memory.adjacent_chunks(chunk_id=chunks.chunks[0].chunk_id, window=2)
    told["around"] = [chunk.chunk_id == chunks.chunks[0].chunk_id for chunk in around.chunks]
    memory.delete_document(doc_id=sent.doc_id)
    told["gone"] = [
        memory.hydrate_relation(relation_id=fact.fact_id).negative.kind,
        memory.search_claims(query="rowing", channel="bm25").negative.kind,
    ]
print(json.dumps(told))
"""

PARKED = """
import json, sys
import remember

with remember.Client(base_url=sys.argv[1]) as memory:
    sent = memory.ingest(b"%PDF-1.7", filename="chart.pdf")
    print(json.dumps([sent.parked, sent.mime]))
"""


@pytest.fixture(scope="module")
def address(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = Settings(database_url=module_database_url, data_dir=tmp_path_factory.mktemp("memory"))
    with served(settings) as where:
        yield where


def test_the_published_client_does_the_main_job(published: Callable[..., Any], address: str) -> None:
    assert published(MAIN_JOB, address) == {
        "sent": [True, False, True, "living"],
        "ready": [True, 12],
        "listed": [["log", "ready", True]],
        "operations": [
            "claims_and_sources_context",
            "combined_context",
            "facts_context",
            "resolve_entity",
        ],
        "resolved": ["Oda Lind", "T0"],
        "facts": [["Oda Lind works on tide team", "confirmed"]],
        "before": [],
        "said": ["evidence", True],
        "both": ["ContextBundle/v2", "evidence", "fact"],
        "run": [1, "current"],
        "nobody": "unknown_entity",
        "deleted": [True, True],
        "left": 0,
        "gone": [404, "document_not_found"],
        "half": [422, "{'code': 'invalid_parameter', 'message': 'query is required'}"],
        "guess": [404, "guess"],
        "cursor": [400, "cursor is malformed"],
    }


def test_the_published_client_asks_each_primitive(published: Callable[..., Any], address: str) -> None:
    assert published(PRIMITIVES, address) == {
        "near": ["Oda Lind", 1],
        "relation": ["fact", "Oda Lind works on tide team", "at"],
        "before": "known_empty",
        "observation": ["Oda Lind likes rowing."],
        "graph": [["Oda Lind", 0], ["tide team", 1], 1],
        "citation": "unknown_entity",
        "path": [["Oda Lind works on tide team"]],
        "hydrated": ["composite", ["Oda Lind joined the tide team on 1 May 2021."], ["rota"]],
        "decided": [["add"], False],
        "nothing": ["unknown_entity", "known_empty", "unknown_entity", "unknown_entity"],
        "claims": ["evidence", ["Oda Lind likes rowing."]],
        "chunks": ["evidence", ["rota"]],
        "around": [True],
        "gone": ["unknown_entity", "known_empty"],
    }


def test_the_published_client_is_told_what_is_parked(published: Callable[..., Any], address: str) -> None:
    assert published(PARKED, address) == ["no_route", "application/pdf"]
