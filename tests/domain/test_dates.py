from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain import days
from remember.domain.dates import Bound, Days, Flag, Reading, Tense, find, written
from remember.domain.time import Precision

WEDNESDAY = date(2023, 5, 24)


def day(text: str) -> Days:
    return Days.one(date.fromisoformat(text))


def span(first: str, last: str, precision: Precision = Precision.DAY) -> Days:
    return Days(date.fromisoformat(first), date.fromisoformat(last), precision)


def only(text: str, anchor: date | None = WEDNESDAY, tense: Tense = Tense.PAST) -> Days | None:
    (found,) = find(text, Reading(anchor, tense))
    return found.days


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I went to Brno last week.", span("2023-05-15", "2023-05-21")),
        ("We met yesterday.", day("2023-05-23")),
        ("We met the day before yesterday.", day("2023-05-22")),
        ("She called last night.", day("2023-05-23")),
        ("He left on Friday.", day("2023-05-19")),
        ("He left last Monday.", day("2023-05-22")),
        ("He left on Tuesday last week.", day("2023-05-16")),
        ("They camped last weekend.", span("2023-05-20", "2023-05-21")),
        ("They camped over the weekend.", span("2023-05-20", "2023-05-21")),
        ("It opened three days ago.", day("2023-05-21")),
        ("It opened two weeks ago.", span("2023-05-08", "2023-05-14")),
        ("It opened two years ago.", span("2021-01-01", "2021-12-31", Precision.YEAR)),
        ("It opened last month.", span("2023-04-01", "2023-04-30", Precision.MONTH)),
        ("It opened in December.", span("2022-12-01", "2022-12-31", Precision.MONTH)),
        ("It opened last summer.", span("2022-06-01", "2022-08-31", Precision.MONTH)),
        ("It opened on the 15th.", day("2023-05-15")),
        ("It opened on 1 June.", day("2022-06-01")),
        ("It opened on Monday 1 May.", day("2023-05-01")),
        ("It opened earlier this week.", span("2023-05-22", "2023-05-24")),
        ("It opened the week before last.", span("2023-05-08", "2023-05-14")),
        ("It opened on the first Monday of April.", day("2023-04-03")),
        ("It opened two days before Christmas.", day("2022-12-23")),
        ("It opened late last week.", span("2023-05-18", "2023-05-21")),
        ("It was quiet on my weekend.", span("2023-05-20", "2023-05-21")),
        ("It ran from 1/4 to 3/5.", span("2023-04-01", "2023-05-03")),
    ],
)
def test_what_is_past_is_read_backwards_from_the_source(words: str, expected: Days) -> None:
    assert only(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("We will meet tomorrow.", day("2023-05-25")),
        ("We will meet on Friday.", day("2023-05-26")),
        ("We will meet this Friday.", day("2023-05-26")),
        ("We will meet next Monday.", day("2023-05-29")),
        ("We will meet on Friday next week.", day("2023-06-02")),
        ("We will meet next week.", span("2023-05-29", "2023-06-04")),
        ("We will meet in three days.", day("2023-05-27")),
        ("We will meet in March.", span("2024-03-01", "2024-03-31", Precision.MONTH)),
        ("We will meet on 1 May.", day("2024-05-01")),
        ("We will meet later this month.", span("2023-05-24", "2023-05-31")),
        ("We will meet in Q3.", span("2023-07-01", "2023-09-30", Precision.QUARTER)),
        ("We will meet on the first Friday of next month.", day("2023-06-02")),
        ("We will meet between now and 2 June.", span("2023-05-24", "2023-06-02")),
        ("We will meet by EOM.", span("2023-05-17", "2023-05-31")),
        ("We will meet on the 27.", day("2023-05-27")),
    ],
)
def test_what_is_to_come_is_read_forwards_from_the_source(words: str, expected: Days) -> None:
    assert only(words, tense=Tense.FUTURE) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("It shipped on 2026-06-01.", day("2026-06-01")),
        ("It shipped on 1 June 2026.", day("2026-06-01")),
        ("It shipped on June 1st, 2026.", day("2026-06-01")),
        ("It shipped on Monday, the 1st of June 2026.", day("2026-06-01")),
        ("It shipped on 13.6.2026.", day("2026-06-13")),
        ("It shipped on 2026/06/01.", day("2026-06-01")),
        ("It shipped in June 2026.", span("2026-06-01", "2026-06-30", Precision.MONTH)),
        ("It shipped in 2026-06.", span("2026-06-01", "2026-06-30", Precision.MONTH)),
        ("It shipped in Q2 2026.", span("2026-04-01", "2026-06-30", Precision.QUARTER)),
        ("It shipped in the second quarter of 2026.", span("2026-04-01", "2026-06-30", Precision.QUARTER)),
        ("It shipped in 2026.", span("2026-01-01", "2026-12-31", Precision.YEAR)),
        ("It shipped in the 1990s.", span("1990-01-01", "1999-12-31", Precision.YEAR)),
        ("It shipped from 1 to 5 June 2026.", span("2026-06-01", "2026-06-05")),
        ("It shipped between 30 May and 2 June 2026.", span("2026-05-30", "2026-06-02")),
        ("It shipped during 2019–2021.", span("2019-01-01", "2021-12-31", Precision.YEAR)),
        ("It shipped in the spring of 2026.", span("2026-03-01", "2026-05-31", Precision.MONTH)),
        ("It shipped at Easter 2026.", day("2026-04-05")),
        ("It shipped from 3 to June 9, 2026.", span("2026-06-03", "2026-06-09")),
        ("It shipped on Jun/3/2026.", day("2026-06-03")),
        ("The file is log-20260603.txt", day("2026-06-03")),
        ("It shipped in nineteen ninety-six.", span("1996-01-01", "1996-12-31", Precision.YEAR)),
        ("It shipped in two thousand and fifteen.", span("2015-01-01", "2015-12-31", Precision.YEAR)),
        ("It shipped on the Friday before 25 May 2023.", day("2023-05-19")),
        ("It shipped on the Thursday after 25 May 2023.", day("2023-06-01")),
        ("文件于 2026-06-01 发布。", day("2026-06-01")),
    ],
)
def test_a_whole_date_needs_no_anchor(words: str, expected: Days) -> None:
    assert only(words, anchor=None, tense=Tense.NONE) == expected


