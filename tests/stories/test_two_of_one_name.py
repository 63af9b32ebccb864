"""One name is one entity, until a person says that it is two; no name is ever given silently."""

from typing import Any

import pytest

from remember.context import OWNER
from remember.wire import NegativeKind
from tests.stories.telling import Told
from tests.working import rows

_WELDER = "Alex Reed works for Norvik. Alex Reed is a welder. Alex Reed lives in Oslo.\n"
_NURSE = "Alex Reed works for Aire Hospital. Alex Reed is a nurse. Alex Reed lives in Leeds.\n"


async def _candidates(memory: Told, name: str) -> list[Any]:
    found = await memory.call("resolve_entity", name=name)
    return list(found.account.candidates) if found.account else []


async def _only(memory: Told, name: str) -> str:
    found = await memory.call("resolve_entity", name=name)
    (candidate,) = found.entities
    return str(candidate.entity_id)


async def _works_for(memory: Told, entity_id: str) -> list[str]:
    found = await memory.call(
        "facts_context", query="where does Alex Reed work", entity_ids=[entity_id], predicate="works_for"
    )
    return sorted(fact.label for fact in found.facts if "works for" in fact.label)


async def test_the_same_exact_name_in_four_documents_is_one_entity(memory: Told) -> None:
    for number, text in enumerate(
        (
            "DGX is owned by Mira.\n",
            "The status of DGX is green.\n",
            "Tomas works on DGX.\n",
            "DGX depends on Lantern.\n",
        )
    ):
        await memory.tell(text, f"note-{number}")
    shown = await memory.call("show_entity", entity_id=await _only(memory, "DGX"))
    assert (shown.name, shown.document_count) == ("DGX", 4)


async def test_two_people_of_one_name_are_told_apart_merged_and_split_back(memory: Told) -> None:
    await memory.tell(_WELDER, "welder")
    nurse = await memory.tell(_NURSE, "nurse")
    whole = await _only(memory, "Alex Reed")
    split = await memory.call(
        "split_entity", entity_id=whole, doc_ids=[str(nurse.doc_id)], reason="another Alex Reed"
    )

    welder_told, nurse_told = await _candidates(memory, "Alex Reed")
    assert (str(welder_told.entity_id), nurse_told.entity_id) == (whole, split.other_id)
    assert (welder_told.documents, nurse_told.documents) == (("welder",), ("nurse",))
    assert any("Norvik" in label for label in welder_told.facts)
    assert any("Aire Hospital" in label for label in nurse_told.facts)
    assert await _works_for(memory, whole) == ["Alex Reed works for Norvik"]
    assert await _works_for(memory, str(split.other_id)) == ["Alex Reed works for Aire Hospital"]

    merged = await memory.call(
        "merge_entities", survivor_id=whole, absorbed_id=str(split.other_id), reason="one after all"
    )
    assert await _only(memory, "Alex Reed") == whole
    assert len(await _works_for(memory, whole)) == 2
    await memory.call("split_entity", event_id=str(merged.event_id), reason="two after all")
    assert len(await _candidates(memory, "Alex Reed")) == 2
    assert await _works_for(memory, whole) == ["Alex Reed works for Norvik"]

    events = (await memory.call("list_identity_events")).events
    assert [(one.kind, one.reason, one.decided_by_ref, one.reverse_with) for one in events] == [
        ("split", "two after all", "local", "merge_entities"),
        ("merge", "one after all", "local", None),
        ("split", "another Alex Reed", "local", None),
    ]


@pytest.mark.parametrize(
    "question", ("Where does Alex Reed work?", "what is alex reed's job", "Tell me about Alex Reed.")
)
async def test_a_question_by_a_name_of_two_is_answered_for_neither(memory: Told, question: str) -> None:
    welder, nurse = await _two(memory)
    found = await memory.call("facts_context", query=question)
    assert [str(one.entity_id) for one in found.entities] == [welder, nurse]
    first, second = found.account.candidates
    assert (first.documents, second.documents) == (("welder",), ("nurse",))
    assert any("Norvik" in label for label in first.facts)
    assert any("Aire Hospital" in label for label in second.facts)
    labels = {fact.fact_id: fact.label for fact in found.facts}
    for one in (first, second):
        assert {labels[fact_id] for fact_id in one.fact_ids} <= set(one.facts)
    assert sorted([*first.fact_ids, *second.fact_ids]) == sorted(labels)
    whole = await memory.call("combined_context", query=question)
    assert whole.facts.entities == whole.claims_and_sources.entities == found.entities
    said = await memory.call("claims_and_sources_context", query=question)
    assert [one.entity_id for one in said.account.candidates] == [one.entity_id for one in found.entities]

    answer = await memory.call("ask", query=question)
    assert (answer.status, answer.answer, answer.facts) == ("insufficient_evidence", None, ())
    assert answer.negative.kind == NegativeKind.BOUNDARY
    for said in (welder, nurse, "Norvik", "Aire Hospital"):
        assert said in answer.negative.explanation


