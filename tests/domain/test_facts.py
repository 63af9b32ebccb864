"""How a new reading of a slot changes what is believed."""

from dataclasses import replace
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import Believed, Changes, Outcome, Stance, Support, settle
from remember.domain.folding import fold
from tests.domain.slots import apply, between, day, ids, on, said, since

BEGINS, ENDS, HOLDS = Effect.BEGINS, Effect.ENDS, Effect.HOLDS


def _learn(*batches: list) -> tuple[list[Believed], Changes]:  # type: ignore[type-arg]
    """The memory after each batch was settled in turn, and the last changes."""
    believed: list[Believed] = []
    items: list = []  # type: ignore[type-arg]
    new_id = ids()
    changes = Changes()
    for batch in batches:
        items = items + batch
        changes = settle(fold(items, exclusive=True), believed, new_id=new_id)
        believed = apply(changes, believed)
    return believed, changes


def test_a_first_claim_adds_a_fact_and_links_it() -> None:
    believed, changes = _learn([said(1, "Ann", BEGINS, on(3))])
    assert [added.fact_id.int for added in changes.added] == [1000]
    assert [(held.window, held.links) for held in believed] == [(since(3), {UUID(int=1): Stance.SUPPORTS})]


def test_saying_it_again_only_adds_a_link() -> None:
    _, changes = _learn([said(1, "Ann", BEGINS, on(3))], [said(2, "Ann", BEGINS, on(3))])
    assert (changes.added, changes.revised, changes.closed, changes.unlinked) == ([], [], [], [])
    assert [link.claim_id.int for link in changes.linked] == [2]


def test_a_successor_ends_the_fact_that_was_believed() -> None:
    believed, changes = _learn([said(1, "Ann", BEGINS, on(3))], [said(2, "Bob", BEGINS, on(30))])
    assert [(revised.fact_id.int, revised.outcome) for revised in changes.revised] == [(1000, Outcome.UPDATE)]
    assert [(held.fact_id.int, held.window) for held in believed] == [
        (1000, between(3, 30)),
        (1001, since(30)),
    ]


def test_a_date_learnt_later_is_given_to_the_undated_fact() -> None:
    believed, _ = _learn([said(1, "Ann", at=9)], [said(2, "Ann", BEGINS, on(3), at=10)])
    assert [(held.fact_id.int, held.window) for held in believed] == [(1000, since(3))]


def test_a_cut_in_the_middle_leaves_the_earlier_part_with_the_old_fact() -> None:
    believed, changes = _learn([said(1, "Ann", BEGINS, on(1))], [said(2, "Bob", HOLDS, between(20, 30))])
    assert [(held.fact_id.int, held.window) for held in believed] == [
        (1000, between(1, 20)),
        (1001, between(20, 30)),
        (1002, since(30)),
    ]
    assert [added.split_from and added.split_from.int for added in changes.added] == [None, 1000]


def test_a_contradiction_groups_both_sides_and_links_each_against_the_other() -> None:
    believed, changes = _learn([said(1, "Ann", at=1)], [said(2, "Bob", at=1)])
    first, second = believed
    assert first.group == second.group is not None
    assert first.links == {UUID(int=1): Stance.SUPPORTS, UUID(int=2): Stance.CONTRADICTS}
    assert second.links == {UUID(int=2): Stance.SUPPORTS, UUID(int=1): Stance.CONTRADICTS}
    assert [revised.outcome for revised in changes.revised] == [Outcome.CONTRADICT]


def test_a_contradiction_keeps_its_group_when_a_side_joins_and_loses_it_when_resolved() -> None:
    two, _ = _learn([said(1, "Ann", at=1)], [said(2, "Bob", at=1)])
    three, _ = _learn([said(1, "Ann", at=1)], [said(2, "Bob", at=1)], [said(3, "Cid", at=1)])
    assert {held.group for held in three} == {two[0].group}
    solved, _ = _learn([said(1, "Ann", at=1)], [said(2, "Bob", at=1)], [said(3, "Bob", at=9)])
    assert [held.group for held in solved] == [None, None]


def test_a_fact_that_nothing_says_any_more_is_retracted() -> None:
    believed, _ = _learn([said(1, "Ann", at=1)])
    changes = settle([], believed, new_id=ids())
    assert [(closed.fact_id.int, closed.outcome) for closed in changes.closed] == [(1000, Outcome.RETRACTED)]


def test_support_lost_to_processing_is_withdrawn_and_the_fact_stays() -> None:
    believed, _ = _learn([said(1, "Ann", at=1)])
    changes = settle([], believed, new_id=ids(), lost_support=Outcome.INVALIDATED)
    after = apply(changes, believed)
    assert [(held.support, held.window) for held in after] == [(Support.WITHDRAWN, believed[0].window)]
    assert settle([], after, new_id=ids(), lost_support=Outcome.INVALIDATED) == Changes()


def test_what_counts_again_gives_a_retracted_fact_back_with_its_links() -> None:
    (held,) = _learn([said(1, "Ann", BEGINS, on(3))])[0]
    gone = replace(held, closed_at=day(50), returns_as=Outcome.RESTORED)
    changes = settle(fold([said(1, "Ann", BEGINS, on(3))], exclusive=True), [gone], new_id=ids())
    assert [(one.fact_id, one.window, one.outcome) for one in changes.revised] == [
        (held.fact_id, since(3), Outcome.RESTORED)
    ]
    assert (changes.reopened, changes.linked, changes.unlinked) == ([held.fact_id], [], [])
    assert (changes.added, changes.closed) == ([], [])


def test_a_retracted_fact_does_not_come_back_beside_one_that_says_the_same() -> None:
    (held,) = _learn([said(1, "Ann", BEGINS, on(3))])[0]
    gone = replace(held, fact_id=UUID(int=7), closed_at=day(50), returns_as=Outcome.RESTORED)
    items = [said(1, "Ann", BEGINS, on(3)), said(2, "Ann", BEGINS, on(3))]
    changes = settle(fold(items, exclusive=True), [gone, held], new_id=ids())
    assert [(link.fact_id, link.claim_id.int) for link in changes.linked] == [(held.fact_id, 2)]
    assert (changes.reopened, changes.revised, changes.added, changes.closed) == ([], [], [], [])


_ITEMS = st.lists(
    st.builds(
        lambda claim, value, effect, start, at: said(claim, value, effect, on(start), at=at),
        st.integers(1, 40),
        st.sampled_from("abc"),
        st.sampled_from([BEGINS, ENDS, HOLDS]),
        st.integers(1, 12),
        st.integers(1, 30),
    ),
    min_size=1,
    max_size=7,
    unique_by=lambda item: item.claim_id,
)


@given(_ITEMS, st.randoms(use_true_random=False))
def test_what_is_believed_at_the_end_does_not_depend_on_the_order_of_ingests(items, shuffler) -> None:  # type: ignore[no-untyped-def]
    shuffled = items[:]
    shuffler.shuffle(shuffled)
    one, _ = _learn(*[[item] for item in items])
    other, _ = _learn(*[[item] for item in shuffled])
    assert _shape(one) == _shape(other)


def _shape(believed: list[Believed]) -> set[object]:
    return {
        (held.fact_key, held.window, held.said, held.group is None, frozenset(held.links.items()))
        for held in believed
    }


@given(_ITEMS)
def test_settling_twice_changes_nothing(items) -> None:  # type: ignore[no-untyped-def]
    believed, _ = _learn(items)
    again = settle(fold(items, exclusive=True), believed, new_id=ids())
    assert again == Changes()
