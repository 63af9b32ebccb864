"""A conversation is one document whose turns keep who spoke and when; what grows costs what is new."""

from typing import Any

import pytest

from remember.context import Context
from remember.errors import Incorrect
from remember.operations.registry import call
from tests.scripted import ScriptedProviders
from tests.working import rows, work_off

_THREAD = {"source_kind": "chat", "source_ref": "pump-room", "title": "Pump room"}


def _message(speaker: str, text: str, at: str | None = None) -> dict[str, Any]:
    return {"speaker": speaker, "text": text} | ({"at": at} if at else {})


async def _send(context: Context, messages: list[dict[str, Any]], **more: Any) -> Any:
    return await call(context, "ingest_conversation", {"messages": messages} | _THREAD | more)


async def test_every_claim_is_said_by_its_speaker_at_the_time_of_its_message(context: Context) -> None:
    await _send(
        context,
        [
            _message("Ines Lund", "I moved to Bergen yesterday.", "2026-03-04T23:30:00-05:00"),
            _message(
                "Tomas Rud", "I keep the spare key.\nThe pump failed on Monday.", "2026-03-06T08:00:00Z"
            ),
            _message("Ines Lund", "I painted the gate."),
        ],
    )
    await work_off(context)
    found = await rows(
        context, "select claim_text, speaker, asserted_at, valid_from from claims order by char_start"
    )
    told = [
        (text, who, at and at.isoformat(), since and since.date().isoformat())
        for text, who, at, since in found
    ]
    assert told == [
        # "yesterday" counts from the day on which it was where Ines is.
        ("Ines Lund moved to Bergen on 2026-03-03.", "Ines Lund", "2026-03-05T04:30:00+00:00", "2026-03-03"),
        ("Tomas Rud keeps the spare key.", "Tomas Rud", "2026-03-06T08:00:00+00:00", None),
        ("Tomas Rud: The pump failed on 2026-03-02.", "Tomas Rud", "2026-03-06T08:00:00+00:00", "2026-03-02"),
        ("Ines Lund painted the gate.", "Ines Lund", None, None),
    ]


async def test_the_span_of_a_claim_is_the_words_of_its_message(context: Context) -> None:
    await _send(context, [_message("Ines Lund", "公司 is closed.\nTomas Rud: I keep the key.")])
    await work_off(context)
    [(text,)] = await rows(context, "select string_agg(chunk_text, '' order by ordinal) from chunks")
    assert text == "Ines Lund: 公司 is closed.\n  Tomas Rud: I keep the key."
    spans = await rows(context, "select char_start, char_end, source_span, speaker from claims")
    assert all(text[start:end] == span for start, end, span, _ in spans)
    assert {speaker for *_, speaker in spans} == {"Ines Lund"}


async def test_a_thread_that_grows_costs_the_passage_that_it_grows_in(
    context: Context, models: ScriptedProviders
) -> None:
    thread = [
        _message(("Ines Lund", "Tomas Rud")[n % 2], f"I painted {n} doors in the north hall.")
        for n in range(300)
    ]
    first = await _send(context, thread)
    await work_off(context)
    [(passages,)] = await rows(context, "select count(*) from chunks")
    embedded, parsed = len(models.embed.asked), len(models.parse.asked)
    assert passages > 8
    assert (embedded, parsed) == (passages + 300, 300)
    models.embed.asked.clear()
    models.parse.asked.clear()
    grown = await _send(context, [*thread, _message("Ines Lund", "I locked the north hall.")])
    await work_off(context)
    assert (grown.doc_id, grown.created) == (first.doc_id, True)
    claims = [text for text in models.embed.asked if "\n" not in text]
    assert claims == ["Ines Lund locked the north hall."]
    assert len(models.embed.asked) - len(claims) <= 2
    assert len(models.parse.asked) <= 2 * parsed // passages + 1
    assert await rows(context, "select count(*), count(distinct claim_id) from claims") == [(301, 301)]


async def test_the_same_thread_again_is_nothing_new(context: Context, models: ScriptedProviders) -> None:
    thread = [_message("Ines Lund", "I painted the gate.", "2026-03-04T12:00:00Z")]
    await _send(context, thread)
    await work_off(context)
    models.embed.asked.clear()
    assert (await _send(context, thread)).created is False
    assert await work_off(context) == 0
    assert models.embed.asked == []


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ("Ines: Hi.", "invalid_parameter"),
        ([], "invalid_parameter"),
        ([{"speaker": "Ines", "txt": "Hi."}], "invalid_parameter"),
        ([{"speaker": "Ines", "text": "Hi.", "tiem": "now"}], "invalid_parameter"),
        ([{"speaker": "Ines\nTomas", "text": "Hi."}], "speaker_invalid"),
        ([{"speaker": "Ines", "text": " \n"}], "message_invalid"),
    ],
)
async def test_what_is_no_conversation_is_refused_and_stored_nowhere(
    context: Context, messages: Any, code: str
) -> None:
    with pytest.raises(Incorrect) as refused:
        await _send(context, messages)
    assert refused.value.code == code
    assert await rows(context, "select count(*) from documents") == [(0,)]


async def test_bytes_that_are_declared_a_conversation_and_are_none_are_refused(context: Context) -> None:
    how = {"filename": "a.chat", "mime": "text/x-conversation"}
    with pytest.raises(Incorrect, match="line 1 is no message"):
        await call(context, "ingest", how, body=b"Just a note.")


async def test_short_answers_are_facts_and_nothing_empty_is_stored(context: Context) -> None:
    await _send(
        context,
        [
            _message("Tomas Rud", "Where do you work?", "2026-03-04T09:00:00Z"),
            _message("Ines Lund", "At Halden Optics.", "2026-03-04T09:01:00Z"),
            _message("Tomas Rud", "Did you sign the lease?", "2026-03-04T09:02:00Z"),
            _message("Ines Lund", "Yes, on Monday.", "2026-03-04T09:03:00Z"),
            _message("Tomas Rud", "Who leads the north team?", "2026-03-04T09:04:00Z"),
            _message("Ines Lund", "Rhea Stone.", "2026-03-04T09:05:00Z"),
            _message("Tomas Rud", "Lena Brook is.", "2026-03-04T09:06:00Z"),
        ],
    )
    await work_off(context)
    told = await rows(
        context, "select claim_text, source_span, asserted_at::text from claims order by char_start"
    )
    assert [tuple(row) for row in told] == [
        ("Ines Lund works at Halden Optics.", "At Halden Optics.", "2026-03-04 09:01:00+00"),
        ("Ines Lund signed the lease on 2026-03-02.", "Yes, on Monday.", "2026-03-04 09:03:00+00"),
        ("Ines Lund: Rhea Stone leads the north team.", "Rhea Stone.", "2026-03-04 09:05:00+00"),
    ]
    found = await call(context, "facts_context", {"query": "Where does Ines Lund work?"})
    assert "Ines Lund works for Halden Optics" in [fact.label for fact in found.facts]
