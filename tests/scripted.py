"""Models that do what a test says: certain, fast, and failing on demand."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from remember.errors import Unavailable


class ScriptedEmbed:
    """Vectors drawn from the words of a text: the same text always has the same one."""

    model_id = "scripted-embed/1"
    dimension = 384

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.failing = False

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text."""
        if self.failing:
            raise Unavailable("the embedder does not answer", code="embedder_down")
        self.seen += texts
        return np.stack([_vector(text) for text in texts]) if texts else np.empty((0, 384), np.float32)

    async def embed_question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        return _vector(text)


class ScriptedProviders:
    """The models of a memory under test."""

    def __init__(self) -> None:
        self.embed = ScriptedEmbed()


def _vector(text: str) -> NDArray[np.float32]:
    total = np.zeros(384, np.float32)
    for word in text.casefold().split() or [""]:
        seed = int.from_bytes(hashlib.blake2s(word.encode("utf-8", "replace"), digest_size=4).digest(), "big")
        total += np.random.default_rng(seed).standard_normal(384).astype(np.float32)
    norm = float(np.linalg.norm(total))
    return total / norm if norm else total
