from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from remember.domain import days
from remember.domain.days import DAY, Days
from remember.domain.time import Precision


def test_a_week_runs_from_monday_to_sunday() -> None:
    assert days.week(date(2023, 5, 17)) == Days(date(2023, 5, 15), date(2023, 5, 21))


def test_months_run_on_into_the_next_year() -> None:
    assert days.month(2025, 14) == Days(date(2026, 2, 1), date(2026, 2, 28), Precision.MONTH)


def test_a_shifted_day_stays_inside_the_shorter_month() -> None:
    assert days.shift_months(date(2024, 1, 31), 1) == date(2024, 2, 29)


def test_the_last_monday_of_may_is_counted_from_the_end() -> None:
    assert days.nth_weekday(2026, 5, 0, -1) == date(2026, 5, 25)


@given(st.dates(date(2, 1, 1), date(9998, 1, 1)))
def test_every_day_lies_in_its_week_month_and_quarter(when: date) -> None:
    for stretch in (
        days.week(when),
        days.month(when.year, when.month),
        days.quarter(when.year, (when.month + 2) // 3),
    ):
        assert stretch.first <= when <= stretch.last


@given(st.integers(2, 9998), st.integers(1, 4))
def test_quarters_follow_each_other_without_a_gap(year: int, number: int) -> None:
    assert days.quarter(year, number + 1).first == days.quarter(year, number).last + DAY
