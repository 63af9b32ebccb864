"""What a source of less trust says ends nothing that one of more trust says: it supports, or contradicts."""

import random

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import ALWAYS, SaidRange, Testimony
from remember.domain.folding import fold
from remember.domain.time import UNDATED
from remember.domain.trust import Trust
from tests.domain.slots import any_testimony, between, day, on, outline, ranges, rivals, said, since

BEGINS, ENDS, HAPPENS, HOLDS = Effect.BEGINS, Effect.ENDS, Effect.HAPPENS, Effect.HOLDS
VERIFIED, ASSERTED, WEAK = Trust.VERIFIED, Trust.ASSERTED, Trust.UNVERIFIED


def test_a_weak_change_ends_nothing_and_stands_beside_as_contradicting() -> None:
    items = [said(1, "Ann", BEGINS, on(3)), said(2, "Bob", BEGINS, on(30), trust=WEAK)]
    folded = fold(items, exclusive=True)
    assert outline(folded) == [("Ann", since(3), {1}), ("Bob", since(30), {2})]
    assert rivals(folded) == [("Ann", ["Bob"]), ("Bob", ["Ann"])]


def test_a_change_said_with_more_trust_ends_a_weak_state_where_it_begins() -> None:
    items = [said(1, "Ann", BEGINS, on(3), trust=WEAK), said(2, "Bob", BEGINS, on(30))]
    folded = fold(items, exclusive=True)
    assert outline(folded) == [("Ann", between(3, 30), {1}), ("Bob", since(30), {2})]
    assert rivals(folded) == [("Ann", []), ("Bob", [])]


def test_an_ordinary_source_ends_nothing_that_is_verified() -> None:
    items = [said(1, "500", at=1, trust=VERIFIED), said(2, "9000", at=9)]
    folded = fold(items, exclusive=True)
    assert rivals(folded) == [("500", ["9000"]), ("9000", ["500"])]
    assert ranges(folded) == [("500", ALWAYS), ("9000", SaidRange(since=day(9)))]


def test_the_latest_word_of_equal_trust_still_counts() -> None:
    items = [said(n, value, at=n, trust=VERIFIED) for n, value in ((1, "500"), (9, "700"))]
    assert ranges(fold(items, exclusive=True)) == [
        ("500", SaidRange(until=day(9))),
        ("700", SaidRange(since=day(9))),
    ]


def test_a_weak_end_of_a_trusted_state_only_speaks_against_it() -> None:
    items = [said(1, "team", BEGINS, on(3)), said(2, "team", ENDS, on(40), trust=WEAK)]
    (fact,) = fold(items, exclusive=False)
    assert (fact.window, fact.supports, fact.contradicts) == (
        since(3),
        {items[0].claim_id},
        {items[1].claim_id},
    )


def test_a_weak_end_where_the_state_ended_anyway_supports_it() -> None:
    items = [
        said(1, "team", BEGINS, on(3)),
        said(2, "team", ENDS, on(40)),
        said(3, "team", ENDS, on(40), trust=WEAK),
    ]
    assert outline(fold(items, exclusive=False)) == [("team", between(3, 40), {1, 2, 3})]


def test_weak_words_for_a_trusted_fact_support_it_and_move_no_date() -> None:
    items = [
        said(1, "team", BEGINS, on(10), at=50),
        said(2, "team", BEGINS, on(4), at=60, trust=WEAK),
        said(3, "team", HOLDS, between(12, 20), trust=WEAK),
        said(4, "team", at=30, trust=WEAK),
    ]
    assert outline(fold(items, exclusive=False)) == [("team", since(10), {1, 2, 3, 4})]


def test_weak_words_of_another_time_are_a_fact_of_their_own() -> None:
    items = [
        said(1, "team", HOLDS, between(10, 20)),
        said(2, "team", BEGINS, on(40), trust=WEAK),
    ]
    assert outline(fold(items, exclusive=False)) == [("team", between(10, 20), {1}), ("team", since(40), {2})]


def test_a_weak_date_is_not_given_to_a_trusted_undated_fact() -> None:
    items = [said(1, "team", at=9), said(2, "team", BEGINS, on(3), at=10, trust=WEAK)]
    assert outline(fold(items, exclusive=False)) == [("team", UNDATED, {1, 2})]


