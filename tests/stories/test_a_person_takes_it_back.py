"""What a person retracts is not held, however often it is said again; it is logged, and can be restored."""

import asyncio
import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import OWNER
from remember.errors import Conflict, Forbidden, Incorrect, NotFound
from remember.operations.registry import call
from tests.stories.telling import Told
from tests.working import rows

WRONG = "The vault uses KeyBox."
QUESTION = "what does the vault use"


async def _fact(memory: Told, words: str = "KeyBox") -> UUID:
    found = await rows(
        memory.context, f"select fact_id from facts where label like '%{words}%' order by ingested_at desc"
    )
    return UUID(str(found[0][0]))


async def _held(memory: Told) -> list[Any]:
    return await rows(
        memory.context,
        "select label, lower(valid)::date::text, upper(valid)::date::text, evidence_count from facts"
        " where invalidated_at is null order by label",
    )


def _row(value: str, since: str, predicate: str = "owner") -> str:
    row = {"subject": "Vault", "predicate": predicate, "value": value, "valid_from": since}
    return json.dumps(row | {"effect": "begins"})


async def _tell_rows(memory: Told, ref: str, *lines: str) -> UUID:
    sent = {"filename": "a.jsonl", "mime": "application/x-ndjson", "source_kind": "t", "source_ref": ref}
    taken = await memory.call("ingest_facts", body="\n".join(lines).encode(), **sent)
    await memory.wait(taken.versions[0].version_id)
    return UUID(str(taken.versions[0].doc_id))


async def test_a_retracted_fact_is_not_held_and_saying_it_again_does_not_bring_it_back(memory: Told) -> None:
    await memory.tell(WRONG, "board")
    fact = await _fact(memory)
    before = (await memory.call("facts_context", query=QUESTION)).temporal_scope.believed_at
    made = await memory.call("retract", fact_id=str(fact), reason="it was a trial")
    assert (made.fact_id, made.observations_closed) == (fact, 1)
    assert (await memory.call("facts_context", query=QUESTION)).facts == ()
    await memory.tell(WRONG + " It hangs by the door.", "board")
    await memory.tell(WRONG, "another board")
    assert [one for one in await _held(memory) if "KeyBox" in one[0]] == []
    asked = {"mode": "as_of", "valid_at": before.isoformat(), "believed_at": before.isoformat()}
    then = await memory.call("facts_context", query=QUESTION, time=asked)
    assert [fact.fact_id for fact in then.facts] == [made.fact_id]


@pytest.mark.parametrize(
    "wording",
    [
        "KeyBox is used by the vault.",
        "The vault is using KeyBox.",
        "Since 3 May 2025 the vault uses KeyBox.",
        "The vault now uses KeyBox.",
        "The vault utilises KeyBox.",
    ],
)
async def test_saying_a_retracted_fact_from_its_other_end_does_not_bring_it_back_either(
    memory: Told, wording: str
) -> None:
    await memory.tell(WRONG, "board")
    fact = await _fact(memory)
    await memory.call("retract", fact_id=str(fact), reason="it was a trial")
    await memory.tell(wording, "another board")
    assert await _held(memory) == []
    entries = (await memory.call("transcript_observation", observation_id=str(fact))).transcript
    assert [one.outcome for one in entries] == ["add", "retracted", "noop"]
    await memory.tell("The vault uses KeyBox 2.", "a third board")
    assert [one[0] for one in await _held(memory)] == ["The vault uses KeyBox 2"]


@pytest.mark.parametrize(
    ("wrong", "again"),
    [
        ("Larkfield uses Sylvapay.", "Larkfield runs on Sylvapay."),
        ("Larkfield uses Sylvapay.", "Larkfield is powered by Sylvapay."),
        ("Larkfield runs on Sylvapay.", "Larkfield has been using Sylvapay since March 2024."),
        ("Larkfield is in Ghent.", "Larkfield is headquartered in Ghent."),
        ("Mira reports to Oda.", "Oda is Mira's manager."),
        ("Mira works for Corvo.", "Corvo is the employer of Mira."),
    ],
)
async def test_other_words_for_a_retracted_relation_do_not_bring_it_back(
    memory: Told, wrong: str, again: str
) -> None:
    await memory.tell(wrong, "board")
    ((fact,),) = await rows(memory.context, "select fact_id from facts")
    await memory.call("retract", fact_id=str(fact), reason="it never was")
    await memory.tell(again, "another board")
    assert await _held(memory) == []


