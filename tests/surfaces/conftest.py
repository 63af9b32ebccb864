"""The HTTP surface over an open memory that nobody works for."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from remember.surfaces.http import create_app
from remember.wiring import Memory
from tests.memories import models, opened

__all__ = ["models", "opened"]


@pytest.fixture
def memory(opened: Memory) -> Memory:
    """The memory; a test may change its settings."""
    return opened


@pytest.fixture
async def http(memory: Memory) -> AsyncIterator[httpx2.AsyncClient]:
    """A caller on loopback."""
    transport = httpx2.ASGITransport(app=create_app(memory))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client
