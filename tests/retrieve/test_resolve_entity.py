"""Whom a name may mean."""

from datetime import UTC, datetime
from uuid import uuid4

from remember.retrieve.resolve_entity import resolve_entity
from remember.wire import EntityCandidate, Negative, NegativeKind, Truncation
from tests.retrieve.build import Memory

OLD = datetime(2020, 1, 1, tzinfo=UTC)


async def test_an_exact_name_gives_all_its_bearers_however_it_is_written(memory: Memory) -> None:
    welder = await memory.entity("Alex Reed")
    nurse = await memory.entity("Alex Reed")
    await memory.entity("Alexa Reeds")
    found = await resolve_entity(memory.context, "  dr. ALEX   reed ")
    assert found.entities == (
        EntityCandidate(entity_id=welder, canonical_name="Alex Reed", tier="T0"),
        EntityCandidate(entity_id=nurse, canonical_name="Alex Reed", tier="T0"),
    )
    assert found.truncation == Truncation(truncated=False, returned=2, estimated_total=2)
    assert (found.grain, found.temporal_scope.mode, found.negative) == ("fact", "current", None)


async def test_an_alias_gives_the_entity_under_its_canonical_name(memory: Memory) -> None:
    harbour = await memory.entity("Harbour Authority", "HA")
    found = await resolve_entity(memory.context, "ha")
    assert found.entities == (
        EntityCandidate(entity_id=harbour, canonical_name="Harbour Authority", tier="T0"),
    )


async def test_a_misspelt_name_gives_those_of_similar_spelling(memory: Memory) -> None:
    kestrel = await memory.entity("Kestrel Logistics")
    await memory.entity("Moorgate")
    found = await resolve_entity(memory.context, "Kestral Logistic")
    assert [(one.entity_id, one.tier) for one in found.entities] == [(kestrel, "T1")]


async def test_a_name_that_only_sounds_alike_is_found_by_sound(memory: Memory) -> None:
    found_by_sound = await memory.entity("Schmidt")
    found = await resolve_entity(memory.context, "Szmyt")
    assert [(one.entity_id, one.tier) for one in found.entities] == [(found_by_sound, "T2")]


async def test_a_description_finds_whoever_is_known_for_it(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    await memory.profile(dana, "head of the orchard audit")
    other = await memory.entity("Bo")
    await memory.profile(other, "plays chess on Sundays")
    found = await resolve_entity(memory.context, "the head of the orchard audit")
    assert [(one.entity_id, one.tier) for one in found.entities] == [(dana, "T3")]


async def test_more_than_ten_of_similar_spelling_are_cut_and_it_is_said(memory: Memory) -> None:
    for number in range(12):
        await memory.entity(f"Barge Kingfisher {number:02}")
    found = await resolve_entity(memory.context, "Barge Kingfisher")
    assert len(found.entities) == 10
    assert found.truncation == Truncation(
        truncated=True,
        returned=10,
        estimated_total=11,
        total_is_exact=False,
        reason="resolve_candidate_limit",
    )


async def test_a_name_that_nobody_bears_is_unknown(memory: Memory) -> None:
    await memory.entity("Dana")
    for name in ("Wilhelmina Qx", "???", "%", "'; --"):
        found = await resolve_entity(memory.context, name)
        assert found.entities == ()
        assert found.negative == Negative(
            kind=NegativeKind.UNKNOWN_ENTITY,
            explanation=f"nothing in this memory is named {name}",
            workaround="check the spelling, or try another name",
        )


async def test_a_merged_entity_shows_its_survivor_once(memory: Memory) -> None:
    first = await memory.entity("Ravi Nair", "Ravi")
    second = await memory.entity("Ravi", "R. Nair")
    await memory.merge(second, first)
    for name in ("Ravi", "R. Nair"):
        found = await resolve_entity(memory.context, name)
        assert [(one.entity_id, one.canonical_name) for one in found.entities] == [(first, "Ravi Nair")]


async def test_a_name_that_only_a_deleted_document_used_is_unknown(memory: Memory) -> None:
    entity = await memory.entity("Tomas Berg")
    await memory.alias(entity, "Tommy", by="source")
    note = await memory.document("Tommy rents the shed.")
    await memory.claim(note, "Tommy rents the shed.", about=[entity])
    assert len((await resolve_entity(memory.context, "Tommy")).entities) == 1
    await memory.delete(note)
    found = await resolve_entity(memory.context, "Tommy")
    assert [one.tier for one in found.entities] != ["T0"]


async def test_a_name_of_another_scope_is_unknown(memory: Memory) -> None:
    other = uuid4()
    await memory.scope(other, project="other")
    await memory.entity("Blue Heron", scope_id=other)
    found = await resolve_entity(memory.context, "Blue Heron")
    assert (found.entities, found.negative and found.negative.kind) == ((), "unknown_entity")


async def test_who_has_relations_to_the_context_comes_first_and_nobody_is_left_out(memory: Memory) -> None:
    welder, nurse = await memory.entity("Alex Reed"), await memory.entity("Alex Reed")
    ward, yard = await memory.entity("ward two"), await memory.entity("yard")
    note = await memory.document("Alex Reed works on ward two.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Alex Reed works on ward two", nurse, ward, supports=supports)
    await memory.fact("Alex Reed knows ward two", ward, nurse, supports=supports)
    await memory.fact("Alex Reed left the yard", welder, yard, valid=(None, OLD), supports=supports)
    plain = await resolve_entity(memory.context, "Alex Reed")
    assert [(one.entity_id, one.context_hits) for one in plain.entities] == [(welder, 0), (nurse, 0)]
    near = await resolve_entity(memory.context, "Alex Reed", context_entity_ids=[ward, yard])
    assert [(one.entity_id, one.context_hits) for one in near.entities] == [(nurse, 2), (welder, 0)]
    unknown = await resolve_entity(memory.context, "Alex Reed", context_entity_ids=[ward, uuid4()])
    assert unknown.negative and unknown.negative.kind == NegativeKind.UNKNOWN_ENTITY
