"""The dateline of a report ("DELMONT, 2 July 2026 - ..."): where and when it was written."""

import re
from dataclasses import dataclass
from datetime import date

from remember.domain.dates import Reading, Tense, find

_MOST = 80
_LEAD = re.compile(rf"(?P<told>[^\n]{{6,{_MOST}}}?)[ ](?:--?|[–—])[ ](?=[\"“'‘]?[^\W\d_a-z])")
_WIRE = re.compile(r"[ ]\([^()\d]*\)$")
_PLACE = re.compile(r"(?P<city>[^\W\d_][^\d,!?:;\n]+)(?:,[^\d!?:;\n]{2,20})?(?:,[ ]|[ ]\()")


@dataclass(frozen=True, slots=True)
class Dateline:
    """The day that a dateline gives, and how many characters it takes, up to the first word of the report."""

    day: date
    length: int


def dateline(text: str, anchor: date | None, *, day_first: bool) -> Dateline | None:
    """The dateline that a paragraph opens with; None where it has none.

    It is a city in capitals, perhaps its state, one whole day, perhaps who sent it in brackets, and a dash. A
    day without a year is the last one up to the anchor.
    """
    lead = _LEAD.match(text)
    if lead is None:
        return None
    told = _WIRE.sub("", lead["told"])
    found = find(told, Reading(anchor, Tense.PAST, day_first))
    day = found[0].days if len(found) == 1 else None
    if day is None or day.first != day.last or not any(c.isdigit() for c in found[0].text):
        return None
    place = _PLACE.fullmatch(told[: found[0].char_start])
    if place is None or not place["city"].isupper() or told[found[0].char_end :] not in {"", ")"}:
        return None
    return Dateline(day.first, lead.end())
