from datetime import UTC, datetime

import pytest

from remember.domain.claims import UNDATED_CLAIM, ClaimPeriod, EvidenceSpan, PeriodKind, moved
from remember.domain.time import UNDATED, Period, Precision
from remember.errors import Incorrect


def utc(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def test_a_day_as_stated_ends_on_itself_and_as_a_fact_on_the_next_day() -> None:
    day = ClaimPeriod(
        valid_from=utc(2026, 6, 1),
        valid_until=utc(2026, 6, 1),
        precision=Precision.DAY,
        kind=PeriodKind.EVENT_TIME,
    )
    assert day.half_open() == Period(
        valid_from=utc(2026, 6, 1), valid_until=utc(2026, 6, 2), precision=Precision.DAY
    )


def test_an_instant_becomes_one_microsecond() -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    instant = ClaimPeriod(valid_from=noon, valid_until=noon, precision=Precision.INSTANT)
    assert instant.half_open() == Period(
        valid_from=noon, valid_until=noon.replace(microsecond=1), precision=Precision.INSTANT
    )


def test_an_undated_claim_stays_undated_as_a_fact() -> None:
    assert UNDATED_CLAIM.half_open() == UNDATED


@pytest.mark.parametrize(
    ("precision", "starts", "until"),
    [
        (Precision.UNKNOWN, utc(2026, 6, 1), None),
        (Precision.OPEN, utc(2026, 6, 1), utc(2026, 6, 2)),
        (Precision.DAY, utc(2026, 6, 1), None),
        (Precision.DAY, utc(2026, 6, 2), utc(2026, 6, 1)),
    ],
)
def test_a_claim_period_that_its_precision_does_not_allow_is_refused(
    precision: Precision, starts: datetime | None, until: datetime | None
) -> None:
    with pytest.raises(Incorrect):
        ClaimPeriod(valid_from=starts, valid_until=until, precision=precision)


def test_a_fact_period_that_runs_backwards_is_refused_with_what_to_do() -> None:
    with pytest.raises(Incorrect) as refusal:
        Period(valid_from=utc(2024, 1, 1), valid_until=utc(2023, 5, 1), precision=Precision.DAY)
    assert str(refusal.value) == (
        "valid_until 2023-05-01T00:00:00+00:00 is not after valid_from 2024-01-01T00:00:00+00:00 "
        "(periods run forward; swap them, or leave valid_until out if it still holds)"
    )


def test_spans_move_with_their_passage_and_those_outside_it_are_left_out() -> None:
    origin, inside, heading = (
        EvidenceSpan(char_start=40, char_end=60),
        EvidenceSpan(char_start=20, char_end=30),
        EvidenceSpan(char_start=2, char_end=9),
    )
    assert moved([origin, inside, heading], 100, within=(115, 200)) == (
        EvidenceSpan(char_start=140, char_end=160),
        EvidenceSpan(char_start=120, char_end=130),
    )
