"""When holidays are, and in which spellings they are found."""

from datetime import date

import pytest

from remember.domain.dates import Days, Reading, Tense, find
from remember.domain.holidays import HOLIDAYS, easter

MONDAY = date(2025, 11, 3)


@pytest.mark.parametrize(
    ("year", "sunday"),
    [(1961, "1961-04-02"), (2000, "2000-04-23"), (2024, "2024-03-31"), (2038, "2038-04-25")],
)
def test_easter_falls_where_the_church_has_it(year: int, sunday: str) -> None:
    assert easter(year) == date.fromisoformat(sunday)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Mira leaves on Ash Wednesday 2026.", "2026-02-18"),
        ("Mira leaves on Palm Sunday.", "2026-03-29"),
        ("Mira leaves on Maundy Thursday.", "2026-04-02"),
        ("The mill is shut on Ascension Day.", "2026-05-14"),
        ("The mill is shut on Whit Monday.", "2026-05-25"),
        ("We ship before Presidents' Day.", "2026-02-16"),
        ("We ship before presidents day.", "2026-02-16"),
        ("We ship after Valentine’s Day.", "2026-02-14"),
        ("The office is closed on Columbus Day.", "2026-10-12"),
        ("They will meet on St. Patrick's Day.", "2026-03-17"),
        ("The feast is on Epiphany.", "2026-01-06"),
        ("They will march on International Women's Day.", "2026-03-08"),
        ("They will march on Veteran's Day.", "2025-11-11"),
        ("The graves are visited on All Souls' Day 2025.", "2025-11-02"),
    ],
)
def test_a_holiday_is_its_day(words: str, day: str) -> None:
    (found,) = find(words, Reading(MONDAY, Tense.FUTURE))
    assert found.days == Days.one(date.fromisoformat(day))


@pytest.mark.parametrize("words", ["Mira had an epiphany.", "Labour Day is a holiday in many lands."])
def test_what_is_no_day_or_not_the_same_everywhere_is_left_alone(words: str) -> None:
    assert find(words, Reading(MONDAY, Tense.PAST)) == ()


@pytest.mark.parametrize("name", sorted(HOLIDAYS))
def test_every_holiday_is_found_by_its_name_and_lies_in_its_year(name: str) -> None:
    (found,) = find(f"It was on {name.title()} 2024.", Reading(MONDAY, Tense.PAST))
    assert found.days == Days.one(HOLIDAYS[name](2024))
    assert HOLIDAYS[name](2024).year == 2024
