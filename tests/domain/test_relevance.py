from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.relevance import Bar, Relevance, beyond_subject

BAR = Bar(floor=0.6)
NAMED = Bar(floor=0.6, subject=0.7)
cosines = st.floats(-0.99, 0.99)


@pytest.mark.parametrize(
    ("relevance", "expected"),
    [
        (Relevance(similarity=0.6), True),
        (Relevance(similarity=0.59), False),
        (Relevance(similarity=0.59, share=0.5), True),
        (Relevance(similarity=None, share=0.49), False),
        (Relevance(similarity=None, share=0.5), True),
    ],
)
def test_an_item_is_close_in_meaning_or_has_the_words(relevance: Relevance, expected: bool) -> None:
    assert BAR.is_reached(relevance) is expected


def test_being_about_the_same_subject_is_not_enough() -> None:
    another_thing_about_them = Relevance(similarity=0.62, to_subject=0.75)
    the_thing_asked = Relevance(similarity=0.78, to_subject=0.75)
    assert BAR.is_reached(another_thing_about_them)
    assert not NAMED.is_reached(another_thing_about_them)
    assert NAMED.is_reached(the_thing_asked)


def test_the_same_thing_about_others_is_not_an_answer() -> None:
    about_others = Relevance(similarity=0.65, to_subject=0.4, share=1.0)
    assert BAR.is_reached(about_others)
    assert not NAMED.is_reached(about_others)
    assert NAMED.is_reached(replace(about_others, names_subject=True))
    assert NAMED.is_reached(replace(about_others, similarity=0.7))


def test_the_words_asked_for_are_enough_where_the_vector_was_not_compared() -> None:
    assert NAMED.is_reached(Relevance(similarity=None, share=0.5, names_subject=True))
    assert not NAMED.is_reached(Relevance(similarity=None, share=0.4, names_subject=True))


def test_a_lowered_bar_keeps_its_subject() -> None:
    assert NAMED.lowered(0.1) == Bar(floor=0.5, subject=0.7)


def test_nothing_is_left_of_a_question_that_is_its_subject() -> None:
    assert beyond_subject(0.9, 1.0, 0.9) == 0.0


@given(cosines, cosines)
def test_a_subject_apart_from_both_changes_nothing(similarity: float, other: float) -> None:
    assert beyond_subject(similarity, 0.0, 0.0) == pytest.approx(similarity)
    assert beyond_subject(other, other, 0.0) == pytest.approx(other / (1 - other**2) ** 0.5)
