"""Words to BM25 terms: English stems, named by a 32-bit hash, so that there is no dictionary to keep."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s
from threading import Lock

import snowballstemmer

from remember.domain.words import content_words, words

_stemmer = snowballstemmer.stemmer("english")
# The stemmer keeps the word it works on in itself.
_stemming = Lock()
_MOST_FREQUENT = 32_767


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What BM25 keeps of one text: distinct term ids in ascending order, and how often each occurs.

    Both fit their columns: signed 32-bit ids, 16-bit frequencies. `word_count` is the text's length.
    """

    ids: tuple[int, ...]
    frequencies: tuple[int, ...]
    word_count: int


def terms(text: str) -> Terms:
    """The terms of a text that is to be found."""
    counts = Counter(term_id(word) for word in words(text))
    ids = sorted(counts)
    return Terms(
        ids=tuple(ids),
        frequencies=tuple(min(counts[term], _MOST_FREQUENT) for term in ids),
        word_count=counts.total(),
    )


def question_terms(question: str) -> tuple[int, ...]:
    """The distinct terms a question looks for, ascending; words of mere grammar only where they are all."""
    return distinct_terms(content_words(question))


def distinct_terms(question_words: Iterable[str]) -> tuple[int, ...]:
    """The distinct terms of words, ascending."""
    return tuple(sorted({term_id(word) for word in question_words}))


@lru_cache(maxsize=100_000)
def term_id(word: str) -> int:
    """The signed 32-bit id of a folded word's stem; it must never change, since rows are stored by it."""
    stem = word
    if word.isascii() and word.isalpha():
        with _stemming:
            stem = _stemmer.stemWord(word)
    return int.from_bytes(blake2s(stem.encode(), digest_size=4).digest(), "big", signed=True)
