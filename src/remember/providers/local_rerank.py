"""The local reranker: ms-marco-MiniLM-L-12-v2, 8-bit, run by onnxruntime."""

from collections.abc import Sequence

from remember.providers.encoder import Encoder
from remember.providers.models import MINILM_RERANKER, verified_folder


class MiniLmReranker:
    """Reads a question and a text together. Blocks."""

    def __init__(self, *, threads: int) -> None:
        self._encoder = Encoder(verified_folder(MINILM_RERANKER), threads=threads)

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """The model's raw score of each text: about -11 (unrelated) to 11 (answers the question)."""
        logits = self._encoder.run([(question, text) for text in texts])
        return [float(logit) for logit in logits[:, 0]]
