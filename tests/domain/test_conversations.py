"""Messages become one text whose turns keep who spoke, when, and the very words."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remember.domain.conversations import Message, is_message_line, json_lines, messages_in, said, write
from remember.domain.structure import BlockKind, Markup, blocks
from remember.errors import Incorrect

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
_ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="[:"), min_size=1, max_size=40
)
_WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=60)
_TEXTS = st.lists(_WORDS, min_size=1, max_size=4).map("\n".join).filter(str.strip)
_TIMES = st.none() | st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=_ZONES)
_MESSAGES = st.lists(st.builds(Message, speaker=_NAMES, text=_TEXTS, at=_TIMES), min_size=1, max_size=6)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


@given(_MESSAGES)
@example([Message(speaker="Ines", text="a\n# b\nTomas: no, that was me\n```\n[2026-03-04] Jo: x\n\n  deep")])
def test_every_message_is_one_turn_with_its_speaker_time_and_words(messages: list[Message]) -> None:
    text = write(messages_in(json_lines(messages).decode()))
    turns = said(text)
    assert [(turn.speaker, turn.at) for turn in turns] == [(one.speaker, one.at) for one in messages]
    words = [_lines(text[turn.words_at : turn.char_end]) for turn in turns]
    assert words == [_lines(one.text) for one in messages]
    assert messages_in(json_lines(messages).decode()) == messages


@given(_MESSAGES)
def test_a_conversation_is_turns_and_nothing_else(messages: list[Message]) -> None:
    text = write(messages)
    found = list(blocks(text, Markup.CONVERSATION))
    assert {block.kind for block in found} == {BlockKind.TURN}
    assert "\n".join(text[block.char_start : block.char_end] for block in found).split() == text.split()


def test_a_message_that_quotes_others_stays_its_speakers() -> None:
    text = write([Message(speaker="Ines", text="He wrote:\nTomas: I left the key.\n\n# Key", at=NOON)])
    assert text == "[2026-03-04T12:00:00Z] Ines: He wrote:\n  Tomas: I left the key.\n\n  # Key\n"
    assert [turn.speaker for turn in said(text)] == ["Ines"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"speaker": "Ines", "text": "Hi.", "at": "2026-03-04T12:00:00Z"}', ("Ines", "Hi.", NOON)),
        ('{"role": "user", "content": "Hi."}', ("user", "Hi.", None)),
        ('{"author": "公司", "message": "你好", "timestamp": "2026-03-04 12:00"}', ("公司", "你好", NOON)),
        ('{"name": "Ines", "text": "Hi.", "date": "2026-03-04T13:00:00+01:00"}', ("Ines", "Hi.", NOON)),
        ("[2026-03-04T12:00:00Z] Ines: Hi.", ("Ines", "Hi.", NOON)),
        ("[04/03/2026, 12:00:00] Ines Lund: Hi.", ("Ines Lund", "Hi.", NOON)),
        ("Ines: Hi.", ("Ines", "Hi.", None)),
        ("[12:00] Ines: Hi.", ("Ines", "Hi.", None)),
    ],
)
def test_a_message_is_read_in_each_way_that_it_is_written(line: str, message: tuple[object, ...]) -> None:
    assert [(one.speaker, one.text, one.at) for one in messages_in(line)] == [message]


def test_lines_that_begin_with_no_speaker_go_on_with_the_message() -> None:
    found = messages_in("Ines: The pump is back.\nIt hums.\n\n  - new seal\nTomas: Good.\n")
    assert [(one.speaker, one.text) for one in found] == [
        ("Ines", "The pump is back.\nIt hums.\n\n- new seal"),
        ("Tomas", "Good."),
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('{"speaker": "Ines", "text": "Hi."}\n{"speaker": "Ines", "txt": "Hi."}', "message_invalid", 2),
        ('{"speaker": "Ines", "text": "Hi.", "at": "soon"}', "message_invalid", 1),
        ('{"speaker": "Ines", "text": "Hi.", "at": "0001-01-01T00:00:00+14:00"}', "message_invalid", 1),
        ('{"speaker": "a: b", "text": "Hi."}', "message_invalid", 1),
        ('{"speaker": "Ines", "text": "Hi."}\nInes: Hi.', "message_invalid", 2),
        ("The pump is back.\nInes: Hi.", "message_invalid", 1),
        ("  \n", "no_messages", None),
    ],
)
def test_what_is_no_message_is_refused_with_its_line(text: str, code: str, line: int | None) -> None:
    with pytest.raises(Incorrect) as refused:
        messages_in(text)
    assert (refused.value.code, refused.value.data.get("line")) == (code, line)


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ('{"speaker": "Ines", "text": "Hi.", "id": 7}', True),
        ('{"subject": "Ines", "predicate": "keeps", "object": "the key"}', False),
        ("[1, 2]", False),
        ("{", False),
        ("[" * 100_000, False),
    ],
)
def test_a_line_of_json_is_known_for_a_message(line: str, is_one: bool) -> None:
    assert is_message_line(line) is is_one
