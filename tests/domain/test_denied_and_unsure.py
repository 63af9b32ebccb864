"""What a sentence denies or leaves open, wherever in it that stands."""

import pytest

from tests.domain.testimony import asserted, claims


@pytest.mark.parametrize(
    "text",
    [
        "Nobody noticed the leak.",
        "None of the pumps was cleaned.",
        "No letters were lost.",
        "Not everyone agrees.",
        "Neither gate was locked in May.",
        "Nothing in this note limits the fee.",
        "No one from the choir attended the rehearsal in 2025.",
    ],
)
def test_a_subject_that_is_nobody_denies_and_is_no_thing_with_facts(text: str) -> None:
    (claim,) = claims(text)
    assert (claim.negated, claim.assertions) == (True, ())


@pytest.mark.parametrize(
    "text",
    [
        "Ivo Lund does not work for Corvo or live in Bergen.",
        "Ivo Lund no longer works for Corvo or lives in Bergen.",
        "Ivo Lund neither works for Corvo nor lives in Bergen.",
    ],
)
def test_of_two_that_are_denied_together_each_is_denied(text: str) -> None:
    assert asserted(text) == [
        "observation ivo lund not works_for [corvo] holds",
        "observation ivo lund not located_in [bergen] holds",
    ]


def test_what_follows_a_denial_in_a_form_of_its_own_is_affirmed() -> None:
    assert asserted("Ivo Lund does not work for Corvo and lives in Bergen.") == [
        "observation ivo lund not works_for [corvo] holds",
        "relation ivo lund located_in [bergen] holds",
    ]


def test_of_two_of_which_one_is_so_neither_is_told() -> None:
    (one,) = asserted("Ivo Lund works for Corvo or lives in Bergen.")
    assert "works_for" not in one
    assert "located_in" not in one


def test_what_somebody_denies_is_not_what_they_say() -> None:
    assert asserted("The brewery denies that more barrels are for sale.") == [
        "observation brewery not says more barrels are for sale holds"
    ]
    (claim,) = claims("Mira denied that she took the key.")
    assert (claim.negated, claim.is_attributed) == (True, True)
    for text in ("Mira denied that the mill was sold.", "Anselm Roth does not think the dock will be ready."):
        assert [a.label for a in claims(text)[0].assertions] == [text]


def test_what_was_found_out_is_said_and_not_only_held() -> None:
    (claim,) = claims("Mira found that the pump was broken.")
    assert (claim.is_attributed, claim.hedged) == (True, False)


def test_about_so_many_and_tried_things_are_no_guesses() -> None:
    assert [claim.hedged for claim in claims("The storm cost roughly 1.9 million euros.")] == [False]
    assert [claim.hedged for claim in claims("Mira tried two browsers.")] == [False]
    assert [claim.hedged for claim in claims("Mira tried to fix the pump.")] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "Dana was going to fly to Oslo, but the flight was full.",
        "Dana was planning to sell the boat.",
        "Dana intended to join Corvo in May.",
    ],
)
def test_a_plan_of_the_past_is_said_with_a_hedge_and_holds_nothing(text: str) -> None:
    plan = claims(text)[0]
    assert (plan.hedged, plan.assertions) == (True, ())
