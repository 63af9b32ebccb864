"""Who works for whom from or until when, and who has which part, told by words of jobs."""

import pytest

from tests.domain.testimony import asserted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ines Dahl was fired from Ashby Tools on 2 March 2026.", "ends 2026-03-02"),
        ("Ines Dahl was laid off by Ashby Tools on 2 March 2026.", "ends 2026-03-02"),
        ("Ines Dahl was let go by Ashby Tools on 2 March 2026.", "ends 2026-03-02"),
        ("Ashby Tools dismissed Ines Dahl on 2 March 2026.", "ends 2026-03-02"),
        ("Ines Dahl left the post at Ashby Tools on 2 March 2026.", "ends 2026-03-02"),
        ("Ines Dahl was hired by Ashby Tools in March 2026.", "begins 2026-03-01"),
        ("Ines Dahl was recruited by Ashby Tools as an analyst in March 2026.", "begins 2026-03-01"),
        ("Corvo Ltd hired Ines Dahl on 2 March 2026.", "begins 2026-03-02"),
        ("Ines Dahl joined Ashby Tools as an analyst on 2 March 2026.", "begins 2026-03-02"),
        ("Ines Dahl got a job at Ashby Tools in March 2026.", "begins 2026-03-01"),
        ("Ines Dahl started work at Ashby Tools on 2 March 2026.", "begins 2026-03-02"),
    ],
)
def test_whom_somebody_works_for_begins_and_ends(text: str, expected: str) -> None:
    employer = "corvo ltd" if "Corvo" in text else "ashby tools"
    assert asserted(text) == [f"relation ines dahl works_for [{employer}] {expected}"]


def test_an_end_of_no_known_day_is_a_denial() -> None:
    assert asserted("Ines Dahl was dismissed from Ashby Tools.") == [
        "observation ines dahl not works_for [ashby tools] holds"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ines Dahl was not fired from Ashby Tools.",
        "Ines Dahl may be fired from Ashby Tools.",
        "Ines Dahl will be hired by Ashby Tools.",
        "John Smith hired Ines Dahl.",
        "Ines Dahl hired a van.",
        "Ines Dahl took the bus at Ashby Tools.",
        "Ines Dahl returned the van to Ashby Tools.",
    ],
)
def test_what_is_no_beginning_or_end_of_work_is_none(text: str) -> None:
    assert not [one for one in asserted(text) if "works_for" in one]


@pytest.mark.parametrize(
    ("words", "effect"),
    [
        ("stepped down as", "ends"),
        ("resigned as", "ends"),
        ("was dismissed as", "ends"),
        ("was voted out as", "ends"),
        ("was appointed", "begins"),
        ("was elected as", "begins"),
        ("was promoted to", "begins"),
    ],
)
def test_who_has_a_part_begins_and_ends(words: str, effect: str) -> None:
    assert asserted(f"Ines Dahl {words} chair of Hearth Trust on 1 April 2026.") == [
        f"observation hearth trust attribute:chair [ines dahl] {effect} 2026-04-01"
    ]


def test_one_of_many_is_not_the_one_that_a_thing_has() -> None:
    assert not [one for one in asserted("Ines Dahl was appointed a director of Kern.") if "attribute" in one]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ines Dahl is the treasurer of the choir.", "choir attribute:treasurer [ines dahl] holds"),
        ("Ines Dahl is treasurer of the choir.", "choir attribute:treasurer [ines dahl] holds"),
        ("Ines Dahl is the choir's treasurer.", "choir attribute:treasurer [ines dahl] holds"),
        ("The treasurer of the choir is Ines Dahl.", "choir attribute:treasurer [ines dahl] holds"),
        ("The new treasurer of the choir is Ines Dahl.", "choir attribute:treasurer [ines dahl] begins"),
        ("Ines Dahl became treasurer of the choir.", "choir attribute:treasurer [ines dahl] begins"),
        ("Ines Dahl is not the treasurer of the choir.", "choir not attribute:treasurer [ines dahl] holds"),
        ("Ines Dahl is the lead of the Tarn team.", "tarn team led_by [ines dahl] holds"),
        ("The Tarn team's lead is Ines Dahl.", "tarn team led_by [ines dahl] holds"),
        ("Ines Dahl leads the Tarn team.", "tarn team led_by [ines dahl] holds"),
    ],
)
def test_a_part_is_a_fact_about_the_thing_however_it_is_said(text: str, expected: str) -> None:
    assert [one.partition(" ")[2] for one in asserted(text)] == [expected]


@pytest.mark.parametrize("kind", ["a director", "the former treasurer", "the first treasurer", "the founder"])
def test_what_many_are_or_were_is_said_of_the_person(kind: str) -> None:
    (made,) = asserted(f"Ines Dahl is {kind} of the choir.")
    assert made.startswith("observation ines dahl is ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ines Dahl is a clerk at Ashby Tools.", ["holds"]),
        ("Ines Dahl is head of sales at Ashby Tools.", []),
        ("Ines Dahl has been an engineer at Ashby Tools since 2020.", ["holds 2020-01-01"]),
        ("Ines Dahl became a clerk at Ashby Tools in May 2025.", ["begins 2025-05-01"]),
        ("Ines Dahl was a clerk at Ashby Tools until 2020.", ["holds until 2021-01-01"]),
        ("Ines Dahl is a guest at Ashby Tools.", []),
        ("Ines Dahl is a former clerk at Ashby Tools.", []),
        ("Ines Dahl is not a clerk at Ashby Tools.", []),
        ("Ines Dahl is no longer a clerk at Ashby Tools.", []),
        ("Ines Dahl may be a clerk at Ashby Tools.", []),
    ],
)
def test_who_is_a_clerk_somewhere_works_there(text: str, expected: list[str]) -> None:
    start = "relation ines dahl works_for [ashby tools] "
    assert [one.removeprefix(start) for one in asserted(text) if "works_for" in one] == expected
