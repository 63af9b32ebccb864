"""Under a dateline, a report counts its days from the dateline's."""

from datetime import date

import pytest

from remember.domain.datelines import Dateline, dateline
from tests.domain.testimony import claims, extraction, short

LATER = date(2026, 7, 10)
THURSDAY = date(2026, 7, 2)


@pytest.mark.parametrize(
    "line",
    [
        "DELMONT, 2 July 2026 - ",
        "PORT ANSEL, July 2 (Coast Wire) - ",
        "DELMONT, Ohio, July 2, 2026 -- ",
        "DELMONT (2 July 2026) – ",
        "ZÜRICH, 2026-07-02 — ",
    ],
)
def test_a_dateline_is_a_city_in_capitals_and_a_day(line: str):
    assert dateline(f"{line}The mill closed.", LATER, day_first=True) == Dateline(THURSDAY, len(line))


@pytest.mark.parametrize(
    "text",
    [
        "Mira moved to Oslo, 3 May 2026 - A Sunday it was.",
        "CARLA, 34 - Lives in Oslo.",
        "DELMONT, Thursday - The mill closed.",
        "PUMP, 2 July 2026 - broken.",
        "DELMONT, 2 July 2026 and 3 July 2026 - The mill closed.",
        "THE FAIR IS ON 3 MAY - Come early.",
        "DELMONT, July 2026 - The mill closed.",
    ],
)
def test_no_other_line_with_a_dash_is_one(text: str):
    assert dateline(text, LATER, day_first=True) is None


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("The mill burned on Thursday.", "2026-07-02"),
        ("The mill burned on Wednesday.", "2026-07-01"),
        ("The mill burned on Friday.", "2026-06-26"),
        ("The mill burned yesterday.", "2026-07-01"),
    ],
)
def test_days_count_from_the_dateline_and_its_own_weekday_is_that_day(told: str, day: str):
    (first,) = claims(f"DELMONT, 2 July 2026 - {told}")
    assert first.claim_text.startswith("The mill burned")
    assert [short(a) for a in first.assertions] == [f"observation mill other:burn did burn happens {day}"]


def test_what_follows_in_the_report_counts_from_it_too():
    found = claims("DELMONT, 2 July 2026 - Rain fell.\n\nThe mill of Kester Vane burned on Thursday.")
    assert found[-1].claim_text == "The mill of Kester Vane burned on 2026-07-02."


def test_a_report_without_a_dateline_leaves_the_same_weekday_a_week_ago():
    (only,) = claims("The mill burned on Friday.")  # said on Friday 12 June
    assert only.claim_text == "The mill burned on 2026-06-05."


def test_a_dateline_says_nothing_itself():
    made = extraction("DELMONT, 2 July 2026 - Kestrel Foods opened a depot, the company said on Thursday.")
    (only,) = made.claims
    assert only.claim_text == "Kestrel Foods opened a depot, the company said on 2026-07-02."
    assert only.source_span.startswith("Kestrel Foods")
