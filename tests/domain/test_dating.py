"""A document's own date, and what it was read from."""

from datetime import UTC, datetime

import pytest

from remember.domain.dating import DatedBy, DocumentDate, document_date


def day(number: int, by: DatedBy, words: str) -> DocumentDate:
    return DocumentDate(at=datetime(2026, 3, number, tzinfo=UTC), by=by, words=words)


def test_front_matter_comes_before_the_file_name_and_the_text():
    found = document_date({"date": "2026-03-04"}, "2026-03-05-retro.md", "# Retro 2026-03-06")
    assert found == day(4, DatedBy.FRONT_MATTER, "2026-03-04")


def test_the_last_change_counts_before_the_first_writing():
    found = document_date({"created": "2026-03-01", "updated": "4 March 2026"}, "retro.md")
    assert found == day(4, DatedBy.FRONT_MATTER, "4 March 2026")


def test_a_stated_instant_is_kept_in_utc():
    found = document_date({"date": "2026-03-04T15:30:00+01:00"}, "retro.md")
    assert found is not None
    assert found.at == datetime(2026, 3, 4, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "filename",
    ["2026-03-04-retro.md", "notes/retro_20260304.txt", "C:\\n\\IMG-2026.03.04.txt", "2026_03_04.md"],
)
def test_a_date_in_the_file_name_dates_the_document(filename: str):
    name = filename.replace("\\", "/").rsplit("/", 1)[-1]
    assert document_date({}, filename) == day(4, DatedBy.FILENAME, name)


@pytest.mark.parametrize(
    "filename",
    [
        "retro.md",
        "2026-13-04.md",
        "120260304.md",
        "2026-03-04-to-2026-03-11.md",
        "2026-03.md",
        "2026-03-04/retro.md",
    ],
)
def test_a_name_with_no_day_or_two_dates_nothing(filename: str):
    assert document_date({}, filename) is None


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("# Standup 2026-03-04\n\nMio opens.", "# Standup 2026-03-04"),
        ("Minutes of 4 March 2026\n\nMio opens.", "Minutes of 4 March 2026"),
        ("# Standup\n\n**Date:** 4 March 2026\n", "**Date:** 4 March 2026"),
        ("From: Mio\nDate: Wed, 4 Mar 2026\n\nHello.", "Date: Wed, 4 Mar 2026"),
    ],
)
def test_the_head_of_the_text_dates_the_document_last(head: str, words: str):
    assert document_date({}, "standup.md", head) == day(4, DatedBy.HEAD, words)


@pytest.mark.parametrize(
    "head",
    [
        "# Standup\n\nThe gate was painted on 4 March 2026.",
        "The gate was painted on 4 March 2026.",
        "# From 2026-03-04 to 2026-03-11",
        "# March",
        "",
    ],
)
def test_a_date_that_the_text_is_about_dates_nothing(head: str):
    assert document_date({}, "standup.md", head) is None


def test_a_byline_dates_what_follows() -> None:
    head = "# Ferry cut\n\nBy Mira Lund, 18 November 2025\n\nThe ferry sails twice a day.\n"
    found = document_date({}, "ferry.md", head)
    assert found is not None
    assert found.at == datetime(2025, 11, 18, tzinfo=UTC)
    assert document_date({}, "ferry.md", "# Ferry\n\nBy 20 May 2025 the ferry must sail again.\n") is None