async def test_a_question_that_says_which_of_two_is_meant_is_answered(memory: Told) -> None:
    welder, nurse = await _two(memory)
    asked = {"query": "Where does Alex Reed work?"}
    answer = await memory.call("ask", **asked, entity_ids=[nurse])
    assert answer.status == "answered" and "Aire Hospital" in answer.answer
    assert not answer.context.facts.entities
    await memory.call("merge_entities", survivor_id=welder, absorbed_id=nurse, reason="one after all")
    assert (await memory.call("ask", **asked)).status == "answered"
    assert not (await memory.call("facts_context", **asked)).entities


async def test_a_question_about_somebody_else_does_not_ask_back(memory: Told) -> None:
    await _two(memory)
    await memory.tell("Mio works for Corvo.\n", "mio")
    found = await memory.call("facts_context", query="Where does Mio work?")
    assert not found.entities and not found.account.candidates
    assert (await memory.call("ask", query="Where does Mio work?")).status == "answered"


async def _two(memory: Told) -> tuple[str, str]:
    """The welder and the nurse, once somebody said that they are two."""
    await memory.tell(_WELDER, "welder")
    nurse = await memory.tell(_NURSE, "nurse")
    whole = await _only(memory, "Alex Reed")
    split = await memory.call(
        "split_entity", entity_id=whole, doc_ids=[str(nurse.doc_id)], reason="another Alex Reed"
    )
    return whole, str(split.other_id)


async def test_after_a_split_a_document_goes_on_meaning_its_own_and_a_new_one_means_nobody(
    memory: Told,
) -> None:
    await memory.tell(_WELDER, "welder")
    nurse = await memory.tell(_NURSE, "nurse")
    split = await memory.call(
        "split_entity",
        entity_id=await _only(memory, "Alex Reed"),
        doc_ids=[str(nurse.doc_id)],
        reason="another Alex Reed",
    )
    await memory.tell(_NURSE + "\nAlex Reed knows Mio.\n", "nurse")
    await memory.tell("Alex Reed likes rain.\n", "a third note")
    shown = await memory.call("list_mentions", entity_id=str(split.other_id))
    assert any("Mio" in one.claim_text for one in shown.mentions)
    unresolved = await rows(
        memory.opened.context(OWNER), "select distinct reason from mentions where entity_id is null"
    )
    assert unresolved == [("2 entities bear this name",)]


async def test_what_is_said_of_nobody_known_is_ended_only_by_its_own_document(memory: Told) -> None:
    await _two(memory)

    def works(where: str) -> dict[str, str]:
        return {"subject": "Alex Reed", "predicate": "works_for", "object": where}

    await memory.tell_rows("ferry", works("Dunmore Ferries"), source_modified_at="2026-03-01T00:00:00Z")
    await memory.tell_rows("mill", works("Halden Mill"), source_modified_at="2026-04-01T00:00:00Z")
    query = {"query": "Where does Alex Reed work?", "k": 30}
    held = {fact.label: fact.contradiction for fact in (await memory.call("facts_context", **query)).facts}
    for place in ("Dunmore Ferries", "Halden Mill"):
        assert held[f"Alex Reed works for {place}"] is None
    await memory.tell_rows("ferry", works("Orsa Freight"), source_modified_at="2026-05-01T00:00:00Z")
    now = {fact.label for fact in (await memory.call("facts_context", **query)).facts}
    assert now == held.keys() - {"Alex Reed works for Dunmore Ferries"} | {"Alex Reed works for Orsa Freight"}
