"""Vectors as pgvector reads them."""

from collections.abc import Iterable


def vector_text(vector: Iterable[float]) -> str:
    """A vector in pgvector's text form; halfvec keeps three significant digits, so six are plenty."""
    return "[" + ",".join(f"{number:.6g}" for number in vector) + "]"
