"""One fact: everything it rests on, and how it came to be as it is."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.operations.registry import call
from remember.wire import (
    Envelope,
    EvidenceTotal,
    FactEvidence,
    NegativeKind,
    SourceRecord,
    TranscriptEntry,
    Truncation,
)
from tests.retrieve.build import Memory

MAY, JUNE, JULY = [datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7)]


async def ask(context: Context, operation: str, **arguments: Any) -> Envelope:
    found = await call(context, operation, arguments)
    assert isinstance(found, Envelope)
    return found


async def hydrated(memory: Memory, fact_id: UUID, **more: Any) -> Envelope:
    return await ask(memory.context, "hydrate_observation", observation_id=str(fact_id), **more)


def totals(envelope: Envelope) -> list[tuple[str, int, int]]:
    return [(one.stance, one.returned, one.total) for one in envelope.evidence_totals]


async def test_a_fact_is_given_with_every_claim_and_document(memory: Memory) -> None:
    dana, crew = await memory.entity("Dana"), await memory.entity("crew")
    notes = [await memory.document(f"Dana leads the crew, note {n}.", title=f"note {n}") for n in range(3)]
    claims = [await memory.claim(note, note.text) for note in notes]
    fact = await memory.fact("Dana leads crew", dana, crew, supports=claims[:2], contradicts=claims[2:])
    found = await ask(memory.context, "hydrate_relation", relation_id=str(fact))
    assert [(one.fact_id, one.label, one.evidence_count) for one in found.facts] == [
        (fact, "Dana leads crew", 2)
    ]
    order = sorted(claims[:2]) + claims[2:]
    assert [claim.claim_id for claim in found.evidence] == order
    assert all(claim.is_current_testimony for claim in found.evidence)
    assert found.fact_evidence == tuple(
        FactEvidence(fact_kind="relation", fact_id=fact, claim_id=claim, stance=stance)
        for claim, stance in zip(order, ("supports", "supports", "contradicts"), strict=True)
    )
    assert found.evidence_totals == (
        EvidenceTotal(fact_kind="relation", fact_id=fact, stance="supports", returned=2, total=2),
        EvidenceTotal(fact_kind="relation", fact_id=fact, stance="contradicts", returned=1, total=1),
    )
    assert set(found.sources) == {
        SourceRecord(
            doc_id=note.doc_id,
            title=f"note {n}",
            source_kind="notes",
            markdown_uri=f"sha256:{note.text_hash}",
        )
        for n, note in enumerate(notes)
    }
    assert found.truncation == Truncation(truncated=False, returned=3, estimated_total=3)
    assert (found.grain, found.negative) == ("composite", None)


async def test_a_closed_fact_is_given_with_what_it_rested_on_last(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana sails.")
    claim = await memory.claim(note, note.text)
    fact = await memory.fact("Dana sails.", dana, supports=[claim])
    await memory.end_currency(claim, "version_superseded")
    closed_at = await memory.retract(fact)
    found = await hydrated(memory, fact)
    assert [(one.evidence_count, one.validity.invalidated_at) for one in found.facts] == [(0, closed_at)]
    assert [(one.claim_id, one.is_current_testimony) for one in found.evidence] == [(claim, False)]
    assert totals(found) == [("supports", 1, 1), ("contradicts", 0, 0)]


async def test_a_fact_is_hydrated_as_it_was_believed(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    notes = [await memory.document(f"Dana sails, note {number}.") for number in range(2)]
    claims = [await memory.claim(note, note.text) for note in notes]
    early = await memory.now()
    fact = await memory.fact("Dana sails.", dana, valid=(MAY, None), supports=claims[:1])
    before = await memory.now()
    await memory.revise(fact, (JUNE, JULY))
    await memory.support(fact, claims[1])
    after = await memory.now()
    await memory.retract(fact)

    async def then(believed_at: datetime, valid_at: datetime = JUNE) -> Envelope:
        time = {"mode": "as_of", "valid_at": valid_at.isoformat(), "believed_at": believed_at.isoformat()}
        return await hydrated(memory, fact, time=time)

    one, both = await then(before), await then(after)
    assert [(found.facts[0].validity.valid_from, found.facts[0].evidence_count) for found in (one, both)] == [
        (MAY, 1),
        (JUNE, 2),
    ]
    assert [found.facts[0].validity.invalidated_at for found in (one, both)] == [None, None]
    assert [len(found.evidence) for found in (one, both)] == [1, 2]
    unborn, elsewhen = await then(early), await then(after, MAY)
    assert [found.negative and found.negative.kind for found in (unborn, elsewhen)] == [
        NegativeKind.UNKNOWN_ENTITY,
        NegativeKind.KNOWN_EMPTY,
    ]
    assert (await hydrated(memory, fact, time={"mode": "history"})).negative is None


async def test_many_claims_are_walked_each_once_while_documents_go(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    notes = [await memory.document(f"Dana sails, note {n}.", said_at=MAY + timedelta(n)) for n in range(7)]
    claims = [await memory.claim(note, note.text) for note in notes for _ in range(2)]
    fact = await memory.fact("Dana sails.", dana, supports=claims[:10], contradicts=claims[10:])
    page = await hydrated(memory, fact, limit=3)
    assert totals(page) == [("supports", 3, 10), ("contradicts", 0, 4)]
    walked = [claim.claim_id for claim in page.evidence]
    assert [claim.doc_id for claim in page.evidence] == [notes[n].doc_id for n in (4, 3, 2)]
    late = await memory.document("Dana sails, they say.")
    while page.truncation and page.truncation.continuation:
        if len(walked) == 3:
            await memory.support(fact, await memory.claim(late, late.text))
            await memory.delete(notes[6])
        page = await hydrated(memory, fact, limit=3, continuation=page.truncation.continuation)
        assert totals(page)[1][2] == 2
        walked += [claim.claim_id for claim in page.evidence]
    assert len(walked) == 12 and set(walked) == set(claims[:12])


async def test_a_fact_that_only_a_deleted_document_spoke_of_never_was(memory: Memory) -> None:
    dana = await memory.entity("Dana")
    note = await memory.document("Dana sails.")
    fact = await memory.fact("Dana sails.", dana, supports=[await memory.claim(note, note.text)])
    await memory.decide(fact, "add")
    await memory.delete(note)
    await memory.retract(fact)
    found = await hydrated(memory, fact)
    assert (found.facts, found.evidence, found.evidence_totals, found.sources) == ((), (), (), ())
    assert found.negative and found.negative.kind == NegativeKind.UNKNOWN_ENTITY
    told = await ask(memory.context, "transcript_observation", observation_id=str(fact))
    assert told.negative and told.negative.kind == NegativeKind.KNOWN_EMPTY


async def test_an_id_of_another_kind_scope_or_nothing_is_unknown(memory: Memory) -> None:
    foreign = uuid4()
    await memory.scope(foreign, project="quay")
    note = await memory.document("Dana sails.")
    supports = [await memory.claim(note, note.text)]
    hidden = await memory.fact("Dana hides.", supports=supports, scope_id=foreign)
    seen = await memory.fact("Dana sails.", supports=supports)
    for operation, fact in (
        ("hydrate_observation", uuid4()),
        ("hydrate_observation", hidden),
        ("hydrate_relation", seen),
    ):
        found = await ask(memory.context, operation, **{f"{operation.split('_')[1]}_id": str(fact)})
        assert found.negative and found.negative.kind == NegativeKind.UNKNOWN_ENTITY, operation


async def test_a_transcript_tells_the_latest_decisions_oldest_first(memory: Memory) -> None:
    note = await memory.document("Dana sails.")
    claim = await memory.claim(note, note.text)
    fact = await memory.fact("Dana sails.", supports=[claim])
    await memory.decide(fact, "add", claim_id=claim)
    for number in range(44):
        await memory.decide(fact, "update", features={"number": number})
    latest = await ask(memory.context, "transcript_observation", observation_id=str(fact))
    assert [entry.features for entry in latest.transcript] == [{"number": n} for n in range(4, 44)]
    assert latest.truncation and latest.truncation.model_copy(update={"continuation": None}) == Truncation(
        truncated=True, returned=40, estimated_total=45, reason="transcript_limit"
    )
    before = await ask(
        memory.context,
        "transcript_observation",
        observation_id=str(fact),
        continuation=latest.truncation.continuation,
    )
    assert [entry.outcome for entry in before.transcript] == ["add"] + ["update"] * 4
    first = before.transcript[0]
    assert first == TranscriptEntry(
        subject_kind="observation",
        outcome="add",
        method="exact",
        confidence=None,
        related_id=None,
        decided_by="auto",
        decided_at=first.decided_at,
        features={"claim_id": str(claim)},
    )
    assert before.truncation == Truncation(truncated=False, returned=5, estimated_total=45)


@pytest.mark.parametrize("operation", ["transcript_relation", "transcript_observation"])
async def test_a_fact_without_decisions_is_known_to_have_none(memory: Memory, operation: str) -> None:
    found = await ask(memory.context, operation, **{f"{operation.split('_')[1]}_id": str(uuid4())})
    assert (found.grain, found.transcript) == ("composite", ())
    assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY
    assert found.truncation == Truncation(truncated=False, returned=0, estimated_total=0)
