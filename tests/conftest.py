"""A PostgreSQL for the tests, and a fresh database of today's schema for each that asks for one.

The server is the one named by REMEMBER_TEST_DATABASE_URL (its role may create databases), else an
embedded one of this test process. Databases are copies of a template that is migrated once.
"""

import asyncio
import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings
from psycopg import sql
from psycopg.conninfo import make_conninfo

from remember.store.embedded import open_embedded
from remember.store.migrate import migrate

_MEMORY = Path("/dev/shm")
# How fast a busy machine runs an example says nothing about the code.
settings.register_profile("remember", deadline=None)
settings.load_profile("remember")

_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--data", metavar="FOLDER", help="real documents and questions, for tests marked `data`")


@pytest.fixture(scope="session")
def data_folder(request: pytest.FixtureRequest) -> Path:
    """The folder of real documents; a test that asks for it is skipped where none was given."""
    given = request.config.getoption("--data") or os.environ.get("REMEMBER_EVAL_DATA")
    if not given:
        pytest.skip("needs real documents: give their folder with --data or REMEMBER_EVAL_DATA")
    return Path(given)


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A new folder that the embedded server can enter even where the tests run as root.

    pytest's own `tmp_path` lies in a folder that only the user who runs the tests can enter. In memory
    where there is room: a thousand small files a database are slow to make on a busy disk.
    """
    folder = Path(tempfile.mkdtemp(prefix="remember-tests-", dir=_MEMORY if _has_room(_MEMORY) else "/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server_url(open_folder: Path) -> Iterator[str]:
    """The address of a PostgreSQL where this test process may create databases."""
    given = os.environ.get("REMEMBER_TEST_DATABASE_URL")
    if given:
        yield given
        return
    with open_embedded(open_folder / "server") as server:
        yield server.dsn


@pytest.fixture(scope="session")
def migrated_template(server_url: str) -> Iterator[str]:
    """The name of a database that has today's schema and no rows; nobody may connect to it."""
    with _database(server_url, template=None) as name:
        asyncio.run(migrate(make_conninfo(server_url, dbname=name)))
        yield name


@pytest.fixture
def database_url(server_url: str, migrated_template: str) -> Iterator[str]:
    """The address of a database with today's schema and no rows, for this test alone."""
    with _database(server_url, template=migrated_template) as name:
        yield make_conninfo(server_url, dbname=name)


@pytest.fixture(scope="module")
def module_database_url(server_url: str, migrated_template: str) -> Iterator[str]:
    """The address of a database with today's schema, shared by the tests of one module."""
    with _database(server_url, template=migrated_template) as name:
        yield make_conninfo(server_url, dbname=name)


def _has_room(folder: Path) -> bool:
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    status = os.statvfs(folder)
    return status.f_bavail * status.f_frsize > 2**30 and not status.f_flag & os.ST_NOEXEC


@contextlib.contextmanager
def _database(server_url: str, *, template: str | None) -> Iterator[str]:
    name = f"remember_test_{os.getpid()}_{next(_numbers)}"
    create = sql.SQL("create database {} template {}").format(
        sql.Identifier(name), sql.Identifier(template or "template0")
    )
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(create)
    try:
        yield name
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
