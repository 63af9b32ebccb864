"""What a search nominates, and that it finds it by its indexes."""

import random
from collections.abc import Sequence
from uuid import UUID, uuid4

import bm25s
import numpy as np
import pytest

from remember.context import Context
from remember.domain.bm25 import TermPlan, plan
from remember.domain.ranking import Candidate
from remember.domain.scopes import Reader
from remember.domain.words import content_words, words
from remember.providers.stem import question_terms
from remember.store import search, term_counts
from remember.store.database import Transaction
from remember.store.search import Field, Vectors
from remember.store.statements import statements
from remember.store.term_counts import Corpus
from remember.store.vectors import vector_text
from tests.retrieve.build import Memory

_NOTES = (
    "The pump of barge 7 leaks at the valve.",
    "The valve was replaced, and the valve holds.",
    "Fault ABC-1234 is about the pump.",
    "Nothing was said about lunch.",
)


@pytest.fixture
def reader(context: Context) -> Reader:
    return Reader(tenant_id=context.tenant_id, scope_ids=context.scope_ids)


async def _by_words(context: Context, reader: Reader, question: str, most: int = 10) -> list[Candidate]:
    terms = question_terms(question)
    async with context.database.read() as tx:
        await search.begin(tx, most=most)
        statistics = await term_counts.statistics_of(tx, reader.tenant_id, terms)
        field = Field(corpus=Corpus.CHUNKS, reader=reader)
        return await search.by_words(tx, field, plan(terms, statistics[Corpus.CHUNKS]), most=most)


async def test_words_find_the_passages_that_have_them(memory: Memory, reader: Reader) -> None:
    chunks = [(await memory.document(note)).chunk_id for note in _NOTES]
    found = await _by_words(memory.context, reader, "Which pump has a valve?")
    assert [candidate.item_id for candidate in found] == [chunks[0], chunks[1], chunks[2]]
    assert [round(candidate.share, 2) for candidate in found] == [1.0, 0.5, 0.5]


async def test_a_code_is_found_however_it_is_written(memory: Memory, reader: Reader) -> None:
    chunks = [(await memory.document(note)).chunk_id for note in _NOTES]
    for written in ("ABC-1234", "abc1234", "1234"):
        found = await _by_words(memory.context, reader, written)
        assert [candidate.item_id for candidate in found] == [chunks[2]], written


async def test_statistics_are_the_same_before_and_after_a_compaction(memory: Memory, reader: Reader) -> None:
    for note in _NOTES:
        await memory.document(note)
    terms = question_terms("valve pump unheard")
    async with memory.context.database.read() as tx:
        before = await term_counts.statistics_of(tx, reader.tenant_id, terms)
    async with memory.context.database.write() as tx:
        assert await term_counts.is_due(tx, reader.tenant_id, at_least=4)
        assert await term_counts.compact(tx, reader.tenant_id) == 4
        assert await term_counts.compact(tx, reader.tenant_id) == 0
        assert not await term_counts.is_due(tx, reader.tenant_id, at_least=1)
    async with memory.context.database.read() as tx:
        after = await term_counts.statistics_of(tx, reader.tenant_id, terms)
    assert after == before
    pump, valve = question_terms("pump")[0], question_terms("valve")[0]
    assert (after[Corpus.CHUNKS].rows, after[Corpus.CHUNKS].rows_with) == (4, {pump: 2, valve: 2})
    assert after[Corpus.CLAIMS].rows == 0


async def test_passages_of_other_scopes_and_old_versions_are_not_nominated(
    memory: Memory, reader: Reader
) -> None:
    other = uuid4()
    await memory.scope(other, project="other")
    await memory.document("The pump leaks.", scope_id=other)
    old = await memory.document("The pump leaks.")
    new = await memory.next_version(old, "The pump holds.")
    assert [one.item_id for one in await _by_words(memory.context, reader, "pump")] == [new.chunk_id]
    vector = vector_text(await memory.context.providers.embed.embed_question("pump leaks"))
    asked = Vectors(question=vector)
    async with memory.context.database.read() as tx:
        await search.begin(tx, most=10)
        for exact in (True, False):
            field = Field(corpus=Corpus.CHUNKS, reader=reader)
            found = await search.by_meaning(tx, field, asked, most=10, exact=exact)
            assert [one.item_id for one in found] == [new.chunk_id]


