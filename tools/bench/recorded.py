"""Local models that keep what they were asked, so that the same calls can be made again without us."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from remember.domain.parsed import ParsedText
from remember.providers.lanes import Lanes
from remember.providers.local import LocalEmbed, LocalParse
from remember.providers.local_embed import BgeSmall
from remember.providers.local_parse import EnglishParser
from remember.providers.protocols import Providers

THREADS = 2


class RecordedModels:
    """The embedder and the parser of one memory, and every batch that each was given."""

    def __init__(self) -> None:
        self.embedder = BgeSmall()
        self.parser = EnglishParser()
        self.embedded: list[list[str]] = []
        self.parsed: list[list[str]] = []

    def providers(self) -> Providers:
        """Providers for a memory to use."""
        return Providers(
            embed=LocalEmbed(Lanes(THREADS), lambda: self), parse=LocalParse(Lanes(), lambda: self)
        )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors, with the call kept."""
        self.embedded.append(list(texts))
        return self.embedder.embed(texts)

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """The readings, with the call kept."""
        self.parsed.append(list(texts))
        return self.parser.parse(texts)

    def forget(self) -> None:
        """Start recording anew."""
        self.embedded.clear()
        self.parsed.clear()

    def replay(self) -> None:
        """The same calls of the same models, and nothing else."""
        self.embed_all(self.embedded)
        pipeline: Any = self.parser._pipeline
        for batch in self.parsed:
            with pipeline.memory_zone():
                for _ in pipeline.pipe(batch):
                    pass

    def embed_all(self, batches: Iterable[Sequence[str]]) -> None:
        """Embed these on as many threads as a memory does, and nothing else."""
        with ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(self.embedder.embed, batches))
