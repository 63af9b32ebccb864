"""Who wrote what in a mail: its header, and the lines that announce a quoted one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from email.utils import parsedate_to_datetime
from itertools import dropwhile, takewhile

from remember.domain.dates import Reading, find
from remember.domain.turns import may_be_name

_HEADER = re.compile(
    r"[ \t]*\*{0,2}(from|to|cc|bcc|date|sent|subject|reply-to|message-id|in-reply-to|references|received"
    r"|return-path|delivered-to|mime-version|importance|attachments?|(?:content|x|list|dkim)-[a-z-]{1,40})\*{0,2}"
    r"[ \t]*:\*{0,2}[ \t]*(.{0,400})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"<[^<>]{0,200}>|\[[^\[\]]{0,200}\]|\([^()]{0,200}\)|\"")
_BETWEEN = frozenset({"am", "pm", "at", "on", "utc", "gmt", "cet", "cest"})
_DATED = re.compile(r"[ \t>*]*On\b.{0,60}\d")
_COMMENT = re.compile(
    r"(?:[*_]{2})?(?P<name>[^\W\d_](?:[^\W_]|[.'’-](?! )| (?=[^\W\d_])){1,40})(?:[*_]{2})?"
    r"(?:[ \t]*[,|·(–—-])?[ \t]*(?P<time>[^*_\n]*\d[^*_\n]*?)(?:[*_]{2})?:?"
)
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")
_COMMENT_MOST = 100
HEADER_LINES_MAX = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """Whose words follow, and when they were said, where that is told.

    `sure` where that holds even if they are not marked as a quote.
    """

    name: str
    sure: bool
    at: datetime | None = None


def starts_header(line: str) -> bool:
    """Whether this line names a sender: a header may start here in the middle of other lines."""
    return line[:12].lstrip(" *\t").lower().startswith("from:")


def is_header(line: str) -> bool:
    """Whether this line could stand in the header of a mail."""
    return _HEADER.match(line) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Who sent a mail, and when, as far as its header says so."""

    name: str | None
    at: datetime | None


def sender(lines: Sequence[str]) -> Sent | None:
    """Whom the header made of these lines names as the sender; None where they are no header.

    A header has a sender, who may be left blank, and beside it a date, a subject or a receiver; every line is
    a field or goes on with the one before.
    """
    fields: dict[str, str] = {}
    for line in lines:
        field = _HEADER.match(line)
        if field:
            fields.setdefault(field[1].lower(), field[2])
        elif not (line[:1].isspace() and fields):
            return None
    if "from" not in fields or not fields.keys() & {"date", "sent", "subject", "to"}:
        return None
    return Sent(name=_name(fields["from"]) or None, at=_sent_at(fields.get("date") or fields.get("sent", "")))


def _sent_at(words: str) -> datetime | None:
    """The time of a date field: with its zone as mail programs write it (RFC 5322, 3.3), else in UTC."""
    try:
        at = parsedate_to_datetime(words)
    except (ValueError, OverflowError):
        return stamped(words)
    return at if at.tzinfo else stamped(words)


def header(lines: Sequence[str]) -> dict[str, str]:
    """The fields of the header that a text begins with, by lower-case name; none where it is no mail.

    A field that goes on in the lines below is joined.
    """
    head = list(takewhile(str.strip, dropwhile(lambda line: not line.strip(), lines)))
    if sender(head) is None:
        return {}
    fields: dict[str, str] = {}
    name = ""
    for line in head:
        field = _HEADER.match(line)
        if field is None:
            fields[name] = f"{fields[name]} {line.strip()}"
        elif (name := field[1].lower()) not in fields:
            fields[name] = line[field.start(2) :].strip()
    return fields


def announced(words: str) -> Announced | None:
    """Whose words these ("On Tuesday at 10:15, Mio wrote:") announce, if they do."""
    said = words[-400:].rstrip("> \t\r\n")
    if not said.endswith(("wrote:", "writes:")):
        return None
    lines = said.splitlines()[-3:]
    first = next((n for n in reversed(range(len(lines))) if _DATED.match(lines[n])), None)
    line = " ".join(lines[-1 if first is None else first :]).strip(" >*").rpartition("w")[0]
    name = _name(line if first is None else _after_time(line))
    parts = name.split()
    plain = len(parts) in (2, 3) and all(part[0].isupper() for part in parts)
    if not name or len(parts) > 5 or (first is None and not plain and "@" not in line):
        return None
    at = stamped(" ".join(lines[-1 if first is None else first :]))
    return Announced(name=name, sure=first is not None, at=at)


def stamped(words: str) -> datetime | None:
    """The one time that these words tell, in UTC: an instant with a zone, else the day's midnight."""
    times = [found for found in find(words, Reading(None)) if found.days and not found.relative]
    if len(times) != 1 or times[0].days is None or times[0].days.first != times[0].days.last:
        return None
    return times[0].instant or datetime.combine(times[0].days.first, time(), UTC)


def comment(line: str) -> Announced | None:
    """Whose words follow a line that is only a name and a time: "**Mira Lund, 2026-02-03 09:05 UTC**"."""
    head = _COMMENT.fullmatch(line[:_COMMENT_MOST].strip())
    if head is None or len(line) > _COMMENT_MOST or not _CLOCK.search(head["time"]):
        return None
    at = stamped(head["time"])
    words = head["name"].split()
    bold = line.lstrip().startswith(("**", "__"))
    if at is None or not may_be_name(head["name"], stamped=False) or not (bold or len(words) > 1):
        return None
    rest = _CLOCK.sub(" ", head["time"])
    for found in find(rest, Reading(None)):
        rest = rest.replace(found.text, " ")
    plain = {word.strip("(),.").casefold() for word in rest.split()} <= _BETWEEN | {""}
    return Announced(name=head["name"], sure=True, at=at) if plain else None


def _after_time(said: str) -> str:
    """What follows the last word about time: the name."""
    if '"' in said:
        return said[said.index('"') :]
    words = said.split()
    kept: list[str] = []
    for word in reversed(words):
        timed = any(c.isdigit() for c in word) and not word.startswith(("<", "[")) and "@" not in word
        if timed or word.endswith(",") or word.lower().strip(",") in _BETWEEN:
            break
        kept.insert(0, word)
    return " ".join(kept)


def _name(words: str) -> str:
    bare = " ".join(_ADDRESS.sub(" ", words).split()).strip(" ,;*'")
    if bare:
        return bare
    address = re.search(r"[\w.+-]{1,64}@[\w.-]{1,190}", words)
    return address[0] if address else ""
