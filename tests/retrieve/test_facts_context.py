"""What the memory holds true, as one envelope of belief."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.domain.time import AsOf, At, Current, History, Mode, Overlap
from remember.errors import Incorrect
from remember.retrieve.facts import FactsRequest
from remember.retrieve.facts_context import facts_context
from remember.store import search
from remember.wire import (
    CoMember,
    Contradiction,
    Envelope,
    EvidenceTotal,
    FactEvidence,
    FactResult,
    GraphNode,
    NegativeKind,
    Truncation,
    Validity,
)
from tests.retrieve.build import Memory

MAY, JUNE, JULY = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7))


def labels(found: Envelope) -> list[str]:
    return [fact.label for fact in found.facts]


async def about(memory: Memory, *anchors: UUID, query: str = "what does she do", **asked: Any) -> Envelope:
    return await facts_context(memory.context, query, FactsRequest(entity_ids=anchors, **asked))


async def test_a_fact_comes_with_its_windows_its_evidence_and_exact_totals(memory: Memory) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crane crew")
    notes = [await memory.document("Dana leads the crane crew since 1 June.", title=t) for t in ("a", "b")]
    claims = [await memory.claim(note, note.text, about=[dana]) for note in notes]
    fact = await memory.fact(
        "Dana leads crane crew", dana, crew, predicate="leads", valid=(JUNE, None), supports=claims
    )
    found = await about(memory, dana, evidence_per_fact=1)
    validity = found.facts[0].validity
    assert found.facts == (
        FactResult(
            fact_id=fact,
            kind="relation",
            label="Dana leads crane crew",
            evidence_count=2,
            validity=Validity(
                valid_from=JUNE,
                valid_until=None,
                valid_precision="open",
                ingested_at=validity.ingested_at,
                invalidated_at=None,
            ),
            temporal_match="confirmed",
        ),
    )
    shown = found.evidence[0]
    assert shown.claim_id in claims and shown.corroboration_count is None and shown.is_current_testimony
    assert found.fact_evidence == (
        FactEvidence(fact_kind="relation", fact_id=fact, claim_id=shown.claim_id, stance="supports"),
    )
    assert found.evidence_totals == (
        EvidenceTotal(fact_kind="relation", fact_id=fact, stance="supports", returned=1, total=2),
        EvidenceTotal(fact_kind="relation", fact_id=fact, stance="contradicts", returned=0, total=0),
    )
    assert found.nodes == (GraphNode(entity_id=crew, name="crane crew", hops=1),)
    assert found.truncation == Truncation(truncated=False, returned=1, estimated_total=1)
    assert (found.grain, found.negative, found.chunks, found.sources) == ("fact", None, (), ())
    assert validity.ingested_at <= found.temporal_scope.evaluated_at == found.freshness.pg_live_ts
    assert found.temporal_scope.believed_at == found.temporal_scope.evaluated_at


async def test_an_undated_fact_is_only_possible(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana is on call.")
    await memory.fact("Dana is on call.", dana, supports=[await memory.claim(note, note.text)])
    (fact,) = (await about(memory, dana)).facts
    assert (fact.temporal_match, fact.validity.valid_from, fact.validity.valid_precision) == (
        "possible",
        None,
        "unknown",
    )


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (Current(), ["Dana leads the crew.", "Dana likes tea."]),
        (At(at=MAY + timedelta(days=1)), ["Dana was in training.", "Dana likes tea."]),
        (At(at=JUNE), ["Dana leads the crew.", "Dana likes tea."]),
        (
            Overlap(first=MAY, last=JUNE),
            ["Dana was in training.", "Dana leads the crew.", "Dana likes tea."],
        ),
        (History(), ["Dana was in training.", "Dana leads the crew.", "Dana likes tea."]),
    ],
)
async def test_each_mode_gives_what_held_at_the_time_asked_about(
    memory: Memory, mode: Mode, expected: list[str]
) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana was in training. Dana leads the crew. Dana likes tea. Dana retires.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana was in training.", dana, valid=(MAY, JUNE), supports=supports)
    await memory.fact("Dana leads the crew.", dana, valid=(JUNE, None), supports=supports)
    await memory.fact("Dana likes tea.", dana, supports=supports)
    await memory.fact(
        "Dana retires.", dana, valid=(datetime(2400, 1, 1, tzinfo=UTC), None), supports=supports
    )
    found = await about(memory, dana, mode=mode)
    assert sorted(labels(found)) == sorted(expected)
    dumped = found.temporal_scope.model_dump(mode="json", by_alias=True)
    assert dumped["mode"] == type(mode).__name__.lower()
    assert dumped.get("from") == ("2026-05-01T00:00:00Z" if isinstance(mode, Overlap) else None)


async def test_of_undated_rivals_the_latest_said_by_then_answers(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana likes tea. Dana hates tea.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana likes tea.", dana, said=(None, JUNE), supports=supports)
    await memory.fact("Dana hates tea.", dana, said=(JUNE, None), supports=supports)
    assert labels(await about(memory, dana)) == ["Dana hates tea."]
    assert labels(await about(memory, dana, mode=At(at=MAY))) == ["Dana likes tea."]
    assert len((await about(memory, dana, mode=History())).facts) == 2


async def test_as_of_gives_windows_and_counts_as_then_believed(memory: Memory) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crane crew")
    note = await memory.document("Dana leads the crane crew.")
    claim = await memory.claim(note, note.text)
    fact = await memory.fact("Dana leads crane crew", dana, crew, valid=(MAY, None), supports=[claim])
    before = await memory.now()
    await memory.revise(fact, (JUNE, None))
    between = await memory.now()
    await memory.retract(fact)
    assert labels(await about(memory, dana)) == []

    then = await about(memory, dana, mode=AsOf(valid_at=JULY, believed_at=before))
    assert (then.facts[0].validity.valid_from, then.facts[0].evidence_count) == (MAY, 1)
    assert [node.name for node in then.nodes] == ["crane crew"]
    assert then.evidence_totals[0].total == 1 and then.evidence[0].claim_id == claim
    assert then.temporal_scope.model_dump(mode="json", include={"mode", "identity_regime"}) == {
        "mode": "as_of",
        "identity_regime": "current",
    }
    later = await about(memory, dana, mode=AsOf(valid_at=JULY, believed_at=between))
    assert later.facts[0].validity.valid_from == JUNE
    too_early = await about(memory, dana, mode=AsOf(valid_at=MAY, believed_at=between))
    assert too_early.facts == ()
    nothing_yet = await about(memory, dana, mode=AsOf(valid_at=JULY, believed_at=before - timedelta(hours=1)))
    assert nothing_yet.negative and nothing_yet.negative.kind == NegativeKind.KNOWN_EMPTY


async def test_as_of_without_anchors_searches_what_was_then_believed(memory: Memory) -> None:
    note = await memory.document("The lock of gate nine is broken.")
    fact = await memory.fact(note.text, supports=[await memory.claim(note, note.text)])
    before = await memory.now()
    await memory.retract(fact)
    mode = AsOf(valid_at=JULY, believed_at=before)
    found = await facts_context(memory.context, "is the lock of gate nine broken", FactsRequest(mode=mode))
    assert labels(found) == [note.text]
    assert (await facts_context(memory.context, "is the lock of gate nine broken")).facts == ()


async def test_a_fact_whose_only_document_was_deleted_is_absent_from_the_past_too(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    kept, gone = await memory.document("Dana sails."), await memory.document("Dana sails, they say.")
    claims = [await memory.claim(note, note.text) for note in (kept, gone)]
    both = await memory.fact("Dana sails.", dana, supports=claims)
    await memory.fact("Dana sings.", dana, supports=claims[1:])
    before = await memory.now()
    await memory.delete(gone)
    found = await about(memory, dana, mode=AsOf(valid_at=JULY, believed_at=before))
    assert [(fact.fact_id, fact.evidence_count) for fact in found.facts] == [(both, 1)]
    assert found.evidence_totals[0].total == 1


async def test_a_belief_that_is_still_to_come_is_refused(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    tomorrow = await memory.now() + timedelta(days=1)
    with pytest.raises(Incorrect, match="in the future"):
        await about(memory, dana, mode=AsOf(valid_at=JULY, believed_at=tomorrow))


async def test_a_read_that_takes_too_long_is_a_boundary(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_MILLISECONDS", 50)
    async with memory.context.database.write() as tx:
        await tx.execute(b"lock table facts in access exclusive mode")
        found = await facts_context(memory.context, "who leads the crew")
    assert found.negative and found.negative.kind == NegativeKind.BOUNDARY
    assert found.negative.workaround


async def test_every_side_of_a_contradiction_is_given(memory: Memory) -> None:
    gate, group = await memory.entity("gate nine"), uuid4()
    notes = [await memory.document(f"Gate nine opens at {hour}.") for hour in ("six", "seven")]
    claims = [await memory.claim(note, note.text) for note in notes]
    six = await memory.fact(notes[0].text, gate, group=group, supports=claims[:1], contradicts=claims[1:])
    seven = await memory.fact(notes[1].text, gate, group=group, supports=claims[1:], contradicts=claims[:1])
    found = await about(memory, gate, query="when does gate nine open at six", k=1)
    (fact,) = found.facts
    assert fact.fact_id == six and fact.contradiction_group == group
    assert fact.contradiction == Contradiction(
        group_id=group,
        co_members=(
            CoMember(
                fact_id=seven,
                label="Gate nine opens at seven.",
                evidence_count=1,
                validity=Validity(
                    valid_from=None,
                    valid_until=None,
                    ingested_at=fact.contradiction.co_members[0].validity.ingested_at,
                    invalidated_at=None,
                ),
            ),
        ),
        returned=1,
        total=1,
    )
    assert [(link.claim_id, link.stance) for link in found.fact_evidence] == [
        (claims[0], "supports"),
        (claims[1], "contradicts"),
    ]
    assert [(total.stance, total.returned, total.total) for total in found.evidence_totals] == [
        ("supports", 1, 1),
        ("contradicts", 1, 1),
    ]


async def test_more_sides_than_fit_are_counted(memory: Memory) -> None:
    gate, group = await memory.entity("gate nine"), uuid4()
    note = await memory.document("Everybody has a time for gate nine.")
    claim = await memory.claim(note, note.text)
    for number in range(28):
        await memory.fact(f"Gate nine opens at {number}.", gate, group=group, supports=[claim])
    found = await about(memory, gate, k=1)
    told = found.facts[0].contradiction
    assert told and (told.returned, told.total, len(told.co_members)) == (25, 27, 25)


async def test_claims_run_out_after_every_fact_had_its_first(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    facts = []
    for number in range(30):
        note = await memory.document(f"Dana did thing {number}. " * 3)
        claims = [await memory.claim(note, f"Dana did thing {number}.") for _ in range(3)]
        facts.append(await memory.fact(f"Dana did thing {number}.", dana, supports=claims))
    found = await about(memory, dana, k=30)
    assert len(found.facts) == 30 and len(found.evidence) == 60
    returned = [total.returned for total in found.evidence_totals if total.stance == "supports"]
    assert returned == [2] * 30
    assert {total.total for total in found.evidence_totals if total.stance == "supports"} == {3}


async def test_facts_about_more_of_the_anchors_come_first(memory: Memory) -> None:
    dana, bo = await memory.entity("Dana"), await memory.entity("Bo")
    note = await memory.document("Bo and Dana.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana likes rowing, rowing and rowing.", dana, supports=supports)
    await memory.fact("Bo knows Dana", bo, dana, predicate="knows", supports=supports)
    found = await about(memory, dana, bo, query="rowing")
    assert labels(found) == ["Bo knows Dana", "Dana likes rowing, rowing and rowing."]


async def test_hops_follow_relations_and_only_the_predicate_given(memory: Memory) -> None:
    dana, crew, port = [await memory.entity(name) for name in ("Dana", "crew", "port")]
    rival = await memory.entity("Bo")
    note = await memory.document("About Dana, crew, port and Bo.")
    supports = [await memory.claim(note, note.text)]
    await memory.fact("Dana works on crew", dana, crew, predicate="works_on", supports=supports)
    await memory.fact("crew part of port", crew, port, predicate="part_of", supports=supports)
    await memory.fact("Bo knows Dana", rival, dana, predicate="knows", supports=supports)
    one = await about(memory, dana)
    assert {(node.name, node.hops) for node in one.nodes} == {("crew", 1), ("Bo", 1)}
    two = await about(memory, dana, hops=2)
    assert {(node.name, node.hops) for node in two.nodes} == {("crew", 1), ("Bo", 1), ("port", 2)}
    only = await about(memory, dana, hops=2, predicate="works_on")
    assert {(node.name, node.hops) for node in only.nodes} == {("crew", 1)}
    assert set(labels(one)) == {"Dana works on crew", "crew part of port", "Bo knows Dana"}
    past = await about(memory, dana, hops=2, mode=History())
    assert past.nodes == () and set(labels(past)) == {"Dana works on crew", "Bo knows Dana"}


async def test_no_more_than_twenty_entities_are_reached(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana knows everybody.")
    supports = [await memory.claim(note, note.text)]
    for number in range(25):
        friend = await memory.entity(f"friend {number}")
        await memory.fact(f"Dana knows friend {number}", dana, friend, predicate="knows", supports=supports)
    assert len((await about(memory, dana)).nodes) == 19


async def test_facts_of_a_merged_entity_belong_to_its_survivor(memory: Memory) -> None:
    dana, double = await memory.entity("Dana"), await memory.entity("D. Weiss")
    note = await memory.document("D. Weiss owns the shed.")
    await memory.fact("D. Weiss owns the shed.", double, supports=[await memory.claim(note, note.text)])
    await memory.merge(double, dana)
    assert labels(await about(memory, dana)) == ["D. Weiss owns the shed."]
    gone = await about(memory, double)
    assert gone.negative and gone.negative.kind == NegativeKind.UNKNOWN_ENTITY


async def test_a_withdrawn_fact_is_shown_as_such_and_an_unsupported_one_is_dropped(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    await memory.fact("Dana sails.", dana, support="withdrawn")
    await memory.fact("Dana sings.", dana)
    found = await about(memory, dana)
    assert [(fact.label, fact.support, fact.evidence_count) for fact in found.facts] == [
        ("Dana sails.", "withdrawn", 0)
    ]
    assert found.dropped_by_hydration == 1


async def test_a_cut_list_of_facts_has_an_exact_total(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana did things.")
    supports = [await memory.claim(note, note.text)]
    for number in range(7):
        await memory.fact(f"Dana did thing {number}.", dana, supports=supports)
    assert (await about(memory, dana, k=3)).truncation == Truncation(
        truncated=True, returned=3, estimated_total=7, reason="k_limit"
    )


async def test_facts_are_found_by_a_code_in_their_words(memory: Memory) -> None:
    note = await memory.document("Fault ABC-1234 stops pump two.")
    await memory.fact(note.text, supports=[await memory.claim(note, note.text)])
    found = await facts_context(memory.context, "what is abc1234")
    assert labels(found) == [note.text]
    assert found.ranking[0].signals.keys() == {"channel_0", "channel_1"}


async def test_a_question_that_names_somebody_looks_at_what_is_known_of_them(memory: Memory) -> None:
    dana = await memory.entity("Dana Weiss", "Dana")
    note = await memory.document("The head of audit is Dana Weiss.")
    await memory.fact("Dana Weiss is head of audit.", dana, supports=[await memory.claim(note, note.text)])
    found = await facts_context(memory.context, "what is Dana head of")
    assert labels(found) == ["Dana Weiss is head of audit."]
    assert "entity" in found.ranking[0].signals
