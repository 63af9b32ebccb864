"""What was only heard, and what is so in a story."""

import pytest

from tests.domain.testimony import chat, claims, short


@pytest.mark.parametrize(
    "text",
    [
        "Mona Lark works for Kern, or so I heard.",
        "Mona Lark works for Kern, as far as I know.",
        "As far as I know, Mona Lark works for Kern.",
        "To the best of my knowledge Mona Lark works for Kern.",
        "From what I hear, Mona Lark works for Kern.",
        "Rumour has it that Mona Lark works for Kern.",
        "Word is that Mona Lark works for Kern.",
        "Mona Lark works for Kern, I hear.",
    ],
)
def test_what_was_only_heard_is_hedged(text: str) -> None:
    for made in (claims(text), chat(("Pia", text)).claims):
        (claim,) = made
        assert claim.hedged
        assert [a for a in claim.assertions if a.predicate == "works_for"] == []


def test_the_label_of_what_was_only_heard_says_so() -> None:
    (claim,) = claims("Mona Lark works for Kern, or so I heard.")
    assert [a.label for a in claim.assertions] == ["Mona Lark works for Kern, as far as is known."]


@pytest.mark.parametrize(
    "text",
    [
        "In the novel, Mona Lark works for Kern.",
        "In the film Mona Lark works for Kern.",
        "In the video game, Mona Lark works for Kern.",
        "Mona Lark works for Kern in the novel.",
    ],
)
def test_what_is_so_in_a_story_is_said_of_the_story(text: str) -> None:
    (claim,) = claims(text)
    assert claim.is_attributed
    assert [a.predicate for a in claim.assertions] == ["says"]


def test_a_dream_is_its_dreamers() -> None:
    (claim,) = chat(("Pia", "In my dream Mona Lark worked for Kern.")).claims
    assert claim.is_attributed
    assert claim.holder == "Pia's dream"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "In the game on 3 May 2026, Bo Lind scored twice.",
            ["observation bo lind other:score did score twice happens 2026-05-03"],
        ),
        ("Bo Lind works for Kern as a printer of novels.", None),
        ("In the film industry, Bo Lind works for Kern.", ["relation bo lind works_for [kern] holds"]),
        ("Mona Lark heard the bell and works for Kern.", None),
    ],
)
def test_what_is_so_in_the_world_stays(text: str, said: list[str] | None) -> None:
    (claim,) = claims(text)
    assert not claim.hedged
    assert not claim.is_attributed
    assert said is None or [short(a) for a in claim.assertions] == said
