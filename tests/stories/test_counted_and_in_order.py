"""How many there are, exactly; and what held when: over facts that were told, changed and taken back."""

from typing import Any

import pytest

from remember.errors import Incorrect, NotFound
from remember.wire import Envelope
from tests.stories.telling import Told

NOBODY = "00000000-0000-4000-8000-00000000000b"


def _row(subject: str, predicate: str, end: str, since: str | None = None, **more: Any) -> dict[str, Any]:
    dated = {"valid_from": since} if since else {}
    return {"subject": subject, "predicate": predicate, "object": end} | dated | more


async def _count(memory: Told, **asked: Any) -> dict[str | None, int]:
    found = await memory.call("aggregate", **asked)
    assert found.aggregate and found.truncation
    assert found.aggregate.form == f"{asked.get('of', 'facts')} by {asked.get('by', 'predicate')}"
    assert found.truncation.estimated_total == len(found.aggregate.buckets)
    return {bucket.key: bucket.count for bucket in found.aggregate.buckets}


async def _total(memory: Told, **asked: Any) -> int:
    found = await memory.call("aggregate", **asked)
    assert found.aggregate
    return int(found.aggregate.total)


async def _entity(memory: Told, name: str) -> str:
    (only,) = (await memory.call("resolve_entity", name=name)).entities
    return str(only.entity_id)


@pytest.fixture
async def staff(memory: Told) -> Told:
    """Who works where and uses what, one of them no more."""
    await memory.tell_rows(
        "staff",
        _row("Oda Lind", "works_for", "Corvo", "2021-01-01"),
        _row("Bram Teal", "works_for", "Corvo", "2021-01-15"),
        _row("Mira", "works_for", "Marlin", "2022-03-01"),
        _row("Mira", "uses", "KeyBox"),
        _row("Tomas", "works_for", "Corvo", "2020-01-01", valid_until="2020-07-01"),
    )
    return memory


async def test_facts_that_hold_are_counted_by_what_they_are(staff: Told) -> None:
    assert await _count(staff, by="predicate") == {"works_for": 3, "uses": 1}
    assert await _count(staff, by="kind") == {"relation": 4}
    assert await _count(staff, by="month") == {"2021-01": 2, "2022-03": 1, None: 1}
    by_entity = await _count(staff, by="entity", predicate="works_for")
    assert by_entity == {"Corvo": 2, "Bram Teal": 1, "Marlin": 1, "Mira": 1, "Oda Lind": 1}
    assert await _total(staff, by="entity", predicate="works_for") == 3
    assert await _count(staff, by="predicate", entity_id=await _entity(staff, "Mira")) == {
        "uses": 1,
        "works_for": 1,
    }
    in_2020 = {"mode": "at", "at": "2020-03-01T00:00:00Z"}
    assert await _count(staff, by="predicate", time=in_2020) == {"works_for": 1, "uses": 1}
    assert await _count(staff, by="predicate", time={"mode": "history"}) == {"works_for": 4, "uses": 1}


@pytest.mark.parametrize("of", ["facts", "claims"])
async def test_a_count_is_right_where_a_page_of_a_search_would_say_at_least(memory: Told, of: str) -> None:
    await memory.tell_rows(
        "visits", *(_row("Rana", "other:visited", f"Port {n}", f"2023-0{n}-01") for n in range(1, 8))
    )
    rana = await _entity(memory, "Rana")
    assert (
        await _total(memory, of=of, entity_id=rana, time=None if of == "claims" else {"mode": "history"}) == 7
    )


async def test_states_are_those_that_each_fact_is_explained_with(staff: Told) -> None:
    await staff.tell("The gate code rota is weekly.", "office")
    await staff.tell("The gate code rota is monthly.", "guard")
    await staff.tell("The pier lamp is broken.", "pier", versioning_mode="living")
    await staff.tell("Nothing is broken.", "pier", versioning_mode="living")
    await staff.tell_rows("plans", _row("Oda Lind", "works_for", "Heron", "2199-01-01"))
    counted = await _count(staff, by="state")
    facts = (await staff.call("changes", kinds=["added"], limit=200)).changes
    states = [(await staff.call("explain_fact", fact_id=str(fact.fact_id))).state for fact in facts]
    assert counted == {state: states.count(state) for state in states}
    assert {"held", "over", "contradicted", "retracted", "to_come"} <= counted.keys()


