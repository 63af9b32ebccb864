"""The local reranker as a caller meets it, with the real model."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest

pytest.importorskip("onnxruntime", reason="needs remember-engine[local]")

from remember.providers.lanes import Lanes
from remember.providers.local import MOST_PAIRS, LocalRerank
from remember.providers.local_rerank import MiniLmReranker

TEXTS = [
    "The bakery on Quay Street sells rye bread on Thursdays.",
    "Nadia signed the lease for the depot in March 2024.",
    "",
    "The depot lies behind the fish market. " * 1_000,
    "\ud83d",
]


@pytest.fixture(scope="module")
def model() -> MiniLmReranker:
    return MiniLmReranker(threads=1)


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    lanes = Lanes()
    yield lanes
    lanes.close()


async def test_the_text_that_answers_scores_best(lanes: Lanes, model: MiniLmReranker) -> None:
    scores = await LocalRerank(lanes, lambda: model).score("When was the depot rented?", TEXTS)
    assert len(scores) == len(TEXTS)
    assert max(range(len(TEXTS)), key=lambda at: scores[at]) == 1


async def test_no_texts_have_no_scores(lanes: Lanes, model: MiniLmReranker) -> None:
    assert await LocalRerank(lanes, lambda: model).score("When?", []) == []


async def test_a_read_that_gives_up_stops_the_reranker_within_one_batch(lanes: Lanes) -> None:
    read: list[str] = []
    first_batch_done = asyncio.Event()
    loop = asyncio.get_running_loop()

    class Slow:
        def score(self, question: str, texts: Sequence[str]) -> list[float]:
            read.extend(texts)
            loop.call_soon_threadsafe(first_batch_done.set)
            return [0.0] * len(texts)

    texts = [f"text {number}" for number in range(10 * MOST_PAIRS)]
    scoring = asyncio.ensure_future(LocalRerank(lanes, Slow).score("When?", texts))
    await first_batch_done.wait()
    scoring.cancel()
    with pytest.raises(asyncio.CancelledError):
        await scoring
    await asyncio.to_thread(lanes.close)
    assert len(read) <= 2 * MOST_PAIRS
