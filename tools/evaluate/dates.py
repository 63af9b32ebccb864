"""Mentions of days and stretches of days, against the test cases of a public recogniser.

Supported are days and ranges with two ends, of whole days: the types `date` and `daterange`. A mention is
exact where one wording found at its place means one of the days that the case allows, which are often one
before and one after. The recogniser leaves the last day that a text names out of its range ("from 3 to 5
June"); to us it belongs to it, so that either end is right.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from remember.domain.dates import Days, Reading, Tense, find
from tools.evaluate.figures import Evaluation, Figure, Ground, share

_SUPPORTED = ("date", "daterange")
_FILES = ("DateTimeModel", "DateParser", "DatePeriodParser")
_HOLIDAYS = "HolidayParser"
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Case:
    """A mention in a text read on a day: where it stands, and the days that it can mean."""

    text: str
    anchor: date
    kind: str
    start: int
    end: int
    allowed: frozenset[tuple[date, date]]


async def measure(ground: Ground) -> list[Figure]:
    """Read every text of the model's cases."""
    cases = [case for name in _FILES for case in cases_of(ground.data / f"{name}.json")]
    exact = [case for case in cases if is_exact(case)]
    holidays = list(cases_of(ground.data / f"{_HOLIDAYS}.json"))
    return [
        share("mentions exact", len(exact), len(cases), floor=0.75),
        *(share(f"  of type {kind}", _of(exact, kind), _of(cases, kind)) for kind in _SUPPORTED),
        share("holidays exact (none of the Islamic year)", sum(map(is_exact, holidays)), len(holidays)),
    ]


def _of(cases: list[Case], kind: str) -> int:
    return sum(case.kind == kind for case in cases)


def cases_of(path: Path) -> Iterator[Case]:
    """The mentions of supported types, less those at which the recogniser fails itself in our language."""
    for told in json.loads(path.read_text(encoding="utf-8-sig")):
        if "python" in told.get("NotSupported", "").lower() or "Context" not in told:
            continue
        anchor = datetime.fromisoformat(told["Context"]["ReferenceDateTime"][:19]).date()
        for mention in told["Results"]:
            kind = mention.get("TypeName", mention.get("Type")).rpartition(".")[2]
            allowed = frozenset(_intervals(mention, kind))
            if kind in _SUPPORTED and allowed:
                end = mention["End"] + 1 if "End" in mention else mention["Start"] + mention["Length"]
                yield Case(told["Input"], anchor, kind, mention["Start"], end, allowed)


def _intervals(mention: dict[str, Any], kind: str) -> Iterator[tuple[date, date]]:
    """What a mention can mean: a model lists its values, a parser a past and a future one."""
    values = mention["Resolution"]["values"] if "Resolution" in mention else (mention["Value"] or {}).values()
    for value in values:
        if isinstance(value, dict):
            day = value.get("value") or value.get("date")
            first, last = value.get("start", value.get("startDate")), value.get("end", value.get("endDate"))
            first, last = (day, day) if kind == "date" else (first, last)
            try:
                start, end = date.fromisoformat(str(first)), date.fromisoformat(str(last))
            except ValueError:
                continue
            yield start, end
            if kind == "daterange":
                yield start, end - _DAY


def is_exact(case: Case) -> bool:
    """Whether a wording at the place of the mention means one of its days."""
    for tense in (Tense.FUTURE, Tense.PAST, Tense.PRESENT):
        for found in find(case.text, Reading(case.anchor, tense, day_first=False)):
            touches = found.char_start < case.end and case.start < found.char_end
            if touches and found.days is not None and _bounds(found.days) in case.allowed:
                return True
    return False


def _bounds(days: Days) -> tuple[date, date]:
    return days.first, days.last


DATES = Evaluation(
    name="dates",
    needs="recognizers_datetime_en",
    measures="mentions of days and ranges of days (types date and daterange)",
    run=measure,
)
