"""What we ask of a model, whoever makes it. Each protocol is the least that the pipeline needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from remember.domain.parsed import ParsedText
from remember.providers.chat import Chat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]
    """One row a text, each of length 1, so that the dot product is the cosine."""


class Embed(Protocol):
    """Turns texts into vectors that lie close where the texts mean similar things."""

    @property
    def model_id(self) -> str:
        """Name and content hash: vectors of two different ids cannot be compared."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One vector a text, shape (n, dimension): of what is to be found."""
        ...

    async def embed_question(self, text: str) -> Vectors:
        """The vector, shape (dimension,), of a question that is to find passages."""
        ...


class Rerank(Protocol):
    """Reads a question together with each candidate: slower than vectors, and better."""

    @property
    def model_id(self) -> str:
        """Name and content hash."""
        ...

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question: higher is better, on the model's own unbounded scale."""
        ...


class Parse(Protocol):
    """Reads the grammar of a text."""

    @property
    def model_id(self) -> str:
        """Name and version: part of what a claim's extraction depends on."""
        ...

    async def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text, with offsets into exactly that text, however long it is."""
        ...


class ReadingModel(Chat, Protocol):
    """A language model that reads on the write path."""

    @property
    def model_id(self) -> str:
        """Its name: part of what a claim's extraction depends on."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Providers:
    """The models of one process. Without a reranker, reads keep the order of their channels.

    Without a chat model, answers are extracts; without one that extracts, rules read the claims.
    """

    embed: Embed
    parse: Parse
    rerank: Rerank | None = None
    chat: Chat | None = None
    extract: ReadingModel | None = None
