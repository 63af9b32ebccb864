"""A read of what was believed at a time never misses a save that was in flight at that time."""

import asyncio
from uuid import uuid4

from remember.store.database import Database
from remember.store.facts import saves_ended, stamp


async def test_a_reader_of_the_past_waits_for_a_save_in_flight_and_then_says_so(database_url: str) -> None:
    database = await Database.open(database_url, max_connections=4)
    tenant, other = uuid4(), uuid4()
    async with database.write() as tx:
        await stamp(tx, tenant, [])
        assert await saves_ended(database, tenant) is False
        assert await saves_ended(database, other) is True
    assert await saves_ended(database, tenant) is True
    await database.close()


async def test_saves_do_not_wait_for_each_other(database_url: str) -> None:
    database = await Database.open(database_url, max_connections=4)
    tenant = uuid4()
    async with database.write() as one, database.write() as another:
        earlier = await stamp(one, tenant, [])
        later = await asyncio.wait_for(stamp(another, tenant, []), timeout=5)
    assert earlier < later
    await database.close()
