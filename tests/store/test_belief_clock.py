"""Belief times are the database's, and whoever saves takes one."""

import asyncio
from uuid import uuid4

from remember.store.database import Database
from remember.store.facts import stamp


async def test_saves_do_not_wait_for_each_other(database_url: str) -> None:
    database = await Database.open(database_url, max_connections=4)
    tenant = uuid4()
    async with database.write() as one, database.write() as another:
        earlier = await stamp(one, tenant, [])
        later = await asyncio.wait_for(stamp(another, tenant, []), timeout=5)
    assert earlier < later
    await database.close()
