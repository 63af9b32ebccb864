"""A transformer in ONNX with its tokenizer: texts in, numbers out."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

MOST_TOKENS = 512
MOST_CHARACTERS = 16_000
"""More than 512 tokens of any running text; what comes after need not be tokenized to be cut off."""

Text: TypeAlias = str
Pair: TypeAlias = tuple[str, str]


class Encoder:
    """Runs one model, in the calling thread and `threads - 1` others, which all callers share."""

    def __init__(self, folder: Path, *, threads: int) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # A pattern a length of text costs memory (26 MB after one text of 512 tokens), and saves no time.
        options.enable_mem_pattern = False
        # Threads that spin while they wait take half as much processor time again for short texts.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = ort.InferenceSession(
            folder / "model.onnx", options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file pads everything to 512 tokens, which makes a short text ten times as expensive.
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)

    def run(self, inputs: Sequence[Text] | Sequence[Pair]) -> NDArray[np.float32]:
        """The model's first output for texts or pairs of texts, cut at 512 tokens, padded to the longest."""
        encodings = [self._encode(item) for item in inputs]
        ids, kinds, mask = (
            _padded([part(encoding) for encoding in encodings]) for part in (_ids, _kinds, _mask)
        )
        output = self._session.run(None, {"input_ids": ids, "token_type_ids": kinds, "attention_mask": mask})
        first: NDArray[np.float32] = output[0]
        return first

    def _encode(self, item: Text | Pair) -> Encoding:
        if isinstance(item, str):
            return self._tokenizer.encode(item[:MOST_CHARACTERS])
        first, second = item
        return self._tokenizer.encode(first[:MOST_CHARACTERS], second[:MOST_CHARACTERS])


def _ids(encoding: Encoding) -> list[int]:
    return encoding.ids


def _kinds(encoding: Encoding) -> list[int]:
    return encoding.type_ids


def _mask(encoding: Encoding) -> list[int]:
    return encoding.attention_mask


def _padded(rows: Sequence[list[int]]) -> NDArray[np.int64]:
    padded = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, numbers in zip(padded, rows, strict=True):
        row[: len(numbers)] = numbers
    return padded
