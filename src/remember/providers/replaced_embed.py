"""What stands in the place of an embedder that a memory has no more."""

from collections.abc import Sequence
from typing import NoReturn

from remember.errors import Conflict


class ReplacedEmbed:
    """`Embed` that refuses: its vectors cannot be compared with those that the memory has by now."""

    def __init__(self, model_id: str, dimension: int, *, by: str) -> None:
        self.model_id = model_id
        self.dimension = dimension
        self._by = by

    async def embed_passages(self, texts: Sequence[str]) -> NoReturn:
        """Raises `Conflict`."""
        raise self._refusal()

    async def embed_question(self, text: str) -> NoReturn:
        """Raises `Conflict`."""
        raise self._refusal()

    def _refusal(self) -> Conflict:
        return Conflict(
            f"the memory was given the embedder {self._by} while it was open here with {self.model_id}",
            code="embedder_changed",
            hint="set embed_model to the one that it has by now, and open it again",
            data={"kept": self._by, "configured": self.model_id},
        )
