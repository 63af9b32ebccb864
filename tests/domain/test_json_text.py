"""JSON written as ECMAScript writes it, and read by its grammar alone."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.json_text import TooDeep, depth, number_text, parse_json, string_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)
NOT_JSON = [
    "", " ", "nul", "NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "1e", "0x1", "'a'", "undefined",
    "[1,]", "[,1]", "[", "]", "[}", "{]", "{,}", '{"a"}', '{"a":}', '{"a":1,}', '{"a" 1}', '{a:1}', "{1:2}",
    "1 2", "[1 2]", "[] []", "[]]", "[]x", "\ufeff[]", "[]\0", '"\t"', '"\\x41"', '"\\u12"', '"a', '"\\"',
    "```json\n[]\n```", "/**/[]", "[]//", "\u00a0[]", "\v[]",
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (1.5, "1.5"),
        (-1.25, "-1.25"),
        (8.64e15, "8640000000000000"),
        (0.1, "0.1"),
        (1e-5, "0.00001"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (1.5e-10, "1.5e-10"),
        (5e-324, "5e-324"),
        (1700000000000.123, "1700000000000.123"),
    ],
)
def test_numbers_have_the_digits_of_ecmascript(number: float, text: str) -> None:
    assert number_text(number) == text


def test_strings_escape_only_what_must_be() -> None:
    assert string_text('a"b\\c/\n\t\x01\x7fé\u2028🪢') == '"a\\"b\\\\c/\\n\\t\\u0001\x7fé\u2028🪢"'
    assert string_text("\udea2\ud83e") == '"\\udea2\\ud83e"'


@given(st.text(st.characters(exclude_categories=())))
def test_a_written_string_is_read_back(text: str) -> None:
    assert json.loads(string_text(text)) == json.loads(json.dumps(text))


@given(VALUES, st.sampled_from(["", " ", "\r\n\t "]))
def test_every_json_text_is_read(value: object, around: str) -> None:
    text = json.dumps(value)
    assert parse_json(around + text + around) == json.loads(text, parse_int=float)


@given(VALUES)
def test_the_depth_is_that_of_the_value(value: object) -> None:
    def deep(inner: object) -> int:
        if isinstance(inner, list | dict):
            below = inner.values() if isinstance(inner, dict) else inner
            return 1 + max(map(deep, below), default=0)
        return 0

    assert depth(json.dumps(value)) == deep(value)


@pytest.mark.parametrize("text", NOT_JSON)
def test_what_is_not_json_is_refused_whether_read_or_measured(text: str) -> None:
    for read in (parse_json, depth):
        with pytest.raises(ValueError, match=r"JSON|Expecting|Extra|Invalid|Unterminated|BOM|Illegal"):
            read(text)


@given(st.text(st.sampled_from('[]{}:,"a1 -.e\\'), max_size=12))
def test_reading_and_measuring_agree_on_what_is_json(text: str) -> None:
    def accepts(reader: object) -> bool:
        try:
            reader(text)  # type: ignore[operator]
        except ValueError:
            return False
        return True

    assert accepts(parse_json) == accepts(depth)


def test_the_last_of_two_equal_keys_counts() -> None:
    assert parse_json('{"a":1,"b":2,"a":3}') == {"a": 3.0, "b": 2.0}


def test_a_number_of_any_length_is_read() -> None:
    assert parse_json("9" * 5_000) == float("inf")


def test_json_too_deep_to_read_is_told_from_what_is_no_json() -> None:
    levels = 2 * sys.getrecursionlimit()
    assert parse_json("[" * levels + "]" * levels) is TooDeep.TOO_DEEP
    assert parse_json('{"a":' * levels + "0" + "}" * levels) is TooDeep.TOO_DEEP
    assert parse_json("[" + "[]," * 600 + "[]]") == [[]] * 601
    with pytest.raises(ValueError, match="no JSON"):
        parse_json("[" * levels)
