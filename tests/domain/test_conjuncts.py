"""Which of the statements that "and" joins a date is of."""

import pytest

from tests.domain.testimony import asserted, chat, claims, short


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The mill has 12 looms and was built in 1887.",
            [
                "observation mill has 12 looms holds",
                "observation mill other:build was built happens 1887-01-01",
            ],
        ),
        (
            "Bo Lind works for Kern and has lived in Delft since 2021.",
            [
                "relation bo lind works_for [kern] holds",
                "relation bo lind located_in [delft] holds 2021-01-01",
            ],
        ),
        (
            "Mona Lark joined Kern in 2019 and lives in Bergen.",
            [
                "relation mona lark works_for [kern] begins 2019-01-01",
                "relation mona lark located_in [bergen] holds",
            ],
        ),
        (
            "The dock is closed and will open again in August.",
            [
                "observation dock status closed holds",
                "observation dock other:open will open again happens 2026-08-01",
            ],
        ),
        (
            "The pilot started on 3 May and ends on 9 July.",
            [
                "observation pilot attribute:start_date 2026-05-03 holds",
                "observation pilot attribute:end_date 2026-07-09 holds",
            ],
        ),
        (
            "The plant employs 430 people, has made soup since 1961 and will close on 1 July.",
            [
                "observation plant other:employ employ 430 people holds",
                "observation plant other:make did make soup holds 1961-01-01",
                "observation plant status closed begins 2026-07-01",
            ],
        ),
    ],
)
def test_a_date_is_of_the_statement_that_it_stands_in(text: str, said: list[str]) -> None:
    assert asserted(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Mona Lark joined Kern and moved to Bergen in 2020.",
        "In 2020 Mona Lark joined Kern and moved to Bergen.",
    ],
)
def test_a_date_that_may_be_of_both_stays_with_both(text: str) -> None:
    (claim,) = claims(text)
    assert [a.period.valid_from is not None for a in claim.assertions] == [True]


def test_each_statement_is_told_whole() -> None:
    (claim,) = claims("The mill has 12 looms and was built in 1887.")
    assert [a.label for a in claim.assertions] == ["The mill has 12 looms.", "The mill was built."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "I'm vegan, by the way, so no cake for me on Saturday.",
            ["observation pia is vegan holds"],
        ),
        ("The shop is closed, so no bread until Monday.", ["observation shop status closed holds"]),
        (
            "The lift is broken, so I left on 3 May 2026.",
            [
                "observation lift other:break is broken holds",
                "observation pia other:leave did leave happens 2026-05-03",
            ],
        ),
    ],
)
def test_what_follows_from_a_state_does_not_date_it(text: str, said: list[str]) -> None:
    (claim,) = chat(("Pia", text)).claims
    assert [short(a) for a in claim.assertions] == said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ana Boe said the shop opens at nine from August on.", "from 2026-08 on"),
        ("Ana Boe said the shop opens in August.", "in 2026-08"),
        ("Ana Boe said the shop opened in August.", "in 2025-08"),
        ("Ana Boe said in August that the shop is open.", "in 2025-08"),
    ],
)
def test_a_date_of_what_is_said_looks_the_way_of_its_own_verb(text: str, told: str) -> None:
    (claim,) = claims(text)
    assert told in claim.claim_text
    assert claim.is_attributed
