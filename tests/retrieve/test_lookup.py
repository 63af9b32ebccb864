"""Facts by their pattern: which fit, in which order, as of when."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.errors import Incorrect
from remember.operations.registry import call
from remember.wire import Contradiction, Envelope, NegativeKind, Truncation
from tests.retrieve.build import Memory
from tests.working import saving

MAY, JUNE, JULY = [datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7)]


async def ask(context: Context, operation: str, **arguments: Any) -> Envelope:
    found = await call(context, operation, arguments)
    assert isinstance(found, Envelope)
    return found


async def relations(memory: Memory, **pattern: Any) -> Envelope:
    return await ask(memory.context, "lookup_relations", **pattern)


async def observations(memory: Memory, entity_id: UUID, **more: Any) -> Envelope:
    return await ask(memory.context, "lookup_observations", entity_id=str(entity_id), **more)


def labels(envelope: Envelope) -> list[str]:
    return [fact.label for fact in envelope.facts]


async def test_every_part_of_a_pattern_must_fit(memory: Memory) -> None:
    dana, bo, crew = [await memory.entity(name) for name in ("Dana", "Bo", "crew")]
    note = await memory.document("Dana leads the crew, Bo is in it, and they know each other.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana leads crew", dana, crew, predicate="leads", supports=supports)
    await memory.fact("Bo member of crew", bo, crew, predicate="member_of", supports=supports)
    await memory.fact("Dana knows Bo", dana, bo, predicate="knows", supports=supports)
    await memory.fact("Dana likes tea.", dana, supports=supports)
    for pattern, expected in (
        ({}, ["Dana leads crew", "Bo member of crew", "Dana knows Bo"]),
        ({"subject_entity_id": str(dana)}, ["Dana leads crew", "Dana knows Bo"]),
        ({"object_entity_id": str(crew)}, ["Dana leads crew", "Bo member of crew"]),
        ({"subject_entity_id": str(dana), "object_entity_id": str(crew)}, ["Dana leads crew"]),
        ({"predicate": "knows"}, ["Dana knows Bo"]),
        ({"subject_entity_id": str(bo), "predicate": "member_of"}, ["Bo member of crew"]),
    ):
        found = await relations(memory, **pattern)
        assert labels(found) == expected
        assert found.truncation == Truncation(
            truncated=False, returned=len(expected), estimated_total=len(expected)
        )
    nothing = await relations(memory, subject_entity_id=str(bo), predicate="knows")
    assert nothing.negative and nothing.negative.kind == NegativeKind.KNOWN_EMPTY
    assert (nothing.grain, nothing.evidence) == ("fact", ())


async def test_the_best_supported_relation_comes_first(memory: Memory) -> None:
    dana, bo, crew = [await memory.entity(name) for name in ("Dana", "Bo", "crew")]
    notes = [await memory.document(f"Note {number}.") for number in range(2)]
    claims = [await memory.claim(note, note.text) for note in notes]
    await memory.fact("Dana leads crew", dana, crew, supports=claims[:1])
    await memory.fact("Dana knows Bo", dana, bo, supports=claims)
    found = await relations(memory)
    assert [(fact.label, fact.evidence_count) for fact in found.facts] == [
        ("Dana knows Bo", 2),
        ("Dana leads crew", 1),
    ]


async def test_relations_hold_at_the_time_asked_about(memory: Memory) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crew")
    note = await memory.document("Dana led the crew in May.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana leads crew", dana, crew, valid=(MAY, JUNE), supports=supports)
    assert labels(await relations(memory)) == []
    then = await relations(memory, valid_at="2026-05-10T00:00:00Z")
    assert labels(then) == ["Dana leads crew"]
    assert then.temporal_scope.model_dump(include={"mode", "at"}) == {
        "mode": "at",
        "at": MAY + timedelta(days=9),
    }
    assert labels(await relations(memory, time={"mode": "history"})) == ["Dana leads crew"]
    for wrong in (
        {"valid_at": "2026-05-10T02:00:00+02:00"},
        {"valid_at": "2026-05-10"},
        {"valid_at": "2026-05-10T00:00:00Z", "time": {"mode": "current"}},
    ):
        with pytest.raises(Incorrect):
            await relations(memory, **wrong)


async def test_a_lookup_as_of_gives_windows_and_counts_as_then_believed(memory: Memory) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crew")
    note = await memory.document("Dana leads the crew and likes tea.")
    supports = [await memory.claim(note, note.text)]
    fact = await memory.fact("Dana leads crew", dana, crew, valid=(MAY, None), supports=supports)
    tea = await memory.fact("Dana likes tea.", dana, valid=(MAY, None), supports=supports)
    before = await memory.now()
    for one in (fact, tea):
        await memory.revise(one, (JUNE, JULY))
    between = await memory.now()
    for one in (fact, tea):
        await memory.retract(one)
    for believed_at, valid_from in ((before, MAY), (between, JUNE)):
        time = {"mode": "as_of", "valid_at": "2026-06-10T00:00:00Z", "believed_at": believed_at.isoformat()}
        for found in (
            await relations(memory, time=time),
            await relations(memory, subject_entity_id=str(dana), time=time),
            await observations(memory, dana, time=time),
            await observations(memory, dana, time=time, property_query="tea"),
        ):
            assert [(one.validity.valid_from, one.evidence_count) for one in found.facts] == [(valid_from, 1)]
            assert found.temporal_scope.believed_at == believed_at
    assert labels(await relations(memory)) == labels(await observations(memory, dana)) == []


async def test_observations_are_those_of_the_entity_and_no_relations(memory: Memory) -> None:
    dana, bo = await memory.entity("Dana"), await memory.entity("Bo")
    notes = [await memory.document(f"Note {number}.") for number in range(2)]
    claims = [await memory.claim(note, note.text) for note in notes]
    await memory.fact("Dana likes tea.", dana, supports=claims[:1])
    await memory.fact("Dana sails at night.", dana, supports=claims)
    await memory.fact("Bo sails.", bo, supports=claims)
    await memory.fact("Dana knows Bo", dana, bo, supports=claims)
    assert labels(await observations(memory, dana)) == ["Dana sails at night.", "Dana likes tea."]
    near = await observations(memory, dana, property_query="Dana likes tea.")
    assert labels(near) == ["Dana likes tea.", "Dana sails at night."]
    assert near.truncation == Truncation(truncated=False, returned=2, estimated_total=2)


async def test_an_entity_that_cannot_be_seen_is_unknown(memory: Memory) -> None:
    dana, double, foreign = await memory.entity("Dana"), await memory.entity("D. Weiss"), uuid4()
    await memory.scope(foreign, project="quay")
    hidden = await memory.entity("Bo", scope_id=foreign)
    note = await memory.document("D. Weiss owns the shed.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("D. Weiss owns the shed.", double, supports=supports)
    await memory.fact("D. Weiss knows Dana", double, dana, supports=supports)
    await memory.fact("Dana hides.", dana, supports=supports, scope_id=foreign)
    await memory.merge(double, dana)
    assert labels(await observations(memory, dana)) == ["D. Weiss owns the shed."]
    assert labels(await relations(memory, subject_entity_id=str(dana))) == ["D. Weiss knows Dana"]
    for entity_id in (double, hidden, uuid4()):
        for found in (
            await observations(memory, entity_id),
            await relations(memory, object_entity_id=str(entity_id)),
        ):
            assert found.negative and found.negative.kind == NegativeKind.UNKNOWN_ENTITY


async def test_a_lookup_gives_every_side_of_a_contradiction(memory: Memory) -> None:
    gate, group = await memory.entity("gate nine"), uuid4()
    note = await memory.document("Gate nine opens at six, or at seven.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Gate nine opens at six.", gate, group=group, supports=supports)
    seven = await memory.fact("Gate nine opens at seven.", gate, group=group, supports=supports)
    told = (await observations(memory, gate, k=1)).facts[0].contradiction
    assert isinstance(told, Contradiction)
    assert [(side.fact_id, side.label) for side in told.co_members] == [(seven, "Gate nine opens at seven.")]


@pytest.mark.parametrize("kind", ["relations", "of one", "observations", "near"])
async def test_a_walk_gives_each_fact_once_as_it_was_when_it_began(memory: Memory, kind: str) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crew")
    operation, pattern = {
        "relations": ("lookup_relations", {}),
        "of one": ("lookup_relations", {"subject_entity_id": str(dana)}),
        "observations": ("lookup_observations", {"entity_id": str(dana)}),
        "near": ("lookup_observations", {"entity_id": str(dana), "property_query": "Dana did thing 3."}),
    }[kind]
    end = crew if operation == "lookup_relations" else None
    notes = [await memory.document(f"Note {number}.") for number in range(3)]
    claims = [await memory.claim(note, note.text) for note in notes]
    facts = [
        await memory.fact(f"Dana did thing {number}.", dana, end, supports=claims[: 1 + number % 2])
        for number in range(11)
    ]
    page = await ask(memory.context, operation, **pattern, k=3)
    walked = [fact.fact_id for fact in page.facts]
    first = page.temporal_scope
    while page.truncation and page.truncation.continuation:
        assert (page.truncation.estimated_total, page.truncation.reason) == (11, "lookup_k_limit")
        await memory.fact("Dana did more.", dana, end, supports=claims)
        await memory.support(facts[walked[0] == facts[0]], claims[2])
        await memory.retract(facts[10])
        continuation = page.truncation.continuation
        page = await ask(memory.context, operation, **pattern, k=3, continuation=continuation)
        walked += [fact.fact_id for fact in page.facts]
        assert page.temporal_scope == first
        assert page.freshness.pg_live_ts > first.evaluated_at
    assert len(walked) == 11 and set(walked) == set(facts)


async def test_a_document_that_is_deleted_during_a_walk_is_not_shown_and_moves_nothing(
    memory: Memory,
) -> None:
    dana = await memory.entity("Dana")
    kept, gone = await memory.document("Kept."), await memory.document("Gone.")
    claims = [await memory.claim(note, note.text) for note in (kept, gone)]
    both = [await memory.fact(f"Dana did thing {number}.", dana, supports=claims) for number in range(3)]
    only = await memory.fact("Dana did thing 4.", dana, supports=claims[1:])
    first = await observations(memory, dana, k=2)
    assert first.truncation and [fact.evidence_count for fact in first.facts] == [2, 2]
    await memory.delete(gone)
    rest = await observations(memory, dana, k=2, continuation=first.truncation.continuation)
    assert [(fact.fact_id, fact.evidence_count) for fact in rest.facts] == [(both[2], 1)]
    assert only not in [fact.fact_id for fact in rest.facts]


async def test_a_lookup_that_lacks_what_is_being_saved_is_gone_on_with_completely(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Note.")
    supports = [await memory.claim(note, note.text)]
    for number in range(3):
        await memory.fact(f"Dana did thing {number}.", dana, supports=supports)
    async with saving(memory.context):
        first = await observations(memory, dana, k=2)
        assert first.truncation and first.truncation.continuation
        waiting = await observations(memory, dana, k=2, continuation=first.truncation.continuation)
        assert waiting.negative and waiting.negative.kind == NegativeKind.BOUNDARY
    rest = await observations(memory, dana, k=2, continuation=first.truncation.continuation)
    assert len(first.facts) == 2 and len(rest.facts) == 1
