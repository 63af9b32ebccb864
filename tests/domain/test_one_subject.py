"""Several statements about one subject in one clause: each is asserted by itself where the words allow it."""

import pytest

from tests.domain.testimony import asserted, chat, claims, short


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Tarek works for Delta Yard and lives in Ghent.",
            ["relation tarek works_for [delta yard] holds", "relation tarek located_in [ghent] holds"],
        ),
        (
            "Tarek lives in Ghent but works for Delta Yard.",
            ["relation tarek located_in [ghent] holds", "relation tarek works_for [delta yard] holds"],
        ),
        (
            "Tarek works for Delta Yard, lives in Ghent and reports to Mira.",
            [
                "relation tarek works_for [delta yard] holds",
                "relation tarek located_in [ghent] holds",
                "relation tarek reports_to [mira] holds",
            ],
        ),
        (
            "Mira does not work for Corvo and lives in Ghent.",
            ["observation mira not works_for [corvo] holds", "relation mira located_in [ghent] holds"],
        ),
        (
            "Mira owns the rota and leads the search team.",
            ["observation rota owner [mira] holds", "relation search team led_by [mira] holds"],
        ),
        (
            "The vault uses KeyBox and is located in Ghent.",
            ["observation vault uses [keybox] holds", "observation vault located_in [ghent] holds"],
        ),
        (
            "Mira works for Corvo and plays the cello.",
            ["relation mira works_for [corvo] holds", "observation mira other:play play cello holds"],
        ),
        # One statement: what they share behind them, no word of the vocabulary, or only perhaps.
        ("Mira works and lives in Ghent.", ["observation mira other:work work and lives in ghent holds"]),
        (
            "Mira went home and cooked dinner.",
            ["observation mira other:go did go home and cooked dinner happens"],
        ),
        (
            "Mira may work for Corvo and live in Ghent.",
            ["observation mira other:may_work may work for corvo and live in ghent holds"],
        ),
    ],
)
def test_what_is_joined_about_one_subject_is_asserted_one_by_one(text: str, expected: list[str]) -> None:
    assert asserted(text) == expected


def test_what_a_speaker_joins_is_asserted_of_them() -> None:
    (claim,) = chat(("Ola", "I work for Delta Yard and live in Ghent.")).claims
    assert [short(a) for a in claim.assertions] == [
        "relation ola works_for [delta yard] holds",
        "relation ola located_in [ghent] holds",
    ]


def test_each_part_is_labelled_with_its_subject() -> None:
    (claim,) = claims("Mira works for Corvo and plays the cello.")
    assert [a.label for a in claim.assertions] == ["Mira works for Corvo", "Mira plays the cello."]


def test_a_date_that_may_be_of_one_or_of_all_leaves_the_whole_together() -> None:
    made = asserted("Mira lives in Ghent and works for Corvo since 3 May 2026.")
    assert [one for one in made if "works_for" in one] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Kern uses Medibook and Carelog.", ["kern uses [medibook]", "kern uses [carelog]"]),
        ("Ana knows Mio, Tove and Kari.", ["ana knows [mio]", "ana knows [tove]", "ana knows [kari]"]),
        (
            "Kern uses neither Medibook nor Carelog.",
            ["kern not uses [medibook]", "kern not uses [carelog]"],
        ),
        ("Kern does not use Medibook or Carelog.", ["kern not uses [medibook]", "kern not uses [carelog]"]),
    ],
)
def test_a_list_of_names_is_said_of_each(text: str, told: list[str]) -> None:
    assert [line.split(" ", 1)[1].removesuffix(" holds") for line in asserted(text)] == told


@pytest.mark.parametrize(
    "text",
    [
        "Kern uses Medibook or Carelog.",
        "Ada Voss works for Kern and Tarn.",
    ],
)
def test_of_which_name_it_is_said_is_not_guessed(text: str) -> None:
    (whole,) = claims(text)[0].assertions
    assert whole.object is None
    assert whole.value is not None
    assert whole.value.text == text.split(" ", 1 + (not text.startswith("Kern")))[-1].rstrip(".")
