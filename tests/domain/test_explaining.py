"""How a fact stands, and the sentence that says why."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from remember.domain.explaining import FactStanding, state_of, why_fact

JAN, MAY, JULY = [datetime(2024, month, 1, tzinfo=UTC) for month in (1, 5, 7)]
HELD = FactStanding(valid_from=JAN, valid_until=None, supporting=2)


@pytest.mark.parametrize(
    ("fact", "state", "why"),
    [
        (HELD, "held", "it holds from 2024-01-01: 2 documents for it"),
        (
            replace(HELD, valid_from=None, contradicting=1),
            "held",
            "no source dates it, and nothing rules it out: 2 documents for it, 1 document against it",
        ),
        (
            replace(HELD, valid_from=None, valid_until=JULY),
            "held",
            "it holds until 2024-07-01: 2 documents for it",
        ),
        (replace(HELD, valid_from=JULY), "to_come", "it begins on 2024-07-01: 2 documents for it"),
        (
            replace(HELD, valid_until=MAY, follower="Oda works for Heron"),
            "over",
            "it ended on 2024-05-01, where “Oda works for Heron” begins: 2 documents for it",
        ),
        (
            replace(HELD, valid_until=MAY),
            "over",
            "it ended on 2024-05-01, as a source says: 2 documents for it",
        ),
        (
            replace(HELD, valid_from=None, said_until=JAN, follower="It is monthly."),
            "over",
            "it was the latest word until 2024-01-01, when “It is monthly.” was said: 2 documents for it",
        ),
        (
            replace(HELD, is_disputed=True, valid_until=JAN),
            "contradicted",
            "it is one side of a contradiction that nothing decides: 2 documents for it",
        ),
        (
            replace(HELD, is_withdrawn=True),
            "withdrawn",
            "a processing change took its support; no source took its word back",
        ),
        (replace(HELD, closed_at=JULY), "retracted", "since 2024-07-01 no source says it any more"),
        (
            replace(HELD, closed_at=JULY, taken_back="it was a joke"),
            "retracted",
            "a person retracted it on 2024-07-01: it was a joke",
        ),
        (
            replace(HELD, closed_at=JULY, heir="Oda works for Heron"),
            "merged",
            "it became one with “Oda works for Heron” when two entities were found to be one",
        ),
    ],
)
def test_how_a_fact_stands_in_may_is_told_with_why(fact: FactStanding, state: str, why: str) -> None:
    assert (state_of(fact, MAY), why_fact(fact, MAY)) == (state, why)
