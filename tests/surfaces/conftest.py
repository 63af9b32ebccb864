"""An open memory with scripted models, and the HTTP surface over it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import httpx2
import pytest

from remember.context import OWNER, Context, Principal, new_id, utc_now
from remember.domain.documents import IngestPrincipal
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedParse
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.surfaces.http import create_app


@dataclass
class TestMemory:
    """A memory whose work nobody does; its settings can be varied."""

    settings: Settings
    owner: Context

    def context(self, principal: Principal, attribution: IngestPrincipal | None = None) -> Context:
        return replace(self.owner, settings=self.settings, principal=principal, attribution=attribution)

    async def check(self) -> None:
        async with self.owner.database.read():
            pass


@pytest.fixture
async def memory(database_url: str, tmp_path: Path) -> AsyncIterator[TestMemory]:
    database = await Database.open(database_url)
    tenant = await open_tenant(database, "default", new_id())
    owner = Context(
        settings=Settings(),
        database=database,
        content=ContentStore(tmp_path / "content"),
        providers=Providers(embed=ScriptedEmbed(), parse=ScriptedParse()),
        tenant_id=tenant.tenant_id,
        scope_id=tenant.scope_id,
        scope_ids=(tenant.scope_id,),
        principal=OWNER,
        clock=utc_now,
        new_id=new_id,
        cursors=await CursorSeal.load(database),
    )
    yield TestMemory(settings=Settings(), owner=owner)
    await database.close()


@pytest.fixture
async def http(memory: TestMemory) -> AsyncIterator[httpx2.AsyncClient]:
    """A caller on loopback."""

    transport = httpx2.ASGITransport(app=create_app(memory))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client
