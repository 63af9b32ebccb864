"""What a new version carries on: passages that moved, sentences in other words, and nothing that changed."""

from dataclasses import replace
from typing import Any

import pytest

from remember.context import Context
from remember.domain.documents import IngestRequest, VersioningMode
from remember.ingest.delete import delete_version
from remember.ingest.receive import receive
from remember.operations.registry import call
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.wire import IngestedVersion
from tests.scripted import ScriptedProviders
from tests.working import rows, work_off

_NOTE = IngestRequest(filename="rota.md", mime="text/markdown", source_kind="notes", source_ref="rota.md")
_LIVING = replace(_NOTE, versioning_mode=VersioningMode.LIVING)
_BOTH = pytest.mark.parametrize("request_", [_NOTE, _LIVING], ids=["snapshot", "living"])

_GATE, _WELL, _SHED = "Mira opens the gate at six.", "Tomas checks the well.", "The shed is locked."


async def _told(context: Context, request: IngestRequest, text: str) -> IngestedVersion:
    received = await receive(context, request, text.encode())
    await work_off(context)
    return received


def _page(*sections: tuple[str, str]) -> str:
    return "".join(f"# {heading}\n\n{text}\n\n" for heading, text in sections)


@_BOTH
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"{_GATE} {_WELL}", f"{_GATE.replace('six', '6')} {_WELL}"),
        ("Tomas checks the well on Mondays.", "Every Monday Tomas checks the well."),
        ("The orchard is led by Mira.", "Mira leads the orchard."),
    ],
)
async def test_a_sentence_in_other_words_keeps_its_claim_and_its_facts(
    context: Context, request_: IngestRequest, first: str, second: str
) -> None:
    await _told(context, request_, first)
    claims = await rows(context, "select claim_id, claim_text from claims order by 1")
    facts = await rows(context, "select fact_id, revision_no, invalidated_at from facts order by 1")
    assert len(claims) == first.count(".")
    await _told(context, request_, second)
    assert (
        await rows(context, "select claim_id, claim_text from claims where is_current order by 1") == claims
    )
    assert await rows(context, "select claim_id, claim_text from claims order by 1") == claims
    assert await rows(context, "select fact_id, revision_no, invalidated_at from facts order by 1") == facts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (_GATE, _GATE.replace("six", "seven")),
        ("Deploying on Friday is allowed.", "Deploying on Friday is not allowed."),
        ("Sales begin on 3 May 2026.", "Sales begin on 4 May 2026."),
        ("Lena leads the audit at Corvo.", "Lena leads the audit at Duna."),
        ("Mira manages Tomas.", "Tomas manages Mira."),
        ("Oda reads the dial.", "Oda may read the dial."),
        ("Mira said that the gate is open.", "Tomas said that the gate is open."),
    ],
)
async def test_a_changed_number_denial_date_name_part_or_certainty_is_new_testimony(
    context: Context, first: str, second: str
) -> None:
    await _told(context, _LIVING, first)
    before = await rows(context, "select claim_id from claims")
    await _told(context, _LIVING, second)
    after = await rows(context, "select claim_id from claims where is_current")
    assert len(before) == 1
    assert before[0] not in after
    assert await rows(context, "select ended from claim_currency where ended is not null") == [
        ("version_superseded",)
    ]


@_BOTH
async def test_a_section_that_moved_keeps_its_claims_and_asks_no_model(
    context: Context, models: ScriptedProviders, request_: IngestRequest
) -> None:
    gate, well, shed = ("Gate", _GATE), ("Well", _WELL), ("Shed", _SHED)
    await _told(context, request_, _page(gate, well, shed))
    claims = await rows(context, "select claim_id from claims order by 1")
    models.parse.asked.clear()
    await _told(context, request_, _page(shed, gate, well))
    assert models.parse.asked == []
    assert await rows(context, "select claim_id from claims where is_current order by 1") == claims


async def test_a_sentence_that_moved_under_another_heading_keeps_its_claim(context: Context) -> None:
    await _told(context, _LIVING, _page(("Gate", f"{_GATE} {_WELL}"), ("Shed", _SHED)))
    claims = await rows(context, "select claim_id from claims order by 1")
    await _told(context, _LIVING, _page(("Gate", _GATE), ("Shed", f"{_SHED} {_WELL}")))
    assert await rows(context, "select claim_id from claims where is_current order by 1") == claims


