"""A bad address of the database: a typed error that helps, and never the password."""

import asyncio

import pytest
from psycopg.conninfo import make_conninfo

from remember.errors import Incorrect, RememberError, Unavailable
from remember.store.connecting import connect

HINT = "write it as postgresql://user:password@host:5432/database, and %-encode what has a meaning of its own"


def refusal(dsn: str) -> RememberError:
    """What connecting there raises."""
    with pytest.raises(RememberError) as caught:
        asyncio.run(connect(dsn))
    return caught.value


@pytest.mark.parametrize(
    ("dsn", "message"),
    [
        ("mysql://ben:s3cret@db/memory", "the database URL begins with mysql://, which is no PostgreSQL"),
        ("postgresql+psycopg://ben:s3cret@db/m", "the database URL begins with postgresql+psycopg://, which"),
        ("ben:s3cret@db", "the database URL cannot be read"),
        ("postgresql://ben:%s3cret@db/memory", "the database URL cannot be read"),
        ("postgresql://ben:s3cret/x@db/memory", "the port of the database URL is no number"),
        ("postgresql://db/memory?connect_timeout=s3cret", "the connect_timeout of the database URL is no"),
    ],
)
def test_an_address_that_cannot_be_right_is_refused_with_the_form_it_needs(dsn: str, message: str) -> None:
    error = refusal(dsn)
    assert (type(error), error.code, error.hint) == (Incorrect, "database_url_invalid", HINT)
    assert error.message.startswith(message)
    assert "s3cret" not in str(error)
    assert error.__cause__ is None


def test_a_server_that_does_not_answer_is_named_by_host_and_port() -> None:
    error = refusal("postgresql://ben:s3cret@127.0.0.1:1/memory")
    assert (type(error), error.code) == (Unavailable, "database_unavailable")
    assert error.message == "the database server at 127.0.0.1:1 cannot be reached"


def test_the_half_of_a_password_that_is_read_as_a_host_is_not_told() -> None:
    error = refusal("postgresql://ben:half@s3cret@db.invalid/memory")
    assert error.message == "the database server cannot be reached"


def test_a_login_that_is_refused_says_why(server_url: str) -> None:
    error = refusal(make_conninfo(server_url, user="nobody-we-know", password="s3cret"))
    assert (type(error), error.code) == (Unavailable, "database_refused")
    assert error.message.startswith("the database server refused the connection: ")
    assert "nobody-we-know" in error.message
    missing = refusal(make_conninfo(server_url, dbname="no_such_memory"))
    assert (missing.code, 'database "no_such_memory" does not exist' in missing.message) == (
        "database_refused",
        True,
    )
