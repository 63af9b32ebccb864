"""SQL has one home: statements in `store/sql`, each with a shape, a purpose, a tenant and one function."""

import ast
import re
from collections import Counter
from functools import cache

import pglast
from pglast import ast as pg
from pglast.visitors import Visitor, referenced_relations

from remember.errors import RememberError
from remember.store.statements import SHARED, Macro, Statement, macros, parse, sources, statements
from tests.house.tree import PACKAGE, Module, docstrings, modules

_LOOKS_LIKE_SQL = re.compile(
    r"""\bselect\b[^.]*\bfrom\s+\w | ^\s*select\s+[\w"*%(] | \binsert\s+into\s+\w | \bdelete\s+from\s+\w
      | \bupdate\s+[\w.{}]+\s+set\s+\w+\s*= | ^\s*with\s+\w+\s+as\s*\(
      | ^\s*copy\s+\w+.*\b(from|to)\s+std | ^\s*set\s+(local|session)\s
      | \b(create|alter|drop)\s+(unique\s+|temp(orary)?\s+)?
        (table|index|view|role|user|database|schema|extension|function|type|system)\s+(if\s|\w+\s*[(;]|\{|%|")
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_WITH_TENANT = "tenant_id = %(tenant_id)s"


def stray_sql(module: Module) -> list[str]:
    """Strings that look like SQL, f-strings included; docstrings may speak about it."""
    told = docstrings(module.tree)
    texts = [
        (node, node.value)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told
    ]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            texts.append((node, "".join(map(str, parts))))
    found = {module.at(node): text for node, text in texts if _LOOKS_LIKE_SQL.search(text)}
    return [f"{place}: {text[:60]!r} belongs into store/sql" for place, text in found.items()]


def malformed(noun: str, text: str) -> list[str]:
    """What is wrong with a statement file: a heading, a shape, a purpose, a name twice, text outside."""
    headings = re.split(r"^-- [a-z]\w*(?:\(.*\))? :", text, flags=re.MULTILINE)
    if len(headings) == 1:
        return [f"{noun}.sql holds no statement"]
    try:
        names = Counter(statement.name for statement in parse(noun, text, _shared()))
    except RememberError as reason:
        return [str(reason)]
    loose = [line for line in headings[0].splitlines() if line.strip() and not line.startswith("--")]
    twice = [f"{name} stands twice" for name, count in names.items() if count > 1]
    return [f"{noun}.sql: {line!r} stands before any heading" for line in loose] + twice


@cache
def _shared() -> dict[str, Macro]:
    return macros(sources()[SHARED])


def not_shared(texts: dict[str, str]) -> list[str]:
    """Macros that fewer than two places name: what is said once needs no name of its own."""
    complaints = []
    for noun, text in texts.items():
        readers = texts.values() if noun == SHARED else [text]
        for name in macros(text):
            uses = sum(len(re.findall(rf"\${name}\b", reader)) for reader in readers)
            complaints += [f"{noun}.sql: the macro {name} is named {uses} times"] if uses < 2 else []
    return complaints


def misused(names: set[str], sources: tuple[Module, ...]) -> list[str]:
    """Statements that not exactly one function runs, and names of statements that do not exist."""
    nouns = {name.split(".")[0] for name in names}
    uses: dict[str, set[str]] = {}
    for module in sources:
        for function in module.functions():
            for node in ast.walk(function):
                if isinstance(node, ast.Constant) and _is_name(node.value, nouns):
                    uses.setdefault(str(node.value), set()).add(f"{module.name}:{function.name}")
    counts = [
        f"{name} is run by {sorted(uses.get(name, set())) or 'nothing'}"
        for name in sorted(names)
        if len(uses.get(name, set())) != 1
    ]
    return counts + [f"{name} is run but not written" for name in sorted(uses.keys() - names)]


def _is_name(value: object, nouns: set[str]) -> bool:
    noun, dot, name = str(value).partition(".") if isinstance(value, str) else ("", "", "")
    return bool(dot) and noun in nouns and name.isidentifier()


def without_tenant(statement: Statement, tables: frozenset[str]) -> list[str]:
    """Tenant tables that a statement touches without saying whose rows."""
    parsed = pglast.parse_sql(re.sub(r"%\(\w+\)s", "$1", statement.sql).replace("%%", "%"))
    touched = {str(name) for name in referenced_relations(parsed)} & tables
    inserted = _Inserts()
    inserted(parsed)
    if touched and _WITH_TENANT not in statement.sql and not inserted.with_tenant:
        return [f"{statement.name} touches {sorted(touched)} without {_WITH_TENANT}"]
    return []


class _Inserts(Visitor):  # type: ignore[misc]
    """Whether the statement inserts rows that carry their tenant."""

    def __init__(self) -> None:
        super().__init__()
        self.with_tenant = False

    def visit_InsertStmt(self, _ancestors: object, node: pg.InsertStmt) -> None:  # noqa: N802
        columns = [column.name for column in node.cols or ()]
        self.with_tenant = self.with_tenant or "tenant_id" in columns


@cache
def tenant_tables() -> frozenset[str]:
    """The tables whose primary key begins with the tenant, but for the list of tenants itself."""
    text = "\n".join(path.read_text() for path in sorted((PACKAGE / "store/migrations").glob("*.sql")))
    return _keyed_by_tenant(text) - {"tenants"}


def _keyed_by_tenant(text: str) -> frozenset[str]:
    created = (raw.stmt for raw in pglast.parse_sql(text) if isinstance(raw.stmt, pg.CreateStmt))
    return frozenset(table.relation.relname for table in created if _first_of_key(table) == "tenant_id")


def _first_of_key(table: pg.CreateStmt) -> str | None:
    for element in table.tableElts or ():
        if isinstance(element, pg.Constraint) and element.contype == pglast.enums.ConstrType.CONSTR_PRIMARY:
            return str(element.keys[0].sval)
        for constraint in getattr(element, "constraints", None) or ():
            if constraint.contype == pglast.enums.ConstrType.CONSTR_PRIMARY:
                return str(element.colname)
    return None


def _statement(sql: str) -> Statement:
    return Statement(name="things.one", shape="many", purpose="A sample.", sql=sql)


def test_a_stray_statement_is_seen() -> None:
    for text in (
        "'select a from b'",
        "'SELECT 1'",
        "f'update {table} set a = 1'",
        "'insert into b values (1)'",
        "'''\n  with x as (select 1) table x'''",
        "f'create database {name}'",
        "'drop table if exists things'",
    ):
        assert len(stray_sql(Module.of(f"x = {text}"))) >= 1, text


def test_prose_is_no_statement() -> None:
    for text in (
        "'choose one from the list'",
        "'cannot create table of contents'",
        "'delete'",
        "'the update was set aside'",
        "'drop a user whom nobody knows'",
    ):
        assert stray_sql(Module.of(f"x = {text}")) == [], text
    assert stray_sql(Module.of('def f():\n    "select a from b"')) == []


def test_a_malformed_statement_file_is_seen() -> None:
    assert malformed("things", "-- a :many\nselect 1;") != []
    assert malformed("things", "-- a :some\n-- Why.\nselect 1;") != []
    assert malformed("things", "select 1;\n-- a :many\n-- Why.\nselect 1;") != []
    assert malformed("things", "-- a :many\n-- Why.\nselect 1;\n-- a :one\n-- Why.\nselect 1;") != []
    assert malformed("things", "") != []
    assert malformed("things", "-- All about things.\n\n-- a :many\n-- Why.\nselect 1;") == []


def test_a_macro_that_nothing_shares_is_seen() -> None:
    macro = "-- a :macro\n-- One.\n1\n"
    once, twice = (f"-- b :one\n-- One.\nselect {uses};\n" for uses in ("$a", "$a + $a"))
    assert not_shared({"things": macro + once}) == ["things.sql: the macro a is named 1 times"]
    assert not_shared({"things": macro + twice}) == not_shared({"macros": macro, "x": once, "y": once}) == []


def test_a_statement_that_two_functions_or_none_run_is_seen() -> None:
    source = Module.of("def f(): g('things.one')\ndef h(): g('things.one')\ndef i(): g('things.lost')\n")
    assert misused({"things.one", "things.two"}, (source,)) == [
        "things.one is run by ['store/sample.py:f', 'store/sample.py:h']",
        "things.two is run by nothing",
        "things.lost is run but not written",
    ]


def test_a_statement_without_its_tenant_is_seen() -> None:
    tables = _keyed_by_tenant(
        "create table things (tenant_id uuid, id uuid, primary key (tenant_id, id));"
        "create table jobs (job_id uuid primary key, tenant_id uuid);"
    )
    assert tables == {"things"}
    assert without_tenant(_statement("select * from jobs where job_id = %(job_id)s"), tables) == []
    assert without_tenant(_statement("select * from jobs join things using (tenant_id)"), tables) != []
    assert without_tenant(_statement("delete from things where tenant_id = %(tenant_id)s"), tables) == []
    assert without_tenant(_statement("insert into things (id) values (%(id)s)"), tables) != []
    insert = "insert into things (tenant_id, id) values (%(tenant_id)s, %(id)s)"
    assert without_tenant(_statement(insert), tables) == []


def test_no_statement_stands_outside_its_home() -> None:
    assert [complaint for module in modules() for complaint in stray_sql(module)] == []


def test_every_statement_file_is_well_formed() -> None:
    files = sorted((PACKAGE / "store/sql").glob("*.sql"))
    assert [complaint for path in files for complaint in malformed(path.stem, path.read_text())] == []


def test_every_macro_is_shared() -> None:
    assert not_shared(sources()) == []


def test_exactly_one_function_runs_each_statement() -> None:
    assert misused(set(statements()), modules()) == []


def test_every_statement_says_whose_rows_it_touches() -> None:
    complaints = (without_tenant(statement, tenant_tables()) for statement in statements().values())
    assert [complaint for found in complaints for complaint in found] == []


def test_tenant_tables_are_found() -> None:
    assert {"documents", "versions", "claims", "facts"} <= tenant_tables()
    assert "jobs" not in tenant_tables()


def test_migrations_are_numbered_one_by_one() -> None:
    files = sorted(path.name for path in (PACKAGE / "store" / "migrations").glob("*.sql"))
    assert [int(name.split("_")[0]) for name in files] == list(range(1, len(files) + 1))
