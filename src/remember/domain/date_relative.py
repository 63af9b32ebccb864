"""Words that mean another day when said on another day: yesterday, last week, next Friday, 3 days ago."""

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from remember.domain import days
from remember.domain.date_readings import (
    AMBIGUOUS,
    RECURRING,
    UNANCHORED,
    Flag,
    Read,
    Reading,
    Tense,
    nearest,
    step,
)
from remember.domain.date_words import LAST, NEXT, count_number, day_number, is_a_name_of_time, weekday_number
from remember.domain.days import DAY, WEEK, Days

_NAMED_DAYS: Mapping[str, int] = MappingProxyType(
    {
        "today": 0,
        "tonight": 0,
        "this morning": 0,
        "this afternoon": 0,
        "this evening": 0,
        "yesterday": -1,
        "last night": -1,
        "last evening": -1,
        "tomorrow": 1,
        "day before yesterday": -2,
        "day after tomorrow": 2,
    }
)


def read_named_day(match: re.Match[str], reading: Reading) -> Read:
    offset = _NAMED_DAYS[" ".join(match["n"].lower().split())]
    return Read(Days.one(reading.anchor + offset * DAY)) if reading.anchor else UNANCHORED


def read_weekday(match: re.Match[str], reading: Reading) -> Read | None:
    if not is_a_name_of_time(match["w"]) or (len(match["w"]) <= 5 and not match["w"][0].isupper()):
        return None
    if match["plural"] or (match["rel"] or "").lower() in {"every", "each"}:
        return RECURRING
    if reading.anchor is None:
        return UNANCHORED
    weekday, rel = weekday_number(match["w"]), (match["rel"] or "").lower()
    of_week = match["week"] or match["before"]
    if of_week:
        shifted = reading.anchor + step(of_week.lower()) * WEEK
        return Read(Days.one(days.weekday_of_week(shifted, weekday)))
    if match["d"]:
        return _weekday_with_number(reading, weekday, day_number(match["d"]))
    return _relative_weekday(reading, weekday, rel)


def _weekday_with_number(reading: Reading, weekday: int, number: int) -> Read:
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    near = [anchor + n * DAY for n in range(-400, 401)]
    fitting = [Days.one(day) for day in near if day.day == number and day.weekday() == weekday]
    return Read(nearest(fitting, reading).days) if fitting else AMBIGUOUS


def _relative_weekday(reading: Reading, weekday: int, rel: str) -> Read:
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    before = anchor - ((anchor.weekday() - weekday - 1) % 7 + 1) * DAY
    after = anchor + ((weekday - anchor.weekday() - 1) % 7 + 1) * DAY
    this = days.weekday_of_week(anchor, weekday)
    if re.fullmatch(LAST, rel) or rel == "this past":
        unsure = rel == "last" and before >= days.week(anchor).first
        return Read(Days.one(before), (Flag.AMBIGUOUS,) if unsure else ())
    if rel == "next":
        following = this + WEEK
        return Read(Days.one(following), (Flag.AMBIGUOUS,) if following != after else ())
    if re.fullmatch(NEXT, rel) or rel == "this coming":
        return Read(Days.one(after))
    if rel in {"this", "current"}:
        passed = reading.tense is Tense.FUTURE and this < anchor
        return Read(Days.one(after), (Flag.AMBIGUOUS,)) if passed else Read(Days.one(this))
    if reading.reports and reading.tense is Tense.PAST and this == anchor:
        return Read(Days.one(anchor))
    flags = (Flag.AMBIGUOUS,) if this == anchor else ()
    if reading.tense is Tense.PAST:
        return Read(Days.one(before), flags)
    if reading.tense is Tense.NONE:
        return AMBIGUOUS
    return Read(Days.one(after), flags)


def read_weekday_and_numbers(match: re.Match[str], reading: Reading) -> Read | None:
    """ "Friday 7.6": the weekday tells which number is the month's."""
    if reading.anchor is None:
        return UNANCHORED
    weekday, pair = weekday_number(match["w"]), (int(match["a"]), int(match["b"]))
    near = [reading.anchor + n * DAY for n in range(-400, 401)]
    fitting = [day for day in near if day.weekday() == weekday and (day.day, day.month) in (pair, pair[::-1])]
    if not fitting:
        return AMBIGUOUS
    return Read(nearest([Days.one(day) for day in fitting], reading).days)


def read_week_from(match: re.Match[str], reading: Reading) -> Read:
    """ "Monday week" and "a week from tomorrow": the day a week after that day, which is to come."""
    anchor, word = reading.anchor, match["n"].lower()
    if anchor is None:
        return UNANCHORED
    if word in _NAMED_DAYS:
        return Read(Days.one(anchor + _NAMED_DAYS[word] * DAY + WEEK))
    coming = (weekday_number(word) - anchor.weekday() - 1) % 7 + 1
    return Read(Days.one(anchor + coming * DAY + WEEK))


