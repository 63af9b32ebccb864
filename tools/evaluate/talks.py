"""Conversations with questions about them, and the turns that answer each: LoCoMo's and LongMemEval's."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from tools.evaluate.conversations import Session, conversations, session_of

_TIME = "%Y/%m/%d (%a) %H:%M"
_ADVERSARIAL = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the turns that answer it; where it is not `answerable`, none does."""

    text: str
    answerable: bool
    gold: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What one memory is told, and asked; no two turns of it have the same name."""

    name: str
    sessions: Sequence[Session]
    questions: Sequence[Question]


def locomo(folder: Path) -> Iterator[Talk]:
    """A talk a conversation, with what its pictures show; its adversarial questions have no answer."""
    for told in conversations(folder, pictures=True):
        yield Talk(
            name=told.name,
            sessions=told.sessions,
            questions=[
                Question(text=one.text, answerable=one.category != _ADVERSARIAL, gold=frozenset(one.turns))
                for one in told.questions
            ],
        )


def longmemeval(folder: Path, *, fillers: int) -> Talk:
    """One talk: the sessions that hold evidence and `fillers` that hold none. Abstentions have no answer."""
    sessions, questions = [], []
    for asked in json.loads((folder / "questions_dev.json").read_text(encoding="utf-8")):
        evidence = [
            _session(f"{asked['question_id']}-{number}", told)
            for number, told in enumerate(asked["evidence_sessions"], start=1)
        ]
        gold = frozenset(turn for session in evidence for turn in session.turns)
        sessions += evidence
        questions.append(Question(text=asked["question"], answerable=not asked["abstention"], gold=gold))
    with (folder / "filler_sessions.jsonl").open(encoding="utf-8") as lines:
        sessions += [_session(told["session_id"], told) for told in map(json.loads, islice(lines, fillers))]
    return Talk(name="longmemeval", sessions=sessions, questions=questions)


def _session(name: str, told: Mapping[str, Any]) -> Session:
    turns = enumerate(told["turns"], start=1)
    lines = [(f"{name}:{place}", f"{turn['role'].title()}: {turn['content']}") for place, turn in turns]
    return session_of(lines, _when(told["date"]))


def _when(written: str) -> datetime:
    """Evidence and fillers write their times in two ways."""
    try:
        return datetime.fromisoformat(written).replace(tzinfo=UTC)
    except ValueError:
        return datetime.strptime(written, _TIME).replace(tzinfo=UTC)
