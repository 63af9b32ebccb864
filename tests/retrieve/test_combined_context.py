"""Testimony and belief side by side, at one instant."""

from uuid import uuid4

from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.combined_context import CombinedRequest, combined_context
from remember.retrieve.facts_context import facts_context
from remember.wire import Negative, NegativeKind
from tests.retrieve.build import Memory

_SAME = {"exclude": {"temporal_scope", "freshness"}}


async def test_each_side_is_what_it_is_by_itself_and_both_are_of_one_instant(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana oiled the crane.")
    claim = await memory.claim(note, note.text, about=[dana])
    await memory.fact(note.text, dana, supports=[claim])
    both = await combined_context(memory.context, "who oiled the crane")
    said = await claims_and_sources_context(memory.context, "who oiled the crane")
    held = await facts_context(memory.context, "who oiled the crane")
    assert both.contract == "ContextBundle/v2"
    assert both.claims_and_sources.model_dump(**_SAME) == said.model_dump(**_SAME)
    assert both.facts.model_dump(**_SAME) == held.model_dump(**_SAME)
    assert both.claims_and_sources.freshness == both.facts.freshness
    assert both.claims_and_sources.temporal_scope == both.facts.temporal_scope


async def test_each_side_keeps_its_own_negative(memory: Memory) -> None:
    await memory.document("The crane was oiled.")
    both = await combined_context(memory.context, "was the crane oiled")
    assert both.claims_and_sources.negative is None
    assert both.facts.negative == Negative(
        kind=NegativeKind.KNOWN_EMPTY,
        explanation="nothing that this memory holds true answers the question",
        workaround="ask in other words, about another time, or what sources said: claims_and_sources_context",
    )


async def test_an_unknown_id_empties_both_sides(memory: Memory) -> None:
    both = await combined_context(memory.context, "crane", CombinedRequest(entity_ids=(uuid4(),)))
    for side in (both.claims_and_sources, both.facts):
        assert side.negative and side.negative.kind == "unknown_entity"
