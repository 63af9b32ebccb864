"""What the testimony of one slot amounts to, whatever the order in which it came."""

import random

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import ALWAYS, SaidRange, Testimony
from remember.domain.folding import fold
from remember.domain.time import UNDATED, Period, Precision
from tests.domain.slots import any_testimony, between, day, on, outline, ranges, rivals, said, since, until

BEGINS, ENDS, HAPPENS, HOLDS = Effect.BEGINS, Effect.ENDS, Effect.HAPPENS, Effect.HOLDS


def test_one_undated_claim_is_one_undated_fact() -> None:
    folded = fold([said(1, "green", at=5)], exclusive=True)
    assert outline(folded) == [("green", UNDATED, {1})]
    assert folded[0].said == ALWAYS


def test_restatements_confirm_one_fact() -> None:
    folded = fold([said(1, "green", at=5), said(2, "green", at=9), said(3, "green")], exclusive=True)
    assert outline(folded) == [("green", UNDATED, {1, 2, 3})]


def test_a_move_ends_the_old_state_where_the_new_one_begins() -> None:
    folded = fold(
        [said(1, "red", BEGINS, on(3), at=4), said(2, "green", BEGINS, on(30), at=90)], exclusive=True
    )
    assert outline(folded) == [("red", between(3, 30), {1}), ("green", since(30), {2})]
    assert rivals(folded) == [("red", []), ("green", [])]


def test_values_of_a_predicate_that_may_have_many_stand_side_by_side() -> None:
    folded = fold([said(1, "red", BEGINS, on(3)), said(2, "green", BEGINS, on(30))], exclusive=False)
    assert outline(folded) == [("red", since(3), {1}), ("green", since(30), {2})]


def test_a_state_that_returns_gets_a_third_period() -> None:
    items = [
        said(1, "P", HOLDS, between(1, 91)),
        said(2, "Q", HOLDS, between(91, 182)),
        said(3, "P", BEGINS, on(182)),
    ]
    assert outline(fold(items, exclusive=True)) == [
        ("P", between(1, 91), {1}),
        ("Q", between(91, 182), {2}),
        ("P", since(182), {3}),
    ]


def test_recorded_values_of_an_attribute_follow_each_other() -> None:
    items = [
        said(n, value, HOLDS, since(n)) for n, value in [(1, "a"), (5, "b"), (7, "b"), (9, "a"), (12, "c")]
    ]
    assert outline(fold(items, exclusive=True)) == [
        ("a", between(1, 5), {1}),
        ("b", between(5, 9), {5, 7}),
        ("a", between(9, 12), {9}),
        ("c", since(12), {12}),
    ]


def test_leaving_closes_the_window_and_supports_it() -> None:
    folded = fold([said(1, "team", BEGINS, on(3)), said(2, "team", ENDS, on(40))], exclusive=False)
    assert outline(folded) == [("team", between(3, 40), {1, 2})]


def test_leaving_what_nobody_said_was_joined_leaves_the_start_unknown() -> None:
    folded = fold([said(1, "team", ENDS, on(40))], exclusive=False)
    assert outline(folded) == [("team", until(40), {1})]


def test_an_undated_statement_from_before_the_end_confirms_the_ended_state() -> None:
    folded = fold([said(1, "team", at=10), said(2, "team", ENDS, on(40), at=41)], exclusive=False)
    assert outline(folded) == [("team", until(40), {1, 2})]


def test_an_undated_statement_from_after_the_end_is_another_fact() -> None:
    folded = fold([said(1, "team", at=50), said(2, "team", ENDS, on(40), at=41)], exclusive=False)
    assert outline(folded) == [("team", until(40), {2}), ("team", UNDATED, {1})]


def test_an_end_that_is_told_later_is_the_end_of_what_was_said_before_it_was_told() -> None:
    march = Period(valid_from=day(61), valid_until=day(92), precision=Precision.MONTH)
    for said_on in (30, 70, 95):
        told = [said(1, "team", at=said_on), said(2, "team", ENDS, march, at=111)]
        (fact,) = fold(told, exclusive=True)
        assert (fact.window.valid_until, {claim.int for claim in fact.supports}) == (day(61), {1, 2})


