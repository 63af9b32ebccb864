"""Named statements: one home for SQL, each with a name, a result shape and a purpose."""

import pglast
import psycopg
import pytest

from remember.errors import Fault
from remember.store.statements import Statement, parse, statements

_GOOD = (
    "-- latest :maybe\n-- The newest one.\nselect 1;\n\n-- drop_all :none\n-- Remove them.\ndelete from t;\n"
)


def test_a_file_gives_its_statements_in_order_under_their_full_names() -> None:
    assert parse("things", _GOOD) == [
        Statement(name="things.latest", shape="maybe", purpose="The newest one.", sql="select 1"),
        Statement(name="things.drop_all", shape="none", purpose="Remove them.", sql="delete from t"),
    ]


def test_a_statement_without_a_purpose_is_refused() -> None:
    with pytest.raises(Fault, match=r"things\.latest has no line of purpose"):
        parse("things", "-- latest :maybe\nselect 1;\n")


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(Fault, match="unknown shape :some"):
        parse("things", "-- latest :some\n-- The newest one.\nselect 1;\n")


@pytest.mark.parametrize("statement", statements().values(), ids=lambda statement: statement.name)
def test_every_statement_parses_as_one_statement(statement: Statement) -> None:
    sql = statement.sql.replace("%%", "%")
    for parameter in sorted(_parameters(statement.sql), key=len, reverse=True):
        sql = sql.replace(f"%({parameter})s", "NULL")
    assert len(pglast.parse_sql(sql)) == 1


def test_every_statement_prepares_against_the_migrated_schema(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        for number, statement in enumerate(statements().values()):
            if statement.sql.lower().startswith(("create", "set", "lock", "listen")):
                continue
            numbered = statement.sql.replace("%%", "%")
            for position, parameter in enumerate(_parameters(statement.sql), start=1):
                numbered = numbered.replace(f"%({parameter})s", f"${position}")
            connection.execute(f"prepare s{number} as {numbered}".encode())


def _parameters(sql: str) -> list[str]:
    found = [part.split(")s")[0] for part in sql.split("%(")[1:]]
    return list(dict.fromkeys(found))