def unit_around(unit: str, day: date) -> Days:
    """The calendar unit that a day lies in; a fortnight has none and is read as the week."""
    if unit in {"week", "fortnight"}:
        return days.week(day)
    if unit == "weekend":
        return days.weekend(day)
    if unit == "month":
        return days.month(day.year, day.month)
    if unit == "quarter":
        return days.quarter(day.year, (day.month + 2) // 3)
    if unit == "decade":
        return days.years(day.year - day.year % 10, day.year - day.year % 10 + 9)
    return days.year(day.year) if unit == "year" else Days.one(day)


def shift(day: date, unit: str, count: int) -> date:
    """A day so many units later."""
    if unit in {"day", "week", "weekend", "fortnight"}:
        return day + count * {"day": DAY, "fortnight": 2 * WEEK}.get(unit, WEEK)
    return days.shift_months(day, count * {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit])


def read_relative_unit(match: re.Match[str], reading: Reading) -> Read:
    if reading.anchor is None:
        return UNANCHORED
    unit, rel = match["u"].lower(), match["rel"].lower()
    return Read(unit_around(unit, shift(reading.anchor, unit, step(rel))))


def read_part_of_this_unit(match: re.Match[str], reading: Reading) -> Read:
    """ "Earlier this week" and "year to date" end with the anchor; "the rest of" begins with it."""
    if reading.anchor is None:
        return UNANCHORED
    whole, told = unit_around(match["u"].lower(), reading.anchor), match.groupdict()
    if "to_date" not in told and (told["part"] or "").lower() != "earlier":
        return Read(Days(reading.anchor, whole.last))
    return Read(Days(whole.first, reading.anchor))


def read_unit_before_last(match: re.Match[str], reading: Reading) -> Read:
    if reading.anchor is None:
        return UNANCHORED
    unit = match["u"].lower()
    count = -2 if match["way"].lower() == "before last" else 2
    return Read(unit_around(unit, shift(reading.anchor, unit, count)))


def read_the_weekend(match: re.Match[str], reading: Reading) -> Read:
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    this = days.weekend(anchor)
    if reading.tense is Tense.PAST:
        return Read(this if anchor >= this.first else days.weekend(anchor - WEEK))
    return Read(this) if reading.tense is not Tense.NONE else AMBIGUOUS


def read_the_unit(match: re.Match[str], reading: Reading) -> Read:
    return Read(unit_around(match["u"].lower(), reading.anchor)) if reading.anchor else UNANCHORED


def read_now(match: re.Match[str], reading: Reading) -> Read:
    """The near end of "between now and June"."""
    return Read(Days.one(reading.anchor)) if reading.anchor else UNANCHORED


def read_end_of_unit(match: re.Match[str], reading: Reading) -> Read:
    """ "EOM" and its like: the later half of what is going on."""
    if reading.anchor is None:
        return UNANCHORED
    units = {"W": "week", "M": "month", "Q": "quarter", "Y": "year"}
    whole = unit_around(units[match["u"].upper()], reading.anchor)
    half = ((whole.last - whole.first).days + 1) // 2
    first = date(whole.first.year, 7, 1) if match["u"].upper() == "Y" else whole.last - (half - 1) * DAY
    return Read(Days(first, whole.last), (Flag.APPROXIMATE,))


def read_ago(match: re.Match[str], reading: Reading) -> Read | None:
    if reading.anchor is None:
        return UNANCHORED
    unit = match["u"].lower()
    if match["few"]:
        return Read(None, (Flag.APPROXIMATE,))
    count = count_number(match["c"])
    vague = (Flag.APPROXIMATE,) if match["about"] or unit != "day" or not match["c"].isdigit() else ()
    vague = () if unit == "day" and not match["about"] and "couple" not in match["c"].lower() else vague
    return Read(unit_around(unit, shift(reading.anchor, unit, -count)), vague)


def read_ahead(match: re.Match[str], reading: Reading) -> Read | None:
    if not match["post"] and (not match["pre"] or reading.tense in {Tense.PAST, Tense.NONE}):
        return None
    if reading.anchor is None:
        return UNANCHORED
    unit = match["u"].lower()
    days_ahead = unit_around(unit, shift(reading.anchor, unit, count_number(match["c"])))
    return Read(days_ahead, () if unit == "day" else (Flag.APPROXIMATE,))


def read_run_of_units(match: re.Match[str], reading: Reading) -> Read:
    """ "The last 3 weeks" ends the day before the anchor; "the next 3 weeks" begins the day after it."""
    if reading.anchor is None:
        return UNANCHORED
    if match["few"]:
        return Read(None, (Flag.APPROXIMATE,))
    unit, count = match["u"].lower(), count_number(match["c"])
    if re.fullmatch(LAST, match["rel"].lower()):
        return Read(Days(shift(reading.anchor, unit, -count), reading.anchor - DAY))
    return Read(Days(reading.anchor + DAY, shift(reading.anchor, unit, count)))


def read_day_of_month(match: re.Match[str], reading: Reading) -> Read | None:
    anchor = reading.anchor
    if anchor is None:
        return UNANCHORED
    number, rel = day_number(match["d"]), (match["rel"] or "").lower()
    if rel:
        at = days.shift_months(anchor, step(rel))
        return Read(Days.one(date(at.year, at.month, number)))
    around = [days.month(anchor.year, anchor.month + n) for n in (-2, -1, 0, 1, 2)]
    choices = [Days.one(m.first + (number - 1) * DAY) for m in around if number <= m.last.day]
    if reading.tense is Tense.NONE:
        return AMBIGUOUS
    tense = Tense.FUTURE if reading.tense is Tense.PRESENT else reading.tense
    return Read(nearest(choices, Reading(anchor, tense)).days)


def read_days_of_this_month(match: re.Match[str], reading: Reading) -> Read | None:
    if reading.anchor is None:
        return UNANCHORED
    at = days.shift_months(reading.anchor, step(match["rel"].lower()))
    first, last = (date(at.year, at.month, day_number(match[g])) for g in "de")
    return Read(Days(first, last), ends=(Days.one(first), Days.one(last))) if first < last else None
