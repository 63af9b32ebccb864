"""The named SQL statements of `store/sql`, read once and checked as they are read.

A file is a noun; a statement stands under a heading that gives its name and the shape of its result,
and a line of purpose:

    -- latest_version :maybe
    -- The newest version of a document.
    select ...
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, cast, get_args

from remember.errors import Fault

Shape = Literal["one", "maybe", "many", "none"]

_HEADING = re.compile(r"^-- ([a-z][a-z0-9_]*) :([a-z]+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement: `name` is `noun.statement`; `purpose` is its first comment line."""

    name: str
    shape: Shape
    purpose: str
    sql: str


@cache
def statements() -> dict[str, Statement]:
    """Every statement there is, by its full name."""
    found: dict[str, Statement] = {}
    folder = files("remember.store") / "sql"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".sql"):
            noun = file.name.removesuffix(".sql")
            for statement in parse(noun, file.read_text(encoding="utf-8")):
                found[statement.name] = statement
    return found


def parse(noun: str, text: str) -> list[Statement]:
    """The statements of one file's text, in order; raises `Fault` where a heading is not well formed."""
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [
        _statement(noun, heading, text[heading.end() : end])
        for heading, end in zip(headings, ends, strict=True)
    ]


def _statement(noun: str, heading: re.Match[str], body: str) -> Statement:
    name, shape = f"{noun}.{heading.group(1)}", heading.group(2)
    if shape not in get_args(Shape):
        raise Fault(
            f"statement {name} has the unknown shape :{shape}", hint="use :one, :maybe, :many or :none"
        )
    lines = body.strip().splitlines()
    if not lines or not lines[0].startswith("-- "):
        raise Fault(f"statement {name} has no line of purpose under its heading")
    sql = "\n".join(line for line in lines if not line.lstrip().startswith("--")).strip().removesuffix(";")
    return Statement(name=name, shape=cast(Shape, shape), purpose=lines[0].removeprefix("-- "), sql=sql)