async def test_a_claim_in_other_words_is_quoted_in_the_words_of_the_version_that_answers(
    context: Context,
) -> None:
    await _told(context, _LIVING, f"Rope hangs in the barn. {_GATE}")
    second = "At 6 Mira opens the gate."
    newest = await _told(context, _LIVING, second)
    (claim,) = await _evidence(context)
    assert (claim.claim_text, claim.source_span) == (_GATE, second)
    assert (claim.char_start, claim.char_end) == (0, len(second))
    assert [(span.char_start, span.char_end) for span in claim.evidence_spans] == [(0, len(second))]
    assert await rows(context, f"select version_id from chunks where chunk_id = '{claim.chunk_id}'") == [
        (newest.version_id,)
    ]


async def test_what_is_carried_in_other_words_is_carried_on_by_the_next_version_too(context: Context) -> None:
    await _told(context, _LIVING, _GATE)
    await _told(context, _LIVING, "At six Mira opens the gate.")
    await _told(context, _LIVING, "# Rota\n\nAt six Mira opens the gate.\n")
    await _told(context, _LIVING, "# Rota\n\nMira opens the gate at 6.\n")
    assert await rows(context, "select claim_text, is_current from claims") == [(_GATE, True)]
    (claim,) = await _evidence(context)
    assert claim.source_span == "Mira opens the gate at 6."


async def test_a_claim_whose_first_version_is_deleted_is_quoted_from_one_that_is_kept(
    context: Context,
) -> None:
    first = await _told(context, _NOTE, _GATE)
    second = await _told(context, _NOTE, f"{_GATE} {_WELL}")
    await _told(context, _NOTE, _SHED)
    await delete_version(context, first.doc_id, first.version_id)
    (claim,) = [claim for claim in await _evidence(context) if claim.claim_text == _GATE]
    assert await rows(context, f"select version_id from chunks where chunk_id = '{claim.chunk_id}'") == [
        (second.version_id,)
    ]


async def test_two_sentences_that_say_the_same_are_not_both_the_one_that_was_there(context: Context) -> None:
    await _told(context, _LIVING, _GATE)
    await _told(context, _LIVING, "At six Mira opens the gate. Mira opens the gate at 6.")
    assert await rows(context, "select count(*), count(*) filter (where is_current) from claims") == [(2, 2)]


async def test_a_message_that_says_it_again_later_is_said_twice(context: Context) -> None:
    monday = {"speaker": "Oda", "at": "2026-03-02T08:00:00Z", "text": "The gate is not locked."}
    friday = {"speaker": "Oda", "at": "2026-03-06T08:00:00Z", "text": "The gate isn't locked."}
    for messages in ([monday], [monday, friday]):
        thread = {"messages": messages, "source_kind": "chat", "source_ref": "gate"}
        await call(context, "ingest_conversation", thread | {"versioning_mode": "living"})
        await work_off(context)
    said = await rows(context, "select asserted_at::date::text from claims where is_current order by 1")
    assert said == [("2026-03-02",), ("2026-03-06",)]


async def test_a_sentence_that_stays_is_not_also_another_in_other_words(context: Context) -> None:
    await _told(context, _LIVING, _GATE)
    await _told(context, _LIVING, f"At 6 Mira opens the gate. {_GATE}")
    assert await rows(context, "select count(*), count(*) filter (where is_current) from claims") == [(2, 2)]
    assert await rows(context, "select count(*) from chunk_claims where said is not null") == [(0,)]


async def test_other_words_in_a_row_are_another_row(context: Context) -> None:
    table = IngestRequest(
        filename="rota.csv",
        mime="text/csv; profile=facts",
        source_kind="notes",
        source_ref="rota.csv",
        versioning_mode=VersioningMode.LIVING,
    )
    await _told(context, table, "statement\nMira opens the gate at six.\n")
    before = await rows(context, "select claim_id from claims")
    await _told(context, table, "statement\nAt six Mira opens the gate.\n")
    assert len(before) == 1
    assert before[0] not in await rows(context, "select claim_id from claims where is_current")


async def _evidence(context: Context) -> list[Any]:
    found = await claims_and_sources_context(context, "When does Mira open the gate?")
    return list(found.evidence)
