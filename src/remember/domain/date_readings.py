"""What each wording about time means, read against the source's own day.

A reader answers None where the words turn out not to be about time, and a `Read` without days where they
are but nothing fixes which.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from remember.domain import days
from remember.domain.date_words import (
    DECADES,
    LAST,
    NEXT,
    TEENS,
    day_number,
    is_a_name_of_time,
    month_number,
    spelt_year,
    weekday_number,
)
from remember.domain.days import DAY, Days
from remember.domain.holidays import HOLIDAYS, plain


class Tense(StrEnum):
    """Which way the verb looks from the anchor; it settles dates that could be either side of it."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"
    NONE = "none"


class Flag(StrEnum):
    """What is uncertain about a reading."""

    AMBIGUOUS = "ambiguous"
    APPROXIMATE = "approximate"
    INFERRED_YEAR = "inferred_year"
    NO_ANCHOR = "no_anchor"
    RECURRING = "recurring"


@dataclass(frozen=True, slots=True)
class Reading:
    """What words about time are read against: the source's own day, the tense, the order of 03/04.

    `reports`: the day is that of a report which tells of it ("on Thursday" of a Thursday is that day).
    `grace`: how many days ago a day of no year may be that looks ahead; what was planned may just be over.
    """

    anchor: date | None
    tense: Tense = Tense.NONE
    day_first: bool = True
    grace: int = 0
    reports: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """What a wording means. `relative` words mean another day when said on another day.

    `ends` are the two halves of a wording that is itself a range ("5 to 9 June").
    """

    days: Days | None
    flags: tuple[Flag, ...] = ()
    relative: bool = True
    ends: tuple[Days, ...] = ()


Reader = Callable[[re.Match[str], Reading], Read | None]

UNANCHORED = Read(None, (Flag.NO_ANCHOR,))
AMBIGUOUS = Read(None, (Flag.AMBIGUOUS,))
_FAR_ENOUGH, _FAR = 120, 150  # days
_JUST_OVER = 60  # days
RECURRING = Read(None, (Flag.RECURRING,))


def nearest(choices: list[Days], reading: Reading) -> Read:
    """The one of several readings a year apart that the tense asks for; `choices` run forward."""
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    if reading.tense is Tense.PAST:
        begun = [choice for choice in choices if choice.first <= anchor]
        return Read(begun[-1], (Flag.INFERRED_YEAR,)) if begun else AMBIGUOUS
    if reading.tense is Tense.FUTURE:
        ahead = [choice for choice in choices if choice.last >= anchor - reading.grace * DAY]
        if not ahead:
            return AMBIGUOUS
        long_over = (anchor - ahead[0].last).days > _JUST_OVER
        return Read(ahead[0], (Flag.INFERRED_YEAR, *((Flag.AMBIGUOUS,) if long_over else ())))
    chosen = min(choices, key=lambda choice: _distance(choice, anchor))
    distance = _distance(chosen, anchor)
    if distance > _FAR:
        return AMBIGUOUS  # last year's or next year's: it is as far to both
    far = distance > _FAR_ENOUGH
    return Read(chosen, (Flag.INFERRED_YEAR, Flag.AMBIGUOUS) if far else (Flag.INFERRED_YEAR,))


def step(rel: str) -> int:
    """-1 for "last" and its like, 1 for "next", 0 for "this"."""
    if re.fullmatch(LAST, rel) or rel == "this past":
        return -1
    return 1 if re.fullmatch(NEXT, rel) or rel == "this coming" else 0


def _distance(choice: Days, anchor: date) -> int:
    return max((choice.first - anchor).days, (anchor - choice.last).days, 0)


def _around(reading: Reading, make: Callable[[int], Days]) -> Read:
    if reading.anchor is None:
        return UNANCHORED
    return nearest([make(reading.anchor.year + n) for n in (-1, 0, 1)], reading)


# Whole dates ------------------------------------------------------------------------------------------


def read_iso(match: re.Match[str], reading: Reading) -> Read:
    return Read(Days.one(date(int(match["y"]), int(match["m"]), int(match["d"]))), relative=False)


def read_numeric(match: re.Match[str], reading: Reading) -> Read | None:
    first, second = int(match["a"]), int(match["b"])
    year = int(match["y"]) if len(match["y"]) == 4 else _century(int(match["y"]), reading)
    dotted = match["s"] == "."
    day, month = (first, second) if reading.day_first or dotted or first > 12 else (second, first)
    if month > 12:
        day, month = month, day
    unsure = not dotted and first <= 12 and second <= 12 and first != second
    return Read(Days.one(date(year, month, day)), (Flag.AMBIGUOUS,) if unsure else (), relative=unsure)


def read_numeric_without_year(match: re.Match[str], reading: Reading) -> Read | None:
    first, second = int(match["a"]), int(match["b"])
    day, month = (first, second) if (reading.day_first or first > 12) and second <= 12 else (second, first)
    if month > 12 or not day or not month:
        return None
    found = _around(reading, lambda year: Days.one(days.month(year, month).first + (day - 1) * DAY))
    unsure = first <= 12 and second <= 12 and first != second
    return Read(found.days, (*found.flags, Flag.AMBIGUOUS) if unsure else found.flags)


