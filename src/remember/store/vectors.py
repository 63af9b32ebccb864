"""Vectors as pgvector reads them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray


def vector_text(vector: NDArray[np.float32]) -> str:
    """A vector in pgvector's text form; halfvec keeps three significant digits of numbers below 1."""
    return _form(len(vector)) % tuple(vector.tolist())


@cache
def _form(dimension: int) -> str:
    return "[" + ",".join(["%.7f"] * dimension) + "]"
