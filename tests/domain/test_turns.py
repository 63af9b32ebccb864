"""Who speaks: chats and mail are told from lists of labels, and quotes from the sender's words."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from remember.domain.mail import Announced, announced, comment
from remember.domain.structure import BlockKind, Markup, blocks
from remember.domain.turns import chat_in, opening_of


def spoken(text: str, markup: Markup = Markup.MARKDOWN) -> list[tuple[str | None, str]]:
    return [(block.speaker, text[block.char_start : block.char_end]) for block in blocks(text, markup)]


@pytest.mark.parametrize(
    ("line", "speaker", "time", "words"),
    [
        ("Mio: I opened it.", "Mio", None, "I opened it."),
        ("[10:15] Mio: yes", "Mio", "10:15", "yes"),
        ("[2026-03-04 10:15:02] Mio: yes", "Mio", "2026-03-04 10:15:02", "yes"),
        ("[04/03/2026, 10:15] Mio Sato: yes", "Mio Sato", "04/03/2026, 10:15", "yes"),
        ("04/03/2026, 10:15 - Mio: yes", "Mio", "04/03/2026, 10:15", "yes"),
        ("2026-03-04T10:15:00Z Mio: yes", "Mio", "2026-03-04T10:15:00Z", "yes"),
        ("[10:15] <mio_s> yes", "mio_s", "10:15", "yes"),
        ("Mio (00:01:15): yes", "Mio", "00:01:15", "yes"),
        ("Mio Sato (keeper) [10:15 AM]: yes", "Mio Sato", "10:15 AM", "yes"),
        ("**Mio:** yes", "Mio", None, "yes"),
        ("<v Mio>yes", "Mio", None, "yes"),
        ("Speaker 1: yes", "Speaker 1", None, "yes"),
        ("Anna van der Berg: ja", "Anna van der Berg", None, "ja"),
        ("欧阳娜: 是", "欧阳娜", None, "是"),
    ],
)
def test_a_turn_opens_with_a_name_and_perhaps_a_time(line: str, speaker: str, time: str | None, words: str):
    opening = opening_of(line)
    assert opening is not None
    assert (opening.speaker, opening.time, line[opening.words_at :]) == (speaker, time, words)


@pytest.mark.parametrize(
    "line",
    [
        "Status: open",
        "Date: 2026-03-04",
        "https://gate.example/x",
        "And my key is: x",
        "10:15 we met",
        "",
        ":",
        "a: b",
        "[x]: y",
    ],
)
def test_a_label_or_a_sentence_opens_no_turn(line: str):
    assert opening_of(line) is None


def test_a_chat_is_its_turns():
    text = "Mio: I opened the gate.\nIt was late.\nRana: Thanks.\n\nMio: No trouble."
    assert spoken(text) == [
        ("Mio", "Mio: I opened the gate.\nIt was late."),
        ("Rana", "Rana: Thanks."),
        ("Mio", "Mio: No trouble."),
    ]  # fmt: skip


def test_two_lines_of_one_person_are_a_chat():
    assert spoken("Ana: My friend Bo is an engineer.\nAna: He plays chess with Mio.") == [
        ("Ana", "Ana: My friend Bo is an engineer."), ("Ana", "Ana: He plays chess with Mio.")
    ]  # fmt: skip


def test_a_long_answer_stays_with_its_speaker():
    answer = "Assistant: Like this.\n\n# Steps\n\n- one\n\n```\nAnd: x\n```\n\nDone."
    text = f"User: How?\n\n{answer}\n\nUser: Thanks."
    found = spoken(text)
    assert [speaker for speaker, _ in found] == ["User", *["Assistant"] * 5, "User"]
    assert all(block.kind is not BlockKind.HEADING for block in blocks(text, Markup.MARKDOWN))


def test_a_fence_left_open_by_one_speaker_does_not_swallow_the_next():
    text = "User: see ```\n```py\nx = 1\n\nAssistant: Close it.\n```\nok\n```"
    assert [s for s, words in spoken(text) if words.startswith(("User", "Assistant"))] == [
        "User",
        "Assistant",
    ]


def test_a_heading_between_turns_is_one():
    text = "## 2026-03-04\nMio: Hello there.\nRana: Hi.\n## 2026-03-05\nMio: Back again.\nRana: Good."
    assert [b.title for b in blocks(text, Markup.MARKDOWN) if b.kind is BlockKind.HEADING] == [
        "2026-03-04",
        "2026-03-05",
    ]


def test_a_conversation_in_a_report_ends_with_its_paragraph():
    report = (
        "The keepers met.\n\nIt was late.\n\nThey said:\n\n{}\n\nThe gate was shut again.\n\nAll went home."
    )
    text = report.format("Mio: I opened it.\nRana: When was that?\nMio: At nine.")
    assert [speaker for speaker, _ in spoken(text)][2:] == [None, "Mio", "Rana", "Mio", None, None]


def test_the_cues_of_a_transcript_are_nobodys_words():
    text = (
        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Mio>I opened it.\n\n00:05.000 --> 00:06.000\n<v Mio>At nine."
    )
    assert [(b.kind.value, b.speaker) for b in blocks(text, Markup.PLAIN)] == [
        ("paragraph", None), ("rule", None), ("turn", "Mio"), ("rule", None), ("turn", "Mio")
    ]  # fmt: skip


def test_a_name_and_time_above_the_words_open_a_turn():
    text = "Mio Sato  10:15 AM\nI opened it.\n\nRana  10:16 AM\nWhen?\n\n"
    text += "Mio Sato  10:17 AM\nAt nine.\n\nRana  10:18 AM\nOk."
    assert [speaker for speaker, _ in spoken(text)] == ["Mio Sato", "Rana", "Mio Sato", "Rana"]


@pytest.mark.parametrize(
    "text",
    [
        "Status: open\nOwner: Ravi\nDue: May",
        "Name: Mio\nRole: keeper\nName: Rana\nRole: keeper",
        "Coffee 10:15\nTalk 10:45\nLunch 12:30",
        "Bring these:\n\n- Milk: two litres\n- Bread: one",
        "PEP: 719\nTitle: Rota\nActual: 3\nActual: 4",
        "Mio opened the gate at 10:15.",
        "<div>\n<Button>x</Button>\n<Table>\n</div>",
        "",
    ],
)
def test_lists_of_labels_are_no_chat(text: str):
    assert chat_in(text) is None


def test_the_sender_of_a_mail_speaks_and_its_header_is_about_the_text():
    text = "From: Mio Sato <mio@gate.example>\nTo: Rana\nSubject: Gate\n\nI opened it.\n\nMio"
    assert [(b.kind.value, b.speaker) for b in blocks(text, Markup.PLAIN)] == [
        ("front_matter", None), ("paragraph", "Mio Sato"), ("paragraph", "Mio Sato")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "at"),
    [
        ("Date: Tue, 3 Jun 2025 23:15:00 +0200", "2025-06-03T23:15:00+02:00"),
        ("DATE: 3 Jun 2025 10:15 -0700 (PDT)", "2025-06-03T10:15:00-07:00"),
        ("Sent: 4 March 2026", "2026-03-04T00:00:00+00:00"),
        ("Sent: Monday, June 2, 2025 9:00 PM", "2025-06-02T00:00:00+00:00"),
        ("Date: Tue, 31 Jun 2025 10:15:00 +0200", None),
        ("Date: tomorrow", None),
        ("Date:", None),
        ("To: Rana", None),
    ],
)
def test_a_mail_is_said_when_its_header_says_that_it_was_sent(field: str, at: str | None):
    header = f"From: Mio Sato <mio@gate.example>\n{field}\nSubject: Gate"
    for text in (f"{header}\n\nI opened it.", f"I will.\n\n-----Original Message-----\n{header}\n\nOpen it."):
        said_at = list(blocks(text, Markup.PLAIN))[-1].said_at
        assert (said_at.isoformat() if said_at else None) == at


def test_what_a_mail_quotes_is_said_by_whom_it_names():
    text = (
        "I opened it.\n\nOn Wed, Mar 4, 2026 at 9:00 AM Rana Ito <rana@gate.example>\nwrote:\n\n"
        "> Is it open?\n"
        "> On 3 Mar 2026, at 10:00, Ivo wrote:\n>> Open it.\n> Please say.\n\nYes."
    )
    assert spoken(text) == [
        (None, "I opened it."),
        (None, "On Wed, Mar 4, 2026 at 9:00 AM Rana Ito <rana@gate.example>\nwrote:"),
        ("Rana Ito", "> Is it open?\n> On 3 Mar 2026, at 10:00, Ivo wrote:"),
        ("Ivo", ">> Open it."),
        ("Rana Ito", "> Please say."),
        (None, "Yes."),
    ]


def test_what_follows_an_unmarked_original_is_its_senders():
    header = "-----Original Message-----\nFrom: Rana Ito\nSent: 4 March 2026\nTo: Mio"
    text = f"I will.\n\n{header}\n\nPlease open it."
    assert spoken(text)[-1] == ("Rana Ito", "Please open it.")
    text = 'I will.\n\nOn 4 Mar 2026, at 9:00, "Ito, Rana" <r@gate.example> wrote:\nPlease open it.'
    assert spoken(text)[-1] == ("Ito, Rana", "Please open it.")


def test_a_quote_of_nobody_known_is_nobodys():
    assert spoken("Mio: They said:\n> Open it.\nRana: Who?\nMio: They did.")[1] == (None, "> Open it.")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("On 01/03/11 7:07 PM, Mio Sato wrote:", Announced(name="Mio Sato", sure=True)),
        ("Mio Sato <m@gate.example> wrote:", Announced(name="Mio Sato", sure=False)),
        (
            "On 4 Mar 2026 at 9:00 UTC, <m@gate.example> wrote:",
            Announced(name="m@gate.example", sure=True, at=datetime(2026, 3, 4, 9, tzinfo=UTC)),
        ),
        ("He wrote:", None),
        ("In 2019 the committee wrote:", None),
        ("what Mio wrote", None),
        ("", None),
    ],
)
def test_a_line_announces_whose_words_follow(words: str, found: Announced | None):
    assert announced(words) == found


@pytest.mark.data
def test_quoted_mail_is_never_the_senders(data_folder: Path):
    checked = 0
    for file in sorted(data_folder.glob("docfix/email_reply_parser/email_*.txt")):
        for block in blocks(file.read_text(encoding="utf-8"), Markup.PLAIN):
            if block.kind is BlockKind.QUOTE:
                assert block.speaker is not None, file.name
                checked += 1
    assert checked > 10


@pytest.mark.data
def test_minutes_and_specifications_are_no_chats(data_folder: Path):
    files = [*data_folder.glob("minutes/*/*.md"), *data_folder.glob("versions/*/*.*")]
    assert len(files) > 100
    assert [file.name for file in files if chat_in(file.read_text(encoding="utf-8"))] == []


TICKET = """# Ticket 12: The gate does not open

