"""What was to be and will not be, and what took the place of what."""

from datetime import UTC, datetime

import pytest

from tests.domain.testimony import asserted

MAY = datetime(2025, 5, 20, 9, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "thing", "day"),
    [
        ("The review on 12 June was cancelled.", "review", "2025-06-12"),
        ("The review on 12 June was cancelled because of the storm.", "review", "2025-06-12"),
        ("The Kestrel review on 12 June was cancelled by Dana.", "kestrel review", "2025-06-12"),
        ("The launch planned for 3 June has been called off.", "launch", "2025-06-03"),
        ("Dana cancelled the 14 June workshop.", "workshop", "2025-06-14"),
        ("Dana scrapped the demo planned for 3 June.", "demo", "2025-06-03"),
        ("Dana called the 12 June picnic off.", "picnic", "2025-06-12"),
        ("Dana called off the picnic on 12 June.", "picnic", "2025-06-12"),
        ("The picnic on 12 June is off.", "picnic", "2025-06-12"),
        ("Friday's review was cancelled.", "review", "2025-05-23"),
        ("The review on Friday was cancelled.", "review", "2025-05-23"),
        ("Mira cancelled the booking for 20 June.", "booking", "2025-06-20"),
    ],
)
def test_what_is_called_off_is_not_on_its_day(text: str, thing: str, day: str) -> None:
    said = asserted(text, MAY)
    assert f"observation {thing} not date {day} holds" in said
    assert f"observation {thing} not due_date {day} begins" in said


def test_the_day_on_which_something_was_called_off_is_where_its_day_ends() -> None:
    assert asserted("The trip on 12 June was cancelled on 3 May.", MAY) == [
        "observation trip on 2025 06 12 status cancelled begins 2025-05-03",
        "observation trip date 2025-06-12 ends 2025-05-03",
        "observation trip not due_date 2025-06-12 begins 2025-05-03",
    ]


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("The review was cancelled.", ""),
        ("The review is cancelled.", ""),
        ("Dana has called off the review.", ""),
        ("Dana cancelled the review on 12 April.", " 2025-04-12"),
    ],
)
def test_what_is_called_off_without_its_day_has_no_day(text: str, since: str) -> None:
    assert asserted(text, MAY) == [
        f"observation review status cancelled begins{since}",
        f"observation review date none begins{since}",
        f"observation review due_date none begins{since}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The review has not been cancelled.",
        "The review may be cancelled.",
        "The review will be cancelled.",
        "Dana dropped the phone.",
        "The heating is off.",
        "Dana cancelled.",
    ],
)
def test_what_is_not_called_off_keeps_its_day(text: str) -> None:
    assert not [said for said in asserted(text, MAY) if " date " in said or " status " in said]


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("Larkfield replaced KeyBox with LockJar on 3 May.", "2025-05-03"),
        ("Larkfield swapped KeyBox for LockJar on 3 May.", "2025-05-03"),
        ("KeyBox was replaced by LockJar at Larkfield in April.", "2025-04-01"),
        ("Larkfield will replace KeyBox with LockJar on 3 June.", "2025-06-03"),
    ],
)
def test_what_is_replaced_is_used_no_more_and_the_other_is(text: str, since: str) -> None:
    assert asserted(text, MAY) == [
        f"relation larkfield uses [keybox] ends {since}",
        f"relation larkfield uses [lockjar] begins {since}",
    ]


def test_what_is_replaced_on_no_known_day_is_denied() -> None:
    assert asserted("Larkfield replaced KeyBox with LockJar.", MAY) == [
        "observation larkfield not uses [keybox] holds",
        "relation larkfield uses [lockjar] begins",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Larkfield replaced Dana with Wei.",
        "Mira replaced KeyBox with LockJar at Corvo.",
        "KeyBox was replaced by LockJar.",
        "Larkfield replaced the boiler with a pump.",
    ],
)
def test_who_replaces_people_or_works_elsewhere_uses_nothing_for_that(text: str) -> None:
    assert not [said for said in asserted(text, MAY) if " uses " in said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The review on 12 June will not take place.",
            [
                "observation review on 2025 06 12 status cancelled begins",
                "observation review not date 2025-06-12 holds",
                "observation review not due_date 2025-06-12 begins",
            ],
        ),
        (
            "The review won't go ahead.",
            [
                "observation review status cancelled begins",
                "observation review date none begins",
                "observation review due_date none begins",
            ],
        ),
        (
            "The review on 5 May did not happen.",
            [
                "observation review not date 2025-05-05 holds",
                "observation review not due_date 2025-05-05 begins",
            ],
        ),
        ("The review did not take place.", ["observation review not other:take did take place happens"]),
        (
            "The review will not take place in Delft.",
            ["observation review not other:take will take place in delft happens"],
        ),
    ],
)
def test_what_will_not_take_place_is_called_off(text: str, said: list[str]) -> None:
    assert asserted(text, MAY) == said
