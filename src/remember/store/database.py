"""The pool, transactions, and how a named statement is run.

A store function takes a `Transaction` and runs exactly one statement:

    async def latest_version(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> Version | None:
        return await maybe(tx, "documents.latest_version", Version, tenant_id=tenant_id, doc_id=doc_id)
"""

import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

import psycopg
from psycopg import AsyncConnection, AsyncCursor, IsolationLevel, sql
from psycopg.rows import scalar_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from remember.errors import Busy, Fault, Interrupted, Unavailable
from remember.store.arrays import adapt
from remember.store.rows import row_of
from remember.store.statements import Shape, Statement, statements

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Transaction = AsyncConnection[Any]

_SCALARS = (bool, int, float, str, bytes, datetime, UUID)


# A connection that worked this recently is taken for alive; an older one is asked first.
_TRUSTED_SECONDS = 0.5

# A second connection of one read is welcome, but hardly waited for.
_SPARE_SECONDS = 0.001


class _Connection(AsyncConnection[Any]):
    """A connection that knows when it last worked, on the monotonic clock."""

    used_at: float = float("-inf")


async def _check(connection: _Connection) -> None:
    if time.monotonic() - connection.used_at > _TRUSTED_SECONDS:
        await AsyncConnectionPool.check_connection(connection)


class Database:
    """A pool of connections to one PostgreSQL database.

    `read()` sees one snapshot and cannot write; `write()` commits as one or not at all. Never hold
    either open while a model is asked.
    """

    def __init__(self, pool: AsyncConnectionPool[_Connection], spare_seconds: float) -> None:
        self._pool = pool
        self._spare_seconds = spare_seconds

    @classmethod
    async def open(
        cls,
        dsn: str,
        *,
        max_connections: int = 8,
        wait_seconds: float = 10.0,
        spare_seconds: float = _SPARE_SECONDS,
    ) -> Self:
        """Connect; raises `Unavailable` when no connection is made within `wait_seconds`.

        A second connection of one read is waited for `spare_seconds`.
        """
        pool: AsyncConnectionPool[_Connection] = AsyncConnectionPool(
            dsn,
            min_size=1,
            max_size=max_connections,
            open=False,
            timeout=wait_seconds,
            check=_check,
            connection_class=_Connection,
            configure=adapt,
            kwargs={"autocommit": True, "application_name": "remember"},
        )
        try:
            await pool.open(wait=True, timeout=wait_seconds)
        except PoolTimeout as reason:
            await pool.close()
            raise Unavailable(
                f"the database did not answer within {wait_seconds:g} s",
                code="database_unavailable",
                hint="check that the server runs and that the database URL is right",
            ) from reason
        return cls(pool, spare_seconds)

    async def close(self) -> None:
        """Give every connection back. Transactions still open are rolled back."""
        await self._pool.close()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A read-only transaction on one snapshot."""
        async with self._connection() as connection:
            await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
            await connection.set_read_only(True)
            async with connection.transaction():
                yield connection

    @asynccontextmanager
    async def beside(self, tx: Transaction, snapshot: str) -> AsyncIterator[Transaction]:
        """A second read-only transaction on the snapshot that `tx` shares, for what is asked meanwhile.

        Where no connection is free it is `tx` itself: then one statement waits for the other.
        """
        async with AsyncExitStack() as stack:
            yield await self._spare(stack, snapshot) or tx

    async def _spare(self, stack: AsyncExitStack, snapshot: str) -> Transaction | None:
        try:
            connection = await stack.enter_async_context(self._connection(self._spare_seconds))
        except Unavailable:
            return None
        await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
        await connection.set_read_only(True)
        await stack.enter_async_context(connection.transaction())
        # It takes no parameter, as little as BEGIN does.
        await connection.execute(sql.SQL("set transaction snapshot {}").format(snapshot))
        return connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction at READ COMMITTED: rules that need more take row locks."""
        async with self._connection() as connection:
            await connection.set_isolation_level(IsolationLevel.READ_COMMITTED)
            await connection.set_read_only(False)
            async with connection.transaction():
                yield connection

    @asynccontextmanager
    async def _connection(self, wait_seconds: float | None = None) -> AsyncIterator[Transaction]:
        try:
            async with self._pool.connection(wait_seconds) as connection:
                yield connection
                connection.used_at = time.monotonic()
        except PoolTimeout as reason:
            raise Unavailable(
                "no database connection became free in time",
                code="database_busy",
                hint="retry, or raise the connection limit",
            ) from reason
        except (psycopg.errors.AdminShutdown, psycopg.errors.CannotConnectNow) as reason:
            raise Unavailable(
                "the database is shutting down or starting", code="database_unavailable"
            ) from reason
        except psycopg.OperationalError as reason:
            raise _told(reason) from reason


