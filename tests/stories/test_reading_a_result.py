"""The page's example, with a cast of our own: what somebody works on now, and what that answer is worth."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from remember.context import new_id
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.wire import Envelope
from remember.wiring import Memory, local_providers
from remember.worker import working
from tests.stories.telling import Told

_NOTES = {
    "2026-06-12-review": (
        "2026-06-12T14:00:00Z",
        "# Review\n\nTamsin moved from the harbour migration to the signal team on 1 June.\n",
    ),
    "2026-06-15-standup": (
        "2026-06-15T09:00:00Z",
        "# Standup\n\nTamsin has worked on the signal team since 1 June 2026.\n",
    ),
    "ferry-rota": ("2026-02-02T09:00:00Z", "# Ferry rota\n\nTamsin is on call for ferry incidents.\n"),
    "spring-plan": (
        "2026-03-02T09:00:00Z",
        "# Plan\n\nTamsin has worked on the harbour migration since 1 March 2026.\n",
    ),
}
_JUNE = "2026-06-01T00:00:00Z"


@pytest.fixture
async def memory(database_url: str, tmp_path: Path) -> AsyncIterator[Told]:
    """A memory that reads with the local models."""
    database = await Database.open(database_url)
    opened = Memory(
        settings=Settings(),
        dsn=database_url,
        database=database,
        content=ContentStore(tmp_path / "content"),
        providers=local_providers(2),
        tenant=await open_tenant(database, "default", new_id()),
        cursors=await CursorSeal.load(database),
    )
    async with working(opened):
        told = Told(opened)
        for ref, (said_on, text) in _NOTES.items():
            await told.tell(text, ref, source_modified_at=said_on)
        yield told
    await database.close()


async def test_what_somebody_works_on_now_is_told_with_all_that_the_answer_is_worth(memory: Told) -> None:
    named = await memory.call("resolve_entity", name="Tamsin")
    (tamsin,) = named.entities
    found = await memory.call(
        "facts_context", query="what is Tamsin working on", entity_ids=[str(tamsin.entity_id)]
    )
    dumped = found.model_dump(mode="json", by_alias=True)
    ids = _Ids(found)
    now = dumped["temporal_scope"]["evaluated_at"]
    assert dumped == {
        "grain": "fact",
        "temporal_scope": {
            "mode": "current",
            "evaluated_at": now,
            "believed_at": now,
            "identity_regime": "current",
        },
        "entities": [],
        "facts": [
            {
                "fact_id": ids.team,
                "kind": "relation",
                "label": "Tamsin works on signal team",
                "evidence_count": 2,
                "validity": _validity(dumped, 0, valid_from=_JUNE, valid_precision="open"),
                "temporal_match": "confirmed",
                "contradiction_group": None,
                "contradiction": None,
                "support": "current",
            },
            {
                "fact_id": ids.duty,
                "kind": "observation",
                "label": "Tamsin is on call for ferry incidents.",
                "evidence_count": 1,
                "validity": _validity(dumped, 1, valid_from=None, valid_precision="unknown"),
                "temporal_match": "possible",
                "contradiction_group": None,
                "contradiction": None,
                "support": "current",
            },
        ],
        "evidence": [
            _claim(
                dumped,
                "2026-06-15-standup",
                "Tamsin has worked on the signal team since 1 June 2026.",
                at=(11, 66),
                asserted_at="2026-06-15T09:00:00Z",
                claim_valid_from=_JUNE,
                claim_valid_precision="open",
                claim_valid_kind="proposition_validity",
            ),
            _claim(
                dumped,
                "2026-06-12-review",
                "Tamsin moved from the harbour migration to the signal team on 1 June.",
                at=(10, 79),
                claim_text="Tamsin moved from the harbour migration to the signal team on 2026-06-01.",
                asserted_at="2026-06-12T14:00:00Z",
                claim_valid_from=_JUNE,
                claim_valid_until=_JUNE,
                claim_valid_precision="day",
                claim_valid_kind="event_time",
            ),
            _claim(
                dumped,
                "ferry-rota",
                "Tamsin is on call for ferry incidents.",
                at=(14, 52),
                asserted_at="2026-02-02T09:00:00Z",
            ),
        ],
        "fact_evidence": [
            _link("relation", ids.team, ids.claims[0]),
            _link("relation", ids.team, ids.claims[1]),
            _link("observation", ids.duty, ids.claims[2]),
        ],
        "evidence_totals": [
            _total("relation", ids.team, "supports", 2),
            _total("relation", ids.team, "contradicts", 0),
            _total("observation", ids.duty, "supports", 1),
            _total("observation", ids.duty, "contradicts", 0),
        ],
        "chunks": [],
        "sources": [],
        "transcript": [],
        "nodes": [{"entity_id": dumped["nodes"][0]["entity_id"], "name": "signal team", "hops": 1}],
        "paths": [],
        "edges": [],
        "ranking": dumped["ranking"],
        "changes": [],
        "aggregate": None,
        "pages": [],
        "freshness": {
            "pg_live_ts": now,
            "p1_written_inline": True,
            "p1_believed_at_horizon": None,
            "k": None,
        },
        "truncation": {
            "truncated": False,
            "returned": 2,
            "estimated_total": 2,
            "total_is_exact": True,
            "continuation": None,
            "reason": None,
        },
        "dropped_by_hydration": 0,
        "excluded_unstamped": 0,
        "negative": None,
    }
    assert [item["item_id"] for item in dumped["ranking"]] == [ids.team, ids.duty]


async def test_what_ended_is_in_the_history_and_not_in_the_present(memory: Told) -> None:
    (tamsin,) = (await memory.call("resolve_entity", name="Tamsin")).entities
    asked = {"query": "what did Tamsin work on", "entity_ids": [str(tamsin.entity_id)]}
    history = await memory.call("facts_context", **asked, time={"mode": "history"})
    windows = {fact.label: (fact.validity.valid_from, fact.validity.valid_until) for fact in history.facts}
    march, june = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    assert windows == {
        "Tamsin works on signal team": (june, None),
        "Tamsin works on harbour migration": (march, june),
        "Tamsin is on call for ferry incidents.": (None, None),
    }


async def test_every_item_of_an_answer_can_be_traced_to_the_exact_words_of_its_source(memory: Told) -> None:
    both = await memory.call("combined_context", query="what is Tamsin working on")
    said = both.claims_and_sources
    texts = {title: text for title, (_, text) in _NOTES.items()}
    shown = [*both.facts.evidence, *said.evidence]
    assert shown and said.chunks
    for claim in shown:
        text = texts[str(claim.document_title)]
        assert text[claim.char_start : claim.char_end] == claim.source_span
        assert all(text[span.char_start : span.char_end] for span in claim.evidence_spans)
        assert (claim.source_kind, claim.asserted_at is not None) == ("notes", True)
    for chunk in said.chunks:
        assert texts[str(chunk.document_title)][chunk.char_start : chunk.char_end] == chunk.chunk_text
        assert chunk.version_id and chunk.representation_id
    behind = {claim.doc_id for claim in said.evidence} | {chunk.doc_id for chunk in said.chunks}
    assert {source.doc_id for source in said.sources} == behind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is Zorblax working on?", "unknown_entity"),
        ("What is Tamsin's shoe size?", "known_empty"),
        ("Where was Tamsin born?", "known_empty"),
        ("How do I bake sourdough bread?", "known_empty"),
    ],
)
async def test_what_nobody_told_is_a_no_of_its_kind(memory: Told, question: str, kind: str) -> None:
    both = await memory.call("combined_context", query=question)
    for side in (both.facts, both.claims_and_sources):
        assert side.negative and side.negative.kind == kind
        assert (side.facts, side.evidence, side.chunks) == ((), (), ())


class _Ids:
    """What the envelope calls its facts and claims."""

    def __init__(self, found: Envelope) -> None:
        self.team, self.duty = (str(fact.fact_id) for fact in found.facts)
        self.claims = [str(claim.claim_id) for claim in found.evidence]


def _validity(dumped: dict[str, Any], at: int, **known: str | None) -> dict[str, Any]:
    ingested_at = dumped["facts"][at]["validity"]["ingested_at"]
    return {"valid_until": None, "ingested_at": ingested_at, "invalidated_at": None, **known}


def _claim(
    dumped: dict[str, Any], title: str, span: str, *, at: tuple[int, int], **more: str | None
) -> dict[str, Any]:
    shown = next(claim for claim in dumped["evidence"] if claim["document_title"] == title)
    assert all(UUID(shown[name]) for name in ("claim_id", "doc_id", "chunk_id"))
    return {
        "claim_id": shown["claim_id"],
        "doc_id": shown["doc_id"],
        "chunk_id": shown["chunk_id"],
        "claim_text": span,
        "source_span": span,
        "char_start": at[0],
        "char_end": at[1],
        "evidence_spans": [{"char_start": at[0], "char_end": at[1]}],
        "is_attributed": False,
        "is_current_testimony": True,
        "claim_valid_from": None,
        "claim_valid_until": None,
        "claim_valid_precision": "unknown",
        "claim_valid_kind": None,
        "document_title": title,
        "source_kind": "notes",
        "corroboration_count": None,
        "grouped_claim_ids": [],
        **more,
    }


def _link(kind: str, fact_id: str, claim_id: str) -> dict[str, str]:
    return {"fact_kind": kind, "fact_id": fact_id, "claim_id": claim_id, "stance": "supports"}


def _total(kind: str, fact_id: str, stance: str, count: int) -> dict[str, Any]:
    return {"fact_kind": kind, "fact_id": fact_id, "stance": stance, "returned": count, "total": count}