def test_what_is_said_again_after_an_end_was_told_stands_beside_it() -> None:
    items = [said(1, "team", at=10), said(2, "team", ENDS, on(40), at=41), said(3, "team", at=60)]
    assert outline(fold(items, exclusive=True)) == [("team", until(40), {1, 2}), ("team", UNDATED, {3})]


def test_a_stay_of_some_days_ends_no_undated_state() -> None:
    items = [said(1, "Bergen", at=10), said(2, "Rome", HOLDS, between(40, 47), at=41)]
    folded = fold(items, exclusive=True)
    assert ranges(folded) == [("Bergen", ALWAYS), ("Rome", ALWAYS)]
    assert rivals(folded) == [("Bergen", []), ("Rome", [])]
    said_again = [*items, said(3, "Bergen", at=60)]
    assert outline(fold(said_again, exclusive=True))[0] == ("Bergen", UNDATED, {1, 3})


def test_a_later_said_beginning_corrects_the_date_and_not_the_statement() -> None:
    folded = fold(
        [said(1, "team", BEGINS, on(10), at=11), said(2, "team", BEGINS, on(12), at=20)], exclusive=False
    )
    assert outline(folded) == [("team", since(12), {1, 2})]


def test_a_corrected_beginning_moves_the_end_of_the_one_before() -> None:
    items = [
        said(1, "red", BEGINS, on(1)),
        said(2, "green", BEGINS, on(10), at=11),
        said(3, "green", BEGINS, on(12), at=20),
    ]
    assert outline(fold(items, exclusive=True)) == [
        ("red", between(1, 12), {1}),
        ("green", since(12), {2, 3}),
    ]


def test_of_two_ends_said_together_the_earlier_counts_however_it_is_dated() -> None:
    folded = fold(
        [said(1, "team", ENDS, on(12), at=20), said(2, "team", HOLDS, until(19), at=20)], exclusive=False
    )
    assert outline(folded) == [("team", until(12), {1, 2})]


def test_a_stated_period_inside_a_state_only_supports_it() -> None:
    folded = fold([said(1, "team", BEGINS, on(10)), said(2, "team", HOLDS, between(20, 30))], exclusive=False)
    assert outline(folded) == [("team", since(10), {1, 2})]


def test_a_late_report_about_some_days_does_not_erase_the_rest() -> None:
    items = [said(1, "Ann", BEGINS, on(1)), said(2, "Bob", HOLDS, between(20, 30), at=99)]
    assert outline(fold(items, exclusive=True)) == [
        ("Ann", between(1, 20), {1}),
        ("Bob", between(20, 30), {2}),
        ("Ann", since(30), {1}),
    ]


def test_what_comes_after_the_interval_still_ends_the_resumed_state() -> None:
    items = [
        said(1, "Ann", BEGINS, on(1)),
        said(2, "Bob", HOLDS, between(20, 30)),
        said(3, "Cid", HOLDS, between(25, 40)),
        said(4, "Dee", BEGINS, on(60)),
    ]
    folded = fold(items, exclusive=True)
    assert outline(folded) == [
        ("Ann", between(1, 20), {1}),
        ("Bob", between(20, 30), {2}),
        ("Cid", between(25, 40), {3}),
        ("Ann", between(40, 60), {1}),
        ("Dee", since(60), {4}),
    ]
    assert rivals(folded)[1:3] == [("Bob", ["Cid"]), ("Cid", ["Bob"])]


def test_two_stated_periods_that_overlap_contradict_and_are_not_cut() -> None:
    folded = fold([said(1, "5", HOLDS, between(1, 30)), said(2, "7", HOLDS, between(10, 40))], exclusive=True)
    assert outline(folded) == [("5", between(1, 30), {1}), ("7", between(10, 40), {2})]
    assert rivals(folded) == [("5", ["7"]), ("7", ["5"])]
    assert [{claim.int for claim in fact.contradicts} for fact in folded] == [{2}, {1}]


