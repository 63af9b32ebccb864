"""What stands in the place of an embedder that a memory has no more."""

from collections.abc import Sequence
from typing import NoReturn

from remember.errors import Conflict
from remember.providers.protocols import Embed


class EmbedderReplaced(Conflict):
    """The vectors of the memory are of another embedder by now."""


class ReplacedEmbed:
    """`Embed` that refuses: its vectors cannot be compared with those that the memory has by now.

    `before` is the embedder that was replaced, `by` the name of the one that the memory has.
    """

    def __init__(self, before: Embed, *, by: str) -> None:
        self.model_id = before.model_id
        self.dimension = before.dimension
        self.before = before
        self.by = by

    async def embed_passages(self, texts: Sequence[str]) -> NoReturn:
        """Raises `EmbedderReplaced`."""
        raise self._refusal()

    async def embed_question(self, text: str) -> NoReturn:
        """Raises `EmbedderReplaced`."""
        raise self._refusal()

    def _refusal(self) -> EmbedderReplaced:
        return EmbedderReplaced(
            f"the memory was given the embedder {self.by} while it was open here with {self.model_id}",
            code="embedder_changed",
            hint="set embed_model to the one that it has by now, and open it again",
            data={"kept": self.by, "configured": self.model_id},
        )
