"""A memory opened together with the worker beside it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from remember.settings import Settings
from remember.wiring import Memory, open_memory
from remember.worker import working


@asynccontextmanager
async def open_working(settings: Settings) -> AsyncIterator[Memory]:
    """The memory that the settings name, whose jobs are done as long as it is open."""
    async with open_memory(settings) as memory, working(memory):
        yield memory
