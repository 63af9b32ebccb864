"""A memory with a worker beside it, asked as its callers ask."""

from collections.abc import AsyncIterator

import pytest

from remember.wiring import Memory
from remember.worker import working
from tests.memories import context, models, opened
from tests.stories.telling import Told

__all__ = ["context", "models", "opened"]


@pytest.fixture
async def memory(opened: Memory) -> AsyncIterator[Told]:
    """An open memory whose jobs are done as they come."""
    async with working(opened):
        yield Told(opened)
