"""The local models behind the protocols: loaded at first need, run in lanes, in small batches."""

import asyncio
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from remember.domain.parsed import ParsedText, joined
from remember.domain.pieces import pieces
from remember.providers.lanes import Lane, Lanes
from remember.providers.loading import LoadOnce
from remember.providers.models import BGE_SMALL, BGE_SMALL_DIMENSION, ENGLISH_PARSER, MINILM_RERANKER

MOST_TEXTS = 8
MOST_EMBED_CHARACTERS = 1_200
"""Bounds of one call of ingest, so that a question waits some 40 ms at most; a longer text goes alone."""

MOST_PAIRS = 4
MOST_RERANK_CHARACTERS = 2_000

MOST_PIECES = 16
MOST_PARSE_CHARACTERS = 1_000
"""A dozen sentences of prose."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class _Embedder(Protocol):
    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class _Reranker(Protocol):
    def score(self, question: str, texts: Sequence[str]) -> list[float]: ...


class _Parser(Protocol):
    def parse(self, texts: Sequence[str]) -> list[ParsedText]: ...


class LocalEmbed:
    """`Embed` by the local model. `load` is called once, on a thread of its own."""

    model_id = BGE_SMALL.model_id
    dimension = BGE_SMALL_DIMENSION

    def __init__(self, lanes: Lanes, load: Callable[[], _Embedder]) -> None:
        self._lanes = lanes
        self._model = LoadOnce("embedding", load)

    def start(self) -> Future[Any]:
        """Begin to load behind the caller's back; the future tells when questions can be embedded."""
        return self._model.start()

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text, in the order given; the model sees them sorted by length, a few at a time."""
        model = await self._model.get()
        vectors = np.empty((len(texts), self.dimension), np.float32)
        waiting = batches(texts, most=MOST_TEXTS, characters=MOST_EMBED_CHARACTERS)

        async def in_turn() -> None:
            for batch in waiting:
                some = [_well_formed(texts[at]) for at in batch]
                vectors[batch] = await self._lanes.run(Lane.INGEST, model.embed, some)

        # No more at a time than there are threads: what others have for them comes in between.
        try:
            await asyncio.gather(*(in_turn() for _ in range(self._lanes.width)))
        finally:
            waiting.close()
        return vectors

    async def embed_question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, ahead of all ingest that waits."""
        model = await self._model.get()
        vectors = await self._lanes.run(Lane.QUESTION, model.embed, [_well_formed(text)])
        vector: NDArray[np.float32] = vectors[0]
        return vector


class LocalRerank:
    """`Rerank` by the local model. `load` is called once, on a thread of its own."""

    model_id = MINILM_RERANKER.model_id

    def __init__(self, lanes: Lanes, load: Callable[[], _Reranker]) -> None:
        self._lanes = lanes
        self._model = LoadOnce("rerank", load)

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """One score a text. Questions of others get their turn every few texts; cancelling stops the rest."""
        model = await self._model.get()
        scores = [0.0] * len(texts)
        for batch in batches(texts, most=MOST_PAIRS, characters=MOST_RERANK_CHARACTERS):
            some = [_well_formed(texts[at]) for at in batch]
            found = await self._lanes.run(Lane.QUESTION, model.score, _well_formed(question), some)
            for at, score in zip(batch, found, strict=True):
                scores[at] = score
        return scores


class LocalParse:
    """`Parse` by the local model. `load` is called once, on a thread of its own.

    A reading takes some 100 bytes a character: parse a long document a few passages at a time.
    """

    model_id = ENGLISH_PARSER.model_id

    def __init__(self, lanes: Lanes, load: Callable[[], _Parser]) -> None:
        self._lanes = lanes
        self._model = LoadOnce("grammar", load)

    async def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text; a long text is read in pieces, cut between sentences."""
        model = await self._model.get()
        readings: list[list[tuple[int, ParsedText]]] = [[] for _ in texts]
        for group in _grouped(texts):
            found = await self._lanes.run(Lane.INGEST, model.parse, [piece for _, _, piece in group])
            for (at, offset, _), reading in zip(group, found, strict=True):
                readings[at].append((offset, reading))
        return [joined(text, parts) for text, parts in zip(texts, readings, strict=True)]


_Piece = tuple[int, int, str]
"""The number of a text, the offset of a piece in it, and the piece."""


def _grouped(texts: Sequence[str]) -> Iterator[list[_Piece]]:
    group: list[_Piece] = []
    characters = 0
    for piece in _pieces(texts):
        if group and (len(group) == MOST_PIECES or characters + len(piece[2]) > MOST_PARSE_CHARACTERS):
            yield group
            group, characters = [], 0
        group.append(piece)
        characters += len(piece[2])
    if group:
        yield group


def _pieces(texts: Sequence[str]) -> Iterator[_Piece]:
    for at, text in enumerate(texts):
        for start, end in pieces(text, MOST_PARSE_CHARACTERS):
            yield at, start, _well_formed(text[start:end])


def batches(texts: Sequence[str], *, most: int, characters: int) -> Generator[list[int], None, None]:
    """The numbers of all texts, shortest first, in groups that cost about the same once padded."""
    batch: list[int] = []
    for at in sorted(range(len(texts)), key=lambda at: len(texts[at])):
        if batch and (len(batch) == most or (len(batch) + 1) * len(texts[at]) > characters):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def _well_formed(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text)