def test_without_the_sources_own_time_a_relative_date_stays_unknown() -> None:
    (found,) = find("I went to Brno last week.", Reading(None, Tense.PAST))
    assert (found.text, found.days, found.flags) == ("last week", None, (Flag.NO_ANCHOR,))


def test_mid_2022_is_the_middle_half_of_the_year_and_says_that_it_is_approximate() -> None:
    (found,) = find("It began in mid-2022.", Reading(None))
    assert (found.days, found.flags, found.bound) == (
        span("2022-04-01", "2022-09-30", Precision.MONTH),
        (Flag.APPROXIMATE,),
        Bound.DURING,
    )


@pytest.mark.parametrize(
    ("words", "bound", "expected"),
    [
        ("She has lived here since March.", Bound.SINCE, span("2023-03-01", "2023-03-31", Precision.MONTH)),
        ("As of 1 May she leads audit.", Bound.SINCE, day("2023-05-01")),
        ("She led audit until 2021.", Bound.UNTIL, span("2021-01-01", "2021-12-31", Precision.YEAR)),
        ("It was done by 3 May.", Bound.BY, day("2023-05-03")),
        ("It was done before 3 May.", Bound.BEFORE, day("2023-05-03")),
    ],
)
def test_the_preposition_says_how_a_date_bounds_the_statement(
    words: str, bound: Bound, expected: Days
) -> None:
    (found,) = find(words, Reading(WEDNESDAY, Tense.PAST))
    assert (found.bound, found.days) == (bound, expected)


def test_the_two_days_of_a_postponement_are_kept_apart() -> None:
    (found,) = find("The review slipped from Monday to Thursday.", Reading(WEDNESDAY, Tense.FUTURE))
    assert found.text == "Monday to Thursday"
    assert found.ends == (day("2023-05-29"), day("2023-05-25"))
    assert found.days is None


