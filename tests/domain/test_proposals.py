"""Pairs of entities that are proposed as one, and why."""

from remember.domain.names import Likeness
from remember.domain.proposals import proposal


def test_names_that_can_be_of_one_are_proposed_with_their_reasons() -> None:
    found = proposal([("Ana Ruiz", "A. Ruiz")], ["person"], [])
    assert found is not None
    assert (found.names, found.comparison.likeness, found.comparison.reasons) == (
        ("Ana Ruiz", "A. Ruiz"),
        Likeness.POSSIBLE,
        ("initial",),
    )


def test_names_that_are_of_two_are_not_proposed_however_alike() -> None:
    assert proposal([("Server 12", "Server 13")], [], []) is None
    assert proposal([("Maria Lind", "Mario Lind")], [], []) is None


def test_the_names_that_are_most_alike_speak_for_the_pair() -> None:
    found = proposal([("Corvo", "Corvo Porto"), ("Corvo Ltd", "Corvo Limited")], [], [])
    assert found is not None
    assert (found.names, found.comparison.likeness) == (("Corvo Ltd", "Corvo Limited"), Likeness.SAME)


def test_a_person_and_a_place_are_never_proposed_as_one() -> None:
    assert proposal([("Paris", "Paris")], ["person"], ["place"]) is None
    assert proposal([("Paris", "Paris")], ["person", "place"], ["place"]) is not None
