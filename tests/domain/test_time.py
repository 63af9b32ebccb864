from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.time import (
    UNDATED,
    Asked,
    AsOf,
    At,
    Current,
    History,
    Match,
    Mode,
    Overlap,
    Period,
    Precision,
    asked,
    covers,
    match_of,
)
from remember.errors import Incorrect


def day(number: int) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number - 1)


NOW = day(20)
days = st.integers(1, 40).map(day)


@st.composite
def windows(draw: st.DrawFn) -> Period:
    start, end = draw(st.none() | days), draw(st.none() | days)
    if start and end and end <= start:
        start, end = end, start + timedelta(days=1)
    if start is None and end is None:
        return UNDATED
    return Period(valid_from=start, valid_until=end, precision=Precision.DAY if end else Precision.OPEN)


modes = (
    st.just(Current())
    | st.just(History())
    | days.map(lambda at: At(at=at))
    | st.tuples(days, days).map(lambda pair: Overlap(first=min(pair), last=max(pair)))
    | st.tuples(days, days).map(lambda pair: AsOf(valid_at=pair[0], believed_at=pair[1]))
)


@pytest.mark.parametrize(
    ("mode", "stretch"),
    [
        (Current(), Asked(first=NOW, last=NOW)),
        (At(at=day(3)), Asked(first=day(3), last=day(3))),
        (Overlap(first=day(3), last=day(9)), Asked(first=day(3), last=day(9))),
        (History(), Asked(first=None, last=NOW)),
        (AsOf(valid_at=day(3), believed_at=day(9)), Asked(first=day(3), last=day(3))),
    ],
)
def test_each_mode_asks_about_a_stretch_of_world_time(mode: Mode, stretch: Asked) -> None:
    assert asked(mode, NOW) == stretch


@pytest.mark.parametrize(("instant", "holds"), [(9, False), (10, True), (14, True), (15, False)])
def test_a_window_holds_from_its_start_to_just_before_its_end(instant: int, holds: bool) -> None:
    window = Period(valid_from=day(10), valid_until=day(15), precision=Precision.DAY)
    assert covers(window, asked(At(at=day(instant)), NOW)) is holds


@pytest.mark.parametrize(
    ("first", "last", "holds"),
    [(1, 9, False), (1, 10, True), (12, 13, True), (14, 30, True), (15, 30, False)],
)
def test_a_range_includes_both_its_ends(first: int, last: int, holds: bool) -> None:
    window = Period(valid_from=day(10), valid_until=day(15), precision=Precision.DAY)
    assert covers(window, asked(Overlap(first=day(first), last=day(last)), NOW)) is holds


def test_history_has_what_is_over_and_not_what_is_to_come() -> None:
    over = Period(valid_from=day(1), valid_until=day(2), precision=Precision.DAY)
    to_come = Period(valid_from=day(21), precision=Precision.OPEN)
    assert covers(over, asked(History(), NOW))
    assert not covers(to_come, asked(History(), NOW))


@given(modes)
def test_nothing_rules_an_undated_fact_out(mode: Mode) -> None:
    assert covers(UNDATED, asked(mode, NOW))
    assert match_of(UNDATED) is Match.POSSIBLE


@given(windows(), days, days)
def test_a_range_is_covered_exactly_when_one_of_its_days_is(
    window: Period, one: datetime, other: datetime
) -> None:
    first, last = min(one, other), max(one, other)
    instants = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    expected = any(covers(window, asked(At(at=instant), NOW)) for instant in instants)
    assert covers(window, asked(Overlap(first=first, last=last), NOW)) is expected


@given(windows())
def test_whatever_holds_now_is_part_of_its_history(window: Period) -> None:
    if covers(window, asked(Current(), NOW)):
        assert covers(window, asked(History(), NOW))


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        (Period(valid_from=day(1), valid_until=day(2), precision=Precision.DAY), Match.CONFIRMED),
        (Period(valid_from=day(1), precision=Precision.OPEN), Match.CONFIRMED),
        (Period(valid_from=day(1), precision=Precision.DAY), Match.POSSIBLE),
        (Period(valid_until=day(2), precision=Precision.DAY), Match.POSSIBLE),
        (UNDATED, Match.POSSIBLE),
    ],
)
def test_a_match_is_confirmed_where_the_window_is_complete(window: Period, expected: Match) -> None:
    assert match_of(window) is expected


def test_a_range_does_not_run_backward() -> None:
    with pytest.raises(Incorrect, match="before 2026-01-02"):
        Overlap(first=day(2), last=day(1))


@pytest.mark.parametrize(
    "bounds", [{"valid_until": day(2)}, {"valid_from": day(1), "valid_until": day(2)}], ids=["end", "both"]
)
def test_an_open_period_has_a_start_and_no_end(bounds: dict[str, datetime]) -> None:
    with pytest.raises(Incorrect, match="open has a start and no end"):
        Period(precision=Precision.OPEN, **bounds)


@given(windows(), days)
def test_a_window_contains_exactly_the_instants_at_which_it_covers(window: Period, instant: datetime) -> None:
    assert window.contains(instant) is covers(window, asked(At(at=instant), NOW))
