"""A first name or surname alone is the person named in full before it, where nobody else can be meant."""

import pytest

from tests.domain.testimony import claims


def named(text: str, **around: object) -> list[str]:
    return [mention.name for claim in claims(text, **around) for mention in claim.mentions]


@pytest.mark.parametrize(
    "text",
    [
        "Dana Whitfield leads the search team. Dana joined Corvo in May.",
        "Dr. Dana Whitfield leads the search team. Whitfield joined Corvo in May.",
        "Dana Whitfield leads the search team. Yesterday Dana joined Corvo.",
    ],
)
def test_one_word_of_a_full_name_is_the_same_person(text: str) -> None:
    assert named(text).count("Dana Whitfield") == 2


@pytest.mark.parametrize(
    "text",
    [
        "Dana Whitfield leads the search team. Dana Okafor leads audit. Dana joined Corvo in May.",
        "Dana Whitfield leads the search team. Dana joined Corvo, where Dana Okafor leads audit.",
        "Dana joined Corvo in May. Dana Whitfield leads the search team.",
    ],
)
def test_a_name_that_two_can_bear_or_that_came_first_stays_as_it_is(text: str) -> None:
    assert "Dana" in named(text)


def test_somebody_who_goes_by_one_name_keeps_it() -> None:
    text = "Dana Whitfield leads the search team. Dana joined Corvo in May."
    assert "Dana" in named(text, known_names=("Dana",))


def test_the_claim_says_the_name_as_its_source_does() -> None:
    last = claims("Dana Whitfield leads the search team. Dana joined Corvo in May.")[-1]
    assert (last.claim_text, last.mentions[0].surface) == ("Dana joined Corvo in 2026-05.", "Dana")


def test_a_thing_named_by_two_words_is_nobody() -> None:
    assert "Harbour" in named("The Harbour Gateway is slow. Dana moved to Harbour in May.")