@pytest.mark.parametrize(
    ("wrong", "other", "held"),
    [
        ("Larkfield uses Sylvapay.", "Larkfield uses Sylvapost.", "Larkfield uses Sylvapost"),
        ("Larkfield uses Sylvapay.", "Larkfield works with Sylvapay.", "Larkfield works with Sylvapay"),
        ("Larkfield uses Sylvapay.", "Sylvapay runs on Larkfield.", "Sylvapay uses Larkfield"),
        (
            "Larkfield uses Sylvapay.",
            "Larkfield no longer runs on Sylvapay.",
            "Larkfield does not use Sylvapay",
        ),
        ("Larkfield is in Ghent.", "Larkfield used to be located at Ghent.", "Larkfield is not in Ghent"),
        ("Larkfield is in Ghent.", "Larkfield is in Bruges.", "Larkfield is in Bruges"),
        ("Mira reports to Oda.", "Mira is Oda's manager.", "Oda reports to Mira"),
        ("Mira works for Corvo.", "Mira is a customer of Corvo.", "Mira is a customer of Corvo."),
    ],
)
async def test_what_says_something_else_of_a_retracted_pair_is_held(
    memory: Told, wrong: str, other: str, held: str
) -> None:
    await memory.tell(wrong, "board")
    ((fact,),) = await rows(memory.context, "select fact_id from facts")
    await memory.call("retract", fact_id=str(fact), reason="it never was")
    await memory.tell(other, "another board")
    assert [one[0] for one in await _held(memory)] == [held]


async def test_audit_shows_who_retracted_what_when_and_what_came_after(memory: Told) -> None:
    await memory.tell(WRONG, "board")
    fact = await _fact(memory)
    made = await memory.call("retract", fact_id=str(fact), reason="it was a trial")
    await memory.tell(WRONG, "another board")
    (told,) = (await memory.call("list_retractions")).retractions
    assert (told.retraction_id, told.fact_id, told.reason) == (made.retraction_id, fact, "it was a trial")
    assert (told.decided_by_kind, told.decided_by_ref, told.restored_at) == ("service", "local", None)
    entries = (await memory.call("transcript_observation", observation_id=str(fact))).transcript
    assert [(one.outcome, one.decided_by) for one in entries] == [
        ("add", "auto"),
        ("retracted", "human"),
        ("noop", "auto"),
    ]
    assert entries[1].features["retraction_id"] == str(made.retraction_id)
    assert entries[1].decided_at == told.decided_at == made.decided_at
    said = await memory.call("hydrate_observation", observation_id=str(fact))
    assert said.facts[0].validity.invalidated_at == made.decided_at
    assert entries[2].features["claim_id"] not in {str(claim.claim_id) for claim in said.evidence}


async def test_a_restored_fact_comes_back_as_itself_with_what_was_said_meanwhile(memory: Told) -> None:
    await memory.tell(WRONG, "board")
    fact = await _fact(memory)
    made = await memory.call("retract", fact_id=str(fact), reason="it was a trial")
    await memory.tell(WRONG, "another board")
    back = await memory.call("restore", retraction_id=str(made.retraction_id), reason="it is bought now")
    assert back.facts_reopened == 1
    found = (await memory.call("facts_context", query=QUESTION)).facts
    assert [(one.fact_id, one.evidence_count) for one in found] == [(fact, 2)]
    (told,) = (await memory.call("list_retractions")).retractions
    assert (told.restored_at, told.restored_reason) == (back.decided_at, "it is bought now")
    again = await memory.call("retract", fact_id=str(fact), reason="no, it was not")
    assert again.observations_closed == 1


async def test_what_a_retracted_change_had_ended_goes_on(memory: Told) -> None:
    await _tell_rows(memory, "hr", _row("Ines", "2024-01-05"))
    await _tell_rows(memory, "web", _row("Mallory", "2024-06-01"))
    wrong = await _fact(memory, "Mallory")
    made = await memory.call("retract", fact_id=str(wrong), reason="a hoax")
    assert [one[1:] for one in await _held(memory)] == [("2024-01-05", None, 1)]
    await memory.call("restore", retraction_id=str(made.retraction_id), reason="it was true")
    assert [one[1:] for one in await _held(memory)] == [
        ("2024-01-05", "2024-06-01", 1),
        ("2024-06-01", None, 1),
    ]
    assert (await rows(memory.context, "select count(*) from facts"))[0][0] == 2


