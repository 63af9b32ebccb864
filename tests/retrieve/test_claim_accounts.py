"""What is told of each claim beside the contract: its version, its speaker, and what belief says of it."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from remember.domain.time import AsOf, At
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.facts import FactsRequest
from remember.retrieve.facts_context import facts_context
from remember.wire import ClaimAccount, Envelope
from tests.retrieve.build import Memory

PAST = datetime(2020, 5, 1, tzinfo=UTC)
BEFORE_IT = datetime(2020, 3, 1, tzinfo=UTC)


def told(envelope: Envelope) -> dict[UUID, ClaimAccount]:
    assert envelope.account is not None
    return envelope.account.claims


async def test_a_claim_is_current_while_a_fact_that_it_supports_stands(memory: Memory) -> None:
    bo = await memory.entity("Bo")
    note = await memory.document("Bo paints the hull.")
    claim = await memory.claim(note, note.text, about=[bo])
    await memory.fact("Bo paints the hull", bo, supports=[claim])
    expected = {claim: ClaimAccount(version_id=note.version_id, status="current")}
    assert told(await claims_and_sources_context(memory.context, "who paints the hull")) == expected
    assert told(await facts_context(memory.context, "who paints the hull")) == expected


async def test_a_claim_is_superseded_once_its_facts_are_over(memory: Memory) -> None:
    bo = await memory.entity("Bo")
    note = await memory.document("Bo paints the hull. Bo scrubs the hull.")
    over = await memory.claim(note, "Bo paints the hull.", about=[bo])
    outdone = await memory.claim(note, "Bo scrubs the hull.", about=[bo])
    await memory.fact("Bo paints the hull", bo, valid=(BEFORE_IT, PAST), supports=[over])
    await memory.fact("Bo scrubs the hull", bo, said=(BEFORE_IT, PAST), supports=[outdone])
    found = told(await claims_and_sources_context(memory.context, "the hull of Bo"))
    assert {claim: one.status for claim, one in found.items()} == {over: "superseded", outdone: "superseded"}


async def test_at_a_past_time_a_claim_stands_as_it_stood(memory: Memory) -> None:
    bo = await memory.entity("Bo")
    note = await memory.document("Bo paints the hull.")
    claim = await memory.claim(note, note.text, about=[bo])
    await memory.fact("Bo paints the hull", bo, valid=(BEFORE_IT, PAST), supports=[claim])
    then = FactsRequest(mode=At(at=PAST - timedelta(days=1)))
    found = told(await facts_context(memory.context, "who paints the hull", then))
    assert found[claim].status == "current"


async def test_a_retracted_fact_leaves_its_claim_superseded_but_not_for_an_earlier_belief(
    memory: Memory,
) -> None:
    bo = await memory.entity("Bo")
    note = await memory.document("Bo paints the hull.")
    claim = await memory.claim(note, note.text, about=[bo])
    fact = await memory.fact("Bo paints the hull", bo, supports=[claim])
    believed = await memory.now()
    await memory.retract(fact)
    said = told(await claims_and_sources_context(memory.context, "who paints the hull"))
    assert said[claim].status == "superseded"
    before = FactsRequest(mode=AsOf(valid_at=believed, believed_at=believed))
    held = told(await facts_context(memory.context, "who paints the hull", before))
    assert held[claim].status == "current"


async def test_a_side_of_a_contradiction_says_of_which(memory: Memory) -> None:
    bo, group = await memory.entity("Bo"), uuid4()
    note = await memory.document("The hull of Bo is red. The hull of Bo is grey.")
    red = await memory.claim(note, "The hull of Bo is red.", about=[bo])
    grey = await memory.claim(note, "The hull of Bo is grey.", about=[bo])
    await memory.fact("The hull of Bo is red", bo, supports=[red], contradicts=[grey], group=group)
    await memory.fact("The hull of Bo is grey", bo, supports=[grey], contradicts=[red], group=group)
    found = told(await facts_context(memory.context, "which colour is the hull of Bo"))
    side = ClaimAccount(version_id=note.version_id, status="contradicted", contradiction_groups=(group,))
    assert found == {red: side, grey: side}


async def test_what_nothing_is_held_on_has_no_status(memory: Memory) -> None:
    note = await memory.document("Somebody may paint the hull.")
    claim = await memory.claim(note, note.text)
    found = told(await claims_and_sources_context(memory.context, "who may paint the hull"))
    assert found == {claim: ClaimAccount(version_id=note.version_id)}
