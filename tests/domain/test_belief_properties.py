"""What holds of belief whatever is said: generated histories, of every kind of testimony."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import Believed, FoldedFact, Outcome, SaidRange, Stance, Support, Testimony, settle
from remember.domain.folding import fold
from remember.domain.keys import fact_key, occurrence
from remember.domain.time import UNDATED, Period, Precision
from remember.domain.trust import Trust
from tests.domain.slots import SCOPE, any_testimony, apply, between, ids, on, said, since

BEGINS, ENDS, HAPPENS, HOLDS = Effect.BEGINS, Effect.ENDS, Effect.HAPPENS, Effect.HOLDS


# --- world time -----------------------------------------------------------------------------------


@given(any_testimony(), st.booleans())
def test_every_bound_of_a_window_was_stated_as_one(items: list[Testimony], exclusive: bool) -> None:
    stated = {bound for item in items for bound in (item.period.valid_from, item.period.valid_until)}
    for fact in fold(items, exclusive=exclusive):
        assert {fact.window.valid_from, fact.window.valid_until} - {None} <= stated


@given(any_testimony(), st.booleans(), st.integers(-4_000, 4_000))
def test_belief_knows_no_clock(items: list[Testimony], exclusive: bool, days: int) -> None:
    moved = [_moved(item, timedelta(days=days)) for item in items]
    told = [(fact.window, fact.said, fact.supports) for fact in fold(moved, exclusive=exclusive)]
    expected = [
        (
            _later(fact.window, timedelta(days=days)),
            _said_later(fact.said, timedelta(days=days)),
            fact.supports,
        )
        for fact in fold(items, exclusive=exclusive)
    ]
    assert told == expected


def _moved(item: Testimony, by: timedelta) -> Testimony:
    period = _later(item.period, by)
    event = occurrence(item.effect, period)
    return replace(
        item,
        period=period,
        said_at=item.said_at and item.said_at + by,
        fact_key=fact_key(SCOPE, "ann", "status", item.value, positive=item.positive, event=event),
    )


def _later(period: Period, by: timedelta) -> Period:
    start, end = period.valid_from, period.valid_until
    return replace(period, valid_from=start and start + by, valid_until=end and end + by)


def _said_later(said_range: SaidRange, by: timedelta) -> SaidRange:
    return SaidRange(
        since=said_range.since and said_range.since + by, until=said_range.until and said_range.until + by
    )


@given(any_testimony(), st.booleans())
def test_what_nobody_dates_has_no_window_and_what_somebody_dates_is_said_when_it_was(
    items: list[Testimony], exclusive: bool
) -> None:
    for fact in fold(items, exclusive=exclusive):
        own = [item for item in items if item.claim_id in fact.supports]
        assert (fact.window == UNDATED) == all(item.period == UNDATED for item in own)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12, unique=True), st.data())
def test_a_state_that_changes_on_known_days_fills_the_time_without_a_gap(
    days: list[int], data: st.DataObject
) -> None:
    """Also where it returns: each stay is a period of its own, however late it is reported."""
    stays = [(start, data.draw(st.sampled_from("abc"))) for start in sorted(days)]
    items = [
        said(number, value, HOLDS, since(start), at=data.draw(st.integers(61, 90)))
        for number, (start, value) in enumerate(stays, start=1)
    ]
    folded = fold(data.draw(st.permutations(items)), exclusive=True)
    windows = [fact.window for fact in folded]
    assert [window.valid_until for window in windows[:-1]] == [window.valid_from for window in windows[1:]]
    assert windows[-1].precision is Precision.OPEN
    changes = [value for n, (_, value) in enumerate(stays) if n == 0 or value != stays[n - 1][1]]
    assert [fact.first.value for fact in folded] == changes


@given(any_testimony(), st.booleans())
def test_distinct_dated_events_stay_distinct_and_keep_their_period(
    items: list[Testimony], exclusive: bool
) -> None:
    events = {(item.value, item.positive, item.period) for item in items if item.is_event}
    told = [
        (fact.first.value, fact.first.positive, fact.window)
        for fact in fold(items, exclusive=exclusive)
        if fact.first.is_event
    ]
    assert len(told) == len(events)
    assert set(told) == events


@given(any_testimony(), st.booleans())
def test_a_stated_period_is_contradicted_and_never_cut(items: list[Testimony], exclusive: bool) -> None:
    """What others say of a time moves no bound of a state whose both bounds were stated."""
    values = {item.stated for item in items}
    for stated in values:
        own = [item for item in items if item.stated == stated and not item.is_event]
        if all(
            item.effect is HOLDS and None not in (item.period.valid_from, item.period.valid_until)
            for item in own
        ):
            alone = [fact.window for fact in fold(own, exclusive=exclusive)]
            among = [
                fact.window
                for fact in fold(items, exclusive=exclusive)
                if fact.first.stated == stated and not fact.first.is_event
            ]
            assert among == alone


@given(any_testimony(list(Trust)), st.booleans())
def test_what_speaks_for_a_fact_states_that_very_fact(items: list[Testimony], exclusive: bool) -> None:
    keys = {item.claim_id: item.fact_key for item in items}
    for fact in fold(items, exclusive=exclusive):
        assert {keys[claim] for claim in fact.supports} == {fact.fact_key}


# --- who ends whom --------------------------------------------------------------------------------


@given(any_testimony(list(Trust)))
def test_what_may_stand_beside_another_ends_and_contradicts_nothing_of_it(items: list[Testimony]) -> None:
    told = [_without_rivals(fact) for fact in fold(items, exclusive=False)]
    alone = [
        _without_rivals(fact)
        for value in {item.value for item in items}
        for fact in fold([item for item in items if item.value == value], exclusive=False)
    ]
    assert len(told) == len(alone)
    assert all(fact in alone for fact in told)


def _without_rivals(fact: FoldedFact) -> FoldedFact:
    return replace(fact, rivals=frozenset())


@given(any_testimony(list(Trust)))
def test_affirming_and_denying_are_treated_alike_where_many_values_can_be_so(items: list[Testimony]) -> None:
    turned = [
        replace(
            item,
            positive=not item.positive,
            fact_key=fact_key(
                SCOPE,
                "ann",
                "status",
                item.value,
                positive=not item.positive,
                event=occurrence(item.effect, item.period),
            ),
        )
        for item in items
    ]
    one, other = fold(items, exclusive=False), fold(turned, exclusive=False)
    assert [(f.window, f.said, f.supports, f.contradicts) for f in one] == [
        (f.window, f.said, f.supports, f.contradicts) for f in other
    ]


@given(any_testimony(list(Trust)), st.booleans(), st.data())
def test_a_repeat_from_another_document_adds_a_supporter_and_nothing_else(
    items: list[Testimony], exclusive: bool, data: st.DataObject
) -> None:
    again = replace(data.draw(st.sampled_from(items)), claim_id=UUID(int=99), doc_id=UUID(int=99))
    before, after = fold(items, exclusive=exclusive), fold([*items, again], exclusive=exclusive)
    assert [(f.fact_key, f.window, f.said) for f in after] == [(f.fact_key, f.window, f.said) for f in before]
    assert [f.supports - {again.claim_id} for f in after] == [f.supports for f in before]


@given(any_testimony(), st.integers(1, 20), st.integers(1, 20))
def test_a_correction_moves_the_date_and_not_the_statement(
    items: list[Testimony], first: int, corrected: int
) -> None:
    begun = said(90, "a", BEGINS, on(first), at=40)
    later = said(91, "a", BEGINS, on(corrected), at=50)
    (fact,) = fold([begun, later], exclusive=True)
    assert (fact.fact_key, fact.window) == (begun.fact_key, since(corrected))
    told = {f.fact_key for f in fold([*items, begun, later], exclusive=True)}
    assert told == {f.fact_key for f in fold([*items, begun], exclusive=True)}


@given(any_testimony(list(Trust)), st.booleans())
def test_only_rivals_contradict_and_nothing_contradicts_itself(
    items: list[Testimony], exclusive: bool
) -> None:
    folded = fold(items, exclusive=exclusive)
    for position, fact in enumerate(folded):
        for rival in fact.rivals:
            one, other = fact.first, folded[rival].first
            assert position in folded[rival].rivals
            assert one.stated != other.stated
            denies = one.value == other.value and one.positive != other.positive
            assert denies or (exclusive and one.positive and other.positive)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 30)), min_size=1, max_size=9))
def test_of_undated_rivals_exactly_the_last_said_are_current(told: list[tuple[str, int]]) -> None:
    items = [said(n, value, at=at) for n, (value, at) in enumerate(told, start=1)]
    last = max(at for _, at in told)
    current = {fact.first.value for fact in fold(items, exclusive=True) if fact.said.until is None}
    assert current == {value for value, at in told if at == last}


@given(any_testimony(), st.booleans(), st.integers(1, 30), st.integers(1, 40))
def test_nothing_undated_that_was_said_before_an_end_was_told_is_current(
    items: list[Testimony], exclusive: bool, said_on: int, ended: int
) -> None:
    """Whatever else is said without a date."""
    undated = [item for item in items if item.period == UNDATED]
    told = [*undated, said(90, "a", at=said_on), said(91, "a", ENDS, on(ended), at=41)]
    for fact in fold(told, exclusive=exclusive):
        if UUID(int=90) in fact.supports:
            assert fact.window != UNDATED or fact.said.until is not None


@given(any_testimony(), st.integers(1, 20), st.integers(1, 9))
def test_a_bounded_period_of_a_rival_leaves_what_is_undated_as_it_was(
    items: list[Testimony], first: int, length: int
) -> None:
    undated = [item for item in items if item.period == UNDATED]
    stay = said(90, "d", HOLDS, between(first, first + length), at=50)
    alone = fold(undated, exclusive=True)
    beside = [fact for fact in fold([*undated, stay], exclusive=True) if fact.first != stay]
    assert [_without_rivals(fact) for fact in beside] == [_without_rivals(fact) for fact in alone]


@given(st.integers(1, 5), st.dictionaries(st.integers(21, 40), st.integers(6, 20), min_size=1, max_size=5))
def test_the_predecessor_ends_where_the_last_word_says_that_its_successor_began(
    start: int, told: dict[int, int]
) -> None:
    old = said(1, "a", BEGINS, on(start), at=start)
    new = [said(at, "b", BEGINS, on(begun), at=at) for at, begun in told.items()]
    begun = told[max(told)]
    assert [(f.first.value, f.window) for f in fold([old, *new], exclusive=True)] == [
        ("a", between(start, begun)),
        ("b", since(begun)),
    ]


# --- settling -------------------------------------------------------------------------------------


@st.composite
def _batches(draw: st.DrawFn) -> list[list[Testimony]]:
    items = draw(any_testimony(list(Trust)))
    cuts = sorted(draw(st.sets(st.integers(1, len(items)), max_size=3)))
    return [items[start:end] for start, end in zip([0, *cuts], [*cuts, len(items)], strict=True)]


def _learnt(batches: Sequence[list[Testimony]], *, exclusive: bool = True) -> list[Believed]:
    believed: list[Believed] = []
    items: list[Testimony] = []
    new_id = ids()
    for batch in batches:
        items = items + batch
        believed = apply(settle(fold(items, exclusive=exclusive), believed, new_id=new_id), believed)
    return believed


@given(_batches(), st.booleans())
def test_what_is_believed_is_what_the_testimony_amounts_to(
    batches: list[list[Testimony]], exclusive: bool
) -> None:
    folded = fold([item for batch in batches for item in batch], exclusive=exclusive)
    believed = _learnt(batches, exclusive=exclusive)
    wanted = {(f.fact_key, f.window, f.said, bool(f.rivals), f.supports, f.contradicts) for f in folded}
    assert {_held(one) for one in believed} == wanted
    assert len(believed) == len(folded)
    assert all(one.support is Support.CURRENT for one in believed)


def _held(one: Believed) -> tuple[object, ...]:
    by = {stance: frozenset(c for c, s in one.links.items() if s is stance) for stance in one.links.values()}
    supports, against = (by.get(stance, frozenset()) for stance in Stance)
    return one.fact_key, one.window, one.said, one.group is not None, supports, against


@given(_batches(), st.booleans())
def test_facts_that_contradict_share_a_group_and_others_none(
    batches: list[list[Testimony]], exclusive: bool
) -> None:
    folded = fold([item for batch in batches for item in batch], exclusive=exclusive)
    believed = {_held(one): one.group for one in _learnt(batches, exclusive=exclusive)}
    groups = [
        believed[f.fact_key, f.window, f.said, bool(f.rivals), f.supports, f.contradicts] for f in folded
    ]
    for position, fact in enumerate(folded):
        assert (groups[position] is None) == (not fact.rivals)
        assert all(groups[rival] == groups[position] for rival in fact.rivals)


@given(_batches(), st.booleans())
def test_a_fact_that_stays_as_it_is_keeps_its_id(batches: list[list[Testimony]], exclusive: bool) -> None:
    before, after = _learnt(batches[:-1], exclusive=exclusive), _learnt(batches, exclusive=exclusive)
    kept = {one.fact_id: (one.fact_key, one.window) for one in after}
    there = [(one.fact_key, one.window) for one in after]
    for one in before:
        place = one.fact_key, one.window
        if there.count(place) == 1 == [(b.fact_key, b.window) for b in before].count(place):
            assert kept[one.fact_id] == place


@given(_batches(), st.booleans())
def test_what_is_taken_back_leaves_the_memory_as_if_it_had_not_been_said(
    batches: list[list[Testimony]], exclusive: bool
) -> None:
    kept = [item for batch in batches[:-1] for item in batch]
    believed = _learnt(batches, exclusive=exclusive)
    changes = settle(fold(kept, exclusive=exclusive), believed, new_id=ids(5_000))
    assert {_held(one) for one in apply(changes, believed)} == {
        _held(one) for one in _learnt([kept], exclusive=exclusive)
    }
    assert {one.outcome for one in changes.closed} <= {Outcome.RETRACTED}


@given(_batches(), st.booleans())
def test_a_change_of_processing_closes_nothing(batches: list[list[Testimony]], exclusive: bool) -> None:
    kept = [item for batch in batches[:-1] for item in batch]
    believed = _learnt(batches, exclusive=exclusive)
    changes = settle(
        fold(kept, exclusive=exclusive), believed, new_id=ids(5_000), lost_support=Outcome.INVALIDATED
    )
    assert changes.closed == []
    after = {one.fact_id: one for one in apply(changes, believed)}
    assert {one.fact_id for one in believed} <= after.keys()


@given(_batches(), st.booleans())
def test_windows_of_one_fact_lie_apart(batches: list[list[Testimony]], exclusive: bool) -> None:
    """What the database refuses: one proposition twice at one time, outside a contradiction."""
    held = [one for one in _learnt(batches, exclusive=exclusive) if one.window != UNDATED]
    for position, one in enumerate(held):
        for other in held[position + 1 :]:
            assert one.fact_key != other.fact_key or not one.window.overlaps(other.window)
