"""Which kind of no an empty answer is."""

import pytest

from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.facts_context import facts_context
from remember.wire import Negative, NegativeKind
from tests.retrieve.build import Memory


@pytest.fixture
async def known(memory: Memory) -> Memory:
    """A memory that knows Jo, and that she has no children."""
    jo = await memory.entity("Jo")
    note = await memory.document("Jo has no children. Jo paints boats.")
    childless = await memory.claim(note, "Jo has no children.", about=[jo])
    painting = await memory.claim(note, "Jo paints boats.", about=[jo])
    await memory.fact("Jo has no children.", jo, predicate="has_children", supports=[childless])
    await memory.fact("Jo paints boats.", jo, predicate="paints", supports=[painting])
    return memory


async def test_a_thing_that_was_never_mentioned_is_unknown(known: Memory) -> None:
    expected = Negative(
        kind=NegativeKind.UNKNOWN_ENTITY,
        explanation="nothing in this memory is named Zorblax Prime",
        workaround="check the spelling, or try another name",
    )
    for read in (facts_context, claims_and_sources_context):
        found = await read(known.context, "What is the crew of Zorblax Prime?")
        assert (found.negative, found.facts, found.evidence, found.chunks) == (expected, (), (), ())


async def test_an_attribute_that_nobody_told_of_somebody_known_is_empty(known: Memory) -> None:
    for read in (facts_context, claims_and_sources_context):
        found = await read(known.context, "Which shoe size and hat size would Jo wear?")
        assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY
        assert (found.facts, found.evidence, found.chunks) == ((), (), ())


async def test_a_known_no_is_a_fact_with_its_evidence(known: Memory) -> None:
    found = await facts_context(known.context, "Does Jo have children?")
    assert found.facts[0].label == "Jo has no children."
    assert found.evidence[0].source_span == "Jo has no children."
    assert found.negative is None


async def test_an_empty_memory_knows_nothing(memory: Memory) -> None:
    for read in (facts_context, claims_and_sources_context):
        found = await read(memory.context, "what happened")
        assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY


async def test_a_name_that_is_only_in_a_passage_is_not_unknown(memory: Memory) -> None:
    await memory.document("The Moorgate pump stands idle.")
    found = await facts_context(memory.context, "Who runs Moorgate?")
    assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY
