"""Tenants: named once, however many processes open a new database at once."""

import asyncio

from remember.context import new_id
from remember.store.access import open_tenant, tenant_scope
from remember.store.database import Database


async def test_a_name_is_one_tenant_with_one_tenant_wide_scope(database_url: str) -> None:
    database = await Database.open(database_url)
    opened = await asyncio.gather(*(open_tenant(database, "default", new_id()) for _ in range(5)))
    other = await open_tenant(database, "other", new_id())
    assert len(set(opened)) == 1
    assert other.tenant_id != opened[0].tenant_id
    assert opened[0].scope_id == tenant_scope(opened[0].tenant_id)
    await database.close()