def test_the_same_event_told_with_less_trust_is_the_same_event() -> None:
    items = [said(1, "won", HAPPENS, on(3)), said(2, "won", HAPPENS, on(3), trust=WEAK)]
    assert outline(fold(items, exclusive=False)) == [("won", on(3), {1, 2})]


def test_a_weak_denial_contradicts() -> None:
    items = [said(1, "likes", at=1), said(2, "likes", at=9, positive=False, trust=WEAK)]
    assert rivals(fold(items, exclusive=False)) == [("likes", ["-likes"]), ("-likes", ["likes"])]


def test_what_was_said_last_with_little_trust_does_not_come_back_by_itself() -> None:
    items = [said(1, "red", at=1), said(2, "green", at=5), said(3, "red", at=9, trust=WEAK)]
    folded = fold(items, exclusive=True)
    assert ranges(folded) == [
        ("red", SaidRange(until=day(5))),
        ("green", SaidRange(since=day(5))),
        ("red", SaidRange(since=day(9))),
    ]
    assert rivals(folded)[1:] == [("green", ["red"]), ("red", ["green"])]


def test_a_dated_state_that_gave_way_does_not_come_back_on_a_weak_word_either() -> None:
    items = [
        said(1, "red", BEGINS, on(3), at=4),
        said(2, "green", at=50),
        said(3, "red", at=90, trust=WEAK),
    ]
    folded = fold(items, exclusive=True)
    assert outline(folded) == [("green", UNDATED, {2}), ("red", UNDATED, {3}), ("red", since(3), {1})]
    assert rivals(folded) == [("green", ["red"]), ("red", ["green"]), ("red", [])]


# --- properties -----------------------------------------------------------------------------------


@given(any_testimony(list(Trust)), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(
    items: list[Testimony], exclusive: bool, shuffler: random.Random
) -> None:
    shuffled = items[:]
    shuffler.shuffle(shuffled)
    assert fold(shuffled, exclusive=exclusive) == fold(items, exclusive=exclusive)


@given(any_testimony(list(Trust)), st.booleans())
def test_less_trusted_words_leave_every_more_trusted_fact_as_it_was(
    items: list[Testimony], exclusive: bool
) -> None:
    for least in (VERIFIED, ASSERTED):
        trusted = [item for item in items if item.trust.rank <= least.rank]
        heard = [(fact.fact_key, fact.window, fact.said) for fact in fold(items, exclusive=exclusive)]
        for fact in fold(trusted, exclusive=exclusive):
            assert (fact.fact_key, fact.window, fact.said) in heard


@given(any_testimony(list(Trust)), st.booleans())
def test_every_claim_bears_on_something(items: list[Testimony], exclusive: bool) -> None:
    folded = fold(items, exclusive=exclusive)
    bearing = {claim for fact in folded for claim in fact.supports | fact.contradicts}
    assert bearing == {item.claim_id for item in items}


@given(any_testimony(list(Trust)), st.booleans())
def test_windows_of_one_proposition_never_overlap(items: list[Testimony], exclusive: bool) -> None:
    folded = [fact for fact in fold(items, exclusive=exclusive) if fact.window != UNDATED]
    for position, one in enumerate(folded):
        for other in folded[position + 1 :]:
            assert one.fact_key != other.fact_key or not one.window.overlaps(other.window)


@given(any_testimony(list(Trust)), st.booleans())
def test_no_claim_is_on_both_sides_of_a_fact(items: list[Testimony], exclusive: bool) -> None:
    folded = fold(items, exclusive=exclusive)
    assert not any(fact.supports & fact.contradicts for fact in folded)
    assert all(
        position in folded[rival].rivals for position, fact in enumerate(folded) for rival in fact.rivals
    )


@given(any_testimony(list(Trust)), st.booleans())
def test_one_trust_for_all_is_as_if_there_were_none(items: list[Testimony], exclusive: bool) -> None:
    outlines = []
    for trust in Trust:
        alike = [
            said(n, item.value, item.effect, item.period, positive=item.positive, trust=trust)
            for n, item in enumerate(items, start=1)
        ]
        folded = fold(alike, exclusive=exclusive)
        outlines.append((outline(folded), ranges(folded), rivals(folded)))
    assert outlines[0] == outlines[1] == outlines[2]
