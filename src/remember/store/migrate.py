"""Bring a database to the schema of this code: numbered files, forward only, checksummed.

`migrate` is safe to call from any number of processes at once: they queue on an advisory lock.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import psycopg
from psycopg import AsyncConnection

from remember.errors import Conflict, Unavailable, Unsupported
from remember.store.connecting import connect
from remember.store.database import many, maybe, none, one

# "remember" as a number: the one advisory lock that migrators take.
_LOCK = 0x72656D656D626572
_LOCK_SECONDS = 60
_EXTENSIONS = ("vector", "btree_gist", "pg_trgm", "fuzzystrmatch", "unaccent")
_LEAST_SERVER = 160000
_LEAST_VECTOR = (0, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One file of `store/migrations`: `number` orders it, `checksum` is the SHA-256 of its text."""

    number: int
    name: str
    checksum: str
    sql: str


@dataclass(frozen=True, slots=True)
class _Applied:
    number: int
    name: str
    checksum: str


@dataclass(frozen=True, slots=True)
class _Available:
    name: str
    version: str
    installed: bool


@cache
def migrations() -> tuple[Migration, ...]:
    """The migrations of this code, in order."""
    folder = files("remember.store") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(_read(name, (folder / name).read_text(encoding="utf-8")) for name in names)


def _read(name: str, sql: str) -> Migration:
    checksum = hashlib.sha256(sql.encode()).hexdigest()
    return Migration(number=int(name[:4]), name=name.removesuffix(".sql"), checksum=checksum, sql=sql)


async def migrate(dsn: str) -> int:
    """The schema number after every missing migration was applied; one transaction each.

    Raises `Unsupported` for a server or extension that is too old or missing, and for a schema newer
    than this code; `Conflict` for a migration that was changed after it was applied; `Unavailable`
    when another migrator holds the lock for a minute; and what `connect` raises.
    """
    async with await connect(dsn) as connection:
        await _check_server(connection)
        await _lock(connection)
        try:
            await none(connection, "migrations.create_table")
            await _check_extensions(connection)
            return await _apply_missing(connection)
        finally:
            await one(connection, "migrations.unlock", bool, lock=_LOCK)


async def _apply_missing(connection: AsyncConnection[Any]) -> int:
    applied = await many(connection, "migrations.applied", _Applied)
    known = {migration.number: migration for migration in migrations()}
    for row in applied:
        _check_applied(row, known.get(row.number))
    done = {row.number for row in applied}
    for migration in migrations():
        if migration.number not in done:
            await _apply(connection, migration)
    return max(known, default=0)


def _check_applied(row: _Applied, ours: Migration | None) -> None:
    if ours is None:
        raise Unsupported(
            f"the database has schema {row.number} ({row.name}), which this version does not know",
            code="schema_newer",
            hint="upgrade remember-engine to the version that wrote this memory",
        )
    if ours.checksum != row.checksum:
        raise Conflict(
            f"migration {ours.name} was applied with another text than the one of this version",
            code="migration_changed",
            hint="use the released package; migrations are never edited",
        )


async def _apply(connection: AsyncConnection[Any], migration: Migration) -> None:
    async with connection.transaction():
        await connection.execute(migration.sql.encode())
        await none(
            connection,
            "migrations.record",
            number=migration.number,
            name=migration.name,
            checksum=migration.checksum,
        )


async def _lock(connection: AsyncConnection[Any]) -> None:
    try:
        async with connection.transaction():
            await none(connection, "migrations.limit_wait", milliseconds=f"{_LOCK_SECONDS * 1000}")
            await none(connection, "migrations.lock", lock=_LOCK)
    except psycopg.errors.LockNotAvailable as reason:
        holder = await maybe(connection, "migrations.lock_holder", str, lock=_LOCK)
        raise Unavailable(
            f"another process has been changing the schema for {_LOCK_SECONDS} s: {holder or 'unknown'}",
            code="migration_locked",
            hint="wait for it to end, or end that database session",
        ) from reason


async def _check_server(connection: AsyncConnection[Any]) -> None:
    version = connection.info.server_version
    if version < _LEAST_SERVER:
        raise Unsupported(
            f"the database server is PostgreSQL {version // 10000}",
            code="server_too_old",
            hint="use PostgreSQL 16 or newer",
        )


async def _check_extensions(connection: AsyncConnection[Any]) -> None:
    rows = await many(connection, "migrations.extensions", _Available, names=list(_EXTENSIONS))
    available = {row.name: row for row in rows}
    missing = [name for name in _EXTENSIONS if name not in available]
    if missing:
        raise Unsupported(
            f"the database server lacks the extensions {', '.join(missing)}",
            code="extension_missing",
            hint="install them on the server; they are pgvector and PostgreSQL's own contrib modules",
        )
    vector = tuple(int(part) for part in available["vector"].version.split(".")[:2])
    if vector < _LEAST_VECTOR:
        raise Unsupported(
            f"the database server has pgvector {available['vector'].version}",
            code="extension_too_old",
            hint="use pgvector 0.8 or newer",
        )
