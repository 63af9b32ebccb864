"""Conversations: messages as they are sent or exported, and the one text that all of them are stored as.

In the stored text a message is a turn: a line that begins at the margin with the time in brackets, where
there is one, and the speaker; further lines of the same message stand two spaces in.

>>> said(write([Message(speaker="Ines", text="The pump is back.\\nIt hums.")]))[0].speaker
'Ines'
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from remember.domain.dates import Reading, find
from remember.domain.text import stored_text
from remember.domain.turns import opening_of
from remember.errors import Incorrect

CONVERSATION = "text/x-conversation"
"""The type of bytes that are a conversation, written in any of the ways that `messages_in` reads."""

SPEAKER_MAX = 200
_SHOWN = 40

# Exporters name these three differently; a line is a message where it has a speaker and a text.
_SPEAKER = ("speaker", "name", "author", "role")
_TEXT = ("text", "content", "message")
_AT = ("at", "time", "timestamp", "date", "created_at")

_OPENING = re.compile(
    r"(?:\[(?P<at>[^\]\n]{1,40})\] )?(?P<speaker>[^\s\[](?:(?!: )[^\n]){0,199}?):(?: |$)", re.M
)
_LINE_END = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?[ \u202f\xa0]?(?:([AaPp])\.?[Mm]\.?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing that one speaker said, at a time if it is known."""

    speaker: str
    text: str
    at: datetime | None = None

    def __post_init__(self) -> None:
        if not self.speaker.strip() or len(self.speaker) > SPEAKER_MAX:
            raise Incorrect(
                f"a speaker's name has {len(self.speaker)} characters",
                code="speaker_invalid",
                hint=f"name each speaker with 1 to {SPEAKER_MAX} characters",
            )
        if _LINE_END.search(self.speaker) or ": " in self.speaker or self.speaker.lstrip()[0] == "[":
            raise Incorrect(
                f"the speaker {self.speaker[:_SHOWN]!r} cannot stand before a colon on one line",
                code="speaker_invalid",
                hint="give a name of one line without a colon and space in it, not beginning with [",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn of a stored conversation: characters [char_start, char_end), its words from `words_at` on."""

    speaker: str
    at: datetime | None
    char_start: int
    char_end: int
    words_at: int


# --- the stored text ------------------------------------------------------------------------------


def write(messages: Iterable[Message]) -> str:
    """The text that messages are stored as."""
    return "".join(f"{_written(message)}\n" for message in messages)


def _written(message: Message) -> str:
    lines = _LINE_END.sub("\n", message.text.strip()).split("\n")
    words = "\n".join([lines[0], *(f"  {line}" if line.strip() else "" for line in lines[1:])])
    stamp = f"[{_stamp(message.at)}] " if message.at else ""
    return f"{stamp}{message.speaker.strip()}: {words}".rstrip()


def _stamp(at: datetime) -> str:
    text = (at if at.utcoffset() is not None else at.replace(tzinfo=UTC)).isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text


def said(text: str) -> list[Said]:
    """The turns of a stored conversation, in order. What stands before the first belongs to nobody."""
    openings = list(_openings(text))
    ends = [*(found.start() for found in openings), len(text)][1:]
    return [_turn(text, found, end) for found, end in zip(openings, ends, strict=False)]


def _openings(text: str) -> Iterator[re.Match[str]]:
    start = 0
    while start < len(text):
        if not text[start].isspace() and (found := _OPENING.match(text, start)):
            yield found
        start = text.find("\n", start) + 1 or len(text)


def _turn(text: str, found: re.Match[str], end: int) -> Said:
    end = found.start() + len(text[found.start() : end].rstrip())
    return Said(
        speaker=found["speaker"],
        at=_time(found["at"]) if found["at"] else None,
        char_start=found.start(),
        char_end=end,
        words_at=min(found.end(), end),
    )


# --- what is sent ---------------------------------------------------------------------------------


def json_lines(messages: Iterable[Message]) -> bytes:
    """Messages as they may be sent: a JSON object a line."""
    return b"".join(_line(message) for message in messages)


def _line(message: Message) -> bytes:
    at = {"at": _stamp(message.at)} if message.at else {}
    return json.dumps({"speaker": message.speaker, **at, "text": message.text}).encode() + b"\n"


def is_message_line(line: str) -> bool:
    """Whether a line of JSON is a message: an object with a speaker and a text."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(found, dict) and _first(found, _SPEAKER) is not None and _first(found, _TEXT) is not None
    )


