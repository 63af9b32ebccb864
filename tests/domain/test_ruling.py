"""Which contradictions are a question of words, and what a ruling makes one."""

from datetime import UTC, datetime
from uuid import UUID, uuid4, uuid5

import pytest

from remember.domain.claims import Effect
from remember.domain.facts import Testimony
from remember.domain.folding import fold
from remember.domain.model_reply import UnusableReply
from remember.domain.ruling import Ruling, open_questions, read_verdict, same_values
from remember.domain.time import UNDATED

SAID = datetime(2031, 5, 6, tzinfo=UTC)
KEYS = UUID(int=7)


def says(value: str, *, positive: bool = True) -> Testimony:
    return Testimony(
        claim_id=uuid4(),
        ordinal=0,
        doc_id=uuid4(),
        fact_key=uuid5(KEYS, f"{value}{positive}"),
        value=value,
        positive=positive,
        effect=Effect.HOLDS,
        period=UNDATED,
        said_at=SAID,
        char_start=0,
    )


def asked(*testimony: Testimony, rulings: tuple[Ruling, ...] = ()) -> list[tuple[str, str]]:
    found = open_questions(fold(testimony, exclusive=True), rulings)
    return [(one.value, other.value) for one, other in found]


def same(one: str, other: str, are_same: bool = True) -> Ruling:
    return Ruling(one_value=one, other_value=other, are_same=are_same)


def test_two_wordings_of_one_status_are_a_question() -> None:
    assert asked(says("phrase:unwell"), says("phrase:ill")) == [("phrase:ill", "phrase:unwell")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("phrase:ill", "phrase:ill"),
        ("phrase:30 days", "phrase:one month"),
        ("phrase:done", "phrase:not done"),
        ("phrase:ill", f"entity:{KEYS}"),
    ],
)
def test_figures_denials_and_entities_are_no_question_for_a_model(one: str, other: str) -> None:
    assert asked(says(one), says(other)) == []


def test_a_denial_is_no_question() -> None:
    assert asked(says("phrase:ill"), says("phrase:ill", positive=False)) == []


def test_what_was_ruled_is_not_asked_again() -> None:
    both = says("phrase:ill"), says("phrase:unwell")
    assert asked(*both, rulings=(same("phrase:ill", "phrase:unwell", are_same=False),)) == []


def test_values_that_are_the_same_have_one_that_stands_for_all_in_whatever_order() -> None:
    rulings = [same("c", "d"), same("a", "b"), same("b", "d"), same("a", "x", are_same=False)]
    assert same_values(rulings) == same_values(rulings[::-1]) == dict.fromkeys("abcd", "a")
    assert same_values([]) == {}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"verdict": "same"}', True),
        ('<think>hm</think>{"verdict": "different"}', False),
        ('{"verdict": "unsure"}', False),
    ],
)
def test_a_verdict_is_read(text: str, verdict: bool) -> None:
    assert read_verdict(text) is verdict


@pytest.mark.parametrize(
    "text", ["", "same", '{"verdict": "yes"}', '{"verdict": ["same"]}', "[]", '{"verdict": {}}']
)
def test_what_is_no_verdict_is_refused(text: str) -> None:
    with pytest.raises(UnusableReply):
        read_verdict(text)
