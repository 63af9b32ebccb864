"""A worker's own connection: its lock says that the worker lives, its notifications wake it."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection

from remember.errors import Unavailable
from remember.store import jobs
from remember.store.connecting import connect


class Watch:
    """One worker's connection; `key` is what it leases jobs under."""

    def __init__(self, connection: AsyncConnection[Any], key: int) -> None:
        self._connection = connection
        self.key = key

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str) -> AsyncIterator["Watch"]:
        """A connection that lasts as long as the body; raises `Unavailable` where none can be made."""
        key = secrets.randbits(62)
        async with await connect(dsn, "remember worker") as connection:
            await jobs.show_life(connection, key)
            await jobs.listen(connection)
            yield cls(connection, key)

    async def wait(self) -> None:
        """Return when a job is announced; raises `Unavailable` when the connection is lost."""
        try:
            async for _ in self._connection.notifies(stop_after=1):
                return
        except psycopg.OperationalError as reason:
            raise _unavailable() from reason


def _unavailable() -> Unavailable:
    return Unavailable("the connection to the database was lost", code="database_unavailable")
