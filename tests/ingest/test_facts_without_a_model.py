"""Structured facts on their way in: documents, versions and claims as for any text, and no model asked."""

import json
from typing import Any

import pytest

from remember.context import Context
from remember.errors import Incorrect
from remember.operations.registry import call
from remember.wire import IngestedFacts
from tests.scripted import ScriptedProviders
from tests.working import rows, work_off

_NAMED = "select label from facts where invalidated_at is null order by label"


async def _send(context: Context, *lines: dict[str, Any] | str, **more: Any) -> IngestedFacts:
    """Take rows in and process them."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    how = {
        "filename": "rota.jsonl",
        "mime": "application/x-ndjson",
        "source_kind": "hr",
        "source_ref": "rota",
    }
    found = await call(context, "ingest_facts", how | more, body=text.encode())
    assert isinstance(found, IngestedFacts)
    await work_off(context)
    return found


def _row(subject: str, value: str, **more: Any) -> dict[str, Any]:
    return {"subject": subject, "predicate": "status", "value": value} | more


async def test_each_row_is_a_claim_with_its_characters_as_span(context: Context) -> None:
    row = '{"subject": "Ines", "predicate": "works_for", "object": "Corvo", "valid_from": "2024-01-05"}'
    sent = await _send(context, _row("Gate 4", "open"), f"  {row}  ")
    (version,) = sent.versions
    assert (sent.rows, version.created, version.mime, version.title) == (
        2,
        True,
        "application/x-ndjson; profile=facts",
        "rota",
    )
    claims = await rows(
        context, "select claim_text, source_span, char_start, valid_precision from claims order by char_start"
    )
    assert claims == [
        ("Gate 4 is open.", json.dumps(_row("Gate 4", "open")), 0, "unknown"),
        ("Ines works for Corvo (from 2024-01-05).", row, 64, "open"),
    ]
    facts = "select label, kind, lower(valid)::text, evidence_count from facts order by label"
    assert await rows(context, facts) == [
        ("Gate 4 is open.", "observation", None, 1),
        ("Ines works for Corvo", "relation", "2024-01-05 00:00:00+00", 1),
    ]


async def test_the_span_is_what_the_stored_text_has_there(context: Context) -> None:
    names = "subject,predicate,value\r\n"
    await _send(
        context, names + '"Gate ""4""",status,"open\r\nwide"\r\nÅse,status,😀 ill\r\n', mime="text/csv"
    )
    (stored,) = await rows(context, "select text_hash from representations")
    text = (await context.content.get(context.tenant_id, stored[0])).decode()
    claims = await rows(context, "select source_span, char_start, char_end from claims order by char_start")
    assert [text[start:end] for _, start, end in claims] == [span for span, _, _ in claims]
    assert [span for span, _, _ in claims] == ['"Gate ""4""",status,"open\r\nwide"', "Åse,status,😀 ill"]
    mentions = await rows(context, "select surface, char_start, char_end from mentions order by char_start")
    assert [text[start:end] for _, start, end in mentions] == [surface for surface, _, _ in mentions]


async def test_the_same_rows_again_are_nothing_new(context: Context) -> None:
    first = await _send(context, _row("Gate 4", "open"))
    again = await _send(context, _row("Gate 4", "open"))
    assert again.versions == (first.versions[0].model_copy(update={"created": False}),)
    assert await rows(context, "select count(*) from claims") == [(1,)]


async def test_a_new_version_keeps_the_claims_of_rows_that_it_leaves_as_they_were(context: Context) -> None:
    kept = [_row(f"Gate {number}", "open") for number in range(60)]
    await _send(context, *kept, _row("Well", "dry"), source_modified_at="2024-01-01T00:00:00Z")
    before = await rows(context, "select claim_id from claims where source_span like '%Gate%' order by 1")
    changed = [*reversed(kept), _row("Well", "full")]
    await _send(context, *changed, source_modified_at="2024-02-01T00:00:00Z")
    assert (
        await rows(context, "select claim_id from claims where source_span like '%Gate%' order by 1")
        == before
    )
    assert len(before) == 60
    said = (
        "select source_span, asserted_at::date::text from claims where source_span like '%Well%' order by 2"
    )
    assert await rows(context, said) == [
        (json.dumps(_row("Well", "dry")), "2024-01-01"),
        (json.dumps(_row("Well", "full")), "2024-02-01"),
    ]


async def test_the_same_characters_under_other_column_names_are_new_claims(context: Context) -> None:
    one, other = "statement,said_at\n", "said_at,statement\n"
    await _send(context, one + "The gate is open on 2024-01-01.,2024-01-01", mime="text/csv")
    with pytest.raises(Incorrect, match="said_at: 'The gate is open on"):
        await _send(context, other + "The gate is open on 2024-01-01.,2024-01-01", mime="text/csv")
    await _send(context, "statement,valid_from\nThe gate is open on 2024-01-01.,2024-01-01", mime="text/csv")
    claims = "select valid_precision, asserted_at::date::text from claims order by ingested_at"
    assert await rows(context, claims) == [("unknown", "2024-01-01"), ("open", None)]


