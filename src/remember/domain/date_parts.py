"""Words before a date that make it another date: "the end of", "the week after", "the first Monday of"."""

import re

from remember.domain import days
from remember.domain.date_relative import shift, unit_around
from remember.domain.date_words import (
    COUNT,
    UNIT,
    WEEKDAY,
    WORD_ORDINAL,
    count_number,
    day_number,
    weekday_number,
)
from remember.domain.days import DAY, Days
from remember.domain.time import Precision

PART = re.compile(
    r"\b(?:the\s+)?(?P<part>early|late|mid|middle\s+of|end\s+of|start\s+of|beginning\s+of)[\s-]+(?:the\s+|in\s+)?$",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(
    r"\b(?:the\s+)?(?P<u>week|weekend)\s+(?:of|starting|beginning)\s+(?:on\s+)?(?:the\s+)?$", re.IGNORECASE
)
_OFFSET = re.compile(
    rf"\b(?:(?:the|last)\s+|(?<!\bfor\s)(?P<c>{COUNT})\s+)(?P<u>{UNIT})s?\s+(?P<way>before|after|from)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_WEEKDAY_BESIDE = re.compile(
    rf"\b(?:the\s+)?(?P<u>{WEEKDAY})\s+(?P<way>before|after)\s+(?:the\s+)?$", re.IGNORECASE
)
_NTH = re.compile(
    rf"\b(?:the\s+)?(?P<n>{WORD_ORDINAL}|\d\d?(?:st|nd|rd|th)|last|final)\s+(?P<u>{WEEKDAY}|day|week|weekend)\s+(?:of|in)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def _part_of(lead: re.Match[str], stated: Days) -> Days | None:
    """The stretch that holds whatever "early", "mid" or "late" can mean: halves, or the middle half."""
    length = (stated.last - stated.first).days + 1
    if length < 5:
        return None
    word = lead["part"].lower().split()[0]
    if stated.precision is Precision.YEAR and length < 370:
        first, last = {"mid": (4, 9), "middle": (4, 9), "late": (7, 12), "end": (7, 12)}.get(word, (1, 6))
        return days.months(stated.first.year, first, last)
    quarter = length // 4
    if word in {"mid", "middle"}:
        return Days(stated.first + quarter * DAY, stated.last - quarter * DAY)
    half = length // 2
    if word in {"late", "end"}:
        return Days(stated.first + half * DAY, stated.last)
    return Days(stated.first, stated.first + (half - 1) * DAY)


def _week_of(lead: re.Match[str], stated: Days) -> Days | None:
    return unit_around(lead["u"].lower(), stated.first)


def _offset(lead: re.Match[str], stated: Days) -> Days | None:
    count = count_number(lead["c"]) if lead["c"] else 1
    sign = -1 if lead["way"].lower() == "before" else 1
    edge = stated.first if sign < 0 else stated.last
    return unit_around(lead["u"].lower(), shift(edge, lead["u"].lower(), sign * count))


def _weekday_beside(lead: re.Match[str], stated: Days) -> Days | None:
    weekday = weekday_number(lead["u"])
    if lead["way"].lower() == "before":
        return Days.one(stated.first - ((stated.first.weekday() - weekday - 1) % 7 + 1) * DAY)
    return Days.one(stated.last + ((weekday - stated.last.weekday() - 1) % 7 + 1) * DAY)


def _nth(lead: re.Match[str], stated: Days) -> Days | None:
    """The nth weekday or week of a stretch; a week belongs to the month that has its Thursday."""
    word, unit = lead["n"].lower(), lead["u"].lower()
    if (stated.last - stated.first).days < 27:
        return None
    if unit == "day":
        day = stated.last if word in {"last", "final"} else stated.first + (day_number(word) - 1) * DAY
        return Days.one(day) if day <= stated.last else None
    weekday = {"week": 3, "weekend": 5}.get(unit) or weekday_number(unit)
    if word in {"last", "final"}:
        day = stated.last - (stated.last.weekday() - weekday) % 7 * DAY
    else:
        day = stated.first + ((weekday - stated.first.weekday()) % 7 + 7 * (day_number(word) - 1)) * DAY
    return unit_around(unit, day) if stated.first <= day <= stated.last else None


NARROWINGS = (
    (PART, _part_of),
    (_NTH, _nth),
    (_WEEK_OF, _week_of),
    (_OFFSET, _offset),
    (_WEEKDAY_BESIDE, _weekday_beside),
)