def test_two_values_that_begin_together_contradict() -> None:
    folded = fold([said(1, "red", BEGINS, on(3)), said(2, "green", BEGINS, on(3))], exclusive=True)
    assert rivals(folded) == [("red", ["green"]), ("green", ["red"])]


def test_the_latest_said_of_undated_rivals_is_current_and_neither_gets_a_window() -> None:
    folded = fold([said(1, "likes", at=1), said(2, "likes", at=9, positive=False)], exclusive=False)
    assert outline(folded) == [("likes", UNDATED, {1}), ("-likes", UNDATED, {2})]
    assert ranges(folded) == [("likes", SaidRange(until=day(9))), ("-likes", SaidRange(since=day(9)))]
    assert rivals(folded) == [("likes", []), ("-likes", [])]


def test_undated_rivals_said_at_one_time_contradict() -> None:
    folded = fold([said(1, "likes", at=1), said(2, "likes", at=1, positive=False)], exclusive=False)
    assert rivals(folded) == [("likes", ["-likes"]), ("-likes", ["likes"])]


def test_undated_rivals_of_unknown_said_on_contradict() -> None:
    folded = fold([said(1, "Ann", at=1), said(2, "Bob")], exclusive=True)
    assert rivals(folded) == [("Ann", ["Bob"]), ("Bob", ["Ann"])]


def test_undated_values_that_alternate_keep_each_of_their_turns() -> None:
    folded = fold([said(1, "Ann", at=1), said(2, "Bob", at=5), said(3, "Ann", at=9)], exclusive=True)
    assert sorted(ranges(folded), key=str) == sorted(
        [
            ("Ann", SaidRange(until=day(5))),
            ("Bob", SaidRange(since=day(5), until=day(9))),
            ("Ann", SaidRange(since=day(9))),
        ],
        key=str,
    )


def test_an_undated_value_said_before_a_dated_change_is_past() -> None:
    folded = fold([said(1, "Ann", at=3), said(2, "Bob", BEGINS, on(30), at=31)], exclusive=True)
    assert ranges(folded) == [("Ann", SaidRange(until=day(30))), ("Bob", ALWAYS)]
    assert rivals(folded) == [("Ann", []), ("Bob", [])]


def test_an_undated_denial_said_last_is_current_and_dates_nothing() -> None:
    folded = fold(
        [said(1, "team", BEGINS, on(3), at=4), said(2, "team", at=90, positive=False)], exclusive=False
    )
    assert outline(folded) == [("-team", UNDATED, {2}), ("team", since(3), {1})]
    assert ranges(folded) == [("-team", SaidRange(since=day(90))), ("team", SaidRange(until=day(90)))]
    assert rivals(folded) == [("-team", []), ("team", [])]


def test_a_denial_of_an_event_said_before_it_is_reported_is_past() -> None:
    before_it = [said(1, "moved", at=2, positive=False), said(2, "moved", HAPPENS, on(5), at=9)]
    assert ranges(fold(before_it, exclusive=False)) == [
        ("-moved", SaidRange(until=day(5))),
        ("moved", ALWAYS),
    ]
    not_known_yet = [said(1, "moved", at=7, positive=False), said(2, "moved", HAPPENS, on(5), at=9)]
    assert ranges(fold(not_known_yet, exclusive=False)) == [
        ("-moved", SaidRange(since=day(7), until=day(9))),
        ("moved", ALWAYS),
    ]


def test_a_denial_of_an_event_said_last_is_current_beside_it() -> None:
    items = [said(1, "moved", at=20, positive=False), said(2, "moved", HAPPENS, on(5), at=9)]
    assert ranges(fold(items, exclusive=False)) == [("-moved", SaidRange(since=day(20))), ("moved", ALWAYS)]


def test_an_event_ends_no_other_value_of_what_has_one_at_a_time() -> None:
    items = [said(1, "open", at=2), said(2, "paused", HAPPENS, on(5), at=9)]
    assert ranges(fold(items, exclusive=True)) == [("open", ALWAYS), ("paused", ALWAYS)]


