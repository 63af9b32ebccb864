"""The named SQL statements of `store/sql`, read once and checked as they are read.

A file is a noun; a statement stands under a heading that gives its name and the shape of its result,
and a line of purpose:

    -- latest_version :maybe
    -- The newest version of a document.
    select ...

What several statements say in the same words is a macro: it stands once, with the words that it takes, and
is put in where it is named. Macros of `macros.sql` are for every file, any other for its own:

    -- kept(row) :macro
    -- Whether a document is still there.
    $row.deleted_at is null

    -- titles :many
    -- What the documents are called.
    select d.title from documents d where d.tenant_id = %(tenant_id)s and $kept(d);
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, cast, get_args

from remember.errors import Fault

Shape = Literal["one", "maybe", "many", "none"]

SHARED = "macros"
"""The noun of the file whose macros every other may name."""

_HEADING = re.compile(r"^-- ([a-z][a-z0-9_]*)(?:\(([a-z_, ]*)\))? :([a-z]+)[ \t]*$", re.MULTILINE)
_NAMED = re.compile(r"\$([a-z][a-z0-9_]*)")
_BRACKETS = r"\((?:%\(\w+\)s|[^()])*\)"
_GIVEN = re.compile(rf"(?:%\(\w+\)s|[^(),]|{_BRACKETS})+")
_USE = re.compile(rf"{_NAMED.pattern}(?:\(((?:%\(\w+\)s|[^()]|{_BRACKETS})*)\))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement: `name` is `noun.statement`; `purpose` is its first comment line."""

    name: str
    shape: Shape
    purpose: str
    sql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Macro:
    """A text that statements share; each of the words that it `takes` stands in it behind a `$`."""

    name: str
    takes: tuple[str, ...]
    sql: str

    def of(self, given: tuple[str, ...]) -> str:
        """The text with what is given for each word, in order."""
        if len(given) != len(self.takes):
            raise Fault(
                f"the macro {self.name} takes {len(self.takes)} words and was given {len(given)}: {given}"
            )
        said = dict(zip(self.takes, given, strict=True))
        return _NAMED.sub(lambda named: said.get(named[1], named[0]), self.sql)


@cache
def statements() -> dict[str, Statement]:
    """Every statement there is, by its full name."""
    shared = macros(sources()[SHARED])
    read = (parse(noun, text, shared) for noun, text in sources().items())
    return {statement.name: statement for found in read for statement in found}


@cache
def sources() -> dict[str, str]:
    """The text of each file of `store/sql`, by its noun, in order."""
    folder = sorted((files("remember.store") / "sql").iterdir(), key=lambda entry: entry.name)
    return {
        file.name.removesuffix(".sql"): file.read_text(encoding="utf-8")
        for file in folder
        if file.name.endswith(".sql")
    }


def parse(noun: str, text: str, shared: Mapping[str, Macro] | None = None) -> list[Statement]:
    """The statements of one file's text, in order; raises `Fault` where one of them is not well formed."""
    known = {**(shared or {}), **macros(text)}
    return [
        _statement(f"{noun}.{heading[1]}", heading[3], body, known)
        for heading, body in _sections(text)
        if heading[3] != "macro"
    ]


def macros(text: str) -> dict[str, Macro]:
    """The macros of one file's text, by name."""
    return {
        heading[1]: Macro(name=heading[1], takes=_words(heading[2]), sql=_read(heading[1], body)[1])
        for heading, body in _sections(text)
        if heading[3] == "macro"
    }


def _sections(text: str) -> list[tuple[re.Match[str], str]]:
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [(heading, text[heading.end() : end]) for heading, end in zip(headings, ends, strict=True)]


def _statement(name: str, shape: str, body: str, known: Mapping[str, Macro]) -> Statement:
    if shape not in get_args(Shape):
        raise Fault(
            f"statement {name} has the unknown shape :{shape}",
            hint="use :one, :maybe, :many, :none or :macro",
        )
    purpose, sql = _read(name, body)
    return Statement(name=name, shape=cast(Shape, shape), purpose=purpose, sql=_put_in(name, sql, known))


def _read(name: str, body: str) -> tuple[str, str]:
    lines = body.strip().splitlines()
    if not lines or not lines[0].startswith("-- "):
        raise Fault(f"statement {name} has no line of purpose under its heading")
    sql = "\n".join(line for line in lines if not line.lstrip().startswith("--")).strip().removesuffix(";")
    return lines[0].removeprefix("-- "), sql


def _put_in(name: str, sql: str, known: Mapping[str, Macro]) -> str:
    """The text with every macro that it names; a macro never names itself."""

    def text_of(use: re.Match[str]) -> str:
        if use[1] not in known:
            raise Fault(f"statement {name} names the macro {use[1]}, which is not written")
        rest = {other: macro for other, macro in known.items() if other != use[1]}
        return _put_in(name, known[use[1]].of(_words(use[2])), rest)

    return _USE.sub(text_of, sql)


def _words(listed: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in _GIVEN.findall(listed or ""))
