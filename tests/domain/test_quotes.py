"""Quotes found in spite of another Unicode form, other quotation marks or other white space."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.quotes import find_folded, folded

TEXTS = st.text(st.sampled_from("aäe\u0301\u0323\u0327é각가\u11a8漢🪢 \n\u00a0'’\"“”.Å"), max_size=20)


def found(text: str, quote: str) -> str | None:
    """The source's own words for a quote."""
    span = find_folded(folded(text), quote)
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("text", "quote", "own"),
    [
        ("At the café.", "the cafe\u0301", "the café"),
        ("At the cafe\u0301.", "café", "cafe\u0301"),
        ("He said “no”.", 'said "no"', "said “no”"),
        ("It's «so»", "It’s “so”", "It's «so»"),
        ("ten\u00a0kilos,\r\n  at most", "ten kilos, at most", "ten\u00a0kilos,\r\n  at most"),
        ("ten kilos", " ten\n\tkilos \ufeff", "ten kilos"),
        ("서울은 각", "각", "각"),
        ("q\u0323\u0307", "q\u0307\u0323", "q\u0323\u0307"),
        ("a b b c", "b c", "b c"),
    ],
)
def test_a_quote_is_found_and_given_back_in_the_words_of_the_source(text: str, quote: str, own: str) -> None:
    assert found(text, quote) == own


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("At the café.", "the cafe"),
        ("At the cafe\u0301.", "the cafe"),
        ("각", "가"),
        (unicodedata.normalize("NFD", "각"), "가"),
        ("Mio paid.", "mio paid"),
        ("Mio paid.", "Miо paid"),
        ("ten kilos", "tenkilos"),
        ("１０ kilos", "10 kilos"),
        ("Mio paid.", " \n"),
        ("Mio paid.", "Mio paid. Bo"),
    ],
)
def test_what_is_said_in_other_letters_is_not_found(text: str, quote: str) -> None:
    assert found(text, quote) is None


@given(TEXTS, TEXTS, TEXTS)
def test_whole_words_are_found_in_any_form(before: str, middle: str, after: str) -> None:
    quote = f"a{middle}".strip()
    text = f"{before} {quote} {after}"
    for form in ("NFC", "NFD"):
        own = found(text, unicodedata.normalize(form, quote).replace("“", '"').replace("\n", " "))
        assert own is not None
        assert folded(own).text.strip() == folded(quote).text.strip()


@given(TEXTS)
def test_folding_forgets_the_form_of_a_text(text: str) -> None:
    assert folded(unicodedata.normalize("NFC", text)).text == folded(unicodedata.normalize("NFD", text)).text
