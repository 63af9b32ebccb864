"""Who wrote what in a mail: its header, and the lines that announce a quoted one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_HEADER = re.compile(
    r"[ \t]*\*{0,2}(from|to|cc|bcc|date|sent|subject|reply-to|message-id|in-reply-to|references|received"
    r"|return-path|delivered-to|mime-version|importance|attachments?|(?:content|x|list|dkim)-[a-z-]{1,40})\*{0,2}"
    r"[ \t]*:\*{0,2}[ \t]*(.{0,400})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"<[^<>]{0,200}>|\[[^\[\]]{0,200}\]|\([^()]{0,200}\)|\"")
_BETWEEN = frozenset({"am", "pm", "at", "on", "utc", "gmt", "cet", "cest"})
_DATED = re.compile(r"[ \t>*]*On\b.{0,60}\d")
HEADER_LINES_MAX = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """Whose words follow; `sure` where that holds even if they are not marked as a quote."""

    name: str
    sure: bool


def starts_header(line: str) -> bool:
    """Whether this line names a sender: a header may start here in the middle of other lines."""
    return line[:12].lstrip(" *\t").lower().startswith("from:")


def is_header(line: str) -> bool:
    """Whether this line could stand in the header of a mail."""
    return _HEADER.match(line) is not None


def sender(lines: Sequence[str]) -> str | None:
    """Whom the header made of these lines names as the sender; None where they are no header.

    A header has a sender, and beside it a date, a subject or a receiver; every line is a field or goes on
    with the one before.
    """
    fields: dict[str, str] = {}
    for line in lines:
        field = _HEADER.match(line)
        if field:
            fields.setdefault(field[1].lower(), field[2])
        elif not (line[:1].isspace() and fields):
            return None
    named = _name(fields.get("from", ""))
    return named if named and fields.keys() & {"date", "sent", "subject", "to"} else None


def announced(words: str) -> Announced | None:
    """Whose words these ("On Tuesday at 10:15, Mio wrote:") announce, if they do."""
    said = words[-400:].rstrip()
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
    return Announced(name=name, sure=first is not None)


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
