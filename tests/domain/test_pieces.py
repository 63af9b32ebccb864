"""Where a text may be cut for a parser."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.pieces import pieces


def cut(text: str, most: int = 1_000) -> list[str]:
    return [text[start:end] for start, end in pieces(text, most)]


def test_paragraphs_headings_list_items_and_table_rows_stand_alone() -> None:
    text = (
        "# Ferry plan\nThe ferry leaves\nat nine.\r\n\r\nOn Sundays it rests.\n"
        "- Mio buys rope.\n  It is blue.\n- Bo paints.\n1. First\n| day | crew |\n| Monday | Bo |\nEnd."
    )
    assert cut(text) == [
        "# Ferry plan",
        "The ferry leaves\nat nine.",
        "On Sundays it rests.",
        "- Mio buys rope.\n  It is blue.",
        "- Bo paints.",
        "1. First",
        "| day | crew |",
        "| Monday | Bo |",
        "End.",
    ]


def test_a_long_paragraph_is_cut_after_the_last_sentence_that_fits() -> None:
    text = 'Mio said: "Go." Then she left at once. Bo stayed.'
    assert cut(text, most=30) == ['Mio said: "Go."', "Then she left at once.", "Bo stayed."]


def test_a_sentence_too_long_is_cut_between_words_and_a_word_too_long_anywhere() -> None:
    assert cut("one two three four", most=9) == ["one two", "three", "four"]
    assert cut("abcdefghij", most=4) == ["abcd", "efgh", "ij"]


def test_a_text_without_words_has_no_pieces() -> None:
    assert [cut(text) for text in ("", " \r\n\t\n", "\n" * 10_000)] == [[], [], []]


@given(st.text(st.sampled_from("ab .!?\n\r\t-#|1)é\u0301🧑\u200d"), max_size=200), st.integers(1, 40))
def test_pieces_run_forward_and_hold_everything_but_white_space(text: str, most: int) -> None:
    places = pieces(text, most)
    held = "".join(text[start:end] for start, end in places)
    assert "".join(held.split()) == "".join(text.split())
    assert all(0 < end - start <= most for start, end in places)
    assert all(before[1] <= after[0] for before, after in pairwise(places))
