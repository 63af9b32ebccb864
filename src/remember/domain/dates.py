"""Words about time, read against the source's own day, never against the clock.

>>> from datetime import date
>>> [found.days for found in find("Ravi moved on 1 June.", Reading(date(2026, 6, 12), Tense.PAST))]
[Days(first=datetime.date(2026, 6, 1), last=datetime.date(2026, 6, 1), precision=<Precision.DAY: 'day'>)]
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from enum import StrEnum

from remember.domain import days, holidays
from remember.domain.date_names import names_somebody
from remember.domain.date_parts import NARROWINGS, PART
from remember.domain.date_readings import Flag, Read, Reader, Reading, Tense
from remember.domain.date_rules import RULES
from remember.domain.date_words import (
    WEEKDAY,
)
from remember.domain.days import DAY, Days
from remember.domain.time import Precision

__all__ = ["Bound", "Days", "Flag", "Reading", "Tense", "TimeWords", "find", "written"]


class Bound(StrEnum):
    """How the words bound the time of the statement they stand in."""

    DURING = "during"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    BY = "by"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWords:
    """One wording about time: where it stands, and the days it means (None where nothing fixes them).

    `lead_start` is where its preposition begins ("since" in "since March"). `ends` are the two dates of a
    range, in order: a postponement needs them apart. `absolute` is the wording to write in its place where
    the days say less ("the end of 2019"). `instant` is set where clock and zone are stated. `apart`: the time
    of something else than the statement is, as that for which a thing is planned.
    """

    text: str
    char_start: int
    char_end: int
    lead_start: int
    days: Days | None
    instant: datetime | None = None
    bound: Bound = Bound.DURING
    flags: tuple[Flag, ...] = ()
    relative: bool = False
    ends: tuple[Days, ...] = ()
    absolute: str = ""
    apart: bool = False


# Nothing about time can be said without one of these; most sentences stop here.
_ANY = re.compile(
    r"\d|days?\b|\bEO[WMQY]\b|teen|thousand|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|week|month"
    r"|year|quarter|decade|fortnight|ago|tonight|tomorrow|morning|evening|night|afternoon|spring|summer|autumn"
    rf"|winter|fall|the \w+ies\b|{holidays.PATTERN})",
    re.IGNORECASE,
)


def find(text: str, reading: Reading) -> tuple[TimeWords, ...]:
    """Every wording about time in a sentence, in order, none overlapping another."""
    if not _ANY.search(text):
        return ()
    atoms = [_refined(text, atom, reading) for atom in _longest(_candidates(text, reading))]
    atoms = [_turned(text, atom, reading) for atom in atoms]
    return tuple(_bounded(text, atom) for atom in _joined(text, _outermost(atoms), reading.tense))


_UP_TO = re.compile(r"\b(?:until|till|by)\s+(?:the\s+)?$", re.IGNORECASE)
_BACK_TO = re.compile(r"\bsince\s+(?:the\s+)?$", re.IGNORECASE)


def _turned(text: str, atom: TimeWords, reading: Reading) -> TimeWords:
    """The wording, read in the direction that its preposition gives where the verb gives none.

    "No budget until Q3": an end of which no year is said is to come; "is our cook since Friday": a beginning
    is past.
    """
    if reading.tense not in {Tense.NONE, Tense.PRESENT} or not atom.relative:
        return atom
    before = text[max(0, atom.char_start - 12) : atom.char_start]
    if _BACK_TO.search(before):
        tense = Tense.PAST
    elif _UP_TO.search(before) and Flag.INFERRED_YEAR in atom.flags:
        tense = Tense.FUTURE
    else:
        return atom
    again = _longest(_candidates(text, replace(reading, tense=tense)))
    return next((one for one in again if one.char_start == atom.char_start), atom)


def _outermost(atoms: Sequence[TimeWords]) -> list[TimeWords]:
    """Without the weekday in "the Friday before 5 June", which the date after it has taken in."""
    return [
        atom
        for number, atom in enumerate(atoms, start=1)
        if number == len(atoms) or atom.char_start < atoms[number].char_start
    ]


def moved(words: TimeWords, by: int) -> TimeWords:
    """The same wording, `by` characters further on in a longer text."""
    return replace(
        words,
        char_start=words.char_start + by,
        char_end=words.char_end + by,
        lead_start=words.lead_start + by,
    )


def written(stated: Days) -> str:
    """The days in absolute words: 2026-06-01, 2026-06, 2026-Q2, 2026, or a range "A to B"."""
    first, last = stated.first, stated.last
    if first == last:
        return first.isoformat()
    if stated == days.month(first.year, first.month):
        return f"{first:%Y-%m}"
    if stated == days.quarter(first.year, (first.month + 2) // 3):
        return f"{first:%Y}-Q{(first.month + 2) // 3}"
    if stated == days.year(first.year):
        return f"{first:%Y}"
    if stated.precision is Precision.YEAR:
        return f"{first:%Y} to {last:%Y}"
    if stated.precision is Precision.MONTH:
        return f"{first:%Y-%m} to {last:%Y-%m}"
    return f"{first.isoformat()} to {last.isoformat()}"


def _candidates(text: str, reading: Reading) -> Iterator[TimeWords]:
    for pattern, reader in RULES:
        for match in pattern.finditer(text):
            read = _read(reader, match, reading)
            span = match.span("x" if "x" in pattern.groupindex else 0)
            if read is not None and not names_somebody(text, *span):
                yield _atom(text, span, read)


def _read(reader: Reader, match: re.Match[str], reading: Reading) -> Read | None:
    try:
        read = reader(match, reading)
    except (ValueError, OverflowError):  # 31 June, or a year that the calendar does not have
        return None
    return read if read and _can_end(read.days) else None


def _can_end(stated: Days | None) -> bool:
    """Whether a day follows, at which the period ends: 9999-12-31 often stands for "for ever"."""
    return stated is None or stated.last < date.max


def _refined(text: str, atom: TimeWords, reading: Reading) -> TimeWords:
    """The wording with the words before it and the clock after it, where the calendar has such a time."""
    try:
        refined = _with_clock(text, _narrowed(text, atom, reading))
    except (ValueError, OverflowError):  # the week before 0001-01-01, or 10:75Z
        return atom
    return refined if _can_end(refined.days) else atom


def _atom(text: str, span: tuple[int, int], read: Read) -> TimeWords:
    start, end = span
    article = re.match(r"the\s+", text[start:end], re.IGNORECASE)
    start += article.end() if article and read.days and not read.relative else 0
    return TimeWords(
        text=text[start:end],
        char_start=start,
        char_end=end,
        lead_start=start,
        days=read.days,
        flags=read.flags,
        relative=read.relative,
        ends=read.ends,
    )


def _longest(candidates: Iterator[TimeWords]) -> list[TimeWords]:
    """The earliest wordings, the longest of those that begin together, none inside another."""
    chosen: list[TimeWords] = []
    for atom in sorted(candidates, key=lambda a: (a.char_start, -a.char_end)):
        if not chosen or atom.char_start >= chosen[-1].char_end:
            chosen.append(atom)
    return chosen


# Words before a date that make it another date --------------------------------------------------------------

_EVERY = re.compile(r"\b(?:every|each)\s+$", re.IGNORECASE)


def _narrowed(text: str, atom: TimeWords, reading: Reading) -> TimeWords:
    if atom.days is None:
        return atom
    before = text[max(0, atom.char_start - 40) : atom.char_start]
    if _EVERY.search(before):
        return replace(atom, days=None, flags=(Flag.RECURRING,), ends=())
    for pattern, change in NARROWINGS:
        if lead := pattern.search(before):
            changed = change(lead, atom.days)
            return _widened(text, atom, lead[0], changed, part=pattern is PART) if changed else atom
    return atom


def _widened(text: str, atom: TimeWords, lead: str, changed: Days, *, part: bool) -> TimeWords:
    """The wording with the words before it; of a part ("end of the year") only its whole is rewritten."""
    start = atom.char_start - len(lead)
    whole = written(atom.days) if atom.days else ""
    return replace(
        atom,
        text=text[start : atom.char_end],
        char_start=start,
        lead_start=start,
        days=changed,
        flags=(*atom.flags, Flag.APPROXIMATE) if part else atom.flags,
        relative=atom.relative or not part,
        absolute=_LAST_ARTICLE.sub(" ", lead) + whole if part else "",
    )


_LAST_ARTICLE = re.compile(r"\s+the\s+$")


# A clock after a date ---------------------------------------------------------------------------------------

# Hours from UTC of the abbreviations that mean one zone; CST and IST mean several.
_ZONES = {
    "HST": -10, "AKST": -9, "AKDT": -8, "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "CDT": -5, "EST": -5,
    "EDT": -4, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9,
    "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
_NAMED = "|".join(sorted(_ZONES, key=len, reverse=True))
_HOUR = (
    r"(?P<h>\d\d?)(?::(?P<m>\d\d)(?::(?P<s>\d\d)(?:\.\d+)?)?)?\s*(?P<half>[ap]\.?m\.?)?"
    rf"\s*(?P<zone>(?:UTC|GMT)[+-]\d\d?(?::?\d\d)?|Z|UTC|GMT|(?-i:{_NAMED})|[+-]\d\d:?\d\d)(?![\w])"
)
_CLOCK = re.compile(rf"(?:T|,?\s+(?:at\s+)?){_HOUR}", re.IGNORECASE)
_CLOCK_BEFORE = re.compile(
    rf"(?<!\band\s)(?<!\bto\s)(?<!\btill\s)(?<!\buntil\s)(?<![-–—:.\d])(?<![-–—]\s)\b(?:at\s+)?{_HOUR}(?:,|\s+on|,\s+on)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def _with_clock(text: str, atom: TimeWords) -> TimeWords:
    """The atom as an instant where a clock time with its zone stands beside it; else it stays a day."""
    if atom.days is None or atom.days.first != atom.days.last:
        return atom
    if clock := _CLOCK.match(text, atom.char_end):
        start, end = atom.char_start, clock.end()
    elif clock := _CLOCK_BEFORE.search(text, max(0, atom.char_start - 32), atom.char_start):
        start, end = clock.start("h"), atom.char_end
    else:
        return atom
    hour = int(clock["h"]) % 12 + 12 * (clock["half"][0] in "pP") if clock["half"] else int(clock["h"])
    if hour > 23:
        return atom
    clocked = time(hour, int(clock["m"] or 0), int(clock["s"] or 0), tzinfo=_zone(clock["zone"].upper()))
    instant = datetime.combine(atom.days.first, clocked).astimezone(UTC)
    lead = min(atom.lead_start, start)
    return replace(
        atom, text=text[start:end], char_start=start, char_end=end, lead_start=lead, instant=instant
    )


def _zone(word: str) -> timezone:
    if word in _ZONES:
        return timezone(timedelta(hours=_ZONES[word]))
    shift = re.search(r"(?P<sign>[+-])(?P<h>\d\d?):?(?P<m>\d\d)?$", word)
    if shift is None:
        return UTC
    minutes = int(shift["h"]) * 60 + int(shift["m"] or 0)
    return timezone(timedelta(minutes=-minutes if shift["sign"] == "-" else minutes))


# Two dates that are one range -------------------------------------------------------------------------------

_BETWEEN = re.compile(r"\s*(?:-|–|—|to|until|till|through|thru)\s*(?:the\s+)?$", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+(?:the\s+)?$", re.IGNORECASE)
_ONE_WEEKDAY = re.compile(WEEKDAY, re.IGNORECASE)
# What moves from one day to another may have moved either way.
_MOVED = re.compile(
    r"\b(?:forward|earlier|sooner|slip|mov|postpon|reschedul|shift|push|delay|defer|chang|bring|brought)",
    re.IGNORECASE,
)
# "Open from Monday to Friday" is said of every week.
_HOURS = re.compile(r"\b(?:opens?|opening|closed|closes|hours|weekly|daily|every\s+week)\b", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:from|between)\s+(?:the\s+)?$", re.IGNORECASE)


def _joined(text: str, atoms: Sequence[TimeWords], tense: Tense) -> Iterator[TimeWords]:
    waiting: TimeWords | None = None
    for atom in atoms:
        if waiting is None:
            waiting = atom
        elif (both := _range(text, waiting, atom, tense)) is not None:
            waiting = both
        else:
            yield waiting
            waiting = atom
    if waiting is not None:
        yield waiting


def _range(text: str, left: TimeWords, right: TimeWords, tense: Tense) -> TimeWords | None:
    link = text[left.char_end : right.char_start]
    opened = _OPENS.search(text, max(0, left.char_start - 14), left.char_start)
    opener = opened[0].split()[0].lower() if opened else ""
    if not (_BETWEEN.fullmatch(link) or (opener == "between" and _AND.fullmatch(link))):
        return None
    left = _anchored(left, right)
    if left.days is None or right.days is None or left.ends or right.ends:
        return None
    if not opener and abs(_length(left.days) - _length(right.days)) > 3:  # "last week - Monday"
        return None
    first, last = _one_year(left, right)
    weekdays = all(_ONE_WEEKDAY.fullmatch(half.text) for half in (left, right))
    if weekdays and not _MOVED.search(text, 0, left.char_start):
        first, last = days.in_order(first, last, past=tense is Tense.PAST)
    if last.first <= first.first and not left.relative:
        return None
    start = left.char_start
    hours = weekdays and bool(_HOURS.search(text))
    whole = first.through(last) if last.last >= first.first and not hours else None
    return TimeWords(
        text=text[start : right.char_end],
        char_start=start,
        char_end=right.char_end,
        lead_start=opened.start() if opened else start,
        days=whole,
        flags=(Flag.RECURRING,) if hours else tuple(dict.fromkeys((*left.flags, *right.flags))),
        relative=left.relative or right.relative,
        ends=() if hours else (first, last),
    )


def _anchored(left: TimeWords, right: TimeWords) -> TimeWords:
    """The first date of a range, its year taken from the second where the source has no time of its own."""
    if left.days is not None or right.days is None or right.relative or Flag.NO_ANCHOR not in left.flags:
        return left
    again = _longest(_candidates(f"in {left.text}", Reading(right.days.first, Tense.PAST)))
    found = again[0].days if len(again) == 1 else None
    return replace(left, days=found, flags=(Flag.INFERRED_YEAR,)) if found else left


def _length(stated: Days) -> int:
    return (stated.last - stated.first).days


def _one_year(left: TimeWords, right: TimeWords) -> tuple[Days, Days]:
    """The two dates of a range, the one without a year taking it from the other."""
    first, last = left.days, right.days
    assert first is not None and last is not None
    if Flag.INFERRED_YEAR in left.flags and Flag.INFERRED_YEAR not in right.flags and not right.relative:
        first = _in_year(first, last.first.year)
        return (first if first.first <= last.first else _in_year(first, last.first.year - 1)), last
    if Flag.INFERRED_YEAR in left.flags and Flag.INFERRED_YEAR in right.flags and last.last < first.first:
        return first, _in_year(
            last, first.first.year + (last.first.replace(year=first.first.year) < first.first)
        )
    return first, last


def _in_year(stated: Days, number: int) -> Days:
    moved = date(number, stated.first.month, 1)
    if stated.precision is Precision.DAY and stated.first == stated.last:
        return Days.one(moved + (stated.first.day - 1) * DAY)
    span = (stated.last.year - stated.first.year) * 12 + stated.last.month - stated.first.month
    return days.months(number, stated.first.month, stated.first.month + span, stated.precision)


# The preposition --------------------------------------------------------------------------------------------

_BOUNDS: tuple[tuple[Bound, str], ...] = (
    (
        Bound.SINCE,
        r"since|ever\s+since|starting(?:\s+(?:on|from|in))?|beginning(?:\s+(?:on|in))?|effective|as\s+of|from",
    ),
    (Bound.UNTIL, r"until|till|through|up\s+to|up\s+until"),
    (Bound.BY, r"by|(?:no|not)\s+later\s+than|due(?:\s+(?:on|by))?"),
    (Bound.AFTER, r"(?:no|not)\s+(?:earlier\s+than|before)|after|later\s+than"),
    (Bound.BEFORE, r"before|prior\s+to|earlier\s+than"),
    (Bound.DURING, r"on|in|during|at|over|throughout|for|within"),
)
_BOUND_LEADS = tuple(
    (bound, re.compile(rf"\b(?:{words})\s+(?:the\s+)?$", re.IGNORECASE)) for bound, words in _BOUNDS
)
_ABOUT = re.compile(r"\b(?:about|around|circa|approximately|roughly|ca\.)\s+$", re.IGNORECASE)


def _bounded(text: str, atom: TimeWords) -> TimeWords:
    start = atom.char_start
    if about := _ABOUT.search(text, max(0, start - 16), start):
        start = about.start()
        atom = replace(atom, lead_start=start, flags=tuple(dict.fromkeys((*atom.flags, Flag.APPROXIMATE))))
    for bound, pattern in _BOUND_LEADS:
        lead = pattern.search(text, max(0, start - 24), start)
        if lead:
            is_range = (bool(atom.ends) or Flag.RECURRING in atom.flags) and bound is Bound.SINCE
            return replace(atom, lead_start=lead.start(), bound=Bound.DURING if is_range else bound)
    return atom
