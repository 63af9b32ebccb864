"""Whose words a statement is said to be, wherever in the sentence that stands."""

import pytest

from tests.domain.testimony import asserted, claims


@pytest.mark.parametrize(
    ("text", "holder", "said"),
    [
        ("According to Mira, the mill closes in May.", "Mira", "the mill closes in 2026-05"),
        ("The mill closes in May, according to Mira.", "Mira", "the mill closes in 2026-05"),
        (
            "According to the town's mayor, Mira Lund, the mill will close.",
            "Mira Lund",
            "the mill will close",
        ),
        ("The mill will close, its director Mira Lund said.", "Mira Lund", "the mill will close"),
        ("Mira said that the mill will close.", "Mira", "the mill will close"),
    ],
)
def test_what_is_said_is_attributed(text: str, holder: str, said: str) -> None:
    (claim,) = claims(text)
    assert (claim.is_attributed, claim.holder) == (True, holder)
    values = [a.value.text.casefold() for a in claim.assertions if a.value]
    assert values in ([said], [])


def test_what_somebody_is_said_to_say_is_no_fact_of_the_world() -> None:
    assert asserted("The ferry will sail daily, Mira said on Monday.") == [
        "observation mira says ferry will sail daily holds"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Dana Boe believed that the database was down, but it was not.",
        "Dana Boe thought that the north gate was closed, but it wasn't.",
        "Dana Boe thought that Kern uses Medibook, but it does not.",
    ],
)
def test_what_somebody_believed_stays_theirs_where_it_was_not_so(text: str) -> None:
    (claim,) = claims(text)
    assert (claim.is_attributed, claim.holder, claim.hedged) == (True, "Dana Boe", True)
    assert [(a.subject.key, a.predicate) for a in claim.assertions if a.subject] == [("dana boe", "says")]
