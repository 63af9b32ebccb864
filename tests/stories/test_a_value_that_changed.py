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
