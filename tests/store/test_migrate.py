"""The schema: made from nothing, made once, and lawful for sharding by tenant."""

import asyncio

import psycopg
import pytest

from remember.errors import Conflict, Unsupported
from remember.store.migrate import migrate, migrations

_LOCAL = {"schema_migrations", "cursor_keys", "jobs"}


async def test_migrating_twice_changes_nothing(database_url: str) -> None:
    assert await migrate(database_url) == await migrate(database_url) == migrations()[-1].number


async def test_many_processes_may_migrate_at_once(database_url: str) -> None:
    numbers = await asyncio.gather(*(migrate(database_url) for _ in range(4)))
    assert set(numbers) == {migrations()[-1].number}


async def test_a_schema_newer_than_the_code_is_refused(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("insert into schema_migrations values (9999, '9999_from_the_future', 'x')")
    with pytest.raises(Unsupported, match="9999_from_the_future"):
        await migrate(database_url)


async def test_an_edited_migration_is_noticed(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("update schema_migrations set checksum = 'x' where number = 1")
    with pytest.raises(Conflict, match="0001_tenants was applied with another text"):
        await migrate(database_url)


def test_every_key_of_every_tenant_table_begins_with_the_tenant(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            """
            select c.conrelid::regclass::text, c.conname, a.attname
            from pg_constraint c
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
            where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f', 'x')
            """
        ).fetchall()
    assert len(rows) > 30
    assert [row for row in rows if row[0] not in _LOCAL and row[2] != "tenant_id"] == []


def test_every_serving_index_of_every_tenant_table_begins_with_the_tenant(database_url: str) -> None:
    """GIN and HNSW cannot hold a uuid; their statements filter by tenant beside them."""
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            """
            select i.indrelid::regclass::text, i.indexrelid::regclass::text, a.attname
            from pg_index i
            join pg_class k on k.oid = i.indexrelid
            join pg_am m on m.oid = k.relam and m.amname in ('btree', 'gist')
            join pg_namespace n on n.oid = k.relnamespace and n.nspname = 'public'
            left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            """
        ).fetchall()
    assert [row for row in rows if row[0] not in _LOCAL and row[2] != "tenant_id"] == []


def test_there_is_no_trigger(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        assert connection.execute("select tgname from pg_trigger where not tgisinternal").fetchall() == []
