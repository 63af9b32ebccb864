"""A value that changes: each of its states is kept, with both its times and who said so."""

from datetime import UTC, datetime

import pytest

from tests.stories.telling import Told

EMPLOYERS = ("Corvo", "Marlin", "Tern Works", "Heron")


@pytest.mark.parametrize("kept_as", ["one document a change", "versions of one document"])
async def test_four_values_are_four_states_in_history(memory: Told, kept_as: str) -> None:
    told = []
    for month, employer in enumerate(EMPLOYERS, start=1):
        ref = "rota" if kept_as == "versions of one document" else f"rota {month}"
        body = f"subject,predicate,object,valid_from\nOda Lind,works_for,{employer},2021-0{month}-01\n"
        sent = await memory.call(
            "ingest_facts",
            body=body.encode(),
            filename="rota.csv",
            mime="text/csv",
            source_kind="rota",
            source_ref=ref,
            source_modified_at=datetime(2021, month, 2, tzinfo=UTC),
        )
        for version in sent.versions:
            await memory.wait(version.version_id)
            told.append(version)
    (oda,) = (await memory.call("resolve_entity", name="Oda Lind")).entities
    history = {"mode": "history"}
    found = await memory.call("lookup_relations", subject_entity_id=str(oda.entity_id), time=history)
    starts = sorted(found.facts, key=lambda fact: fact.validity.valid_from)
    assert [fact.validity.valid_from.month for fact in starts] == [1, 2, 3, 4]
    assert [fact.validity.valid_until and fact.validity.valid_until.month for fact in starts] == [
        2,
        3,
        4,
        None,
    ]
    for fact, employer, version in zip(starts, EMPLOYERS, told, strict=True):
        assert employer in fact.label and fact.validity.ingested_at
        whole = await memory.call("hydrate_relation", relation_id=str(fact.fact_id))
        assert version.doc_id in {source.doc_id for source in whole.sources}


async def test_a_measurement_of_a_period_is_contradicted_and_never_ended(memory: Told) -> None:
    for ref, text in {
        "first": "The revenue of Siskin Foods in 2022 was 4 million euros.",
        "other": "In 2022 the revenue of Siskin Foods was 3 million euros.",
        "later": "The revenue of Siskin Foods in 2023 was 5 million euros.",
    }.items():
        await memory.tell(text, ref, source_modified_at="2024-02-01T00:00:00Z")
    query = "revenue of Siskin Foods"
    found = await memory.call("facts_context", query=query, time={"mode": "history"})
    told = {
        fact.label: (fact.validity.valid_from.year, fact.validity.valid_until.year, bool(fact.contradiction))
        for fact in found.facts
    }
    assert told == {
        "The revenue of Siskin Foods is 4 million euros.": (2022, 2023, True),
        "The revenue of Siskin Foods is 3 million euros.": (2022, 2023, True),
        "The revenue of Siskin Foods is 5 million euros.": (2023, 2024, False),
    }


async def test_a_thing_that_moved_is_no_longer_where_it_was(memory: Told) -> None:
    await memory.tell("The north archive is located in Gent since 4 January 2019.", "old")
    await memory.tell("The north archive moved to Vigo on 3 August 2022.", "move")
    found = await memory.call("facts_context", query="where is the north archive", time={"mode": "history"})
    ends = {fact.label: fact.validity.valid_until for fact in found.facts}
    moved = datetime(2022, 8, 3, tzinfo=UTC)
    assert [end for label, end in ends.items() if "Gent" in label] == [moved]
    assert [end for label, end in ends.items() if "Vigo" in label] == [None]