def test_a_weekday_without_a_tense_is_not_guessed() -> None:
    (found,) = find("Practice talk on Friday", Reading(WEDNESDAY, Tense.NONE))
    assert (found.days, found.flags) == (None, (Flag.AMBIGUOUS,))


def test_a_day_as_far_from_this_years_as_from_last_years_is_not_guessed() -> None:
    (found,) = find("The fair is on 20 November.", Reading(WEDNESDAY, Tense.PRESENT))
    assert (found.days, found.flags) == (None, (Flag.AMBIGUOUS,))


def test_the_order_of_day_and_month_is_a_setting_and_is_flagged() -> None:
    assert [
        (found.days, found.flags)
        for first in (True, False)
        for found in find("Signed on 03/04/2026.", Reading(None, day_first=first))
    ] == [
        (day("2026-04-03"), (Flag.AMBIGUOUS,)),
        (day("2026-03-04"), (Flag.AMBIGUOUS,)),
    ]


def test_a_clock_with_its_zone_is_an_instant_and_without_one_stays_a_day() -> None:
    found = find("Down on 2026-06-01 at 14:30 +02:00, up on 2026-06-01 at 16:00.", Reading(None))
    assert [(f.instant, f.days) for f in found] == [
        (datetime(2026, 6, 1, 12, 30, tzinfo=UTC), day("2026-06-01")),
        (None, day("2026-06-01")),
    ]


@pytest.mark.parametrize(
    ("words", "instant"),
    [
        ("The call is on 5 June 2026 at 15:00 CET.", datetime(2026, 6, 5, 14, tzinfo=UTC)),
        ("The call was at 3 pm EST on 5 June 2026.", datetime(2026, 6, 5, 20, tzinfo=UTC)),
        ("It fell at 08:14 GMT-5, 5 June 2026.", datetime(2026, 6, 5, 13, 14, tzinfo=UTC)),
        ("It fell on 2026-06-05 15:00 UTC+2.", datetime(2026, 6, 5, 13, tzinfo=UTC)),
        ("It fell on 5 June 2026 at 9:30 CST.", None),
        ("It stood between 14:02 and 15:47 UTC on 5 June 2026.", None),
        ("The stall is at 12 West on 5 June 2026.", None),
    ],
)
def test_a_zone_may_have_its_name_and_the_clock_stand_before_the_day(
    words: str, instant: datetime | None
) -> None:
    (found,) = find(words, Reading(None))
    assert (found.instant, found.days) == (instant, day("2026-06-05"))


@pytest.mark.parametrize(
    "words",
    [
        "Version 3.11.2 may march on.",
        "It has 2019 rows and 12 of them sat still.",
        "The address is 10.12.20.19.",
        "Take the second door and press 5.",
        "We may do it.",
        "It took two weeks.",
        "The canteen serves ten thousand people.",
        "From now on it is shut.",
        "It feels like just yesterday.",
    ],
)
def test_what_is_not_a_date_is_left_alone(words: str) -> None:
    assert find(words, Reading(WEDNESDAY, Tense.PAST)) == ()


@pytest.mark.parametrize(
    "words",
    [
        "The keys are with Jan Loos.",
        "Rua reports to May Chen.",
        "It hangs in the office of August Lenz.",
        "The treasurer is Sunday Okoro.",
        "It was signed by Dawn Easter.",
    ],
)
@pytest.mark.parametrize("tense", list(Tense))
def test_a_month_a_weekday_or_a_feast_in_a_name_is_no_time(words: str, tense: Tense) -> None:
    assert not find(words, Reading(WEDNESDAY, tense))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("On Sunday Okoro called.", day("2023-05-21")),
        ("In May Chen left.", span("2023-05-01", "2023-05-31", Precision.MONTH)),
        ("At the end of March Lenz left.", span("2023-03-16", "2023-03-31")),
        ("Since Easter Dawn has led the choir.", day("2023-04-09")),
        ("Last Christmas Dawn left.", day("2022-12-25")),
    ],
)
def test_a_time_before_a_name_is_a_time(words: str, expected: Days) -> None:
    assert only(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Our cook is Bianca since Friday.", day("2023-05-19")),
        ("The lift is out of order since Wednesday.", day("2023-05-17")),
        ("Closed since December.", span("2022-12-01", "2022-12-31", Precision.MONTH)),
    ],
)
@pytest.mark.parametrize("tense", [Tense.PRESENT, Tense.NONE])
def test_a_beginning_is_past_in_every_tense(words: str, expected: Days, tense: Tense) -> None:
    assert only(words, tense=tense) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Wei is away from Monday to Friday.", span("2023-05-29", "2023-06-02")),
        ("Wei is away from Friday to Tuesday.", span("2023-05-26", "2023-05-30")),
        ("Wei is away Thursday to Wednesday.", span("2023-05-25", "2023-05-31")),
    ],
)
def test_weekdays_from_one_to_another_run_forward(words: str, expected: Days) -> None:
    assert only(words, tense=Tense.PRESENT) == expected


