"""A memory to be read, over a real store and scripted models."""

import pytest

from remember.context import Context
from tests.ingest.conftest import context  # noqa: F401
from tests.retrieve.build import Memory


@pytest.fixture
def memory(context: Context) -> Memory:  # noqa: F811
    """An empty memory to put rows into."""
    return Memory(context)