async def test_claims_are_counted_by_who_says_them_and_whether_they_count(staff: Told) -> None:
    said = {"source_modified_at": "2024-05-02T00:00:00Z"}
    note = await staff.tell("Mira owns the gate rota.", "gate", versioning_mode="living", **said)
    before = (await staff.call("changes")).believed_until
    await staff.tell("Tomas owns the gate rota.", "gate", versioning_mode="living")
    assert await _count(staff, of="claims", by="state") == {"counts": 6, "version_superseded": 1}
    assert await _count(staff, of="claims", by="month", doc_id=str(note.doc_id)) == {None: 1}
    by_document = await _count(staff, of="claims", by="document")
    assert by_document[str(note.doc_id)] == 1 and sum(by_document.values()) == 6
    then = {"mode": "as_of", "valid_at": "2025-01-01T00:00:00Z", "believed_at": before.isoformat()}
    assert await _count(staff, of="claims", by="month", doc_id=str(note.doc_id), time=then) == {"2024-05": 1}
    mira = await _entity(staff, "Mira")
    assert await _total(staff, of="claims", by="entity", entity_id=mira) == 2


async def test_counts_are_those_that_were_believed(staff: Told) -> None:
    before = (await staff.call("changes")).believed_until
    await staff.tell_rows("letter", _row("Oda Lind", "uses", "KeyBox"))
    then = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": before.isoformat()}
    assert await _count(staff, by="predicate", time=then) == {"works_for": 3, "uses": 1}
    assert await _count(staff, by="predicate") == {"works_for": 3, "uses": 2}
    for by in ("entity", "month", "kind", "document", "state"):
        now = {**then, "believed_at": (await staff.call("changes")).believed_until.isoformat()}
        same = await staff.call("aggregate", by=by, time=now)
        assert same.aggregate == (await staff.call("aggregate", by=by)).aggregate


async def test_what_a_deleted_document_said_is_counted_nowhere(staff: Told) -> None:
    (document,) = (await staff.call("list_documents")).documents
    before = (await staff.call("changes")).believed_until
    await staff.call("delete_document", doc_id=str(document.doc_id))
    then = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": before.isoformat()}
    for of in ("facts", "claims"):
        for by in ("predicate", "entity", "document", "month", "kind", "state"):
            for time in ({}, {"time": then}):
                found = await staff.call("aggregate", of=of, by=by, **time)
                assert (found.aggregate.total, found.aggregate.buckets) == (0, ())
                assert found.negative and found.negative.kind == "known_empty"


async def test_a_forgotten_document_is_explained_changed_and_timed_nowhere(memory: Told) -> None:
    """Three facts, gone on every path that explains: by id, by name, by words and by list."""
    told = await memory.tell("Mira owns the gate rota. Mira works for Corvo. Mira uses KeyBox.", "mira")
    mira = await _entity(memory, "Mira")
    facts = [str(one.fact_id) for one in (await memory.call("changes")).changes]
    (place,) = (await memory.call("explain_sentence", quote="Mira uses KeyBox.")).places
    claim = str(place.claims[0].claim_id)
    assert len(facts) == 3 and (await memory.call("timeline", entity_id=mira)).facts
    await memory.call("delete_document", doc_id=str(told.doc_id))
    assert (await memory.call("changes")).total == 0
    assert (await memory.call("timeline", entity_id=mira)).negative.kind == "unknown_entity"
    assert (await memory.call("aggregate", entity_id=mira)).negative.kind == "unknown_entity"
    for operation, asked in (
        *(("explain_fact", {"fact_id": fact}) for fact in facts),
        ("explain_claim", {"claim_id": claim}),
        ("explain_entity", {"entity_id": mira}),
        ("explain_sentence", {"quote": "Mira uses KeyBox."}),
        ("explain_sentence", {"doc_id": str(told.doc_id), "char_start": 0}),
        ("explain_sentence", {"version_id": str(told.version_id), "char_start": 0}),
        ("changes", {"entity_id": mira}),
    ):
        with pytest.raises(NotFound):
            await memory.call(operation, **asked)


