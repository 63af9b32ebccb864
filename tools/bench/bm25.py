"""Search by words beside an exact one: how much of its first results is found, and how fast."""

import random
import time
from collections.abc import Sequence

import bm25s

from remember.domain.bm25 import plan
from remember.domain.scopes import Reader
from remember.domain.words import words
from remember.providers.stem import question_terms, term_id
from remember.store import search, term_counts
from remember.store.search import Field
from remember.store.term_counts import Corpus
from remember.wiring import Memory
from tools.bench.corpus import Sentence
from tools.bench.report import heading, line, milliseconds

_QUESTIONS = 100
_TERMS = 4


async def measure_words(memory: Memory, said: Sequence[Sentence]) -> None:
    """Print how the search of claims by words compares with an exact BM25 over the same texts."""
    heading(f"Search by words in {len(said):,} claims, {_TERMS} words of a claim a question")
    texts = [sentence.text for sentence in said]
    exact = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    exact.index([_stems(text) for text in texts], show_progress=False)
    took: list[float] = []
    took_exact: list[float] = []
    overlaps: dict[int, list[float]] = {10: [], 50: []}
    for question in _questions(texts):
        begun = time.perf_counter()
        found = await _found(memory, question)
        took.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        _, scores = exact.retrieve([_asked(question)], k=50, show_progress=False)
        took_exact.append(time.perf_counter() - begun)
        for k, shares in overlaps.items():
            shares.append(_share(found[:k], [float(score) * 2.2 for score in scores[0][:k]]))
    line(
        "found (median / 95th percentile)",
        milliseconds(took),
        bare=f"bm25s in memory: {milliseconds(took_exact)}",
    )
    for k, shares in overlaps.items():
        line(f"of the exact first {k}", f"{sum(shares) / len(shares):.3f}")


def _questions(texts: Sequence[str]) -> list[str]:
    chance = random.Random(5)
    return [" ".join(chance.sample(chance.choice(texts).split(), _TERMS)) for _ in range(_QUESTIONS)]


async def _found(memory: Memory, question: str) -> list[float]:
    tenant = memory.tenant
    reader = Reader(tenant_id=tenant.tenant_id, scope_ids=(tenant.scope_id,))
    terms = question_terms(question)
    async with memory.database.read() as tx:
        await search.begin(tx, most=50)
        statistics = await term_counts.statistics_of(tx, reader.tenant_id, terms)
        field = Field(corpus=Corpus.CLAIMS, reader=reader)
        found = await search.by_words(tx, field, plan(terms, statistics[Corpus.CLAIMS]), most=50)
    return [candidate.score for candidate in found]


def _share(found: Sequence[float], exact: Sequence[float]) -> float:
    """How many of the exact scores were reached: items of one score can stand in for each other."""
    wanted = [score for score in exact if score > 0]
    reached = sum(one >= score * (1 - 1e-4) for one, score in zip(found, wanted, strict=False))
    return reached / max(1, len(wanted))


def _stems(text: str) -> list[str]:
    return [str(term_id(word)) for word in words(text)]


def _asked(question: str) -> list[str]:
    """The words that are searched by, the same for both: the search is compared, not the choice of words."""
    return [str(term) for term in question_terms(question)]
