"""A connection to the database, or in our words why there is none; never the password of the address."""

import re
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict

from remember.errors import Incorrect, RememberError, Unavailable

CONNECT_SECONDS = 10
"""How long a server may take to answer, where its address says nothing else."""

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*(?=://)", re.IGNORECASE)
_OURS = ("postgresql", "postgres")
_REFUSED = re.compile(r"FATAL:\s+(.+)")
_FORM = (
    "write it as postgresql://user:password@host:5432/database, and %-encode what has a meaning of its own"
)


async def connect(dsn: str, application_name: str = "remember") -> AsyncConnection[Any]:
    """A connection that commits each statement by itself.

    Raises `Incorrect` for an address that cannot be right, and `Unavailable` where nobody answers at it or
    the server does not let us in.
    """
    parts = _parts(dsn)
    seconds = int(str(parts.get("connect_timeout", CONNECT_SECONDS)))
    try:
        return await AsyncConnection.connect(
            dsn, autocommit=True, application_name=application_name, connect_timeout=seconds
        )
    except psycopg.OperationalError as reason:
        raise _refusal(parts, str(reason)) from None


def _parts(dsn: str) -> dict[str, Any]:
    scheme = _SCHEME.match(dsn)
    if scheme and scheme[0].lower() not in _OURS:
        raise _wrong(f"the database URL begins with {scheme[0]}://, which is no PostgreSQL")
    try:
        parts = conninfo_to_dict(dsn)
    except (psycopg.ProgrammingError, UnicodeError):
        raise _wrong("the database URL cannot be read") from None
    for name in ("port", "connect_timeout"):
        if not all(part.isdecimal() for part in str(parts.get(name) or 0).split(",")):
            raise _wrong(f"the {name} of the database URL is no number")
    return parts


def _wrong(message: str) -> Incorrect:
    return Incorrect(message, code="database_url_invalid", hint=_FORM)


def _refusal(parts: dict[str, Any], reason: str) -> RememberError:
    # A password with an unescaped @ or / is read as a host, a port or a database: then none of them is told.
    is_telling = not any("@" in str(value) for name, value in parts.items() if name != "password")
    if refused := _REFUSED.search(reason):
        said = f": {refused[1]}" if is_telling else ""
        return Unavailable(
            f"the database server refused the connection{said}",
            code="database_refused",
            hint="check the user, the password and the database of the database URL",
        )
    where = f" at {parts.get('host', 'localhost')}:{parts.get('port', 5432)}" if is_telling else ""
    return Unavailable(
        f"the database server{where} cannot be reached",
        code="database_unavailable",
        hint="check that it runs, and the host and the port of the database URL",
    )
