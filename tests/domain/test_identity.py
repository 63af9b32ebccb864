"""What becomes of facts when two entities turn out to be one, or one to be two."""

from dataclasses import replace
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import Believed, Changes, Outcome, Stance, Support, Testimony, settle
from remember.domain.folding import fold
from remember.domain.identity import Merge, can_survive, ends_today, joined_by, survivors
from remember.domain.keys import Ends
from tests.domain.slots import apply, between, day, ids, on, said, since

BEGINS, HOLDS = Effect.BEGINS, Effect.HOLDS
A, B, C, D = (UUID(int=n) for n in range(1, 5))


def _believe(items: list[Testimony], first_id: int) -> list[Believed]:
    return apply(settle(fold(items, exclusive=True), [], new_id=ids(first_id)), [])


def _merged(one: list[Believed], other: list[Believed], items: list[Testimony]) -> Changes:
    """What changes when the second slot's facts come to the first's, with all the testimony of both."""
    both = one + [replace(held, rekeyed=True) for held in other]
    return settle(fold(items, exclusive=True), both, new_id=ids(3000), lost_support=Outcome.MERGED)


def test_of_two_facts_that_say_the_same_the_survivors_stays_and_takes_the_links() -> None:
    ours, theirs = [said(1, "Ann", BEGINS, on(3))], [said(2, "Ann", BEGINS, on(3))]
    changes = _merged(_believe(ours, 2000), _believe(theirs, 1000), ours + theirs)
    assert [(one.fact_id.int, one.outcome, one.into and one.into.int) for one in changes.closed] == [
        (1000, Outcome.MERGED, 2000)
    ]
    assert [(link.fact_id.int, link.claim_id.int) for link in changes.linked] == [(2000, 2)]
    assert [(link.fact_id.int, link.claim_id.int) for link in changes.unlinked] == [(1000, 2)]
    assert (changes.added, changes.revised) == ([], [])


def test_a_fact_of_the_absorbed_that_nobody_else_has_stays_itself_and_is_written_down_anew() -> None:
    ours, theirs = [said(1, "Ann", HOLDS, between(1, 5))], [said(2, "Bob", HOLDS, between(7, 9))]
    changes = _merged(_believe(ours, 2000), _believe(theirs, 1000), ours + theirs)
    assert [(one.fact_id.int, one.window) for one in changes.revised] == [(1000, between(7, 9))]
    assert (changes.added, changes.closed, changes.linked, changes.unlinked) == ([], [], [], [])


def test_values_that_were_of_two_contradict_when_they_are_of_one() -> None:
    ours, theirs = [said(1, "Ann", at=1)], [said(2, "Bob", at=1)]
    after = apply(
        _merged(_believe(ours, 2000), _believe(theirs, 1000), ours + theirs),
        _believe(ours, 2000) + _believe(theirs, 1000),
    )
    assert len({held.group for held in after} - {None}) == 1
    assert [held.fact_id.int for held in after] == [2000, 1000]


def test_a_fact_goes_into_the_one_that_most_of_its_testimony_speaks_for() -> None:
    ours = [said(1, "Ann", HOLDS, between(1, 9))]
    theirs = [said(2, "Ann", HOLDS, between(2, 4)), said(3, "Ann", HOLDS, between(5, 7))]
    before = _believe(ours, 2000), _believe(theirs, 1000)
    changes = _merged(*before, ours + theirs)
    assert [(one.fact_id.int, one.into and one.into.int) for one in changes.closed] == [
        (1000, 2000),
        (1001, 2000),
    ]


def test_support_that_was_withdrawn_stays_withdrawn_under_a_new_key() -> None:
    held = replace(_believe([said(1, "Ann", at=1)], 1000)[0], support=Support.WITHDRAWN, rekeyed=True)
    changes = settle([], [held], new_id=ids(), lost_support=Outcome.MERGED)
    assert [(one.fact_id.int, one.support) for one in changes.revised] == [(1000, Support.WITHDRAWN)]
    assert changes.closed == []


def test_a_split_brings_the_same_fact_back_with_its_links() -> None:
    (gone,) = _believe([said(2, "Ann", BEGINS, on(3))], 1000)
    gone = replace(gone, links={}, closed_at=day(50))
    folded = fold([said(2, "Ann", BEGINS, on(3))], exclusive=True)
    changes = settle(folded, [gone], new_id=ids(), lost_support=Outcome.MERGED)
    assert changes.reopened == [UUID(int=1000)]
    assert [(one.window, one.outcome) for one in changes.revised] == [(since(3), Outcome.SPLIT)]
    assert [(link.claim_id.int, link.stance) for link in changes.linked] == [(2, Stance.SUPPORTS)]


