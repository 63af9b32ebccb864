"""When a source said something, and what its relative dates then mean."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from remember.context import Context
from remember.domain.documents import IngestRequest
from remember.ingest.receive import receive
from tests.working import rows, work_off

_SENT = datetime(2026, 3, 4, 15, tzinfo=UTC)
_LATER = datetime(2026, 6, 1, 9, tzinfo=UTC)
_MINUTES = IngestRequest(
    filename="minutes.md",
    mime="text/markdown",
    source_kind="notes",
    source_ref="minutes.md",
    source_modified_at=_SENT,
)
_UNDATED = replace(_MINUTES, source_modified_at=None)
_FAILED = b"The pump failed yesterday."


async def test_every_claim_was_said_when_its_source_says_it_was_written(context: Context) -> None:
    await receive(context, _MINUTES, b"Mira owns the gate rota. Tomas checks the well.")
    await work_off(context)
    assert await rows(context, "select asserted_at from claims") == [(_SENT,), (_SENT,)]


async def test_a_relative_date_counts_from_the_day_of_the_source(context: Context) -> None:
    assert await _period(context, _MINUTES, _FAILED) == (_SENT, _day(3, 3), _day(3, 3), "day")


async def test_without_a_source_time_nothing_was_said_on_a_day_and_relative_dates_stay_unknown(
    context: Context,
) -> None:
    assert await _period(context, _UNDATED, _FAILED) == (None, None, None, "unknown")


async def test_without_a_source_time_relative_dates_count_from_a_date_inside_the_document(
    context: Context,
) -> None:
    body = b"---\ndate: 2026-03-04\n---\n\n" + _FAILED
    assert await _period(context, _UNDATED, body) == (None, _day(3, 3), _day(3, 3), "day")


async def test_the_time_of_identical_bytes_cannot_be_changed_afterwards(context: Context) -> None:
    await receive(context, _MINUTES, _FAILED)
    await receive(context, replace(_MINUTES, source_modified_at=_LATER), _FAILED)
    await work_off(context)
    assert await rows(context, "select asserted_at from claims") == [(_SENT,)]


async def test_an_unchanged_sentence_keeps_its_first_date_in_a_new_version(context: Context) -> None:
    await receive(context, _MINUTES, _FAILED)
    await work_off(context)
    await receive(context, replace(_MINUTES, source_modified_at=_LATER), _FAILED + b" Mira mended it.")
    await work_off(context)
    said = await rows(context, "select source_span, asserted_at, valid_from from claims order by char_start")
    assert said == [(_FAILED.decode(), _SENT, _day(3, 3)), ("Mira mended it.", _LATER, None)]


async def _period(context: Context, request: IngestRequest, body: bytes) -> Any:
    await receive(context, request, body)
    await work_off(context)
    (found,) = await rows(context, "select asserted_at, valid_from, valid_until, valid_precision from claims")
    return found


def _day(month: int, day: int) -> datetime:
    return datetime(2026, month, day, tzinfo=UTC)


async def test_a_saved_mail_is_testimony_of_its_sender_and_of_whom_it_quotes(context: Context) -> None:
    mail = (
        b"From: =?utf-8?q?In=C3=A9s_Lund?= <ines@quay.example>\nTo: Tomas Rud <t@quay.example>\n"
        b"Date: Tue, 3 Jun 2025 10:15:00 +0200\nSubject: Seal\nMIME-Version: 1.0\n"
        b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"I fitted the spare s=C3=A9al yester=\nday.\n\nOn 28 May 2025 at 9:00 UTC, Tomas Rud wrote:\n"
        b"> I keep the second pump.\n"
    )
    request = IngestRequest(
        filename="seal.eml", mime="message/rfc822", source_kind="mail", source_ref="seal.eml"
    )
    assert (await receive(context, request, mail)).parked is None
    await work_off(context)
    [(text,)] = await rows(context, "select string_agg(chunk_text, '' order by ordinal) from chunks")
    spans = await rows(context, "select char_start, char_end, source_span from claims")
    assert all(text[start:end] == span for start, end, span in spans)
    fitted, kept = await rows(
        context, "select claim_text, speaker, asserted_at from claims order by char_start"
    )
    at = datetime(2025, 6, 3, 8, 15, tzinfo=UTC)
    assert fitted == ("Inés Lund fitted the spare séal on 2025-06-02.", "Inés Lund", at)
    at = datetime(2025, 5, 28, 9, tzinfo=UTC)
    assert kept == ("Tomas Rud keeps the second pump.", "Tomas Rud", at)
