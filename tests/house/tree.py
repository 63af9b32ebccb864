"""Our own source, parsed, for the rules that read it."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "remember"
GENERATED = frozenset({"surfaces/_methods.py"})

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """One source file. `name` is its path below the package, as in `store/database.py`."""

    name: str
    text: str
    tree: ast.Module

    @classmethod
    def of(cls, text: str, name: str = "store/sample.py") -> "Module":
        """A module that was never saved: the bad samples of the rules."""
        return cls(name, text, ast.parse(text))

    def at(self, node: ast.AST) -> str:
        return f"{self.name}:{getattr(node, 'lineno', 1)}"

    def functions(self) -> Iterator[FunctionNode]:
        for node in ast.walk(self.tree):
            if isinstance(node, FunctionNode):
                yield node

    def classes(self) -> Iterator[ast.ClassDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                yield node


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, what is generated left out."""
    paths = sorted(PACKAGE.rglob("*.py"))
    named = ((path.relative_to(PACKAGE).as_posix(), path) for path in paths)
    return tuple(
        Module.of(path.read_text(encoding="utf-8"), name) for name, path in named if name not in GENERATED
    )


@cache
def tracked_files() -> tuple[Path, ...]:
    """Every file that the repository keeps, or would keep if it were committed now."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def body_lines(node: FunctionNode) -> int:
    """The lines of a function without its docstring and its decorators."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    docstring = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1 if docstring else 0)


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """The string nodes that are docstrings."""
    found: set[ast.Constant] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | FunctionNode) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(first.value)
    return found
