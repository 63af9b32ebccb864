"""A memory to write to."""

from tests.memories import context, models, opened

__all__ = ["context", "models", "opened"]