def read_numeric_range(match: re.Match[str], reading: Reading) -> Read | None:
    """ "5/1-5/7/2020": two days, the year told once."""
    pairs = [(int(match[x]), int(match[y])) for x, y in ("ab", "cd")]
    day_first = reading.day_first or any(first > 12 for first, _ in pairs)
    if any(second > 12 for _, second in pairs):
        day_first = False
    year = int(match["y"])
    first, last = (date(year, *(pair[::-1] if day_first else pair)) for pair in pairs)
    unsure = all(number <= 12 for pair in pairs for number in pair)
    ends = (Days.one(first), Days.one(last))
    flags = (Flag.AMBIGUOUS,) if unsure else ()
    return Read(Days(first, last), flags, relative=unsure, ends=ends) if first < last else None


def _century(short: int, reading: Reading) -> int:
    """The year that two digits mean: at most 20 after the source's own, or 2049 where it has none."""
    latest = reading.anchor.year + 20 if reading.anchor else 2049
    return 2000 + short if 2000 + short <= latest else 1900 + short


def _year_of(match: re.Match[str], reading: Reading) -> int | None:
    groups = match.groupdict()
    if groups.get("yy"):
        return _century(int(groups["yy"]), reading)
    return int(groups["y"]) if groups.get("y") else None


def read_day_and_month(match: re.Match[str], reading: Reading) -> Read | None:
    if not is_a_name_of_time(match["m"]):
        return None
    day, month, year = day_number(match["d"]), month_number(match["m"]), _year_of(match, reading)
    weekday = weekday_number(match["w"]) if match["w"] else None
    if year is not None:
        whole = date(year, month, day)
        wrong = weekday is not None and whole.weekday() != weekday
        return Read(Days.one(whole), (Flag.AMBIGUOUS,) if wrong else (), relative=False)
    if reading.anchor is None:
        return UNANCHORED
    choices = [date(y, month, day) for y in _years_having(reading.anchor.year, month, day)]
    if weekday is not None:
        choices = [choice for choice in choices if choice.weekday() == weekday] or choices
    return nearest([Days.one(choice) for choice in choices], reading)


def _years_having(around: int, month: int, day: int) -> list[int]:
    reach = range(around - 4, around + 5) if (month, day) == (2, 29) else range(around - 1, around + 2)
    return [year for year in reach if day <= days.month(year, month).last.day]


def read_day_range(match: re.Match[str], reading: Reading) -> Read | None:
    if not is_a_name_of_time(match["m"]):
        return None
    month, year = month_number(match["m"]), _year_of(match, reading)
    first, last = day_number(match["d"]), day_number(match["e"])

    def make(number: int) -> Days:
        return Days(date(number, month, first), date(number, month, last))

    if last <= first:
        return None
    found = Read(make(year), relative=False) if year is not None else _around(reading, make)
    ends = (Days.one(found.days.first), Days.one(found.days.last)) if found.days else ()
    return Read(found.days, found.flags, found.relative, ends)


def read_month_range(match: re.Match[str], reading: Reading) -> Read | None:
    """ "Nov-Feb 2017": the year is that of the last month, and the first may lie in the year before."""
    if not (is_a_name_of_time(match["m"]) and is_a_name_of_time(match["n"])):
        return None
    first, last, year = month_number(match["m"]), month_number(match["n"]), _year_of(match, reading)
    if first == last:
        return None

    def make(number: int) -> Days:
        return days.months(number, first if first < last else first - 12, last)

    found = Read(make(year), relative=False) if year is not None else _around(reading, make)
    if found.days is None:
        return found
    of_year = found.days.last.year
    halves = (days.month(of_year, first if first < last else first - 12), days.month(of_year, last))
    return Read(found.days, found.flags, found.relative, halves)


def read_one_of_two(match: re.Match[str], reading: Reading) -> Read:
    """ "17 or 24 March": which, is not said. Nor is when the fiscal year of somebody begins."""
    return AMBIGUOUS


# Months, quarters, years --------------------------------------------------------------------------------


def read_month_and_year(match: re.Match[str], reading: Reading) -> Read:
    word = match["m"]
    number = int(word) if word.isdigit() else month_number(word)
    return Read(days.month(_year_of(match, reading) or 0, number), relative=False)


def read_bare_month(match: re.Match[str], reading: Reading) -> Read | None:
    if not is_a_name_of_time(match["m"]):
        return None
    number, rel = month_number(match["m"]), (match["rel"] or "").lower()
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    if not rel:
        return _around(reading, lambda year: days.month(year, number))
    return _beside(rel, [days.month(anchor.year + n, number) for n in (-2, -1, 0, 1, 2)], anchor)


