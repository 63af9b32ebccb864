"""Two transactions of one read: both see one snapshot, and one is enough where no other is free."""

import psycopg
import pytest

from remember.context import new_id
from remember.errors import Interrupted
from remember.retrieve.together import both
from remember.store import search
from remember.store.access import open_tenant
from remember.store.database import Database, Transaction


async def _tenants(tx: Transaction) -> int:
    found = await (await tx.execute("select count(*) from tenants")).fetchone()
    assert found
    return int(found[0])


async def _open_with_a_spare(database_url: str) -> Database:
    return await Database.open(database_url, max_connections=2, spare_seconds=10)


async def test_what_is_written_after_the_first_look_is_seen_by_neither(database_url: str) -> None:
    database = await _open_with_a_spare(database_url)
    async with database.read() as tx:
        snapshot = await search.share(tx)
        before = await _tenants(tx)
        await open_tenant(database, "later", new_id())
        async with database.beside(tx, snapshot) as beside:
            assert beside is not tx
            assert await _tenants(beside) == before
            with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
                await beside.execute("delete from tenants")
    async with database.read() as tx:
        assert await _tenants(tx) == before + 1
    await database.close()


async def test_where_no_connection_is_free_the_first_one_serves(database_url: str) -> None:
    database = await Database.open(database_url, max_connections=1)
    async with database.read() as tx, database.beside(tx, await search.share(tx)) as beside:
        assert beside is tx
        assert await both(_tenants(tx), _tenants(beside)) == (await _tenants(tx),) * 2
    await database.close()


async def test_where_one_of_two_fails_the_other_is_ended_and_both_connections_serve_on(
    database_url: str,
) -> None:
    database = await _open_with_a_spare(database_url)

    async def sleeps(tx: Transaction) -> None:
        await tx.execute("select pg_sleep(60)")

    async def fails(tx: Transaction) -> None:
        await tx.execute("select 1 / 0")

    with pytest.raises(psycopg.errors.DivisionByZero):
        async with database.read() as tx, database.beside(tx, await search.share(tx)) as beside:
            await both(sleeps(tx), fails(beside))
    async with database.read() as one, database.read() as other:
        assert await both(_tenants(one), _tenants(other)) == (await _tenants(one),) * 2
    await database.close()


async def test_a_second_statement_that_takes_too_long_interrupts_the_read(database_url: str) -> None:
    database = await _open_with_a_spare(database_url)

    async def reads() -> None:
        async with database.read() as tx, database.beside(tx, await search.share(tx)) as beside:
            await beside.execute("set local statement_timeout = 1")
            await both(_tenants(tx), beside.execute("select pg_sleep(60)"))

    with pytest.raises(Interrupted, match="took longer than this call may take"):
        await reads()
    async with database.read() as tx:
        assert await _tenants(tx) >= 0
    await database.close()