async def test_the_order_by_words_is_that_of_an_exact_search(memory: Memory, reader: Reader) -> None:
    texts = _sentences(40)
    ids = [(await memory.document(text)).chunk_id for text in texts]
    reference = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    reference.index([_stems(text) for text in texts], show_progress=False)
    for question in ("amber crane ledger", "harbour", "crane crane kettle lantern"):
        found = await _by_words(memory.context, reader, question, most=5)
        stems = list(dict.fromkeys(_stems(" ".join(content_words(question)))))
        _, scores = reference.retrieve([stems], k=5, show_progress=False)
        # Its scores leave out the constant factor k1 + 1 and come in single precision.
        expected = [float(score) * 2.2 for score in scores[0] if score > 0]
        assert [one.score for one in found] == pytest.approx(expected, rel=1e-5), question
        assert all(one.item_id in ids for one in found)


def _sentences(count: int) -> list[str]:
    generator = random.Random(7)
    vocabulary = ("amber", "crane", "ledger", "harbour", "kettle", "lantern", "meadow", "orchard")
    return [" ".join(generator.choices(vocabulary, k=generator.randint(4, 14))) for _ in range(count)]


def _stems(text: str) -> list[str]:
    return [str(question_terms(word)[0]) for word in words(text)]


@pytest.mark.parametrize("place", [1, 6])
async def test_rows_are_found_by_a_rare_word_or_by_both_words_of_a_pair(
    memory: Memory, reader: Reader, place: int
) -> None:
    rare = await memory.document("amber")
    paired = await memory.document("kettle by the lantern")
    await memory.document("kettle without the other")
    first, second = sorted(question_terms("kettle lantern"))
    planned = TermPlan(
        terms=(*question_terms("amber"), first, second),
        weights=(1.0, 1.0, 1.0),
        asked=(1.0, 1.0, 1.0),
        mean_words=3.0,
        rare=question_terms("amber"),
        pairs=((1, 2),) * (place - 1) + ((first, second),),
    )
    async with memory.context.database.read() as tx:
        await search.begin(tx, most=40)
        found = await search.by_words(tx, Field(corpus=Corpus.CHUNKS, reader=reader), planned, most=10)
    assert {one.item_id for one in found} == {rare.chunk_id, paired.chunk_id}


async def _plan_of(tx: Transaction, name: str, values: dict[str, object]) -> str:
    sql = "explain (costs off) " + statements()[name].sql
    return "\n".join(row[0] for row in await (await tx.execute(sql.encode(), values)).fetchall())


@pytest.mark.parametrize("corpus", list(Corpus))
async def test_the_hot_searches_use_their_indexes(memory: Memory, reader: Reader, corpus: Corpus) -> None:
    await memory.crowd(corpus, 1_500)
    async with memory.context.database.read() as tx:
        await search.begin(tx, most=40)
        nearest = await _plan_of(tx, f"search.nearest_{corpus}", _values(reader))
        matching = await _plan_of(tx, f"search.matching_{corpus}", _values(reader))
    assert f"Index Scan using {corpus}_by_embedding" in nearest
    assert matching.count(f"Bitmap Index Scan on {corpus}_by_terms") == 2


async def test_searches_of_a_past_belief_use_the_indexes_of_held_and_of_closed_facts(
    memory: Memory, reader: Reader
) -> None:
    await memory.crowd(Corpus.FACTS, 1_500)
    async with memory.context.database.read() as tx:
        await search.begin(tx, most=40)
        values = _values(reader) | {"believed_at": "2026-01-01T00:00:00Z"}
        nearest = await _plan_of(tx, "search.nearest_facts_as_of", values)
        matching = await _plan_of(tx, "search.matching_facts_as_of", values)
    for which in ("facts", "facts_closed"):
        assert f"Index Scan using {which}_by_embedding" in nearest
        assert f"Bitmap Index Scan on {which}_by_terms" in matching


def _values(reader: Reader) -> dict[str, object]:
    scopes: Sequence[UUID] = reader.scope_ids
    return {
        "tenant_id": reader.tenant_id,
        "scope_ids": list(scopes),
        "item_ids": None,
        "vector": vector_text(np.full(384, 0.1, np.float32)),
        "subject": None,
        "most": 40,
        "most_found": 4_000,
        "first": None,
        "last": "2026-01-01T00:00:00Z",
        "terms": [1, 2],
        "weights": [1.0, 1.0],
        "asked": [1.0, 1.0],
        "all_asked": 2.0,
        "mean_words": 10.0,
        "rare": [1],
        "pair_1": [1, 2],
    } | {f"pair_{number}": None for number in range(2, 7)}