def test_a_fact_that_went_stays_away_while_another_says_the_same() -> None:
    items = [said(1, "Ann", BEGINS, on(3)), said(2, "Ann", BEGINS, on(3))]
    held, gone = _believe(items, 2000)[0], replace(_believe(items, 1000)[0], links={}, closed_at=day(50))
    changes = settle(fold(items, exclusive=True), [gone, held], new_id=ids(), lost_support=Outcome.MERGED)
    assert changes == settle(fold(items, exclusive=True), [held], new_id=ids())


def test_of_several_that_went_the_last_comes_back() -> None:
    items = [said(1, "Ann", BEGINS, on(3))]
    first, last = (replace(_believe(items, at)[0], links={}, closed_at=day(at)) for at in (50, 60))
    changes = settle(fold(items, exclusive=True), [first, last], new_id=ids(), lost_support=Outcome.MERGED)
    assert changes.reopened == [last.fact_id]


def test_a_split_gives_contradictions_back_to_the_groups_they_were_in() -> None:
    items = [said(1, "Ann", at=1), said(2, "Bob", at=1)]
    sides = [replace(held, group=UUID(int=77)) for held in _believe(items, 1000)]
    before = {held.fact_id: UUID(int=7) for held in sides}
    changes = settle(fold(items, exclusive=True), sides, new_id=ids(), groups_before=before)
    assert [one.group for one in changes.revised] == [UUID(int=7), UUID(int=7)]


def _merge(event: int, survivor: UUID, absorbed: UUID) -> Merge:
    return Merge(event_id=UUID(int=event), survivor_id=survivor, absorbed_id=absorbed, decided_at=day(1))


def test_merges_are_followed_to_their_end_and_each_can_be_left_out() -> None:
    first, second = _merge(9, B, A), _merge(8, C, B)
    assert survivors([A, B, C, D], [first, second]) == {A: C, B: C, C: C, D: D}
    assert survivors([A, B, C, D], [second]) == {A: A, B: C, C: C, D: D}
    assert survivors([A, B, C, D], [first]) == {A: B, B: B, C: C, D: D}


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8), st.data())
def test_taking_a_merge_back_never_joins_what_was_apart(
    pairs: list[tuple[int, int]], data: st.DataObject
) -> None:
    entities = [UUID(int=n) for n in range(6)]
    merges: list[Merge] = []
    for number, (into, gone) in enumerate(pairs):
        now = survivors(entities, merges)
        one, other = now[entities[into]], now[entities[gone]]
        if one != other:
            merges.append(_merge(100 + number, one, other))
    whole = survivors(entities, merges)
    assert all(whole[survivor] == survivor for survivor in whole.values())
    if merges:
        out = data.draw(st.sampled_from(merges))
        without = survivors(entities, [merge for merge in merges if merge is not out])
        assert len(set(without.values())) == len(set(whole.values())) + 1
        assert all(whole[without[entity]] == whole[entity] for entity in entities)


def _about(subject: UUID) -> Ends:
    return Ends(subject_id=subject, subject_key=f"key of {subject.int}", object_id=None, value_key="x")


def test_a_fact_stays_with_its_own_while_anything_says_so() -> None:
    assert ends_today(_about(A), [_about(B), _about(B), _about(A)]) == _about(A)


def test_a_fact_goes_with_its_testimony_when_all_of_that_goes() -> None:
    assert ends_today(_about(A), [_about(C), _about(B), _about(B)]) == _about(B)
    assert ends_today(_about(A), []) == _about(A)


def test_a_narrow_entity_never_stands_for_a_wider_one() -> None:
    wide, narrow, other = (UUID(int=n) for n in (1, 2, 3))
    assert can_survive([wide], [wide], wide)
    assert can_survive([wide], [narrow], wide)
    assert can_survive([narrow], [narrow], wide)
    assert not can_survive([narrow], [wide], wide)
    assert not can_survive([narrow], [other], wide)


def test_the_merges_by_which_an_entity_answers_as_its_survivor_are_told_in_their_order() -> None:
    merges = [_merge(9, B, C), _merge(8, A, B), _merge(7, A, D)]
    joined = {one: [event.int for event in joined_by(one, [A, B, C, D], merges)] for one in (A, B, C, D)}
    assert joined == {A: [], B: [8], C: [9, 8], D: [7]}
