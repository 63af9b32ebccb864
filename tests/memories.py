"""An empty memory over a real store with scripted models, for the tests of more than one folder.

A `conftest.py` imports the fixtures that its tests use.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from remember.context import OWNER, Context, new_id
from remember.providers.protocols import Providers
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.wiring import Memory
from tests.scripted import ScriptedProviders


@pytest.fixture
def models() -> ScriptedProviders:
    """The models of the memory, to be told what to do."""
    return ScriptedProviders()


@pytest.fixture
async def opened(database_url: str, tmp_path: Path, models: ScriptedProviders) -> AsyncIterator[Memory]:
    """An open memory that nobody works for."""
    memory = await open_with(database_url, tmp_path / "content", models.all)
    yield memory
    await memory.database.close()


async def open_with(database_url: str, content: Path, providers: Providers) -> Memory:
    """A memory over a store that is there, with these models; whoever opens it closes its database."""
    database = await Database.open(database_url)
    return Memory(
        settings=Settings(),
        dsn=database_url,
        database=database,
        content=ContentStore(content),
        providers=providers,
        tenant=await open_tenant(database, "default", new_id()),
        cursors=await CursorSeal.load(database),
    )


@pytest.fixture
def context(opened: Memory) -> Context:
    """The context of the owner of the memory."""
    return opened.context(OWNER)
