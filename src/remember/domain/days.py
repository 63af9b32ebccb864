"""Calendar arithmetic: weeks run Monday to Sunday, seasons are the northern ones, ends are inclusive."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import Self

from remember.domain.time import Precision

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Days:
    """A run of whole days, both ends included, at the grain in which they were stated."""

    first: date
    last: date
    precision: Precision = Precision.DAY

    @classmethod
    def one(cls, day: date) -> Self:
        """Just that day."""
        return cls(day, day)

    def through(self, later: "Days") -> "Days":
        """From the first day of this one to the last of `later`, at the finer of the two grains."""
        finer = min(self.precision, later.precision, key=_GRAINS.index)
        return Days(self.first, later.last, finer)


_GRAINS = (Precision.DAY, Precision.MONTH, Precision.QUARTER, Precision.YEAR)


def week(day: date) -> Days:
    """Monday to Sunday around a day."""
    monday = day - day.weekday() * DAY
    return Days(monday, monday + 6 * DAY)


def weekend(day: date) -> Days:
    """Saturday and Sunday of the week of a day."""
    saturday = week(day).first + 5 * DAY
    return Days(saturday, saturday + DAY)


def month(year: int, number: int) -> Days:
    """A calendar month; numbers outside 1..12 run on into the years beside it."""
    return months(year, number, number, Precision.MONTH)


def months(year: int, first: int, last: int, precision: Precision = Precision.MONTH) -> Days:
    """Whole months from one to another, at the grain given."""
    start = _first_of(year, first)
    return Days(start, _first_of(year, last + 1) - DAY, precision)


def quarter(year: int, number: int) -> Days:
    """A calendar quarter; numbers outside 1..4 run on into the years beside it."""
    return months(year, 3 * number - 2, 3 * number, Precision.QUARTER)


def half(year: int, number: int) -> Days:
    """The first or second half of a year, bounded by months."""
    return months(year, 6 * number - 5, 6 * number)


def year(number: int) -> Days:
    """A calendar year."""
    return Days(date(number, 1, 1), date(number, 12, 31), Precision.YEAR)


def years(first: int, last: int) -> Days:
    """Whole calendar years from one to another."""
    return Days(date(first, 1, 1), date(last, 12, 31), Precision.YEAR)


def in_order(first: Days, last: Days, *, past: bool) -> tuple[Days, Days]:
    """Two days of the week so that one comes before the other, less than a week apart.

    Where they are past the first is moved back, else the second forward; a day outside the calendar
    stays as it is.
    """
    apart = (last.first - first.first).days // 7 * WEEK
    try:
        return (_shifted(first, apart), last) if past else (first, _shifted(last, -apart))
    except OverflowError:
        return first, last


def _shifted(stated: Days, by: timedelta) -> Days:
    return replace(stated, first=stated.first + by, last=stated.last + by)


_SEASON_STARTS: Mapping[str, int] = MappingProxyType(
    {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
)


def season(number: int, name: str) -> Days:
    """Three whole months; winter of a year begins in its December."""
    start = _SEASON_STARTS[name]
    return months(number, start, start + 2)


def shift_months(day: date, count: int) -> date:
    """The same day so many months later, or the last day of that month where it is shorter."""
    start = _first_of(day.year, day.month + count)
    return min(start + (day.day - 1) * DAY, month(start.year, start.month).last)


def weekday_of_week(day: date, weekday: int) -> date:
    """That weekday (Monday is 0) in the week of a day."""
    return week(day).first + weekday * DAY


def nth_weekday(number_of_year: int, number_of_month: int, weekday: int, nth: int) -> date:
    """The nth such weekday of a month; -1 is the last."""
    whole = month(number_of_year, number_of_month)
    if nth < 0:
        return whole.last - (whole.last.weekday() - weekday) % 7 * DAY
    return whole.first + (weekday - whole.first.weekday()) % 7 * DAY + (nth - 1) * WEEK


def _first_of(number: int, number_of_month: int) -> date:
    extra, index = divmod(number_of_month - 1, 12)
    return date(number + extra, index + 1, 1)