def test_past_weekdays_from_one_to_another_run_up_to_the_last() -> None:
    assert only("Wei was away from Monday to Thursday.") == span("2023-05-15", "2023-05-18")


def test_what_comes_sooner_goes_back_to_an_earlier_weekday() -> None:
    (found,) = find("The talk was brought forward from Friday to Monday.", Reading(WEDNESDAY, Tense.FUTURE))
    assert found.ends == (day("2023-05-26"), day("2023-05-29"))


def test_years_that_something_lasts_are_not_added_to_where_it_begins() -> None:
    (found,) = find("The lease runs for three years from 1 June 2026.", Reading(WEDNESDAY, Tense.PRESENT))
    assert (found.bound, found.days) == (Bound.SINCE, day("2026-06-01"))


@pytest.mark.parametrize(
    "words",
    [
        "We meet every Friday.",
        "We meet on Mondays.",
        "The gate is open from Monday to Friday.",
        "Opening hours: Monday to Friday, 9 to 17.",
    ],
)
def test_a_recurring_day_is_no_date(words: str) -> None:
    (found,) = find(words, Reading(WEDNESDAY, Tense.PRESENT))
    assert (found.days, found.flags) == (None, (Flag.RECURRING,))


@given(st.dates(date(1600, 1, 1), date(2190, 12, 31)), st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y"]))
def test_every_whole_date_is_read_as_itself(when: date, form: str) -> None:
    (found,) = find(f"Seen on {when.strftime(form)}.", Reading(None))
    assert found.days == Days.one(when)


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)))
def test_written_days_read_back_as_the_same_days(when: date) -> None:
    for stated in (
        Days.one(when),
        days.week(when),
        days.month(when.year, when.month),
        days.quarter(when.year, (when.month + 2) // 3),
        days.year(when.year),
        days.season(when.year, "summer"),
    ):
        (found,) = find(f"Seen in {written(stated)}.", Reading(None))
        assert found.days == stated


@given(st.text(), st.sampled_from(list(Tense)))
def test_any_text_is_read_without_failing_and_spans_are_its_own(text: str, tense: Tense) -> None:
    for found in find(text, Reading(WEDNESDAY, tense)):
        assert text[found.char_start : found.char_end] == found.text
        assert found.lead_start <= found.char_start


_AT_THE_EDGES = [
    "9999-12-31",
    "until 9999-12-31",
    "the week of 9999-12-30",
    "two weeks after 9999-12-20",
    "3 days before 0001-01-02",
    "the week before 0001-01-01",
    "2024-01-01T10:75Z",
    "2024-01-01T10:15+99:99",
    "0001-01-01T00:15+05:00",
    "100000 weeks ago",
    "tomorrow",
    "yesterday",
    "next week",
    "last month",
    "the end of the year",
    "next Friday",
]


@pytest.mark.parametrize("words", _AT_THE_EDGES)
@pytest.mark.parametrize("anchor", [date.min, date(2026, 6, 10), date.max])
@pytest.mark.parametrize("tense", list(Tense))
def test_where_the_calendar_ends_nothing_fails_and_every_period_has_an_end(
    words: str, anchor: date, tense: Tense
) -> None:
    for found in find(f"It closed {words}.", Reading(anchor, tense)):
        assert found.days is None or found.days.last < date.max


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("No budget until Q3, Mira said.", ("2026-07-01", "2026-09-30")),
        ("The report is due by November.", ("2026-11-01", "2026-11-30")),
    ],
)
def test_an_end_without_a_year_is_to_come(text: str, days: tuple[str, str]) -> None:
    (found,) = find(text, Reading(date(2026, 3, 10), Tense.NONE))
    assert found.days is not None
    assert (found.days.first.isoformat(), found.days.last.isoformat()) == days


