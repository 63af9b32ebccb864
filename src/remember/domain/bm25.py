"""BM25: what a question's terms weigh, and which of them to look rows up by.

    score = sum of weight(term) * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * words / mean words))

where f is how often the row has the term; 1.2 and 0.75 are the usual constants of the function.
Rare terms tell most and match few rows, so rows are looked up by the rarest terms only; every row found
is then scored by all terms. Rows that have none of the rare terms are reached through pairs of the others.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log1p

ENOUGH_ROWS = 600
"""Rarest terms are taken until together they match about this many rows, and pairs until as many again.

At 10,000 rows of 60 words this finds all of the exact first 10 and .997 of the first 50.
"""
MOST_PAIRS = 6
"""Of the four next terms."""
_MOST_PAIRED = 4
_MOST_TERMS = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class TermStatistics:
    """How many rows a corpus has, how many words they have together, and in how many rows each term is."""

    rows: int
    words: int
    rows_with: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPlan:
    """How to look for a question: look up by `rare` (any of them) and by `pairs`, score by all `terms`.

    `asked` are the weights again, 0 for the words that only name the subject (unless there are no others).
    """

    terms: tuple[int, ...]
    weights: tuple[float, ...]
    asked: tuple[float, ...]
    mean_words: float
    rare: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


def plan(
    terms: Sequence[int], statistics: TermStatistics, *, subject: Collection[int] = frozenset()
) -> TermPlan:
    """The plan for distinct terms, of which some only name the `subject`; of many, for the rarest 48.

    Statistics may lag behind the rows, which costs a little order only.
    """
    by_rarity = sorted(terms, key=lambda term: (statistics.rows_with.get(term, 0), term))
    rarest_first = by_rarity[:_MOST_TERMS]
    rare = _until_enough(rarest_first, statistics)
    common = rarest_first[len(rare) :][:_MOST_PAIRED]
    pairs = _pairs_until_enough(common, statistics)
    weights = [weight(statistics.rows_with.get(term, 0), statistics.rows) for term in rarest_first]
    names_only = all(term in subject for term in rarest_first)
    return TermPlan(
        terms=tuple(rarest_first),
        weights=tuple(weights),
        asked=tuple(
            0.0 if term in subject and not names_only else each
            for term, each in zip(rarest_first, weights, strict=True)
        ),
        mean_words=statistics.words / statistics.rows if statistics.rows > 0 else 1.0,
        rare=rare,
        pairs=pairs,
    )


def weight(rows_with: int, rows: int) -> float:
    """The inverse document frequency; above 0 even for a term that every row has."""
    with_term = max(rows_with, 1)
    return log1p((max(rows, with_term) - with_term + 0.5) / (with_term + 0.5))


def _pairs_until_enough(common: Sequence[int], statistics: TermStatistics) -> tuple[tuple[int, int], ...]:
    """Pairs of terms, the rarest together first, as long as not too many rows are to be expected."""
    taken: list[tuple[int, int]] = []
    found = 0.0
    for first, second in combinations(common, 2):
        found += _together(first, second, statistics)
        if found > ENOUGH_ROWS:
            break
        taken.append((first, second))
    return tuple(taken)


def _together(first: int, second: int, statistics: TermStatistics) -> float:
    """Rows that have both terms, if they stood independently."""
    counts = statistics.rows_with
    return counts.get(first, 0) * counts.get(second, 0) / max(statistics.rows, 1)


def _until_enough(rarest_first: Sequence[int], statistics: TermStatistics) -> tuple[int, ...]:
    taken: list[int] = []
    found = 0
    for term in rarest_first:
        found += statistics.rows_with.get(term, 0)
        if taken and found > ENOUGH_ROWS:
            break
        taken.append(term)
    return tuple(taken)