@pytest.mark.parametrize("last", ["hr", "board"])
async def test_it_is_no_matter_whether_testimony_comes_before_or_after(memory: Told, last: str) -> None:
    told = {"hr": _row("Ines", "2024-01-05"), "board": _row("Mallory", "2024-03-01")}
    await _tell_rows(memory, "web", _row("Mallory", "2024-06-01"))
    if last == "board":
        await _tell_rows(memory, "hr", told["hr"])
    wrong = await _fact(memory, "Mallory")
    await memory.call("retract", fact_id=str(wrong), reason="a hoax")
    for ref in ("board", "hr") if last == "hr" else ("board",):
        await _tell_rows(memory, ref, told[ref])
    assert [("Ines" in one[0], *one[1:]) for one in await _held(memory)] == [(True, "2024-01-05", None, 1)]


async def test_a_retracted_claim_is_not_heard_from_its_document_in_any_version(memory: Told) -> None:
    doc = await _tell_rows(memory, "hr", _row("Ines", "2024-01-05"))
    await _tell_rows(memory, "board", _row("Ines", "2024-01-05"))
    claim = (await rows(memory.context, f"select claim_id from claims where doc_id = '{doc}'"))[0][0]
    made = await memory.call("retract", claim_id=str(claim), reason="another vault is meant")
    assert (made.claim_id, made.observations_closed) == (claim, 0)
    assert [one[3] for one in await _held(memory)] == [1]
    await _tell_rows(memory, "hr", _row("Ines", "2024-01-05"), _row("red", "2024-01-05", "attribute:colour"))
    assert sorted(one[3] for one in await _held(memory)) == [1, 1]
    await memory.call("restore", retraction_id=str(made.retraction_id), reason="it was that vault")
    assert sorted(one[3] for one in await _held(memory)) == [1, 2]


async def test_a_fact_that_only_a_retracted_claim_spoke_for_closes_and_comes_back(memory: Told) -> None:
    await memory.tell(WRONG, "board")
    fact = await _fact(memory)
    claim = (await rows(memory.context, "select claim_id from claims"))[0][0]
    made = await memory.call("retract", claim_id=str(claim), reason="misread")
    assert (made.observations_closed, await _held(memory)) == (1, [])
    back = await memory.call("restore", retraction_id=str(made.retraction_id), reason="read rightly")
    assert back.facts_reopened == 1
    assert await _fact(memory) == fact
    assert [one[1:] for one in await _held(memory)] == [(None, None, 1)]


async def test_a_retraction_follows_its_fact_through_a_merge(memory: Told) -> None:
    await memory.tell("Ines Roth works for Corvo.", "one")
    await memory.tell("Ina Roth works for Duna.", "two")
    names = await rows(
        memory.context,
        "select alias_text, entity_id from aliases where alias_text in ('Ines Roth', 'Ina Roth')",
    )
    ids = {name: str(entity) for name, entity in names}
    wrong = await _fact(memory, "Duna")
    await memory.call("retract", fact_id=str(wrong), reason="never there")
    await memory.call(
        "merge_entities", survivor_id=ids["Ines Roth"], absorbed_id=ids["Ina Roth"], reason="one person"
    )
    await memory.tell("Ines Roth works for Duna.", "three")
    assert ["Duna" in one[0] for one in await _held(memory)] == [False]


async def test_deleting_the_source_and_sending_it_again_brings_nothing_back(memory: Told) -> None:
    told = await memory.tell(WRONG, "board")
    await memory.call("retract", fact_id=str(await _fact(memory)), reason="a trial")
    await memory.call("delete_document", doc_id=str(told.doc_id))
    await memory.tell(WRONG, "board")
    assert await _held(memory) == []


