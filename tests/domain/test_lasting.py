"""What has been so for some time is dated from when it began, as far as the source's own day says."""

from datetime import UTC, date, datetime

import pytest

from remember.domain.claims import PeriodKind
from remember.domain.time import Precision
from tests.domain.testimony import chat, claims, short

SAID = datetime(2026, 6, 12, 9, tzinfo=UTC)


def period(words: str, at: datetime | None = SAID) -> tuple[date | None, date | None, Precision]:
    (claim,) = chat(("Ola", words), ("Bo", "Nice!"), at=at).claims
    first, last = claim.period.valid_from, claim.period.valid_until
    return first.date() if first else None, last.date() if last else None, claim.period.precision


@pytest.mark.parametrize(
    ("words", "since"),
    [
        ("I have lived in Bergen for three years.", date(2023, 1, 1)),
        ("I've been learning Welsh for two months now.", date(2026, 4, 1)),
        ("Been learning Welsh for two weeks.", date(2026, 5, 25)),
        ("We've known the harbour crew for about a decade.", date(2010, 1, 1)),
    ],
)
def test_what_has_been_so_for_a_while_is_open_since_then(words: str, since: date) -> None:
    assert period(words) == (since, None, Precision.OPEN)


@pytest.mark.parametrize(
    "words",
    [
        "I lived in Bergen for three years.",
        "I will stay in Bergen for three years.",
        "It took two weeks now.",
    ],
)
def test_what_is_over_or_to_come_has_no_beginning_to_be_told_from_how_long(words: str) -> None:
    assert period(words) == (None, None, Precision.UNKNOWN)


def test_without_a_day_to_count_from_it_stays_unknown() -> None:
    assert period("I have lived in Bergen for three years.", at=None) == (None, None, Precision.UNKNOWN)


def test_the_wording_says_both_how_long_and_since_when() -> None:
    (claim,) = chat(("Ola", "I have lived in Bergen for three years."), ("Bo", "Nice!")).claims
    assert claim.claim_text == "Ola has lived in Bergen for three years, since 2023."
    assert "approximate" in claim.flags


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "The kayak I bought last week is red.",
            (date(2026, 6, 1), date(2026, 6, 7), Precision.DAY),
        ),
        ("I'm starting next month.", (date(2026, 7, 1), date(2026, 7, 31), Precision.MONTH)),
        (
            "Guess what I did yesterday? I applied to the choir.",
            (date(2026, 6, 11), date(2026, 6, 11), Precision.DAY),
        ),
        ("See you tomorrow at Rosa's!", (date(2026, 6, 13), date(2026, 6, 13), Precision.DAY)),
    ],
)
def test_a_day_that_is_told_by_the_way_dates_the_claim(
    words: str, expected: tuple[date, date, Precision]
) -> None:
    assert period(words) == expected


@pytest.mark.parametrize(
    ("text", "said", "bounds"),
    [
        (
            "Mira has lived in Ghent since the flood last year.",
            "relation mira located_in [ghent] holds",
            (date(2025, 1, 1), date(2025, 12, 31), Precision.YEAR),
        ),
        (
            "Corvo has used KeyBox since the audit last month.",
            "relation corvo uses [keybox] holds",
            (date(2026, 5, 1), date(2026, 5, 31), Precision.MONTH),
        ),
        (
            "Mira has slept badly since her surgery in 2024.",
            "observation mira other:sleep did sleep badly since her surgery in 2024 holds",
            (date(2024, 1, 1), date(2024, 12, 31), Precision.YEAR),
        ),
    ],
)
def test_what_has_been_so_since_something_of_a_year_began_at_some_time_in_it(
    text: str, said: str, bounds: tuple[date, date, Precision]
) -> None:
    (claim,) = claims(text, SAID)
    period = claim.period
    assert period.valid_from and period.valid_until
    assert (period.valid_from.date(), period.valid_until.date(), period.precision) == bounds
    assert period.kind is PeriodKind.EVENT_TIME
    assert [short(one) for one in claim.assertions] == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Corvo has used KeyBox since the audit on 3 May.", "relation corvo uses [keybox] holds 2026-05-03"),
        (
            "Mira has slept badly since 3 May.",
            "observation mira other:sleep did sleep badly holds 2026-05-03",
        ),
        ("The choir has met here since 2021.", "observation choir other:meet did meet here holds 2021-01-01"),
    ],
)
def test_what_has_been_so_since_a_day_is_open_from_it(text: str, said: str) -> None:
    (claim,) = claims(text, SAID)
    assert claim.period.precision is Precision.OPEN
    assert [short(one) for one in claim.assertions] == [said]


def test_what_happened_since_is_no_state() -> None:
    (claim,) = claims("Mira paid the fine for the audit last year.", SAID)
    assert claim.period.precision is Precision.YEAR
    assert [short(one) for one in claim.assertions] == [
        "observation mira other:pay did pay fine for audit happens 2025-01-01"
    ]