async def _timeline(memory: Told, name: str, **asked: Any) -> Envelope:
    found = await memory.call("timeline", entity_id=await _entity(memory, name), **asked)
    assert isinstance(found, Envelope)
    return found


def _days(found: Envelope) -> list[tuple[str, str | None, str | None]]:
    return [
        (
            fact.label,
            fact.validity.valid_from and fact.validity.valid_from.date().isoformat(),
            fact.validity.valid_until and fact.validity.valid_until.date().isoformat(),
        )
        for fact in found.facts
    ]


async def test_a_state_that_returns_stands_three_times_in_its_order(memory: Told) -> None:
    await memory.tell_rows("later", _row("Sam", "works_on", "Plover", "2024-07-01"))
    await memory.tell_rows(
        "earlier",
        _row("Sam", "works_on", "Quill", "2024-04-01", valid_until="2024-07-01"),
        _row("Sam", "works_on", "Plover", "2024-01-01", valid_until="2024-04-01"),
        _row("Sam", "uses", "KeyBox"),
        _row("Sam", "works_on", "Heron", "2199-01-01"),
        _row("Sam", "member_of", "the crew", valid_until="2024-05-01"),
    )
    whole = await _timeline(memory, "Sam")
    assert _days(whole) == [
        ("Sam works on Plover", "2024-01-01", "2024-04-01"),
        ("Sam works on Quill", "2024-04-01", "2024-07-01"),
        ("Sam is a member of the crew", None, "2024-05-01"),
        ("Sam works on Plover", "2024-07-01", None),
        ("Sam works on Heron", "2199-01-01", None),
        ("Sam uses KeyBox", None, None),
    ]
    assert {link.fact_id for link in whole.fact_evidence} == {fact.fact_id for fact in whole.facts}
    history = await _timeline(memory, "Sam", time={"mode": "history"}, predicate="works_on")
    assert _days(history) == [_days(whole)[place] for place in (0, 1, 3)]
    range_ = {"mode": "overlap", "from": "2024-03-01T00:00:00Z", "to": "2024-05-01T00:00:00Z"}
    assert _days(await _timeline(memory, "Sam", time=range_, predicate="works_on")) == _days(whole)[:2]


async def test_a_timeline_is_that_which_was_believed(memory: Told) -> None:
    await memory.tell_rows("rota", _row("Sam", "works_for", "Corvo", "2021-01-01"))
    before = (await memory.call("changes")).believed_until
    await memory.tell_rows("letter", _row("Sam", "works_for", "Marlin", "2022-03-01"))
    then = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": before.isoformat()}
    assert _days(await _timeline(memory, "Sam", time=then)) == [("Sam works for Corvo", "2021-01-01", None)]
    early = {**then, "valid_at": "2020-01-01T00:00:00Z"}
    assert (await _timeline(memory, "Sam", time=early)).negative
    assert _days(await _timeline(memory, "Sam")) == [
        ("Sam works for Corvo", "2021-01-01", "2022-03-01"),
        ("Sam works for Marlin", "2022-03-01", None),
    ]


async def test_an_unknown_entity_is_a_typed_no_and_wrong_questions_are_refused(memory: Told) -> None:
    for operation in ("timeline", "aggregate"):
        found = await memory.call(operation, entity_id=NOBODY)
        assert found.negative and found.negative.kind == "unknown_entity"
        with pytest.raises(Incorrect, match="limit is 201"):
            await memory.call(operation, entity_id=NOBODY, limit=201)
        with pytest.raises(Incorrect, match="cursor is malformed"):
            await memory.call(operation, entity_id=NOBODY, continuation="nonsense")
    with pytest.raises(Incorrect, match='by is "colour"'):
        await memory.call("aggregate", by="colour")
    with pytest.raises(Incorrect, match="claims are counted as of now"):
        await memory.call("aggregate", of="claims", time={"mode": "history"})
