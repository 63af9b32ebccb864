"""A message as a mail program saves it becomes its words, under the header that says whose and when."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.structure import BlockKind, Markup, blocks
from remember.errors import Incorrect
from remember.providers.mail import Mail

_HEAD = "From: Ines Lund <ines@quay.example>\nDate: Tue, 3 Jun 2025 23:15:00 +0200\n"
_PLAIN = "Content-Type: text/plain"
_HTML = "Content-Type: text/html\n\n"
_QUOTED = "Content-Transfer-Encoding: quoted-printable\n\n"
_BASE64 = "Content-Transfer-Encoding: base64\n\n"
_ATTACHED = "Content-Disposition: attachment; filename"
_PIECES = [
    *("From: a@b.example\n", "Subject: =?utf-8?b?xx=?=\n", "Date: x\n", "To: \xff\xfe\n", " folded\n"),
    *("\n", "words", "--b\n", "--b--\n", "=ZZ=\n", "<p>x<table>", _HTML, _BASE64, _QUOTED),
    *("Content-Type: multipart/mixed; boundary=b\n", "Content-Type: multipart/alternative; boundary=b\n"),
    *(f"{_PLAIN}; charset=no-such\n", f"{_PLAIN}; charset*=bad''%ff\n", "Content-Type: message/rfc822\n"),
    *(f"{_ATTACHED}*=x''%ff\n", "Content-Type: ;;=\n"),
]


def read(mail: str | bytes, charset: str | None = None) -> str:
    return Mail().convert(mail.encode() if isinstance(mail, str) else mail, charset)


def body(mail: str | bytes, charset: str | None = None) -> str:
    return read(mail, charset).partition("\n\n")[2].rstrip("\n")


def parts(kind: str, *inner: str) -> str:
    return (
        f'Content-Type: multipart/{kind}; boundary="x{kind}"\n\n'
        + "".join(f"--x{kind}\n{one}\n" for one in inner)
        + f"--x{kind}--\n"
    )


def test_the_fields_stand_on_one_line_each_with_their_words_decoded() -> None:
    mail = (
        "Received: from relay.example\nFrom: =?utf-8?q?In=C3=A9s_Lund?= <ines@quay.example>\n"
        "Date: Tue, 3 Jun 2025 23:15:00 +0200\n"
        "To: Tomas Rud <t@quay.example>,\n\t=?koi8-r?b?6dfBzg==?= <i@quay.example>\n"
        "Subject: =?iso-8859-1?q?Spare_s=E9al?=\n and =?utf-8?b?cHVtcA==?=\n\nIt fits.\n"
    )
    assert read(mail) == (
        "From: Inés Lund <ines@quay.example>\nTo: Tomas Rud <t@quay.example>, Иван <i@quay.example>\n"
        "Date: Tue, 3 Jun 2025 23:15:00 +0200\nSubject: Spare séal and pump\n\nIt fits.\n"
    )


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (f"{_PLAIN}\n\nIt fits.\r\nIt holds.\r\n", "It fits.\nIt holds."),
        (f"{_PLAIN}; charset=utf-8\n{_QUOTED}It fi=\nts: s=C3=A9al =3D 2", "It fits: séal = 2"),
        (f"{_PLAIN}; charset=iso-8859-1\n{_QUOTED}s=E9al", "séal"),
        (f"{_PLAIN}; charset=gbk\n{_BASE64}{base64.b64encode('门'.encode('gbk')).decode()}", "门"),
        (f"{_HTML}<h1>Seal</h1><p>It <b>fits</b>.</p><script>x()</script>", "# Seal\n\nIt fits."),
        (parts("alternative", f"{_HTML}<p>As HTML.</p>", f"{_PLAIN}\n\nIt fits."), "It fits."),
        (parts("alternative", f"{_PLAIN}\n\n \n", f"{_HTML}<p>It fits.</p>"), "It fits."),
        (parts("mixed", "\n\nIt fits.", f"{_PLAIN}\n\nIt holds."), "It fits.\n\nIt holds."),
    ],
)
def test_the_words_are_read_in_whatever_form_and_encoding_they_are_sent(part: str, words: str) -> None:
    assert body(_HEAD + part) == words


def test_what_is_attached_is_named_and_left_out_with_the_reason() -> None:
    attached = [
        f"Content-Type: application/pdf\n{_ATTACHED}=seal.pdf\n{_BASE64}JVBERi0=",
        f"{_PLAIN}\n{_ATTACHED}*=utf-8''s%C3%A9al.txt\n\nThe seal is blue.",
        "Content-Type: image/png\n\nx",
    ]
    text = read(_HEAD + parts("mixed", "\n\nIt fits.", *attached))
    assert text.splitlines()[2] == (
        "Attachments: seal.pdf (application/pdf, 5 bytes), séal.txt (text/plain, 17 bytes), "
        "image/png (1 bytes); left out, for only the words of a mail are read"
    )
    assert "blue" not in text
    many = ["Content-Type: image/png\n\nx"] * 90
    found = list(blocks(read(_HEAD + parts("mixed", "\n\nIt fits.", *many)), Markup.PLAIN))
    assert [block.kind for block in found] == [BlockKind.FRONT_MATTER, BlockKind.PARAGRAPH]


def test_a_forwarded_message_keeps_its_own_sender_and_time() -> None:
    inner = (
        "Content-Type: message/rfc822\n\nFrom: Rhea Stone <r@quay.example>\n"
        "Date: 2 Jun 2025 10:00 +0000\n\nI lead the north team."
    )
    text = read(_HEAD + parts("mixed", "\n\nSee below.", inner))
    said = [(block.speaker, text[block.char_start : block.char_end]) for block in blocks(text, Markup.PLAIN)]
    assert [one for one in said if one[0]] == [
        ("Ines Lund", "See below."),
        ("Rhea Stone", "I lead the north team."),
    ]


def test_a_sender_that_nobody_names_is_nobody() -> None:
    text = read("Date: 2 Jun 2025 10:00 +0000\nSubject: Seal\n\nIt fits.")
    header, words = blocks(text, Markup.PLAIN)
    assert (header.kind, words.speaker) == (BlockKind.FRONT_MATTER, None)
    assert words.said_at is not None


def test_what_is_written_wrong_is_read_as_far_as_it_goes() -> None:
    assert body(f"{_HEAD}Content-Type: multipart/mixed; boundary=x\n\nIt fits.") == "It fits."
    assert body(f"{_HEAD}Content-Type: text/plain; charset=no-such\n\nsé") == "sé"
    assert body(_HEAD.encode() + b"\ns\xe9al") == "séal"
    assert body(_HEAD.encode() + b"\n\xd3", "koi8-r") == "с"
    assert read("From: \xe9".encode("latin-1") + b" <a@b.example>\nSubject: =?utf-8?b?!!!?=\n\nx") == (
        "From: é <a@b.example>\nSubject: =?utf-8?b?!!!?=\n\nx\n"
    )
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3_000))
    assert read(_HEAD + deep).startswith("From: Ines Lund")
    assert read(_HEAD + "Content-Type: message/rfc822\n\n" * 3_000).startswith("From: Ines Lund")


def test_bytes_without_a_field_are_no_mail() -> None:
    with pytest.raises(Incorrect, match="no mail") as refused:
        read("It fits.")
    assert refused.value.code == "mail_without_header"


def test_the_links_of_what_is_read_count_though_the_text_has_only_their_words() -> None:
    page = 'Content-Type: text/html\n\n<p>See <a href="https://quay.example/june">June</a>.</p>'
    assert Mail().links((_HEAD + page).encode(), None) == ["https://quay.example/june"]
    both = parts("alternative", "Content-Type: text/plain\n\nSee June.", page)
    assert Mail().links((_HEAD + both).encode(), None) == []


@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=8)), max_size=14).map("".join))
def test_no_message_is_too_broken_to_be_read(mail: str) -> None:
    text = read(("From: a@b.example\n" + mail).encode("utf-8", "surrogatepass"))
    assert text.encode()
    assert "\0" not in text
