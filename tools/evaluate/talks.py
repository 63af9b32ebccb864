"""Conversations with questions about them, and which turns answer each: LoCoMo's and LongMemEval's."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

TurnId = tuple[str, str]
"""A turn, by the session it stands in and its name there."""

_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
_LONGMEMEVAL_TIME = "%Y/%m/%d (%a) %H:%M"
_TURN = re.compile(r"D(\d+):\d+")
_ADVERSARIAL = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One sitting as a text, a paragraph a turn; `turns` says where each turn stands in it."""

    ref: str
    at: datetime
    text: str
    turns: Mapping[str, range]

    @classmethod
    def of(cls, ref: str, at: datetime, said: Iterable[tuple[str, str, str]]) -> "Session":
        """The session of these turns: the name of each, who speaks, and what is said."""
        turns: dict[str, range] = {}
        paragraphs: list[str] = []
        start = 0
        for name, speaker, words in said:
            paragraph = f"{speaker}: {' '.join(words.split())}"
            turns[name] = range(start, start + len(paragraph))
            paragraphs.append(paragraph)
            start += len(paragraph) + 2
        return cls(ref=ref, at=at, text="\n\n".join(paragraphs), turns=turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and the turns that answer it; none has the answer where it is not `answerable`."""

    text: str
    answerable: bool
    gold: frozenset[TurnId] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What one memory is told, and asked."""

    name: str
    sessions: Sequence[Session]
    questions: Sequence[Question]


def locomo(folder: Path) -> Iterator[Talk]:
    """A talk a conversation; its adversarial questions have no answer."""
    for sample in json.loads(next(folder.glob("*.json")).read_text(encoding="utf-8")):
        told = sample["conversation"]
        numbers = sorted(int(key[8:]) for key in told if re.fullmatch(r"session_\d+", key))
        yield Talk(
            name=sample["sample_id"],
            sessions=[_locomo_session(told, number) for number in numbers if told[f"session_{number}"]],
            questions=[_locomo_question(asked) for asked in sample["qa"]],
        )


def _locomo_session(told: Mapping[str, Any], number: int) -> Session:
    at = datetime.strptime(told[f"session_{number}_date_time"].upper(), _LOCOMO_TIME).replace(tzinfo=UTC)
    said = [(turn["dia_id"], turn["speaker"], _with_picture(turn)) for turn in told[f"session_{number}"]]
    return Session.of(str(number), at, said)


def _with_picture(turn: Mapping[str, str]) -> str:
    picture = turn.get("blip_caption")
    return f"{turn['text']} [shows {picture}]" if picture else turn["text"]


def _locomo_question(asked: Mapping[str, Any]) -> Question:
    places = [place for said in asked.get("evidence", ()) for place in _TURN.finditer(said)]
    return Question(
        text=asked["question"],
        answerable=asked["category"] != _ADVERSARIAL,
        gold=frozenset((place[1], place[0]) for place in places),
    )


def longmemeval(folder: Path, *, fillers: int) -> Talk:
    """One talk: the sessions that hold evidence and `fillers` that hold none. Abstentions have no answer."""
    sessions, questions = [], []
    for asked in json.loads((folder / "questions_dev.json").read_text(encoding="utf-8")):
        gold: set[TurnId] = set()
        for number, told in enumerate(asked["evidence_sessions"], start=1):
            session = _longmemeval_session(f"{asked['question_id']}-{number}", told)
            sessions.append(session)
            gold |= {(session.ref, name) for name in session.turns}
        questions.append(
            Question(text=asked["question"], answerable=not asked["abstention"], gold=frozenset(gold))
        )
    with (folder / "filler_sessions.jsonl").open(encoding="utf-8") as lines:
        for told in map(json.loads, islice(lines, fillers)):
            sessions.append(_longmemeval_session(told["session_id"], told))
    return Talk(name="longmemeval", sessions=sessions, questions=questions)


def _longmemeval_session(ref: str, told: Mapping[str, Any]) -> Session:
    turns = enumerate(told["turns"], start=1)
    return Session.of(
        ref, _when(told["date"]), [(str(n), turn["role"].title(), turn["content"]) for n, turn in turns]
    )


def _when(written: str) -> datetime:
    """Evidence and fillers write their times in two ways."""
    try:
        return datetime.fromisoformat(written).replace(tzinfo=UTC)
    except ValueError:
        return datetime.strptime(written, _LONGMEMEVAL_TIME).replace(tzinfo=UTC)
