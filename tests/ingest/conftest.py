"""A memory with scripted models: a real store, and the context of its owner."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from remember.context import OWNER, Context, new_id, utc_now
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from tests.scripted import ScriptedProviders


@pytest.fixture
def models() -> ScriptedProviders:
    """The models of the memory, to be told what to do."""
    return ScriptedProviders()


@pytest.fixture
async def context(database_url: str, tmp_path: Path, models: ScriptedProviders) -> AsyncIterator[Context]:
    """The context of the owner of an empty memory that nobody works for."""
    database = await Database.open(database_url)
    tenant = await open_tenant(database, "default", new_id())
    yield Context(
        settings=Settings(),
        database=database,
        content=ContentStore(tmp_path / "content"),
        providers=models.all,
        tenant_id=tenant.tenant_id,
        scope_id=tenant.scope_id,
        scope_ids=(tenant.scope_id,),
        principal=OWNER,
        clock=utc_now,
        new_id=new_id,
        cursors=await CursorSeal.load(database),
    )
    await database.close()
