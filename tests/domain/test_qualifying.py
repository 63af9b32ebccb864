"""How far a statement reaches: what else stays so beside it, and what its denial leaves open."""

import pytest

from tests.domain.testimony import claims, short


def said(text: str) -> list[str]:
    return [short(a) for claim in claims(text) for a in claim.assertions]


@pytest.mark.parametrize(
    "text",
    [
        "Ada Voss also works for Tarn.",
        "Ada Voss works for Tarn too.",
        "Ada Voss works for Tarn as well.",
    ],
)
def test_what_is_added_takes_the_place_of_nothing(text: str) -> None:
    (only,) = said(text)
    assert only.startswith("observation ada voss other:work work for tarn")


def test_where_nothing_is_replaced_what_is_added_is_said_like_the_rest() -> None:
    assert said("Kern also uses Carelog.") == ["relation kern uses [carelog] holds"]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Kern does not use Medibook for payroll.", "kern not other:use use medibook for payroll holds"),
        ("Kern no longer uses Medibook for payroll.", "kern not other:use use medibook for payroll begins"),
        ("Kern does not use Medibook at all.", "kern not uses [medibook] holds"),
        ("Kern does not use Medibook after all.", "kern not uses [medibook] holds"),
        ("Kern does not use Medibook in 2026.", "kern not uses [medibook] holds 2026-01-01 until 2027-01-01"),
        ("Tess Wild is not allergic to nuts after all.", "tess wild not is allergic to nuts holds"),
        ("Hale Dunn never worked for Ashby Tools.", "hale dunn not works_for [ashby tools] holds"),
        ("Hale Dunn has never worked for Ashby Tools.", "hale dunn not works_for [ashby tools] holds"),
        ("Mira never lived in Ghent.", "mira not located_in [ghent] holds"),
    ],
)
def test_a_denial_denies_no_more_than_it_says(text: str, denied: str) -> None:
    assert said(text) == [f"observation {denied}"]
