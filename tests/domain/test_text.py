"""Bytes become the stored text, or the first bad byte is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.text import decode, stored_text
from remember.errors import Incorrect

any_text = st.text(st.characters(exclude_categories=()))


def test_a_byte_order_mark_is_dropped_and_line_ends_are_kept():
    assert decode(b"\xef\xbb\xbfgate\r\nrota\rend\n") == "gate\r\nrota\rend\n"


def test_only_the_leading_byte_order_mark_is_one():
    assert decode("\ufeff\ufeffa\ufeff".encode()) == "\ufeffa\ufeff"


def test_no_bytes_are_an_empty_text():
    assert decode(b"") == ""


def test_what_no_database_keeps_becomes_one_replacement_each():
    assert stored_text("a\0b\ud83dc\udc00\0") == "a\ufffdb\ufffdc\ufffd\ufffd"
    assert decode(b"a\0b\0") == "a\ufffdb\ufffd"
    assert decode("a\ud83d".encode("utf-8", "surrogatepass")) == "a\ufffd"


def test_letters_joined_by_marks_and_joiners_stay_as_they_came():
    text = "é e\u0301 👩‍👩‍👧 \u202bשלום\u202c 公司名叫青鸟科技，负责人是欧阳娜。"
    assert decode(text.encode()) == text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"caf\xe9", "the body is not utf-8 text: byte 3 is 0xe9"),
        (b"\x80", "the body is not utf-8 text: byte 0 is 0x80"),
        (b"ok \xe2\x82", "the body is not utf-8 text: byte 3 is 0xe2"),
        (b"\xff\xfeh\x00i\x00", "the body is not utf-8 text: byte 0 is 0xff"),
    ],
)
def test_bytes_that_are_not_utf8_are_refused_by_position(content: bytes, message: str):
    with pytest.raises(Incorrect) as caught:
        decode(content)
    assert caught.value.message == message


@pytest.mark.parametrize("words", ["Wells lead the crew.", "Мост открыт в мае.", "Η γέφυρα είναι κλειστή."])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_byte_order_mark_is_refused_and_read_when_it_is_declared(words: str, codec: str):
    content = words.encode(codec)
    with pytest.raises(Incorrect, match=r"the body is not utf-8 text: byte [01] is 0x0") as caught:
        decode(content)
    declared = codec.replace("-le", "le").replace("-be", "be")
    assert f"charset={declared}'" in (caught.value.hint or "")
    assert decode(content, declared) == words


@pytest.mark.parametrize(
    "text", ["a\0b", "a\0", "gate\0open at \0six", "\0" * 12, "\x1b[1mgate\x1b[0m", "\b" * 9]
)
def test_controls_in_a_text_are_no_sign_of_utf16(text: str):
    assert decode(text.encode()) == text.replace("\0", "\ufffd")


def test_utf16_is_read_when_it_is_declared_and_the_refusal_says_so():
    content = "\ufeffgate 门".encode("utf-16-le")
    with pytest.raises(Incorrect) as caught:
        decode(content)
    assert "charset=utf-16'" in (caught.value.hint or "")
    assert decode(content, "utf-16") == "gate 门"
    assert decode("caf\xe9".encode("latin-1"), "ISO-8859-1") == "café"


@pytest.mark.parametrize("charset", ["klingon", "base64", "rot13", "unicode_escape", "a\0b", ""])
def test_a_charset_that_is_none_is_refused(charset: str):
    with pytest.raises(Incorrect, match="is not known"):
        decode(b"abc", charset)


def test_a_declared_charset_that_the_bytes_break_is_refused():
    with pytest.raises(Incorrect, match="not utf-16 text: byte 2 is 0x61"):
        decode(b"\xff\xfea", "utf-16")


@given(any_text)
def test_the_stored_text_can_always_be_kept_and_keeps_its_places(text: str):
    stored = stored_text(text)
    stored.encode()
    assert "\0" not in stored
    sent = text.removeprefix("\ufeff")
    assert len(stored) == len(sent)
    assert all(a == b or b == "\ufffd" for a, b in zip(sent, stored, strict=True))
