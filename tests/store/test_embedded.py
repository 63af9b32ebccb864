"""The embedded server: started by the first who opens its folder, stopped by the last who leaves."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from remember.store.embedded import open_embedded


@pytest.fixture
def folder(open_folder: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A data folder for this test alone."""
    yield open_folder / request.node.name


def one_value(dsn: str, statement: str) -> object:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return row[0]


def refuses(dsn: str) -> bool:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return True
    return False


def test_what_was_written_is_there_when_the_folder_is_opened_again(folder: Path) -> None:
    with open_embedded(folder) as server, psycopg.connect(server.dsn) as connection:
        connection.execute("create table notes as select 'the rota is weekly' as note")
    assert refuses(server.dsn)
    with open_embedded(folder) as again:
        assert one_value(again.dsn, "select note from notes") == "the rota is weekly"


def test_one_of_two_users_in_one_process_may_leave(folder: Path) -> None:
    first = open_embedded(folder)
    with open_embedded(folder) as second:
        first.close()
        first.close()
        assert one_value(second.dsn, "select 1") == 1
    assert refuses(second.dsn)
