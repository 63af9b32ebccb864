"""Recorded conversations as the texts that a memory is told: one a session, one line a turn."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_STAMP = "%I:%M %p on %d %B, %Y"
_TURN = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting: its text, when it was held, and where in the text each turn stands."""

    text: str
    said: datetime
    turns: dict[str, tuple[int, int]]

    def turn_at(self, place: int) -> str:
        """The turn that holds a place of the text."""
        return next((turn for turn, (start, end) in self.turns.items() if start <= place < end), "")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a conversation, and the turns that answer it."""

    text: str
    answer: str
    category: int
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """The sessions of two people, what was noted of each by hand, and questions about them."""

    name: str
    sessions: tuple[Session, ...]
    noted: tuple[tuple[str, frozenset[str]], ...]
    questions: tuple[Question, ...]


def conversations(folder: Path, *, pictures: bool = False) -> Iterator[Conversation]:
    """Every conversation of the files of a folder; `pictures`: with what the pictures show, in brackets."""
    for path in sorted(folder.glob("*.json")):
        for sample in json.loads(path.read_text(encoding="utf-8")):
            yield Conversation(
                name=str(sample["sample_id"]),
                sessions=tuple(_sessions(sample["conversation"], pictures)),
                noted=tuple(_noted(sample["observation"])),
                questions=tuple(map(_question, sample["qa"])),
            )


def _sessions(told: dict[str, Any], pictures: bool) -> Iterator[Session]:
    for key, turns in told.items():
        if re.fullmatch(r"session_\d+", key) and turns:
            said = datetime.strptime(told[f"{key}_date_time"], _STAMP).replace(tzinfo=UTC)
            yield session_of([(turn["dia_id"], _line(turn, pictures)) for turn in turns], said)


def _line(turn: dict[str, str], pictures: bool) -> str:
    line = f"{turn['speaker']}: {turn['text']}"
    picture = turn.get("blip_caption")
    return f"{line} [shows {picture}]" if picture and pictures else line


def session_of(turns: Iterable[tuple[str, str]], said: datetime) -> Session:
    """The session of these turns: the name of each, and its words, which become one line."""
    text, places = "", {}
    for name, words in turns:
        line = " ".join(words.split())
        places[name] = (len(text), len(text) + len(line))
        text += line + "\n"
    return Session(text, said, places)


def _noted(observations: dict[str, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    for by_speaker in observations.values():
        for notes in by_speaker.values():
            for text, turns in notes:
                yield text, frozenset(_TURN.findall(str(turns)))


def _question(asked: dict[str, Any]) -> Question:
    return Question(
        text=str(asked["question"]),
        answer=str(asked.get("answer", "")),
        category=int(asked["category"]),
        turns=tuple(turn for said in asked.get("evidence", ()) for turn in _TURN.findall(said)),
    )
