"""Named statements: one home for SQL, each with a name, a result shape and a purpose."""

import pglast
import psycopg
import pytest

from remember.errors import Fault
from remember.store.statements import Statement, macros, parse, statements

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


_MACROS = """\
-- kept(row) :macro
-- Whether it is still there.
$row.deleted_at is null

-- of_kind(row, kind) :macro
-- Whether it is of one kind, and there.
($row.kind = $kind and $kept($row))

-- things :many
-- What there is.
select 1 from things t where $of_kind(t, coalesce(%(kind)s, 'all')) or $kept(t);
"""


def test_what_statements_share_is_put_in_where_it_is_named() -> None:
    (things,) = parse("things", _MACROS)
    kind = "(t.kind = coalesce(%(kind)s, 'all') and t.deleted_at is null)"
    assert things.sql == f"select 1 from things t where {kind} or t.deleted_at is null"


def test_a_file_may_name_the_macros_that_all_share() -> None:
    shared = macros("-- always :macro\n-- No bound.\ntrue\n")
    text = "-- all :many\n-- All.\nselect 1 where $always;\n"
    assert [statement.sql for statement in parse("things", text, shared)] == ["select 1 where true"]


@pytest.mark.parametrize(
    ("sql", "complaint"),
    [
        ("select $nothing(t)", r"things\.one names the macro nothing, which is not written"),
        ("select $of_kind(t)", "of_kind takes 2 words and was given 1"),
        ("select $kept", "kept takes 1 words and was given 0"),
    ],
)
def test_a_macro_that_cannot_be_put_in_is_refused(sql: str, complaint: str) -> None:
    with pytest.raises(Fault, match=complaint):
        parse("things", f"{_MACROS}\n-- one :one\n-- One.\n{sql};\n")


def test_a_macro_that_names_itself_is_refused() -> None:
    with pytest.raises(Fault, match="names the macro round, which is not written"):
        parse("things", "-- round :macro\n-- Round.\n$round\n-- one :one\n-- One.\nselect $round;\n")


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