@pytest.mark.parametrize("what", ["fact_id", "claim_id"])
async def test_an_answer_does_not_repeat_what_was_taken_back(memory: Told, what: str) -> None:
    told = await memory.tell(WRONG + " It has two doors.", "board")
    found = await memory.call("explain_sentence", doc_id=str(told.doc_id), char_start=0)
    named = str(await _fact(memory) if what == "fact_id" else found.places[0].claims[0].claim_id)
    assert WRONG in (await memory.call("ask", query=QUESTION)).answer
    taken = await memory.call("retract", reason="a trial", **{what: named})
    if what == "fact_id":
        await memory.tell(WRONG, "board again")
    seen = (await memory.call("changes")).believed_until.isoformat()
    assert WRONG not in ((await memory.call("ask", query=QUESTION)).answer or "")
    await memory.call("restore", retraction_id=str(taken.retraction_id), reason="bought")
    assert WRONG in (await memory.call("ask", query=QUESTION)).answer
    then = {"mode": "as_of", "valid_at": seen, "believed_at": seen}
    assert WRONG not in ((await memory.call("ask", query=QUESTION, time=then)).answer or "")


@pytest.mark.parametrize("what", ["fact_id", "claim_id"])
async def test_of_several_who_retract_the_same_at_once_one_does(memory: Told, what: str) -> None:
    told = await memory.tell(WRONG, "board")
    found = await memory.call("explain_sentence", doc_id=str(told.doc_id), char_start=0)
    named = str(await _fact(memory) if what == "fact_id" else found.places[0].claims[0].claim_id)
    calls = [memory.call("retract", reason=f"reason {n}", **{what: named}) for n in range(4)]
    came = await asyncio.gather(*calls, return_exceptions=True)
    (made,) = [one for one in came if not isinstance(one, BaseException)]
    refused = [one for one in came if isinstance(one, Conflict)]
    assert [one.data for one in refused] == [{"retraction_id": str(made.retraction_id)}] * 3
    assert await _held(memory) == []


async def test_what_cannot_be_retracted_says_why(memory: Told) -> None:
    await memory.tell(WRONG, "board")
    fact = str(await _fact(memory))
    with pytest.raises(NotFound, match="there is no fact"):
        await memory.call("retract", fact_id=str(uuid4()), reason="r")
    with pytest.raises(NotFound, match="there is no claim"):
        await memory.call("retract", claim_id=str(uuid4()), reason="r")
    with pytest.raises(NotFound, match="there is no retraction"):
        await memory.call("restore", retraction_id=str(uuid4()), reason="r")
    with pytest.raises(Incorrect, match="says nothing"):
        await memory.call("retract", fact_id=fact, reason=" \n")
    made = await memory.call("retract", fact_id=fact, reason="a trial")
    with pytest.raises(Conflict, match="retracted already") as twice:
        await memory.call("retract", fact_id=fact, reason="a trial")
    assert twice.value.data == {"retraction_id": str(made.retraction_id)}
    restoring = {"retraction_id": str(made.retraction_id), "reason": "r"}
    await memory.call("restore", **restoring)
    with pytest.raises(Conflict, match="restored already"):
        await memory.call("restore", **restoring)
    guest = memory.opened.context(replace(OWNER, ref="guest", permissions=frozenset({"ingest"})))
    with pytest.raises(Forbidden):
        await call(guest, "retract", {"fact_id": fact, "reason": "mine"})


async def test_a_contradiction_closes_when_one_side_is_retracted(memory: Told) -> None:
    await memory.tell("The refund limit is 500.", "one", source_modified_at="2026-03-01T00:00:00Z")
    await memory.tell("The refund limit is 900.", "two", source_modified_at="2026-03-01T00:00:00Z")
    (opened,) = {fact.contradiction_group for fact in (await memory.call("list_contradictions")).facts}
    made = await memory.call("retract", fact_id=str(await _fact(memory, "900")), reason="a slip of the pen")
    assert (await memory.call("list_contradictions")).facts == ()
    closed = await memory.call("list_contradictions", state="closed")
    assert {fact.contradiction_group for fact in closed.facts} == {opened}
    (left,) = (await memory.call("facts_context", query="what is the refund limit")).facts
    assert (left.contradiction, left.evidence_count) == (None, 1)
    await memory.call("restore", retraction_id=str(made.retraction_id), reason="it stands in the leaflet")
    assert len((await memory.call("list_contradictions")).facts) == 2
