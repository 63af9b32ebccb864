"""Vectors made ahead: labels are embedded while the claims and facts that they come from are saved."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Self

import numpy as np
from numpy.typing import NDArray

from remember.domain.claims import DraftClaim
from remember.providers.protocols import Embed

_MOST = 2_000
"""Labels of one version that are embedded ahead: some megabytes. Those of a book come as they are needed."""

Vector = NDArray[np.float32]


class LabelVectors:
    """The vectors of labels of one version, whenever they are made."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._begun: set[str] = set()
        self._made: dict[str, Vector] = {}
        self._making: list[asyncio.Task[None]] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, embed: Embed) -> AsyncIterator[Self]:
        """Nothing is made any more once the body has ended."""
        vectors = cls(embed)
        try:
            yield vectors
        finally:
            await vectors._end()

    def begin(self, drafts: Iterable[DraftClaim]) -> None:
        """Make those of the labels that are not their claims' own sentences, behind the caller's back."""
        labels = dict.fromkeys(label for draft in drafts for label in _others(draft))
        new = [label for label in labels if label not in self._begun][: _MOST - len(self._begun)]
        if new:
            self._begun.update(new)
            self._making.append(asyncio.create_task(self._make(new)))

    async def of(self, labels: Sequence[str]) -> list[Vector]:
        """One vector a label, kept no longer. What was not made ahead, or failed then, is made now."""
        await asyncio.gather(*self._making, return_exceptions=True)
        await self._make([label for label in dict.fromkeys(labels) if label not in self._made])
        given = {label: self._made.pop(label) for label in dict.fromkeys(labels)}
        return [given[label] for label in labels]

    async def _make(self, labels: Sequence[str]) -> None:
        if labels:
            vectors = await self._embed.embed_passages(labels)
            self._made |= zip(labels, vectors, strict=True)

    async def _end(self) -> None:
        for task in self._making:
            task.cancel()
        await asyncio.gather(*self._making, return_exceptions=True)


def _others(draft: DraftClaim) -> Iterable[str]:
    own = draft.claim_text.rstrip(".")
    return (one.label for one in draft.assertions if one.label.rstrip(".") != own)