def _beside(rel: str, choices: list[Days], anchor: date) -> Read:
    """The choice of a yearly thing that "last", "this" or "next" points at."""
    same_year = Flag.AMBIGUOUS
    if re.fullmatch(LAST, rel):
        chosen = [choice for choice in choices if choice.last < anchor][-1]
        return Read(chosen, (same_year,) if chosen.last.year == anchor.year else ())
    if re.fullmatch(NEXT, rel):
        chosen = next(choice for choice in choices if choice.first > anchor)
        return Read(chosen, (same_year,) if chosen.first.year == anchor.year else ())
    if rel == "this past":
        return Read([choice for choice in choices if choice.first <= anchor][-1])
    if rel == "this coming":
        return Read(next(choice for choice in choices if choice.last >= anchor))
    around = [choice for choice in choices if choice.first <= anchor <= choice.last]
    return Read((around or [choice for choice in choices if choice.first.year == anchor.year])[0])


def read_quarter(match: re.Match[str], reading: Reading) -> Read | None:
    word = match["q"].lower()
    number = int(word) if word.isdigit() else day_number(word)
    year = _year_of(match, reading)
    if year is not None:
        return Read(days.quarter(year, number), relative=False)
    rel = (match.groupdict().get("rel") or "").lower()
    if reading.anchor is not None and rel:
        year = reading.anchor.year + step(rel)
        return Read(days.quarter(year, number))
    return _around(reading, lambda at: days.quarter(at, number))


def read_iso_week(match: re.Match[str], reading: Reading) -> Read:
    return Read(days.week(date.fromisocalendar(int(match["y"]), int(match["q"]), 1)), relative=False)


def read_week_number(match: re.Match[str], reading: Reading) -> Read | None:
    """Week 32 of the year that the tense asks for, by ISO 8601; flagged, as who counts how is not said."""
    number = int(match["q"])
    if not 1 <= number <= 53:
        return None

    def make(year: int) -> Days:
        return days.week(date.fromisocalendar(year, min(number, date(year, 12, 28).isocalendar().week), 1))

    found = _around(reading, make)
    return Read(found.days, (*found.flags, Flag.AMBIGUOUS)) if found.days else found


def read_half(match: re.Match[str], reading: Reading) -> Read | None:
    word = match["q"].lower()
    number = int(word) if word.isdigit() else day_number(word)
    year = _year_of(match, reading)
    if year is not None:
        return Read(days.half(year, number), relative=False)
    if reading.anchor is None:
        return UNANCHORED
    return Read(
        days.half(reading.anchor.year + step((match.groupdict().get("rel") or "this").lower()), number)
    )


def read_season(match: re.Match[str], reading: Reading) -> Read | None:
    name, rel, year = match["n"].lower(), (match["rel"] or "").lower(), _year_of(match, reading)
    led = match.start("x") > match.start() and name != "fall"
    if not (rel or year or led):
        return None
    if year is not None:
        return Read(days.season(year, name), (Flag.APPROXIMATE,), relative=False)
    if reading.anchor is None:
        return UNANCHORED
    at = reading.anchor.year
    if rel:
        found = _beside(rel, [days.season(at + n, name) for n in (-2, -1, 0, 1, 2)], reading.anchor)
    else:
        found = _around(reading, lambda number: days.season(number, name))
    return Read(found.days, (*found.flags, Flag.APPROXIMATE))


def read_holiday(match: re.Match[str], reading: Reading) -> Read | None:
    name = plain(match["n"])
    if name == "epiphany" and match["n"][0].islower():
        return None
    make = HOLIDAYS[name]
    rel, year = (match["rel"] or "").lower(), _year_of(match, reading)
    if year is not None:
        return Read(Days.one(make(year)), relative=False)
    if reading.anchor is None:
        return UNANCHORED
    if rel:
        at = reading.anchor.year
        return _beside(rel, [Days.one(make(at + n)) for n in (-2, -1, 0, 1, 2)], reading.anchor)
    return _around(reading, lambda number: Days.one(make(number)))


def read_year(match: re.Match[str], reading: Reading) -> Read:
    return Read(days.year(int(match["y"])), relative=False)


def read_spelt_year(match: re.Match[str], reading: Reading) -> Read | None:
    if match["n"] and match["t"].lower() in TEENS:
        return None
    ones = match["n"].lower() if match["n"] else None
    return Read(days.year(spelt_year(match["c"].lower(), match["t"].lower(), ones)), relative=False)


def read_year_range(match: re.Match[str], reading: Reading) -> Read | None:
    first = int(match["y"])
    last = int(match["e"]) if len(match["e"]) == 4 else first - first % 100 + int(match["e"])
    ends = (days.year(first), days.year(last)) if last > first else ()
    return Read(days.years(first, last), relative=False, ends=ends) if last > first else None


def read_decade(match: re.Match[str], reading: Reading) -> Read:
    if match["n"]:
        first = 1920 + 10 * DECADES.index(match["n"].lower())
    else:
        short = int(match["yy"] or 0)
        first = int(match["y"]) if match["y"] else short + (2000 if short <= 20 else 1900)
    return Read(days.years(first, first + 9), relative=False)


def read_century(match: re.Match[str], reading: Reading) -> Read:
    last = 100 * int(match["c"][:2])
    return Read(days.years(last - 99, last), relative=False)