def _told(reason: psycopg.OperationalError) -> Exception:
    """A failure that is nobody's mistake, in our words; any other as it came."""
    state = (reason.sqlstate or "08")[:2]
    if state == "08":
        return Unavailable("the connection to the database was lost", code="database_unavailable")
    if state == "40":
        return Busy("another writer was in the way", code="database_busy", hint="retry")
    if isinstance(reason, psycopg.errors.QueryCanceled):
        return Interrupted(
            "the database took longer than this call may take",
            code="took_too_long",
            hint="narrow the question, or try again when less is going on",
        )
    if state == "53":
        return Unavailable(
            f"the database has run out of something: {reason.diag.message_primary}",
            code="database_full",
            hint="check the free space and the limits of the database server",
        )
    return reason


async def one(tx: Transaction, name: str, row: type[T], /, **values: Any) -> T:
    """The one row of a `:one` statement; a missing row is a `Fault`, since the statement promises it."""
    found = await _fetch_one(tx, _named(name, "one"), row, values)
    if found is None:
        raise Fault(f"statement {name} promises a row and gave none")
    return found


async def maybe(tx: Transaction, name: str, row: type[T], /, **values: Any) -> T | None:
    """The row of a `:maybe` statement, or None."""
    return await _fetch_one(tx, _named(name, "maybe"), row, values)


async def many(tx: Transaction, name: str, row: type[T], /, **values: Any) -> list[T]:
    """All rows of a `:many` statement, in its order."""
    async with _cursor(tx, row) as cursor:
        await cursor.execute(_sql(_named(name, "many")), values)
        return await cursor.fetchall()


async def none(tx: Transaction, name: str, /, **values: Any) -> int:
    """Run a `:none` statement; how many rows it touched."""
    cursor = await tx.execute(_sql(_named(name, "none")), values)
    return cursor.rowcount


async def none_each(tx: Transaction, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Run a `:none` statement once a row, in one round trip; in none where there is no row."""
    if waiting := list(rows):
        async with tx.cursor() as cursor:
            await cursor.executemany(_sql(_named(name, "none")), waiting)


def columns(row: "DataclassInstance") -> dict[str, Any]:
    """The fields of a row, by name; unlike `asdict` it copies none of their values."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


async def _fetch_one(
    tx: Transaction, statement: Statement, row: type[T], values: Mapping[str, Any]
) -> T | None:
    async with _cursor(tx, row) as cursor:
        await cursor.execute(_sql(statement), values)
        return await cursor.fetchone()


def _cursor(tx: Transaction, row: type[T]) -> AsyncCursor[T]:
    return tx.cursor(row_factory=scalar_row if issubclass(row, _SCALARS) else row_of(row))


def _named(name: str, shape: Shape) -> Statement:
    statement = statements().get(name)
    if statement is None:
        raise Fault(f"there is no statement {name}")
    if statement.shape != shape:
        raise Fault(f"statement {name} is :{statement.shape}, and was run as :{shape}")
    return statement


def _sql(statement: Statement) -> bytes:
    return statement.sql.encode()
