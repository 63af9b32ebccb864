"""What is disputed: every side with its evidence, page by page, open or closed."""

from typing import Any
from uuid import UUID, uuid4

from remember.context import Context
from remember.operations.registry import call
from remember.wire import Envelope, NegativeKind
from tests.retrieve.build import Memory


async def ask(context: Context, operation: str, **arguments: Any) -> Envelope:
    found = await call(context, operation, arguments)
    assert isinstance(found, Envelope)
    return found


async def disputed(memory: Memory, gate: UUID, sides: int) -> tuple[UUID, list[UUID]]:
    """A contradiction about a gate that has so many sides, each with a document of its own."""
    group, facts = memory.context.new_id(), []
    for number in range(sides):
        note = await memory.document(f"The gate opens at {number}.")
        claim = await memory.claim(note, note.text)
        facts.append(await memory.fact(note.text, gate, group=group, supports=[claim]))
    return group, facts


async def test_open_contradictions_are_listed_with_every_side_and_its_evidence(memory: Memory) -> None:
    gate, other = await memory.entity("gate nine"), await memory.entity("gate ten")
    group, facts = await disputed(memory, gate, 2)
    later, others = await disputed(memory, other, 3)
    found = await ask(memory.context, "list_contradictions")
    assert [(fact.contradiction_group, fact.fact_id) for fact in found.facts] == [
        *((later, fact) for fact in others),
        *((group, fact) for fact in facts),
    ]
    assert {(link.fact_id, link.stance) for link in found.fact_evidence} == {
        (fact, "supports") for fact in facts + others
    }
    assert {claim.claim_text for claim in found.evidence} == {f"The gate opens at {n}." for n in range(3)}
    assert [(change.id, change.kind, change.change) for change in found.changes] == [
        (later, "contradiction", "new"),
        (group, "contradiction", "new"),
    ]
    assert found.truncation and (found.truncation.returned, found.truncation.estimated_total) == (2, 2)
    about = await ask(memory.context, "list_contradictions", entity_id=str(gate))
    assert {fact.fact_id for fact in about.facts} == set(facts)


async def test_contradictions_are_walked_each_once(memory: Memory) -> None:
    gate = await memory.entity("gate nine")
    groups = [(await disputed(memory, gate, 2))[0] for _ in range(5)]
    walked: list[UUID] = []
    page = await ask(memory.context, "list_contradictions", limit=2)
    while True:
        walked += dict.fromkeys(fact.contradiction_group for fact in page.facts if fact.contradiction_group)
        assert page.truncation and page.truncation.estimated_total == 5
        if page.truncation.continuation is None:
            break
        continuation = page.truncation.continuation
        page = await ask(memory.context, "list_contradictions", limit=2, continuation=continuation)
    assert walked == groups[::-1]


async def test_the_sides_beyond_those_given_with_a_fact_are_fetched_by_its_continuation(
    memory: Memory,
) -> None:
    gate = await memory.entity("gate nine")
    group, facts = await disputed(memory, gate, 30)
    for found in (
        await ask(memory.context, "lookup_observations", entity_id=str(gate), k=1),
        await ask(memory.context, "facts_context", query="gate opens", entity_ids=[str(gate)], k=1),
        await ask(memory.context, "hydrate_observation", observation_id=str(facts[0])),
    ):
        (fact,) = found.facts
        told = fact.contradiction
        assert told and (told.returned, told.total) == (25, 29) and told.continuation
        rest = await ask(
            memory.context, "show_contradiction", group_id=str(group), continuation=told.continuation
        )
        sides = {side.fact_id for side in told.co_members} | {side.fact_id for side in rest.facts}
        assert sides | {fact.fact_id} == set(facts)
        assert rest.truncation and rest.truncation.estimated_total == 30


async def test_one_contradiction_is_shown_page_by_page(memory: Memory) -> None:
    gate = await memory.entity("gate nine")
    group, facts = await disputed(memory, gate, 7)
    page = await ask(memory.context, "show_contradiction", group_id=str(group), limit=3)
    walked = [fact.fact_id for fact in page.facts]
    assert [(total.stance, total.returned, total.total) for total in page.evidence_totals] == [
        ("supports", 1, 1),
        ("contradicts", 0, 0),
    ] * 3
    while page.truncation and page.truncation.continuation:
        continuation = page.truncation.continuation
        page = await ask(
            memory.context, "show_contradiction", group_id=str(group), limit=3, continuation=continuation
        )
        walked += [fact.fact_id for fact in page.facts]
    assert walked == facts


async def test_a_closed_contradiction_stays_on_record(memory: Memory) -> None:
    gate = await memory.entity("gate nine")
    group, facts = await disputed(memory, gate, 2)
    before = await memory.now()
    closed_at = await memory.retract(facts[0])
    now = await ask(memory.context, "list_contradictions")
    assert now.negative and now.negative.kind == NegativeKind.KNOWN_EMPTY
    closed = await ask(memory.context, "list_contradictions", state="closed")
    assert [(fact.fact_id, fact.contradiction_group) for fact in closed.facts] == [
        (fact, group) for fact in facts
    ]
    assert [(change.id, change.change, change.at) for change in closed.changes][1] == (
        group,
        "invalidated",
        closed_at,
    )
    time = {"mode": "as_of", "valid_at": before.isoformat(), "believed_at": before.isoformat()}
    then = await ask(memory.context, "show_contradiction", group_id=str(group), time=time)
    assert [fact.fact_id for fact in then.facts] == facts


async def test_what_nobody_may_see_is_not_disputed(memory: Memory) -> None:
    gate, foreign = await memory.entity("gate nine"), uuid4()
    await memory.scope(foreign, project="quay")
    note = await memory.document("The gate opens.", scope_id=foreign)
    claim = await memory.claim(note, note.text)
    group = memory.context.new_id()
    for number in range(2):
        await memory.fact(f"Side {number}.", gate, group=group, supports=[claim], scope_id=foreign)
    for found in (
        await ask(memory.context, "list_contradictions"),
        await ask(memory.context, "list_contradictions", state="closed"),
        await ask(memory.context, "show_contradiction", group_id=str(group)),
    ):
        assert found.facts == () and found.negative
    unknown = await ask(memory.context, "list_contradictions", entity_id=str(uuid4()))
    assert unknown.negative and unknown.negative.kind == NegativeKind.UNKNOWN_ENTITY
