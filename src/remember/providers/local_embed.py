"""The local embedder: bge-small-en-v1.5, 8-bit, run by onnxruntime."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from remember.errors import Unavailable
from remember.providers.encoder import Encoder
from remember.providers.models import BGE_SMALL, BGE_SMALL_DIMENSION, verified_folder


class BgeSmall:
    """Texts to vectors of length 1. Blocks; several may call. Questions and passages are treated alike.

    The model's authors offer a sentence to put before questions; on our development questions it lost
    1 to 2 points of recall, so it is left out.
    """

    def __init__(self) -> None:
        self._encoder = Encoder(verified_folder(BGE_SMALL), threads=1)
        found = self.embed([""]).shape[1]
        if found != BGE_SMALL_DIMENSION:
            raise Unavailable(
                f"the model {BGE_SMALL.name} gives vectors of {found} numbers, not {BGE_SMALL_DIMENSION}",
                code="model_altered",
                hint=f"install {BGE_SMALL.requirement} again",
            )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text. A vector differs a little (cosine .996) with the company of its text in a batch."""
        first_token = self._encoder.run(texts)[:, 0]
        lengths = np.linalg.norm(first_token, axis=1, keepdims=True)
        vectors: NDArray[np.float32] = first_token / lengths
        return vectors
