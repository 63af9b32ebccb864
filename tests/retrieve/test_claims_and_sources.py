"""What sources said, as one envelope of testimony."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from remember.providers.scripted import ScriptedRerank
from remember.retrieve.claims_and_sources import TestimonyRequest, claims_and_sources_context
from remember.wire import EvidenceResult, EvidenceSpan, Negative, NegativeKind, SourceRecord, Truncation
from tests.retrieve.build import Memory
from tests.scripted import ScriptedProviders

_SAID = datetime(2026, 6, 12, 14, tzinfo=UTC)
_NOTE = "Notes of the harbour. The crane of berth four was repaired on 1 June. Lunch was late."
_SPAN = "The crane of berth four was repaired on 1 June."


async def test_a_claim_comes_with_its_exact_place_and_its_document(memory: Memory) -> None:
    note = await memory.document(_NOTE, title="2026-06-12-harbour", said_at=_SAID)
    day = datetime(2026, 6, 1, tzinfo=UTC)
    claim = await memory.claim(
        note,
        _SPAN,
        "The crane of berth four was repaired on 2026-06-01.",
        valid=(day, day),
        precision="day",
        kind="event_time",
    )
    found = await claims_and_sources_context(memory.context, "when was the crane of berth four repaired")
    assert found.evidence == (
        EvidenceResult(
            claim_id=claim,
            doc_id=note.doc_id,
            chunk_id=note.chunk_id,
            claim_text="The crane of berth four was repaired on 2026-06-01.",
            source_span=_SPAN,
            char_start=22,
            char_end=69,
            evidence_spans=(EvidenceSpan(char_start=22, char_end=69),),
            is_attributed=False,
            is_current_testimony=True,
            asserted_at=_SAID,
            claim_valid_from=day,
            claim_valid_until=day,
            claim_valid_precision="day",
            claim_valid_kind="event_time",
            document_title="2026-06-12-harbour",
            source_kind="notes",
            corroboration_count=1,
        ),
    )
    assert note.text[22:69] == found.evidence[0].source_span
    assert [(chunk.chunk_id, chunk.chunk_text) for chunk in found.chunks] == [(note.chunk_id, _NOTE)]
    assert found.sources == (
        SourceRecord(
            doc_id=note.doc_id,
            title="2026-06-12-harbour",
            source_kind="notes",
            markdown_uri=f"sha256:{note.text_hash}",
        ),
    )
    assert (found.grain, found.temporal_scope.mode) == ("evidence", "current")
    assert found.truncation == Truncation(truncated=False, returned=2, estimated_total=2)
    assert (found.negative, found.dropped_by_hydration, found.facts) == (None, 0, ())


async def test_every_item_says_why_it_is_where_it_is(memory: Memory) -> None:
    note = await memory.document(_NOTE)
    claim = await memory.claim(note, _SPAN)
    found = await claims_and_sources_context(memory.context, "crane berth four")
    assert [(one.item_id, one.signals) for one in found.ranking] == [
        (claim, {"channel_0": 1 / 11, "channel_1": 1 / 11}),
        (note.chunk_id, {"channel_0": 1 / 11, "channel_1": 1 / 11}),
    ]
    assert all(one.score == sum(one.signals.values()) for one in found.ranking)


async def test_claims_that_state_the_same_are_one_with_all_their_documents(memory: Memory) -> None:
    first = await memory.document("The quay closes at nine.", said_at=_SAID)
    second = await memory.document("Heard again: The quay closes at nine.", said_at=_SAID)
    one = await memory.claim(first, "The quay closes at nine.")
    again = await memory.claim(first, "The quay closes at nine.")
    other = await memory.claim(second, "The quay closes at nine.")
    found = await claims_and_sources_context(memory.context, "when does the quay close")
    (head,) = found.evidence
    assert {head.claim_id, *head.grouped_claim_ids} == {one, again, other}
    assert (head.corroboration_count, len(head.grouped_claim_ids)) == (2, 2)


async def test_a_claim_said_at_another_time_is_not_folded_in(memory: Memory) -> None:
    for month in (5, 6):
        note = await memory.document("The quay closes at nine.", said_at=datetime(2026, month, 1, tzinfo=UTC))
        await memory.claim(note, "The quay closes at nine.")
    found = await claims_and_sources_context(memory.context, "when does the quay close")
    assert [(one.corroboration_count, one.grouped_claim_ids) for one in found.evidence] == [(1, ()), (1, ())]


async def test_a_claim_is_quoted_from_the_version_that_is_served(memory: Memory) -> None:
    old = await memory.document("Rules. The gate opens at six.")
    claim = await memory.claim(old, "The gate opens at six.")
    new = await memory.next_version(old, "New preface, and then the rules. The gate opens at six.")
    await memory.carry(new, claim, "The gate opens at six.")
    (found,) = (await claims_and_sources_context(memory.context, "when does the gate open")).evidence
    assert (found.chunk_id, new.text[found.char_start : found.char_end]) == (
        new.chunk_id,
        "The gate opens at six.",
    )
    assert found.evidence_spans == (EvidenceSpan(char_start=found.char_start, char_end=found.char_end),)


async def test_a_claim_that_the_served_version_lacks_is_quoted_where_it_was_read(memory: Memory) -> None:
    old = await memory.document("Rules. The gate opens at six.")
    await memory.claim(old, "The gate opens at six.")
    await memory.next_version(old, "The rules are being rewritten.")
    (found,) = (await claims_and_sources_context(memory.context, "when does the gate open")).evidence
    assert (found.chunk_id, old.text[found.char_start : found.char_end]) == (old.chunk_id, found.source_span)


async def test_an_attributed_claim_says_that_it_is_somebodys_statement(memory: Memory) -> None:
    note = await memory.document("Dana says that the quay closes at nine.")
    await memory.claim(note, note.text, attributed=True)
    (found,) = (await claims_and_sources_context(memory.context, "when does the quay close")).evidence
    assert found.is_attributed


async def test_a_deleted_document_is_found_by_nothing(memory: Memory) -> None:
    note = await memory.document(_NOTE)
    await memory.claim(note, _SPAN)
    await memory.delete(note)
    found = await claims_and_sources_context(memory.context, "crane berth four")
    assert (found.evidence, found.chunks) == ((), ())
    assert found.negative and found.negative.kind == NegativeKind.KNOWN_EMPTY


async def test_what_vanished_since_it_was_indexed_is_counted_as_dropped(memory: Memory) -> None:
    note = await memory.document(_NOTE)
    await memory.claim(note, _SPAN)
    await memory.tombstone(note)
    found = await claims_and_sources_context(memory.context, "crane berth four")
    assert (found.evidence, found.chunks, found.dropped_by_hydration) == ((), (), 2)


async def test_another_scope_is_not_read(memory: Memory) -> None:
    other = uuid4()
    await memory.scope(other, project="other")
    note = await memory.document(_NOTE, scope_id=other)
    await memory.claim(note, _SPAN)
    found = await claims_and_sources_context(memory.context, "crane berth four")
    assert (found.evidence, found.chunks) == ((), ())


async def test_a_cut_list_says_so(memory: Memory) -> None:
    for number in range(5):
        note = await memory.document(f"Crane {number} was oiled.")
        await memory.claim(note, f"Crane {number} was oiled.")
    found = await claims_and_sources_context(memory.context, "which crane was oiled", TestimonyRequest(k=2))
    assert (len(found.evidence), len(found.chunks)) == (2, 2)
    assert found.truncation == Truncation(truncated=True, returned=4, estimated_total=10, reason="k_limit")


async def test_a_full_channel_makes_the_total_an_estimate(memory: Memory) -> None:
    for number in range(5):
        note = await memory.document(f"Crane {number} was oiled.")
        await memory.claim(note, f"Crane {number} was oiled.")
    request = TestimonyRequest(k=3, candidate_k=3)
    found = await claims_and_sources_context(memory.context, "which crane was oiled", request)
    assert found.truncation and not found.truncation.total_is_exact and found.truncation.truncated


async def test_anchors_restrict_what_is_searched(memory: Memory) -> None:
    dana, bo = await memory.entity("Dana"), await memory.entity("Bo")
    about_dana = await memory.document("Dana oiled the crane.")
    mine = await memory.claim(about_dana, "Dana oiled the crane.", about=[dana])
    about_bo = await memory.document("Bo oiled the crane.")
    await memory.claim(about_bo, "Bo oiled the crane.", about=[bo])
    found = await claims_and_sources_context(
        memory.context, "who oiled the crane", TestimonyRequest(entity_ids=(dana,))
    )
    assert [one.claim_id for one in found.evidence] == [mine]
    assert [one.chunk_id for one in found.chunks] == [about_dana.chunk_id]


async def test_one_id_that_names_nobody_leaves_nothing_searched(memory: Memory) -> None:
    dana, gone = await memory.entity("Dana"), await memory.entity("Dana Weiss")
    await memory.merge(gone, dana)
    for stranger in (uuid4(), gone):
        found = await claims_and_sources_context(
            memory.context, "who oiled the crane", TestimonyRequest(entity_ids=(dana, stranger))
        )
        assert (found.evidence, found.chunks) == ((), ())
        assert found.negative == Negative(
            kind=NegativeKind.UNKNOWN_ENTITY,
            explanation="at least one of the entity ids names no entity in this memory",
            workaround="look the name up with resolve_entity and use the id it gives",
        )


async def test_a_reranker_orders_what_it_reads_and_says_so(memory: Memory) -> None:
    once, twice = "The crane was oiled.", "The crane was oiled twice."
    for text in (once, twice):
        note = await memory.document(text)
        await memory.claim(note, text)
    before = await claims_and_sources_context(memory.context, "was the crane oiled")
    rerank = ScriptedRerank({once: 0.1, twice: 0.9})
    context = replace(
        memory.context,
        providers=ScriptedProviders(embed=memory.context.providers.embed, rerank=rerank),
        settings=replace(memory.context.settings, rerank_depth=5),
    )
    after = await claims_and_sources_context(context, "was the crane oiled")
    assert [one.claim_text for one in before.evidence] == [
        "The crane was oiled.",
        "The crane was oiled twice.",
    ]
    assert [one.claim_text for one in after.evidence] == [
        "The crane was oiled twice.",
        "The crane was oiled.",
    ]
    assert [one.signals["rerank"] for one in after.ranking] == [0.9, 0.1, 0.9, 0.1]


async def test_strange_text_in_a_question_is_just_text(memory: Memory) -> None:
    note = await memory.document(_NOTE)
    await memory.claim(note, _SPAN)
    for question in ('crane AND (b OR "c', "*", "-x", ":", "'; --", "\x00crane", "\ud800", "%"):
        found = await claims_and_sources_context(memory.context, question)
        assert found.negative is None or found.negative.kind == NegativeKind.KNOWN_EMPTY, question


@pytest.mark.parametrize(
    ("name", "nowhere"),
    [
        ("Ylva Moe", True),
        ("Dr. Ylva Moe", True),
        ("Tiril Bergso", True),
        ("Ylva Bergso", True),
        ("Tiril Moe", False),
        ("Dr. Moe", False),
        ("Tirill Moe", False),
        ("Harbour Prize", False),
    ],
)
async def test_somebody_who_shares_a_name_with_somebody_known_is_still_unknown(
    memory: Memory, name: str, nowhere: bool
) -> None:
    note = await memory.document("Tiril Moe works for the harbour office.")
    await memory.claim(note, "Tiril Moe works for the harbour office.")
    await memory.entity("Tiril Moe")
    found = await claims_and_sources_context(memory.context, f"Where does {name} work?")
    told = found.negative is not None and found.negative.kind == "unknown_entity"
    assert told is nowhere


@pytest.mark.parametrize(
    ("question", "nowhere"),
    [
        ("Ask Mrs Moe about the office", False),
        ("Ask Mrs Bergso about the office", True),
        ("Ask Tiril about the office", False),
        ("Phone Tirile Moe about the office", False),
        ("Phone Ylva Moe about the office", True),
        ("Ylva Marie Moe works where?", True),
        ("Ylva Moe works where?", True),
    ],
)
async def test_the_word_that_opens_a_question_is_not_taken_for_a_part_of_a_name(
    memory: Memory, question: str, nowhere: bool
) -> None:
    note = await memory.document("Tiril Moe works for the harbour office.")
    await memory.claim(note, "Tiril Moe works for the harbour office.")
    await memory.entity("Tiril Moe")
    found = await claims_and_sources_context(memory.context, question)
    told = found.negative is not None and found.negative.kind == "unknown_entity"
    assert told is nowhere