def messages_in(text: str) -> list[Message]:
    """The messages of a conversation: JSON lines, or lines that begin with who speaks.

    Raises `Incorrect` that names the first line that is no message.
    """
    found = _of_json_lines(text) if text.lstrip().startswith("{") else _of_lines(text)
    if not found:
        raise Incorrect("there is no message", code="no_messages", hint="send at least one message")
    return found


def _of_json_lines(text: str) -> list[Message]:
    lines = enumerate(text.split("\n"), start=1)
    return [_of_object(number, line) for number, line in lines if line.strip()]


def _of_object(number: int, line: str) -> Message:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, Mapping):
        raise _wrong(number, "it is not a JSON object")
    speaker, words = _first(found, _SPEAKER), _first(found, _TEXT)
    if speaker is None or words is None:
        lacks, names = ("a speaker", _SPEAKER) if speaker is None else ("a text", _TEXT)
        raise _wrong(number, f"it has no {' or '.join(names)} that is {lacks}")
    at = _at(number, found)
    try:
        return Message(speaker=stored_text(speaker), text=stored_text(words), at=at)
    except Incorrect as fault:
        raise _wrong(number, fault.message, hint=fault.hint) from None


def _first(found: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next(
        (found[name] for name in names if isinstance(found.get(name), str) and found[name].strip()), None
    )


def _at(number: int, found: Mapping[str, Any]) -> datetime | None:
    value = next((found[name] for name in _AT if found.get(name) is not None), None)
    if value is None:
        return None
    at = _time(value) if isinstance(value, str) else None
    if at is None:
        raise _wrong(number, "its time cannot be read", hint="write it as 2026-03-04T15:00:00Z")
    return at


def _of_lines(text: str) -> list[Message]:
    turns: list[tuple[str, datetime | None, list[str]]] = []
    for number, line in enumerate(_LINE_END.sub("\n", text).split("\n"), start=1):
        opening = None if line[:1].isspace() else _opening(line)
        if opening is not None:
            turns.append(opening)
        elif turns:
            turns[-1][2].append(line.removeprefix("  "))
        elif line.strip():
            raise _wrong(number, "nobody is said to speak", hint="begin each message with `Name: `")
    return [Message(speaker=speaker, at=at, text="\n".join(words).strip()) for speaker, at, words in turns]


def _opening(line: str) -> tuple[str, datetime | None, list[str]] | None:
    exact = _OPENING.match(line)
    if exact and exact["at"] and (at := _time(exact["at"])):
        return exact["speaker"], at, [line[exact.end() :]]
    found = opening_of(line)
    if found is None:
        return None
    return found.speaker, _time(found.time or ""), [line[found.words_at :]]


def _time(text: str) -> datetime | None:
    """The instant that a stamp names; in UTC where it says no zone, None where it names no day.

    A day that the calendar of UTC does not have is none: 0001-01-01T00:00:00+14:00.
    """
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        return _loose_time(text)
    at = at if at.utcoffset() is not None else at.replace(tzinfo=UTC)
    try:
        at.astimezone(UTC)
    except OverflowError:
        return None
    return at


def _loose_time(text: str) -> datetime | None:
    stated = [one.days.first for one in find(text, Reading(None)) if one.days]
    clock = _CLOCK.search(text)
    if len(stated) != 1:
        return None
    hour, minute, second = (int(part or 0) for part in clock.groups()[:3]) if clock else (0, 0, 0)
    if clock and clock[4]:
        hour = hour % 12 + (12 if clock[4] in "pP" else 0)
    try:
        return datetime.combine(stated[0], time(hour, minute, second), UTC)
    except ValueError:
        return None


def _wrong(number: int, what: str, *, hint: str | None = None) -> Incorrect:
    return Incorrect(
        f"line {number} is no message: {what}",
        code="message_invalid",
        hint=hint or 'write one message a line, such as {"speaker": "Ines", "text": "..."}',
        data={"line": number},
    )
