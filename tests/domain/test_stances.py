import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.facts import Stance
from remember.domain.stances import stance_of

EVIDENCE = "Lark is a Norwegian ferry that was built in Bergen in 1998 and carries about 120 cars."


@pytest.mark.parametrize(
    "claim",
    [
        "Lark is a ferry.",
        "Lark is a Norwegian ferry.",
        "Lark was built in 1998.",
        "Lark carries 120 cars.",
        "Lark is not a Danish ferry.",
        "Lark was never built in Odense.",
    ],
)
def test_what_the_evidence_has_is_supported_and_so_is_the_denial_of_what_it_has_not(claim: str) -> None:
    assert stance_of(claim, EVIDENCE).stance is Stance.SUPPORTS


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Lark is a Danish ferry.", "Danish is missing"),
        ("Lark was built in 1989.", "1989 is missing"),
        ("Lark carries 210 cars.", "210 is missing"),
        ("Lark was built in Odense.", "Odense is missing"),
        ("Lark is not a Norwegian ferry.", "every word is there"),
    ],
)
def test_another_name_number_or_a_denial_contradicts_and_says_why(claim: str, reason: str) -> None:
    found = stance_of(claim, EVIDENCE)
    assert found.stance is Stance.CONTRADICTS
    assert reason in found.reasons


def test_evidence_that_denies_what_is_claimed_contradicts_it() -> None:
    assert stance_of("Wren had passengers.", "Wren sailed in 2004 with no passengers.").stance is (
        Stance.CONTRADICTS
    )


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Dana acted in a movie.", "Dana was an actor in the film."),
        ("Dana was born on June 26th.", "Dana, born on June 26, lives in Bergen."),
        ("Dana was a politician.", "Dana began a career in politics."),
    ],
)
def test_words_of_one_family_or_meaning_are_the_same(claim: str, evidence: str) -> None:
    assert stance_of(claim, evidence).stance is Stance.SUPPORTS


@given(st.text(), st.text())
def test_any_two_texts_have_a_stance(claim: str, evidence: str) -> None:
    found = stance_of(claim, evidence)
    assert (found.stance is Stance.SUPPORTS) == (found.score > 0)
