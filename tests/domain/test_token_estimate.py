"""About how many tokens a source is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.token_estimate import estimated_tokens, least_tokens, word_count

CHINESE = "周末我们常常带着两个孩子去山里散步看花，然后回家喝茶聊天。"
LETTERS = "Mio buys-rope_2 Мио читает周末山里かなカナー한국어चाय िंشاي 🪢é\u0301〇々Ⅻ½Ｆ１“—”\u00a0"


def source(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    ("text", "characters", "words", "tokens"),
    [
        (source(id="guide", text="Production requires Node 22. Development uses Node 20."), 78, 11, 20),
        (source(id="jp", text="会議は東京です。"), 29, 4, 8),
        (source(id="zh", text=CHINESE * 3), 108, 84, 84),
        (source(id="ru", text="Я люблю яблоки"), 35, 6, 9),
        (source(id="hi", text="मुझे चाय पसंद है"), 37, 7, 10),
        (source(id="short", text="a b c d e f g h i j k"), 45, 14, 14),
        (source(id="emoji", text="🪢🧵🪡🧶"), 28, 3, 7),
        (source(id="long", text="irrelevant " * 1000), 11_023, 1_003, 2_756),
    ],
)
def test_the_vectors_of_the_contract(text: str, characters: int, words: int, tokens: int) -> None:
    assert (len(text), word_count(text), estimated_tokens(text)) == (characters, words, tokens)


def test_long_chinese_counts_by_the_character_whatever_its_keys() -> None:
    # Each sentence has 27 characters of Han; the keys and the other values are nine runs.
    text = source(
        id="zhlong", text=CHINESE * 30, observed_at=1_700_000_000_000, speaker="Mio", status="current"
    )
    assert (word_count(text), estimated_tokens(text)) == (810 + 9, 819)


def test_nothing_but_white_space_is_no_token_and_anything_else_at_least_one() -> None:
    assert [estimated_tokens(text) for text in ("", " \n\ufeff", "!", "Mio", "Mio!!")] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't re-read C++ v1.2 #tag", 6),
        ("naïve e\u0301tude", 2),
        ("“Mio”—Bo", 2),
        ("会議は東京です。", 7),
        ("会議 Node22 東京", 3),
        ("会議 in the big old town", 6),
        ("会議" * 12 + " Node22 東京", 27),
        ("한국어 공부", 5),
        ("한국어漢字 공부", 7),
        ("한국어漢字かな", 1),
        ("カナー", 2),
        ("〇〇", 1),
        ("㌀ 12", 1),
        ("会議1〇〇2", 3),
        ("会議〇1", 4),
        ("ＦＵＬＬ１２" + "会議" * 12, 25),
    ],
)
def test_words_are_runs_but_east_asian_text_counts_by_the_character(text: str, words: int) -> None:
    assert word_count(text) == words


def test_the_estimate_jumps_where_another_script_holds_15_of_100_letters() -> None:
    assert word_count("山" * 17 + "abc") == 2 - 1
    assert word_count("山" * 18 + "abc") == 19


@given(st.text(st.sampled_from(LETTERS), max_size=60))
def test_an_estimate_is_never_less_than_a_quarter_of_the_characters(text: str) -> None:
    assert estimated_tokens(text) >= least_tokens(text)
    assert word_count(text) <= len(text)


@given(st.text(st.sampled_from("ab1_+#.- ,;\n"), max_size=40), st.sampled_from("—“\u00a0"))
def test_a_dash_or_a_quotation_mark_beyond_ascii_changes_no_count_but_its_own(text: str, mark: str) -> None:
    assert word_count(text) == word_count(text.replace(" ", mark))
