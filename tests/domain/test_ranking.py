import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.ranking import Channel, Ranked, fuse, take_turns

SEMANTIC = Channel(name="channel_0", items=["tea", "milk", "rye"])
WORDS = Channel(name="channel_1", items=["milk", "oat"])
rankings = st.lists(st.integers(0, 30), unique=True)


def order(ranked: list[Ranked[str]]) -> list[str]:
    return [one.item for one in ranked]


def test_fusion_puts_first_what_several_channels_found() -> None:
    assert fuse([SEMANTIC, WORDS], k=10) == [
        Ranked(item="milk", score=1 / 12 + 1 / 11, signals={"channel_0": 1 / 12, "channel_1": 1 / 11}),
        Ranked(item="tea", score=1 / 11, signals={"channel_0": 1 / 11}),
        Ranked(item="oat", score=1 / 12, signals={"channel_1": 1 / 12}),
        Ranked(item="rye", score=1 / 13, signals={"channel_0": 1 / 13}),
    ]


def test_a_weight_makes_a_channel_count_for_more() -> None:
    heavy = Channel(name="channel_1", items=WORDS.items, weight=2.0)
    assert order(fuse([SEMANTIC, heavy], k=10)) == ["milk", "oat", "tea", "rye"]


def test_equal_scores_keep_the_order_of_the_channels() -> None:
    other = Channel(name="channel_1", items=["oat"])
    assert order(fuse([SEMANTIC, other], k=10)) == ["tea", "oat", "milk", "rye"]


def test_an_item_named_twice_by_a_channel_counts_once() -> None:
    assert order(fuse([Channel(name="words", items=["a", "a", "b"])], k=10)) == ["a", "b"]


@given(st.lists(rankings, max_size=4), st.integers(1, 60))
def test_fusion_keeps_every_item_once_and_its_score_is_its_signals(found: list[list[int]], k: int) -> None:
    fused = fuse([Channel(name=f"channel_{n}", items=items) for n, items in enumerate(found)], k=k)
    assert sorted(one.item for one in fused) == sorted(set().union(*found))
    assert all(one.score == pytest.approx(sum(one.signals.values())) for one in fused)
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)


@given(rankings, st.integers(1, 60))
def test_fusing_one_channel_changes_nothing(items: list[int], k: int) -> None:
    assert [one.item for one in fuse([Channel(name="only", items=items)], k=k)] == items


def test_what_is_left_out_changes_neither_order_nor_scores_of_the_rest() -> None:
    rest = [one for one in fuse([SEMANTIC, WORDS], k=10) if one.item in ("tea", "rye")]
    assert fuse([SEMANTIC, WORDS], k=10, among={"tea", "rye"}.__contains__) == rest
    assert order(rest) == ["tea", "rye"]


def test_each_list_has_its_turn_before_any_has_a_second() -> None:
    assert take_turns([["a", "b", "c"], ["d", "e"], ["a", "f"]], most=4) == {"a", "d", "b", "e"}


@given(st.lists(rankings, max_size=5), st.integers(0, 20))
def test_turns_end_at_the_most_and_not_before(lists: list[list[int]], most: int) -> None:
    assert len(take_turns(lists, most=most)) == min(most, len(set().union(*lists)))