def test_an_undated_value_that_nothing_can_order_contradicts_an_open_one() -> None:
    folded = fold([said(1, "Ann", BEGINS, on(3), at=90), said(2, "Bob", at=40)], exclusive=True)
    assert rivals(folded) == [("Bob", ["Ann"]), ("Ann", ["Bob"])]


def test_distinct_dated_events_stay_distinct() -> None:
    items = [said(1, "won", HAPPENS, on(3)), said(2, "won", HAPPENS, on(9)), said(3, "won", HAPPENS, on(3))]
    assert outline(fold(items, exclusive=False)) == [("won", on(3), {1, 3}), ("won", on(9), {2})]


def test_a_measurement_of_one_period_with_two_values_contradicts() -> None:
    quarter = Period(valid_from=day(1), valid_until=day(92), precision=Precision.QUARTER)
    folded = fold([said(1, "5", HAPPENS, quarter), said(2, "7", HAPPENS, quarter)], exclusive=True)
    assert rivals(folded) == [("5", ["7"]), ("7", ["5"])]


def test_a_window_is_as_precise_as_its_coarsest_bound() -> None:
    year = Period(valid_from=day(1), valid_until=day(367), precision=Precision.YEAR)
    folded = fold([said(1, "team", BEGINS, year), said(2, "team", ENDS, on(40))], exclusive=False)
    assert folded[0].window == Period(valid_from=day(1), valid_until=day(40), precision=Precision.YEAR)


# --- properties -----------------------------------------------------------------------------------


@given(any_testimony(), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(
    items: list[Testimony], exclusive: bool, shuffler: random.Random
) -> None:
    shuffled = items[:]
    shuffler.shuffle(shuffled)
    assert fold(shuffled, exclusive=exclusive) == fold(items, exclusive=exclusive)


@given(any_testimony(), st.booleans())
def test_every_claim_supports_something(items: list[Testimony], exclusive: bool) -> None:
    folded = fold(items, exclusive=exclusive)
    assert {claim for fact in folded for claim in fact.supports} == {item.claim_id for item in items}


@given(any_testimony(), st.booleans())
def test_windows_of_one_proposition_never_overlap(items: list[Testimony], exclusive: bool) -> None:
    folded = [fact for fact in fold(items, exclusive=exclusive) if fact.window != UNDATED]
    for position, one in enumerate(folded):
        for other in folded[position + 1 :]:
            assert one.fact_key != other.fact_key or not one.window.overlaps(other.window)


@given(any_testimony(), st.booleans())
def test_open_rivals_that_both_hold_now_are_flagged(items: list[Testimony], exclusive: bool) -> None:
    folded = fold(items, exclusive=exclusive)
    for position, fact in enumerate(folded):
        if fact.window.precision is Precision.OPEN and fact.said.until is None:
            for other in folded[position + 1 :]:
                same_value = fact.first.value == other.first.value
                both_positive = fact.first.positive and other.first.positive
                denied = fact.first.positive != other.first.positive
                rival = denied if same_value else exclusive and both_positive
                if rival and other.window.precision is Precision.OPEN and other.said.until is None:
                    assert position in other.rivals


@given(any_testimony(), st.booleans())
def test_what_denies_an_event_is_not_current_after_the_event_was_reported(
    items: list[Testimony], positive: bool
) -> None:
    told = [*items, said(90, "a", HAPPENS, on(25), at=40, positive=positive)]
    known = {item.claim_id for item in told if item.said_at is not None}
    for fact in fold(told, exclusive=False):
        if fact.window == UNDATED and fact.first.stated == ("a", not positive) and fact.supports & known:
            assert fact.said.until is not None


def test_ten_thousand_values_in_a_row_each_end_where_the_next_begins() -> None:
    # Comparing each with each would take minutes.
    count = 10_000
    folded = fold([said(n, f"value {n}", HOLDS, since(n)) for n in range(1, count)], exclusive=True)
    ends = [(fact.window.valid_from, fact.window.valid_until) for fact in folded]
    assert ends == [(day(n), day(n + 1)) for n in range(1, count - 1)] + [(day(count - 1), None)]
