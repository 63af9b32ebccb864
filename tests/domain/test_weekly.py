"""What is so on some days of every week."""

import pytest

from tests.domain.testimony import asserted, claims


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("On Mondays Mira works from Ghent.", ["Mira", "Ghent"]),
        ("Mondays Mira works from Ghent.", ["Mira", "Ghent"]),
        ("On Fridays Nils Berg visits Ana.", ["Nils Berg", "Ana"]),
        ("On weekends Nils Berg visits Ana.", ["Nils Berg", "Ana"]),
        ("On Sundays Ana Ruiz and Wei play chess.", ["Ana Ruiz", "Wei"]),
        ("Dana joined the Mondays Club.", ["Dana", "Mondays Club"]),
    ],
)
def test_a_day_of_every_week_before_a_name_is_no_part_of_it(text: str, names: list[str]) -> None:
    (claim,) = claims(text)
    assert [mention.name for mention in claim.mentions] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On Mondays Mira works from Ghent.", "relation mira other:work_from [ghent] holds"),
        ("On Mondays and Fridays Mira works at home.", "observation mira other:work work at home holds"),
        (
            "On Mondays, Tuesdays and Fridays Mira lives in Ghent.",
            "observation mira other:live live in ghent holds",
        ),
        ("On Mondays Mira lives in Ghent.", "observation mira other:live live in ghent holds"),
        ("Mira lives in Ghent on Mondays.", "observation mira other:live live in ghent on mondays holds"),
        ("The shop is closed on Tuesdays.", "observation shop other:close is closed on tuesdays holds"),
        ("Corvo uses KeyBox on weekends.", "relation corvo uses [keybox] holds"),
        ("Mira lives in Ghent.", "relation mira located_in [ghent] holds"),
    ],
)
def test_what_is_so_on_some_days_takes_the_place_of_nothing(text: str, expected: str) -> None:
    assert asserted(text) == [expected]
    (claim,) = claims(text)
    assert claim.assertions[0].label.rstrip(".") == text.rstrip(".") or "Mondays" not in text
