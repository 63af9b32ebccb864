"""BM25 statistics: how many rows of a corpus have a term. Writers append changes; a job folds them in."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from remember.domain.bm25 import TermStatistics
from remember.store.database import Transaction, many, one

MOST_CHANGES = 20_000
"""Changes that one compaction folds in: some seconds of work at most."""


class Corpus(StrEnum):
    """What is searched: each corpus has its own statistics."""

    CHUNKS = "chunks"
    CLAIMS = "claims"
    FACTS = "facts"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    corpus: str
    term: int | None
    rows: int
    words: int


async def statistics_of(
    tx: Transaction, tenant_id: UUID, terms: Collection[int]
) -> Mapping[Corpus, TermStatistics]:
    """For each corpus its size and how common these terms are in it, as of the last compaction."""
    counts = await many(tx, "term_counts.of_terms", _Count, tenant_id=tenant_id, terms=list(terms))
    by_corpus: dict[str, list[_Count]] = defaultdict(list)
    for count in counts:
        by_corpus[count.corpus].append(count)
    return {corpus: _statistics(by_corpus[corpus]) for corpus in Corpus}


def _statistics(counts: Collection[_Count]) -> TermStatistics:
    return TermStatistics(
        rows=sum(count.rows for count in counts if count.term is None),
        words=sum(count.words for count in counts if count.term is None),
        rows_with={count.term: count.rows for count in counts if count.term is not None},
    )


async def compact(tx: Transaction, tenant_id: UUID) -> int:
    """Fold the oldest changes of a tenant into its counts; how many, 0 when there is nothing to do."""
    return await one(tx, "term_counts.compact", int, tenant_id=tenant_id, most=MOST_CHANGES)


async def is_due(tx: Transaction, tenant_id: UUID, *, at_least: int) -> bool:
    """Whether so many changes wait for `compact`; reads stay right without it, and become slower."""
    return await one(tx, "term_counts.waiting", bool, tenant_id=tenant_id, at_least=at_least)