def test_which_of_two_days_is_left_open() -> None:
    (found,) = find("Delivery on 17 or 24 March.", Reading(date(2026, 3, 9), Tense.FUTURE))
    assert (found.text, found.days, found.flags) == ("17 or 24 March", None, (Flag.AMBIGUOUS,))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Production no earlier than 20 June.", Bound.AFTER),
        ("Not before 20 June.", Bound.AFTER),
        ("Production no later than 20 June.", Bound.BY),
        ("Any time earlier than 20 June.", Bound.BEFORE),
    ],
)
def test_a_bound_says_on_which_side_of_its_day(text: str, bound: Bound) -> None:
    assert [found.bound for found in find(text, Reading(date(2026, 5, 14)))] == [bound]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("It ran from Nov-Feb 2017.", span("2016-11-01", "2017-02-28", Precision.MONTH)),
        ("It ran June through August.", span("2022-06-01", "2022-08-31", Precision.MONTH)),
        ("It ran from the 4th to the 8th of April.", span("2023-04-04", "2023-04-08")),
        ("It ran 13/4-15/5/2020.", span("2020-04-13", "2020-05-15")),
        ("It ran 13/4/2020-15/5/2020.", span("2020-04-13", "2020-05-15")),
        ("It opened in the 2nd week of March.", span("2023-03-06", "2023-03-12")),
        ("It opened on the last day of April.", day("2023-04-30")),
        ("It opened on the last day of the month.", day("2023-05-31")),
        ("It opened in the 3rd quarter of 2016.", span("2016-07-01", "2016-09-30", Precision.QUARTER)),
        ("It opened in the 1st half of 2016.", days.half(2016, 1)),
        ("It opened in the '60s.", span("1960-01-01", "1969-12-31", Precision.YEAR)),
        ("It opened in the 19th century.", span("1801-01-01", "1900-12-31", Precision.YEAR)),
        ("It opened in the summer of '69.", span("1969-06-01", "1969-08-31", Precision.MONTH)),
        ("It opened in week 7.", span("2023-02-13", "2023-02-19")),
        ("It opened in CW 7.", span("2023-02-13", "2023-02-19")),
        ("Sales are up year to date.", span("2023-01-01", "2023-05-24")),
        ("It opened on Monday 1.5.", day("2023-05-01")),
        ("会议于2016年11月5日举行", day("2016-11-05")),
        ("2016년 11월 5일", day("2016-11-05")),
    ],
)
def test_more_wordings_of_the_past(words: str, expected: Days) -> None:
    assert only(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("It opens on Monday week.", day("2023-06-05")),
        ("It opens a week from tomorrow.", day("2023-06-01")),
        ("It opens a week on Friday.", day("2023-06-02")),
        ("It opens at the end of year.", None),
    ],
)
def test_a_week_from_a_day_is_a_day(words: str, expected: Days | None) -> None:
    found = only(words, tense=Tense.FUTURE)
    assert found == expected if expected else found is not None


@pytest.mark.parametrize(
    "words", ["It opened in week 7 of the course.", "Week 7 was hard.", "It grew in 12 weeks."]
)
def test_a_week_of_something_else_is_no_week_of_the_year(words: str) -> None:
    assert find(words, Reading(WEDNESDAY, Tense.PAST)) == ()


def test_a_fiscal_year_begins_nobody_knows_when() -> None:
    assert only("It grew in fiscal year 2016.") is None
    assert only("It grew in FY2016.") is None


@pytest.mark.parametrize(("anchor", "year"), [(2016, 1940), (2023, 2040), (None, 2040)])
def test_two_digits_of_a_year_lie_no_more_than_twenty_years_ahead(anchor: int | None, year: int) -> None:
    found = only("It is due on 18/03/40.", date(anchor, 5, 1) if anchor else None)
    assert found == Days.one(date(year, 3, 18))
