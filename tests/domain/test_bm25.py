from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.bm25 import TermPlan, TermStatistics, plan, weight

PUMP, VALVE, LEAK, THE, OF = range(5)
ROWS_WITH = {PUMP: 3, VALVE: 400, LEAK: 700, THE: 9_000, OF: 8_000}
STATISTICS = TermStatistics(rows=10_000, words=250_000, rows_with=ROWS_WITH)


def test_rows_are_looked_up_by_the_rarest_terms_and_scored_by_all() -> None:
    assert plan([THE, PUMP, LEAK, VALVE, OF], STATISTICS) == TermPlan(
        terms=(PUMP, VALVE, LEAK, OF, THE),
        weights=tuple(weight(ROWS_WITH[term], 10_000) for term in (PUMP, VALVE, LEAK, OF, THE)),
        asked=tuple(weight(ROWS_WITH[term], 10_000) for term in (PUMP, VALVE, LEAK, OF, THE)),
        mean_words=25.0,
        rare=(PUMP, VALVE),
        pairs=((LEAK, OF),),
    )


def test_words_that_only_name_the_subject_are_not_what_is_asked() -> None:
    found = plan([PUMP, LEAK], STATISTICS, subject={PUMP})
    assert found.asked == (0.0, weight(700, 10_000))
    assert plan([PUMP], STATISTICS, subject={PUMP}).asked == (weight(3, 10_000),)


def test_a_question_of_common_terms_is_looked_up_by_one_and_by_pairs() -> None:
    found = plan([THE, OF], STATISTICS)
    assert (found.rare, found.pairs) == ((OF,), ())


def test_a_term_that_nobody_counted_is_the_rarest() -> None:
    assert plan([99, VALVE], STATISTICS).rare == (99, VALVE)


def test_of_a_page_of_words_the_rarest_are_looked_for() -> None:
    counts = {term: term for term in range(1, 2_000)}
    found = plan(list(counts), TermStatistics(rows=10_000, words=100_000, rows_with=counts))
    assert found.terms == tuple(range(1, 49))


def test_a_corpus_that_was_never_counted_still_has_a_plan() -> None:
    found = plan([PUMP, VALVE], TermStatistics(rows=0, words=0, rows_with={}))
    assert (found.rare, found.mean_words) == ((PUMP, VALVE), 1.0)
    assert all(each > 0 for each in found.weights)


def test_the_weight_is_the_inverse_document_frequency() -> None:
    assert weight(3, 10_000) == pytest.approx(log(1 + 9_997.5 / 3.5))


@given(st.integers(-5, 10**6), st.integers(-5, 10**6))
def test_statistics_that_lag_never_make_a_weight_that_is_not_positive(rows_with: int, rows: int) -> None:
    assert weight(rows_with, rows) > 0


def test_pairs_are_taken_as_long_as_not_too_many_rows_are_to_be_expected() -> None:
    counts = {1: 50, 2: 3_000, 3: 3_000, 4: 6_000}
    found = plan(list(counts), TermStatistics(rows=10_000, words=100_000, rows_with=counts))
    assert (found.rare, found.pairs) == ((1,), ())
    counts = {1: 550, 2: 700, 3: 2_000, 4: 3_000}
    found = plan(list(counts), TermStatistics(rows=10_000, words=100_000, rows_with=counts))
    assert (found.rare, found.pairs) == ((1,), ((2, 3), (2, 4)))


@given(st.dictionaries(st.integers(0, 50), st.integers(0, 5_000), max_size=12))
def test_a_plan_scores_by_every_term_and_looks_up_by_the_rarest(rows_with: dict[int, int]) -> None:
    found = plan(list(rows_with), TermStatistics(rows=5_000, words=50_000, rows_with=rows_with))
    assert sorted(found.terms) == sorted(rows_with)
    assert found.terms[: len(found.rare)] == found.rare
    assert not set(found.rare) & set().union(*found.pairs)
    assert len(found.rare) <= 1 or sum(rows_with[term] for term in found.rare) <= 600
