"""A copy is one more document and no further source: the account says how many sources are independent."""

from typing import Any

import pytest

from tests.stories.telling import Told
from tests.working import rows

REPORT = (
    "Mira owns the gate rota. She wrote it for the spring, and it hangs beside the tool shed where everybody "
    "can read it. Changes are told to her before noon, and she puts a new sheet up on the same evening."
)
LABEL = "Gate rota is owned by Mira"
OWN_ACCOUNT = (
    "Mira owns the gate rota. I met her at the well and she told me about the new locks on both doors."
)


async def _counts(
    memory: Told, query: str = "who owns the gate rota", **more: Any
) -> list[tuple[str, int, int]]:
    found = await memory.call("facts_context", query=query, **more)
    told = found.account.independent_sources
    return [(fact.label, fact.evidence_count, told[fact.fact_id]) for fact in found.facts]


@pytest.mark.parametrize(
    "copy",
    [
        REPORT,
        f"Fwd: rota\n\nFor your records.\n\n{REPORT}",
        REPORT.replace("spring", "autumn").replace("noon", "eight"),
    ],
    ids=["the same bytes", "forwarded", "a template filled in again"],
)
async def test_a_copy_is_another_document_and_no_other_source(memory: Told, copy: str) -> None:
    await memory.tell(REPORT, "board")
    await memory.tell(copy, "mail")
    assert (LABEL, 2, 1) in await _counts(memory)


async def test_two_accounts_that_share_a_short_sentence_are_two_sources(memory: Told) -> None:
    await memory.tell(REPORT, "board")
    await memory.tell(OWN_ACCOUNT, "diary")
    await memory.tell(f"Fwd: rota\n\n{REPORT}", "mail")
    assert (LABEL, 3, 2) in await _counts(memory)


async def test_a_long_quotation_adds_no_source(memory: Told) -> None:
    quoted = "Mira owns the gate rota that hangs beside the tool shed on the north side of the yard."
    await memory.tell(f"{quoted} It was painted last week, and two of the hooks are still missing.", "board")
    letter = "The meeting took most of the day. Nobody had brought the keys, so we read the notices aloud."
    await memory.tell(f"{letter} {quoted} {letter}", "diary")
    assert [one[1:] for one in await _counts(memory) if "Mira" in one[0]] == [(2, 1)]


async def test_the_order_of_copies_is_no_matter(memory: Told) -> None:
    halves = REPORT[: len(REPORT) * 6 // 10], "Mira owns the gate rota. " + REPORT[len(REPORT) * 4 // 10 :]
    await memory.tell(halves[0], "first")
    await memory.tell(halves[1], "second")
    assert await _groups(memory) == 2
    await memory.tell(REPORT, "whole")
    assert await _groups(memory) == 1


FIRST, SECOND = REPORT[: len(REPORT) * 6 // 10], "Mira owns the gate rota. " + REPORT[len(REPORT) * 4 // 10 :]


async def test_what_only_a_deleted_document_joined_are_two_sources_again(memory: Told) -> None:
    await memory.tell(FIRST, "first")
    await memory.tell(SECOND, "second")
    whole = await memory.tell(REPORT, "whole")
    assert (LABEL, 3, 1) in await _counts(memory)
    ((then,),) = await rows(memory.context, "select clock_timestamp()")
    await memory.call("delete_document", doc_id=str(whole.doc_id))
    assert (LABEL, 2, 2) in await _counts(memory)
    as_of = {"mode": "as_of", "valid_at": then, "believed_at": then}
    assert (LABEL, 2, 1) in await _counts(memory, time=as_of)


async def test_a_page_that_is_rewritten_joins_nothing_any_more_and_does_when_it_is_taken_back(
    memory: Told,
) -> None:
    await memory.tell(FIRST, "first")
    await memory.tell(SECOND, "second")
    await memory.tell(REPORT, "page", versioning_mode="living")
    assert (LABEL, 3, 1) in await _counts(memory)
    anew = await memory.tell(OWN_ACCOUNT, "page", versioning_mode="living")
    assert (LABEL, 3, 3) in await _counts(memory)
    await memory.call("delete_version", doc_id=str(anew.doc_id), version_id=str(anew.version_id))
    assert (LABEL, 3, 1) in await _counts(memory)


async def test_a_page_that_stays_a_copy_in_its_new_version_is_no_further_source(memory: Told) -> None:
    await memory.tell(REPORT, "board")
    for noon in ("noon", "eight", "nine"):
        await memory.tell(REPORT.replace("noon", noon), "page", versioning_mode="living")
        assert (LABEL, 2, 1) in await _counts(memory)


async def test_each_version_of_a_log_speaks_and_joins_until_it_is_deleted(memory: Told) -> None:
    await memory.tell(FIRST, "first")
    await memory.tell(SECOND, "second")
    whole = await memory.tell(REPORT, "log")
    await memory.tell(OWN_ACCOUNT, "log")
    assert (LABEL, 3, 1) in await _counts(memory)
    await memory.call("delete_version", doc_id=str(whole.doc_id), version_id=str(whole.version_id))
    assert (LABEL, 3, 3) in await _counts(memory)


async def test_rows_are_a_copy_only_of_the_same_rows(memory: Told) -> None:
    row = b'{"subject": "Gate 4", "predicate": "status", "value": "open"}\n'
    for ref, body in (("one", row), ("two", row * 2), ("three", row)):
        sent = {"filename": "a.jsonl", "mime": "application/x-ndjson", "source_kind": "t", "source_ref": ref}
        taken = await memory.call("ingest_facts", body=body, **sent)
        await memory.wait(taken.versions[0].version_id)
    assert await _groups(memory) == 2
    ((fact_id,),) = await rows(memory.context, "select fact_id from facts")
    found = await memory.call("hydrate_observation", observation_id=str(fact_id))
    assert found.facts[0].evidence_count == 3
    assert found.account.independent_sources == {fact_id: 2}


async def test_every_read_of_facts_tells_it(memory: Told) -> None:
    await memory.tell(REPORT, "board")
    await memory.tell(REPORT, "mail")
    (fact,) = [
        fact
        for fact in (await memory.call("facts_context", query="who owns the gate rota")).facts
        if fact.label == LABEL
    ]
    ((subject,),) = await rows(
        memory.context, f"select subject_entity_id from facts where fact_id = '{fact.fact_id}'"
    )
    assert fact.kind == "relation"
    reads: list[tuple[str, dict[str, Any]]] = [
        ("hydrate_relation", {"relation_id": str(fact.fact_id)}),
        ("lookup_relations", {"subject_entity_id": str(subject)}),
    ]
    for operation, asked in reads:
        found = await memory.call(operation, **asked)
        assert found.account.independent_sources[fact.fact_id] == 1


async def _groups(memory: Told) -> int:
    ((count,),) = await rows(
        memory.context, "select count(distinct copy_group) from copy_groups where upper_inf(during)"
    )
    return int(count)
