import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.words import content_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ravi's team shipped it.", ["ravi", "team", "shipped", "it"]),
        ("We don't, and they'll wait", ["we", "dont", "and", "they", "wait"]),
        ("ticket ABC-1234", ["ticket", "abc1234", "abc", "1234"]),
        ("ABC1234 abc 1234", ["abc1234", "abc", "1234", "abc", "1234"]),
        ("costs 1,250,000 or 2.5", ["costs", "1250000", "or", "2.5", "2", "5"]),
        ("on 2026-06-01", ["on", "2026-06-01", "2026", "06", "01"]),
        ("e-mail", ["email", "e", "mail"]),
        ("src/main.py", ["src/main.py", "src", "main", "py"]),
        ("build 3f2a77bc9", ["build", "3f2a77bc9"]),
        ("O'Brien’s café", ["obrien", "o", "brien", "cafe"]),
        ("青鸟科技 x", ["青鸟", "鸟科", "科技", "x"]),
        ("鸟", ["鸟"]),
        ("हिन्दी शब्द", ["हिन्दी", "शब्द"]),
        ("Straße ΣΊΣΥΦΟΣ", ["strasse", "σισυφοσ"]),
        ("`a AND (b OR \"c` , * -x : '; --", ["a", "and", "b", "or", "c", "x"]),
        ("", []),
        ("👩‍🚀 …", []),
    ],
)
def test_a_text_falls_into_these_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text())
def test_a_composed_and_a_decomposed_text_have_the_same_words(text: str) -> None:
    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))


@given(st.text())
def test_the_words_of_a_text_are_never_empty(text: str) -> None:
    assert all(words(text))


def test_a_question_looks_for_its_content() -> None:
    assert content_words("What is Ravi working on, and what is Ravi's team?") == ["ravi", "working", "team"]


def test_a_question_of_mere_grammar_looks_for_all_of_it() -> None:
    assert content_words("Who is it? Who?") == ["who", "is", "it"]