@pytest.mark.parametrize(
    ("mode", "held"),
    [
        ("living", ["Gate 4 is open.", "Well is full."]),
        ("snapshot", ["Gate 4 is open.", "Tower is shut.", "Well is full."]),
    ],
)
async def test_living_rows_end_with_the_version_that_drops_them(
    context: Context, mode: str, held: list[str]
) -> None:
    await _send(context, _row("Gate 4", "open"), _row("Tower", "shut"), versioning_mode=mode)
    await _send(context, _row("Gate 4", "open"), _row("Well", "full"), versioning_mode=mode)
    assert await rows(context, _NAMED) == [(label,) for label in held]


async def test_rows_that_name_their_sources_are_a_document_each(context: Context) -> None:
    log, wiki = ({"source_kind": kind, "source_ref": "gate"} for kind in ("log", "wiki"))
    lines = [_row("Gate 4", "open", **log), _row("Well", "dry"), _row("Gate 4", "open", **wiki)]
    sent = await _send(context, *lines)
    assert [(one.title, one.created) for one in sent.versions] == [
        ("gate", True),
        ("rota", True),
        ("gate", True),
    ]
    facts = "select label, evidence_count from facts order by label"
    assert await rows(context, facts) == [("Gate 4 is open.", 2), ("Well is dry.", 1)]
    again = await _send(context, lines[0], _row("Well", "full"), lines[2])
    assert [one.created for one in again.versions] == [False, True, False]


async def test_no_model_reads_rows_and_what_they_say_can_be_found(
    context: Context, models: ScriptedProviders
) -> None:
    models.parse.failures = [AssertionError("the parser was asked")] * 9
    await _send(context, _row("Gate 4", "open"))
    asked = {"query": "is gate 4 open"}
    found = await call(context, "facts_context", asked)
    said = await call(context, "claims_and_sources_context", asked)
    assert [fact.label for fact in found.facts] == ["Gate 4 is open."]
    assert [claim.claim_text for claim in said.evidence] == ["Gate 4 is open."]
    assert [chunk.chunk_text for chunk in said.chunks] == [json.dumps(_row("Gate 4", "open"))]
    assert found.evidence[0].evidence_spans[0].char_start == 0


async def test_one_wrong_row_and_nothing_is_stored(context: Context) -> None:
    with pytest.raises(Incorrect) as refused:
        await _send(
            context, _row("Gate 4", "open"), _row("Well", "dry", valid_from="soon"), {"subject": "Tower"}
        )
    assert refused.value.message == (
        "row 2 (line 2), valid_from: 'soon' is no date and no date-time with an offset;"
        " 1 more of the rows are wrong"
    )
    assert [(fault["row"], fault["field"]) for fault in refused.value.data["faults"]] == [
        (2, "valid_from"),
        (3, "predicate"),
    ]
    assert await rows(context, "select doc_id from documents") == []


@pytest.mark.parametrize(
    ("body", "more", "code"),
    [
        ("", {}, "no_rows"),
        ("\n \n", {}, "no_rows"),
        ('{"statement": "a"}', {"mime": "text/markdown"}, "facts_type_unknown"),
        ('{"statement": "a"}', {"source_ref": None}, "source_incomplete"),
        ('{"statement": "a"}\n' * 50_001, {}, "too_many_rows"),
    ],
)
async def test_what_is_no_file_of_facts_is_refused(
    context: Context, body: str, more: dict[str, Any], code: str
) -> None:
    how = {"filename": "a", "mime": "application/x-ndjson", "source_kind": "hr", "source_ref": "rota"} | more
    given = {name: value for name, value in how.items() if value is not None}
    with pytest.raises(Incorrect) as refused:
        await call(context, "ingest_facts", given, body=body.encode())
    assert refused.value.code == code


async def test_bytes_known_as_prose_are_new_when_they_come_as_rows(context: Context) -> None:
    line = json.dumps(_row("Gate 4", "open"))
    how = {"filename": "rota.txt", "mime": "text/plain", "source_kind": "hr", "source_ref": "rota"}
    await call(context, "ingest", how, body=line.encode())
    sent = await _send(context, line)
    assert [one.created for one in sent.versions] == [True]
    assert await rows(context, _NAMED) == [("Gate 4 is open.",)]


async def test_a_long_statement_in_any_script_is_kept(context: Context) -> None:
    await _send(
        context, {"statement": "ΐ" * 600}, {"subject": "ﬁΐ" * 200, "predicate": "status", "value": "up"}
    )
    assert await rows(context, "select length(label), evidence_count from facts order by 1") == [
        (407, 1),
        (600, 1),
    ]
