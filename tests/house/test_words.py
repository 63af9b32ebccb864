"""One name a thing: the words that the glossary refuses are in no name of ours."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.house.tree import PACKAGE, ROOT, FunctionNode, Module, modules, tracked_files

NO_MODULE_IS_NAMED = frozenset(
    {"utils", "util", "helpers", "helper", "common", "misc", "base", "core", "engine", "manager"}
    | {"handler", "handlers", "service", "services", "types"}
)
_NEEDED = [
    "document",
    "version",
    "source",
    "claim",
    "span",
    "chunk",
    "entity",
    "mention",
    "alias",
    "fact",
    "relation",
    "observation",
    "evidence",
    "stance",
    "valid_from",
    "valid_until",
    "ingested_at",
    "invalidated_at",
    "asserted_at",
    "envelope",
    "grain",
    "negative",
    "continuation",
    "living",
    "snapshot",
    "tenant",
    "principal",
    "scope",
    "reader",
    "trust",
    "review",
    "retention",
    "hold",
    "erase",
    "delete",
    "stage",
    "job",
    "worker",
    "lease",
    "attempt",
    "candidate",
    "confirm",
    "fuse",
    "rerank",
    "supersede",
    "contradict",
    "retract",
    "merge",
    "split",
]
# Known to any reader: the contract's tiers of a name's match, quarters, headings, the ranking function.
_CODE = re.compile(r"\b(?!T[0-3]\b|Q[1-4]\b|H[1-6]\b|BM25\b)[A-Z]{1,2}\d{1,3}\b(?!\.\d)")


def rows(glossary: str) -> list[tuple[str, str, str]]:
    """The three columns of every line of the glossary's tables."""
    lines = [line.strip("|\n ").split("|") for line in glossary.splitlines() if line.startswith("| ")]
    return [(a.strip(), b.strip(), c.strip()) for a, b, c in lines if a.strip() != "word"]


def refused_words(glossary: str) -> frozenset[str]:
    return frozenset(word for _, _, refused in rows(glossary) for word in re.findall(r"`(\w+)`", refused))


def refused_names(names: Iterator[tuple[str, str]], refused: frozenset[str]) -> list[str]:
    """Names, given with their place, that contain a refused word."""
    pattern = re.compile(rf"(?:^|_)(?:{'|'.join(sorted(refused))})s?(?:_|$)")
    snake = ((place, name, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()) for place, name in names)
    return [f"{place}: {name}" for place, name, lower in snake if pattern.search(lower)]


def defined_names(module: Module) -> Iterator[tuple[str, str]]:
    """Every name that a module gives to something of its own."""
    for node in ast.walk(module.tree):
        if isinstance(node, FunctionNode | ast.ClassDef):
            yield module.at(node), node.name
        elif isinstance(node, ast.arg):
            yield module.at(node), node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield module.at(node), node.id if isinstance(node, ast.Name) else node.attr


def sql_names(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Every table, column and parameter of a SQL text."""
    code = re.sub(r"--[^\n]*|'[^']*'", "", text)
    return ((name, word) for word in re.findall(r"[a-z_][a-z0-9_]*", code))


def private_codes(module: Module) -> list[str]:
    """Tags such as a letter and a number that only the writer could explain, in comments and docstrings."""
    comments = re.findall(r"#[^\n'\"]*$", module.text, re.MULTILINE)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = [ast.get_docstring(node) or "" for node in ast.walk(module.tree) if isinstance(node, documented)]
    return [f"{module.name}: {code}" for text in comments + told for code in _CODE.findall(text)]


@cache
def _refused() -> frozenset[str]:
    return refused_words((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))


def test_the_refused_words_are_read_from_the_last_column() -> None:
    table = (
        "| word | what it means | we do not say |\n|---|---|---|\n| claim | a `thing` said | `triple`, text |"
    )
    assert rows(table) == [("claim", "a `thing` said", "`triple`, text")]
    assert refused_words(table) == {"triple"}


def test_a_refused_word_in_a_name_is_seen() -> None:
    source = (
        "class TripleStore:\n    def add(self, raw_triples): self.triple_id = 1\n    def tripled(self): ...\n"
    )
    found = refused_names(defined_names(Module.of(source)), frozenset({"triple"}))
    assert [complaint.split(": ")[1] for complaint in found] == ["TripleStore", "raw_triples", "triple_id"]
    table = "create table triples (id uuid); -- a triple\n"
    assert refused_names(sql_names("a.sql", table), frozenset({"triple"})) == ["a.sql: triples"]


def test_a_private_code_is_seen() -> None:
    source = '"""As D37 says, T1 is a tier."""\n# see E2\nx = "A4"\n'
    assert private_codes(Module.of(source)) == ["store/sample.py: E2", "store/sample.py: D37"]


def test_every_word_of_the_architecture_is_in_the_glossary_once() -> None:
    words = [
        word
        for first, _, _ in rows((ROOT / "docs" / "glossary.md").read_text())
        for word in first.split(", ")
    ]
    assert [word for word in _NEEDED if word not in words] == []
    assert sorted(words) == sorted(set(words))


def test_no_name_of_ours_holds_a_refused_word() -> None:
    python = (found for module in modules() for found in defined_names(module))
    assert refused_names(python, _refused()) == []
    sql = (
        found
        for path in sorted(PACKAGE.rglob("*.sql"))
        for found in sql_names(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    )
    assert refused_names(sql, _refused()) == []


def test_no_module_is_named_for_nothing() -> None:
    named = [path for path in tracked_files() if path.suffix == ".py" and path.stem in NO_MODULE_IS_NAMED]
    assert named == []


def test_no_comment_needs_a_private_code() -> None:
    assert [complaint for module in modules() for complaint in private_codes(module)] == []
