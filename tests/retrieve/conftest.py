"""A memory to be read, over a real store and scripted models."""

import pytest

from remember.context import Context
from tests.memories import context, models, opened
from tests.retrieve.build import Memory

__all__ = ["context", "models", "opened"]


@pytest.fixture
def memory(context: Context) -> Memory:
    """An empty memory to put rows into."""
    return Memory(context)
