"""The names that `import remember` promises. Taking one away, or adding one, is a decision made here."""

import ast
import subprocess
import sys

import pytest

import remember
from remember import errors
from tests.house.tree import PACKAGE, Module

CLIENTS = {"Client", "AsyncClient"}


def public_names(module: Module) -> set[str]:
    """What `__all__` of a module lists, read without importing it."""
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and "__all__" in ast.unparse(node).split("=")[0]:
            return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
    return set()


def _page() -> Module:
    return Module.of((PACKAGE / "__init__.py").read_text(encoding="utf-8"), "__init__.py")


@pytest.fixture
def promised() -> set[str]:
    names = public_names(_page())
    if not names:
        pytest.skip("the public page is not written yet")
    return names


def test_names_are_read_from_all() -> None:
    assert public_names(Module.of("__all__ = ['a', 'b']")) == {"a", "b"}
    assert public_names(Module.of("__all__: list[str] = ['a']")) == {"a"}
    assert public_names(Module.of("a = 1")) == set()


def test_every_promised_name_can_be_imported(promised: set[str]) -> None:
    assert [name for name in sorted(promised) if not hasattr(remember, name)] == []


def test_the_clients_and_every_error_are_promised(promised: set[str]) -> None:
    tree = {name for name, value in vars(errors).items() if isinstance(value, type) and name in dir(errors)}
    ours = {name for name in tree if getattr(errors, name).__module__ == "remember.errors"}
    assert (CLIENTS | ours) - promised == set()


def test_a_name_that_is_not_promised_is_an_attribute_error(promised: set[str]) -> None:
    with pytest.raises(AttributeError):
        remember.no_such_name  # noqa: B018


def test_importing_remember_loads_nothing_heavy() -> None:
    heavy = ["fastapi", "mcp", "numpy", "onnxruntime", "psycopg", "rich", "spacy", "typer", "uvicorn"]
    asked = f"import sys, remember; print(sorted(set({heavy!r}) & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", asked],
        env={"PYTHONPATH": str(PACKAGE.parent)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert loaded.strip() == "[]"
