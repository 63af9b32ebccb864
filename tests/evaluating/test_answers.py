"""The evaluations of answers: what is read of a conversation, and what is counted."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tools.evaluate.answers import Outcome, figures
from tools.evaluate.figures import share
from tools.evaluate.talks import Question, locomo, longmemeval

SAMPLE = {
    "sample_id": "harbour",
    "observation": {},
    "conversation": {
        "speaker_a": "Oda",
        "speaker_b": "Ben",
        "session_2_date_time": "1:56 pm on 8 May, 2031",
        "session_2": [
            {"speaker": "Oda", "dia_id": "D2:1", "text": "The crane\nis new.", "blip_caption": "a crane"},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "I oiled it."},
        ],
        "session_3_date_time": "2:00 am on 9 May, 2031",
    },
    "qa": [
        {"question": "Who oiled the crane?", "answer": "Ben", "category": 4, "evidence": ["D2:2; D2:1"]},
        {"question": "Who sold the crane?", "category": 5, "evidence": ["D2:1"]},
    ],
}


def test_a_session_is_a_text_that_knows_where_each_turn_stands(tmp_path: Path) -> None:
    (tmp_path / "talks.json").write_text(json.dumps([SAMPLE]))
    (talk,) = locomo(tmp_path)
    (session,) = talk.sessions
    assert session.said == datetime(2031, 5, 8, 13, 56, tzinfo=UTC)
    assert {name: session.text[start:end] for name, (start, end) in session.turns.items()} == {
        "D2:1": "Oda: The crane is new. [shows a crane]",
        "D2:2": "Ben: I oiled it.",
    }
    assert [(one.answerable, sorted(one.gold)) for one in talk.questions] == [
        (True, ["D2:1", "D2:2"]),
        (False, ["D2:1"]),
    ]


def test_evidence_and_fillers_are_one_talk(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": "I bought a kite."}]
    asked = {
        "question_id": "q1",
        "question": "What did I buy?",
        "abstention": False,
        "evidence_sessions": [{"date": "2031/05/08 (Thu) 01:51", "turns": turns}],
    }
    unknown = asked | {"question_id": "q2", "abstention": True, "evidence_sessions": []}
    (tmp_path / "questions_dev.json").write_text(json.dumps([asked, unknown]))
    filler = {"session_id": "f1", "date": "2031-05-09T10:00:00", "turns": turns}
    (tmp_path / "filler_sessions.jsonl").write_text(f"{json.dumps(filler)}\n" * 2)
    talk = longmemeval(tmp_path, fillers=1)
    assert [(one.said.day, one.text, list(one.turns)) for one in talk.sessions] == [
        (8, "User: I bought a kite.\n", ["q1-1:1"]),
        (9, "User: I bought a kite.\n", ["f1:1"]),
    ]
    assert [(one.answerable, sorted(one.gold)) for one in talk.questions] == [
        (True, ["q1-1:1"]),
        (False, []),
    ]


def test_a_refusal_counts_for_what_has_no_answer_and_against_what_has_one() -> None:
    able = Question(text="Who oiled it?", answerable=True, gold=frozenset({"D2:2"}))
    unable = Question(text="Who sold it?", answerable=False, gold=frozenset())
    outcomes = [
        Outcome(question=able, cited=["D2:2"]),
        Outcome(question=able, cited=["D2:1", "D2:2"]),
        Outcome(question=able, cited=["D3:2"]),
        Outcome(question=able, cited=[]),
        Outcome(question=unable, cited=[]),
        Outcome(question=unable, cited=["D2:1"]),
    ]
    assert figures(outcomes) == [
        share("a cited span lies in a turn that answers", 2, 4, floor=0.6),
        share("the first cited span does", 1, 4),
        share("refusals that were right", 1, 2, floor=0.8),
        share("questions without an answer refused", 1, 2, floor=0.6),
    ]