Opened: 2026-02-03 08:47 UTC

**Mira Lund, 2026-02-03 09:05 UTC**

I can open it with the spare key. It broke yesterday.

The hinge is rusty.

### Tomas Brandt (2026-02-05 16:12)

I oiled the hinge this morning.

## Notes

The gate is green.
"""


def test_the_head_of_a_comment_says_whose_words_follow_and_when():
    found = [block for block in blocks(TICKET, Markup.MARKDOWN) if block.kind is BlockKind.PARAGRAPH]
    said = [(b.speaker, b.said_at and b.said_at.isoformat()) for b in found]
    assert said == [
        (None, None),
        ("Mira Lund", "2026-02-03T09:05:00+00:00"),
        ("Mira Lund", "2026-02-03T09:05:00+00:00"),
        ("Tomas Brandt", "2026-02-05T00:00:00+00:00"),
        (None, None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Opened 2026-02-03 08:47 UTC",
        "New Haven, 18 November 2025",
        "Mira Lund came on 2026-02-03 at 09:05",
        "Release 2026-02-03 09:05",
        "2026-02-03 09:05",
    ],
)
def test_a_line_with_a_time_is_no_head_of_a_comment(line: str):
    assert comment(line) is None


def test_a_quote_in_a_quote_has_its_own_speaker_and_day():
    text = (
        "Thanks, we will.\n\nOn Mon, 9 Mar 2026 at 17:40, Mira Lund wrote:\n\n> It left on Friday.\n>\n"
        "> On Fri, 6 Mar 2026 at 08:02, Tomas Brandt wrote:\n>\n>> Where is it?\n"
    )
    quotes = [block for block in blocks(text, Markup.PLAIN) if block.kind is BlockKind.QUOTE]
    assert [(b.speaker, b.said_at and b.said_at.date().isoformat()) for b in quotes] == [
        ("Mira Lund", "2026-03-09"),
        ("Tomas Brandt", "2026-03-06"),
    ]


def test_numbered_clauses_are_items():
    text = "1.1 The term begins in May.\n1.2 Either party may end it.\n\nThe yield was\n3.42 Grams in all."
    items = [block for block in blocks(text, Markup.MARKDOWN) if block.kind is BlockKind.LIST_ITEM]
    assert [text[b.char_start : b.char_end] for b in items][:2] == text.splitlines()[:2]


def test_a_signature_is_about_the_mail_and_not_in_it():
    text = "From: Mira Lund <m@gate.example>\nTo: t@gate.example\n\nIt is new.\n\n-- \nMira Lund | Keeper\n"
    last = list(blocks(text, Markup.PLAIN))[-1]
    assert (last.kind, last.char_start) == (BlockKind.FRONT_MATTER, text.index("--"))
