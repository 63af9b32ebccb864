"""Facts that come as rows: the same belief as from sentences, with no model configured to read them."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from remember.wire import Envelope
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told

Row = dict[str, Any]


async def _tell(memory: Told, ref: str, *rows: Row, **more: Any) -> None:
    body = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    how = {
        "filename": f"{ref}.jsonl",
        "mime": "application/x-ndjson",
        "source_kind": "book",
        "source_ref": ref,
    }
    sent = await memory.call("ingest_facts", body=body, **how | more)
    await memory.wait(*(version.version_id for version in sent.versions))


async def _who(memory: Told, name: str) -> UUID:
    found: Envelope = await memory.call("resolve_entity", name=name)
    (only,) = found.entities
    return only.entity_id


async def _held(memory: Told, name: str, time: Any = None, *, about: str = "anything") -> Envelope:
    asked = {"query": about, "entity_ids": [str(await _who(memory, name))], "k": 30}
    found: Envelope = await memory.call("facts_context", **asked | ({"time": time} if time else {}))
    return found


def _labels(found: Envelope) -> list[str]:
    return sorted(fact.label for fact in found.facts)


def _at(day: str) -> dict[str, str]:
    return {"mode": "at", "at": f"{day}T12:00:00Z"}


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _on(subject: str, project: str, start: str, end: str | None = None) -> Row:
    row = {"subject": subject, "predicate": "works_on", "object": project, "valid_from": start}
    return row | ({"valid_until": end} if end else {})


async def test_a_state_that_returns_has_three_periods_and_each_day_its_own_answer(memory: Told) -> None:
    await _tell(
        memory,
        "staff",
        _on("Sam", "Plover", "2024-01-01", "2024-04-01"),
        _on("Sam", "Quill", "2024-04-01", "2024-07-01"),
        _on("Sam", "Plover", "2024-07-01"),
    )
    asked = {day: _labels(await _held(memory, "Sam", _at(day))) for day in ("2024-02-15", "2024-05-15")}
    assert asked | {"2024-08-15": _labels(await _held(memory, "Sam", _at("2024-08-15")))} == {
        "2024-02-15": ["Sam works on Plover"],
        "2024-05-15": ["Sam works on Quill"],
        "2024-08-15": ["Sam works on Plover"],
    }
    history = await _held(memory, "Sam", {"mode": "history"})
    windows = [(fact.label, fact.validity.valid_from, fact.validity.valid_until) for fact in history.facts]
    assert sorted(windows, key=lambda window: str(window[1])) == [
        ("Sam works on Plover", _day("2024-01-01"), _day("2024-04-01")),
        ("Sam works on Quill", _day("2024-04-01"), _day("2024-07-01")),
        ("Sam works on Plover", _day("2024-07-01"), None),
    ]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
async def test_a_return_to_one_value_is_a_third_period_in_whatever_order_it_is_told(
    memory: Told, order: tuple[int, ...]
) -> None:
    told = [("Corvo", "2023-01-01"), ("Duna", "2024-01-01"), ("Corvo", "2025-01-01")]
    for place in order:
        employer, start = told[place]
        row = {"subject": "Ines", "predicate": "works_for", "object": employer, "valid_from": start}
        await _tell(memory, f"staff-{place}", row)
    days = ("2023-06-01", "2024-06-01", "2025-06-01")
    assert [_labels(await _held(memory, "Ines", _at(day))) for day in days] == [
        ["Ines works for Corvo"],
        ["Ines works for Duna"],
        ["Ines works for Corvo"],
    ]


async def test_a_value_that_changes_four_times_keeps_each_with_both_times_and_its_source(
    memory: Told,
) -> None:
    steps = [
        ("12", "2024-01-01"),
        ("15", "2024-03-01"),
        ("19", "2024-06-01"),
        ("25", "2024-09-01"),
        ("31", "2025-01-01"),
    ]
    for number, (price, start) in enumerate(steps):
        row = {"subject": "Pier ticket", "predicate": "attribute:price", "value": price, "valid_from": start}
        await _tell(memory, f"price-list-{number}", row, source_modified_at=f"{start}T08:00:00Z")
    history = await _held(memory, "Pier ticket", {"mode": "history"})
    held = sorted(history.facts, key=lambda fact: str(fact.validity.valid_from))
    ends = [*(_day(start) for _, start in steps[1:]), None]
    assert [(fact.label, fact.validity.valid_from, fact.validity.valid_until) for fact in held] == [
        (f"The price of Pier ticket is {price}.", _day(start), end)
        for (price, start), end in zip(steps, ends, strict=True)
    ]
    learnt = [fact.validity.ingested_at for fact in held]
    assert learnt == sorted(set(learnt))
    sources = {
        link.fact_id: claim.document_title
        for link in history.fact_evidence
        for claim in history.evidence
        if link.claim_id == claim.claim_id and link.stance == "supports"
    }
    assert [sources[fact.fact_id] for fact in held] == [f"price-list-{number}" for number in range(5)]
    assert _labels(await _held(memory, "Pier ticket")) == ["The price of Pier ticket is 31."]


async def test_when_it_was_when_it_was_said_and_when_it_was_learnt_are_three_times(memory: Told) -> None:
    before = datetime.now(UTC)
    row = {"subject": "Mole", "predicate": "status", "value": "closed", "valid_from": "2019-07-01"}
    await _tell(memory, "harbour", row | {"said_at": "2026-01-05T09:30:00Z"})
    found = await _held(memory, "Mole")
    (fact,), (claim,) = found.facts, found.evidence
    assert (fact.validity.valid_from, claim.asserted_at) == (
        _day("2019-07-01"),
        datetime(2026, 1, 5, 9, 30, tzinfo=UTC),
    )
    assert before < fact.validity.ingested_at < datetime.now(UTC)


async def test_rows_need_no_model_and_point_at_their_characters(
    memory: Told, models: ScriptedProviders
) -> None:
    models.parse.failures = [AssertionError("a model was asked to read rows")] * 5
    row = {"subject": "Vault", "predicate": "uses", "object": "KeyBox", "valid_from": "2024-01-01"}
    await _tell(
        memory, "assets", row | {"valid_until": "2025-01-01", "source_span": "The vault uses KeyBox."}
    )
    found = await _held(memory, "Vault", _at("2024-06-01"))
    (fact,), (claim,) = found.facts, found.evidence
    assert (fact.label, fact.temporal_match.value, fact.evidence_count) == (
        "Vault uses KeyBox",
        "confirmed",
        1,
    )
    assert json.loads(claim.source_span)["source_span"] == "The vault uses KeyBox."
    row_span, own_words = claim.evidence_spans
    assert (row_span.char_start, row_span.char_end) == (claim.char_start, claim.char_end)
    inside = own_words.char_start - claim.char_start, own_words.char_end - claim.char_start
    assert claim.source_span[slice(*inside)] == "The vault uses KeyBox."


async def test_rows_and_sentences_support_and_contradict_each_other(memory: Told) -> None:
    day = "2024-03-01T00:00:00Z"
    await memory.tell("Mira owns the gate rota.", "walk", source_modified_at=day)
    row = {"subject": "gate rota", "predicate": "owner"}
    await _tell(memory, "book-1", row | {"object": "Mira"}, source_modified_at=day)
    both = await _held(memory, "gate rota")
    assert [fact.evidence_count for fact in both.facts] == [2]
    await _tell(memory, "book-2", row | {"object": "Tomas"}, source_modified_at=day)
    rivals = await _held(memory, "gate rota")
    assert len(rivals.facts) == 2
    for fact in rivals.facts:
        assert fact.contradiction is not None
        assert (fact.contradiction.total, len(fact.contradiction.co_members)) == (1, 1)
    stances = {(total.stance, total.total) for total in rivals.evidence_totals}
    assert stances == {("supports", 2), ("supports", 1), ("contradicts", 2), ("contradicts", 1)}


async def test_what_was_believed_before_a_correction_can_be_read_again(memory: Told) -> None:
    row = {"subject": "Beacon", "predicate": "owner", "object": "Mira", "valid_from": "2024-01-01"}
    await _tell(memory, "log-1", row)
    (first,) = (await _held(memory, "Beacon")).facts
    then = (await _held(memory, "Beacon")).temporal_scope.evaluated_at
    await _tell(memory, "log-2", row | {"object": "Tomas", "valid_from": "2024-06-01"})
    past = {"mode": "as_of", "valid_at": "2024-08-01T00:00:00Z", "believed_at": then.isoformat()}
    assert [(f.fact_id, f.validity.valid_until) for f in (await _held(memory, "Beacon", past)).facts] == [
        (first.fact_id, None)
    ]
    assert _labels(await _held(memory, "Beacon", _at("2024-08-01"))) == ["Beacon is owned by Tomas"]


async def test_a_fact_from_rows_is_explained_down_to_its_rows(
    memory: Told, models: ScriptedProviders
) -> None:
    await _tell(
        memory,
        "plans",
        {"subject": "Kestrel", "predicate": "owner", "object": "Oda Lind", "valid_from": "2024-01-01"},
    )
    await _tell(
        memory,
        "letter",
        {"subject": "Kestrel", "predicate": "owner", "object": "Bram Teal", "valid_from": "2024-06-01"},
    )
    page = await memory.call("changes", entity_id=str(await _who(memory, "Kestrel")))
    assert [change.changes for change in page.changes] in (
        [("superseded",), ("added",), ("added",)],
        [("added",), ("superseded",), ("added",)],
    )
    first = page.changes[-1]
    found = await memory.call("explain_fact", fact_id=str(first.fact_id))
    assert (found.state, found.slot.exclusive) == ("over", True)
    (claim,) = found.evidence
    assert json.loads(claim.source_span)["object"] == "Oda Lind"
    (place,) = (await memory.call("explain_sentence", doc_id=str(claim.doc_id), char_start=9)).places
    assert (place.state, place.claims[0].claim_id) == ("in_memory", claim.claim_id)
    assert models.parse.asked == []
