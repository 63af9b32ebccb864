"""When a document was written, as far as it says so itself: its front matter, its file name, its head."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum

from remember.domain.dates import Reading, find

_READING = Reading(None)
_HEAD = 2_000
_HEAD_LINES = 12
# A key that says when the content was last changed goes before one that says when it was first made.
_KEYS = (
    *("updated", "modified", "last_modified", "last-modified", "lastmod", "last updated"),
    *("date", "datetime", "timestamp", "sent", "published", "published_at", "created", "created_at"),
)
_DATED_LINE = re.compile(
    r"(?:#{1,6}[ \t]|[ \t>*_|-]*(?:date|sent|updated|last updated|published|written)\b[ \t*_]*:)", re.I
)
_BYLINE = re.compile(r"[ \t*_]*[Bb]y [A-Z][\w.'’-]*(?: [\w.'’-]+){1,4}[,|–—· ]+[^.!?]{4,40}$")
_NAME_DATE = re.compile(r"(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)")


class DatedBy(StrEnum):
    """What a document's date was read from."""

    FRONT_MATTER = "front_matter"
    FILENAME = "filename"
    HEAD = "head"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDate:
    """When a document was written: the instant where it is stated, else the day's midnight, in UTC."""

    at: datetime
    by: DatedBy
    words: str


def document_date(front_matter: Mapping[str, str], filename: str, head: str = "") -> DocumentDate | None:
    """The date that a document gives itself, and where; None where it gives none or several.

    `head` is the beginning of the text: only its headings, its first line and lines such as "Date: ..."
    count, for any other date may be one that the text is about. Leave it out where only what stands
    outside the text may date it.
    """
    for key in _KEYS:
        if (value := front_matter.get(key)) and (at := _instant(value)):
            return DocumentDate(at=at, by=DatedBy.FRONT_MATTER, words=value)
    name = filename.replace("\\", "/").rsplit("/", 1)[-1]
    if day := _only(_name_days(name)):
        return DocumentDate(at=_midnight(day), by=DatedBy.FILENAME, words=name)
    for line in _dating_lines(head):
        if at := _instant(line):
            return DocumentDate(at=at, by=DatedBy.HEAD, words=line.strip())
    return None


def _dating_lines(head: str) -> Iterator[str]:
    lines = [line for line in head[:_HEAD].splitlines() if line.strip()][:_HEAD_LINES]
    for number, line in enumerate(lines):
        titled = number == 0 and len(line) <= 120 and not line.rstrip().endswith((".", "!", "?"))
        if titled or _DATED_LINE.match(line) or _BYLINE.match(line):
            yield line


def _instant(words: str) -> datetime | None:
    found = find(words, _READING)
    stated = [word.instant for word in found if word.instant is not None]
    if len(stated) == 1:
        return stated[0].astimezone(UTC)
    day = _only(_days(words))
    return _midnight(day) if day else None


def _days(words: str) -> Iterator[date]:
    for found in find(words, _READING):
        if found.days is not None and not found.relative and found.days.first == found.days.last:
            yield found.days.first


def _name_days(name: str) -> Iterator[date]:
    for found in _NAME_DATE.finditer(name):
        try:
            day = date(int(found[1]), int(found[3]), int(found[4]))
        except ValueError:
            continue
        if 1900 <= day.year <= 2100:
            yield day


def _only(days: Iterator[date]) -> date | None:
    distinct = set(days)
    return distinct.pop() if len(distinct) == 1 else None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
