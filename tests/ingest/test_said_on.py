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
