"""Who may know whom: the contracts of pyproject.toml, and the purity of `domain`."""

import ast
import re
import subprocess
import sys
from pathlib import Path, PurePath

from tests.house.tree import ROOT, Module, modules

_OF_OURS = frozenset({"remember.errors", "remember.domain"})
# Standard library, and yet not pure: waiting, the world outside, ids from nowhere.
_IMPURE = frozenset(
    {"asyncio", "concurrent", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets"}
    | {"shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "urllib"}
)  # fmt: skip
# Takes addresses apart and asks nobody.
_PURE_PARTS = frozenset({"urllib.parse"})
_CLOCKS = frozenset(
    {"now", "utcnow", "today", "time", "time_ns", "monotonic", "perf_counter", "uuid1", "uuid4"}
)
_CLOCK_OWNERS = frozenset({"datetime", "date", "time", "uuid"})
_LATE = ("__init__.py", "wiring.py")
_CLOCK_MODULES = frozenset({"time", "uuid"})


def impure(module: Module) -> list[str]:
    """What a module of `domain` imports or calls that pure rules cannot."""
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [f"{module.at(node)}: imports {name}" for name in _imported(node) if not _is_pure(name)]
        elif isinstance(node, ast.AsyncFunctionDef | ast.Await):
            found.append(f"{module.at(node)}: is asynchronous")
        elif isinstance(node, ast.Attribute) and node.attr in _CLOCKS and _owner(node) in _CLOCK_OWNERS:
            found.append(f"{module.at(node)}: reads {_owner(node)}.{node.attr}")
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("open", "print")
        ):
            found.append(f"{module.at(node)}: calls {node.func.id}")
    return found


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.module == "remember":
        return [f"remember.{alias.name}" for alias in node.names]
    if node.module in _CLOCK_MODULES:
        return [f"{node.module}.{alias.name}" for alias in node.names if alias.name in _CLOCKS]
    return [node.module or "."]


def _is_pure(name: str) -> bool:
    top, *rest = name.split(".")
    if top == "remember":
        return ".".join([top, *rest[:1]]) in _OF_OURS
    clock = top in _CLOCK_MODULES and bool(rest)
    is_pure = name in _PURE_PARTS or top not in _IMPURE
    return top in sys.stdlib_module_names and is_pure and not clock


def _owner(node: ast.Attribute) -> str:
    owner = node.value
    return owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""


def late_imports(module: Module) -> list[str]:
    """Imports inside functions, and by name at run time, where only module level is allowed."""
    if module.name in _LATE or module.name.startswith("surfaces/"):
        return []
    inner = {node for function in module.functions() for node in ast.walk(function)}
    return [f"{module.at(node)}: imports late" for node in inner if _imports(node)]


def _imports(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return name in ("import_module", "__import__")
    return isinstance(node, ast.Import | ast.ImportFrom)


def broken_contracts(config: Path, source: Path) -> str:
    """What import-linter has to say; empty when every contract is kept."""
    script = Path(sys.executable).with_name("lint-imports")
    command = [str(script), "--config", str(config), "--no-cache"]
    result = subprocess.run(
        command, cwd=source, env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=False
    )
    return result.stdout + result.stderr if result.returncode else ""


def _tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "remember" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        (path.parent / "__init__.py").touch()
    return folder


def test_every_contract_is_kept() -> None:
    assert broken_contracts(ROOT / "pyproject.toml", ROOT / "src") == ""


def test_an_import_upwards_a_stranger_and_a_second_driver_are_seen(tmp_path: Path) -> None:
    source = _tree(
        tmp_path,
        {
            "errors.py": "",
            "domain/facts.py": "import remember.store.facts\n",
            "store/facts.py": "import remember.ingest.fold\n",
            "ingest/fold.py": "import psycopg\n",
            "stranger.py": "",
        },
    )
    said = broken_contracts(ROOT / "pyproject.toml", source)
    for seen in (
        "remember.domain is not allowed to import remember.store",
        "remember.store is not allowed to import remember.ingest",
        "remember.ingest.fold -> psycopg",
        "stranger",
    ):
        assert seen in said


def test_what_is_not_pure_is_seen() -> None:
    for text in (
        "import os",
        "import numpy",
        "from remember.store import facts",
        "from remember import settings",
        "import remember.settings",
        "async def f(): ...",
        "from datetime import datetime\nx = datetime.now()",
        "import datetime\nx = datetime.datetime.now()",
        "from time import monotonic",
        "import uuid\nx = uuid.uuid4()",
        "x = open('a')",
    ):
        assert impure(Module.of(text)) != [], text
    pure = "import re, uuid\nfrom datetime import date\nfrom remember.domain.time import Period\n"
    assert impure(Module.of(pure + "from remember.errors import Incorrect\nx = uuid.uuid5\n")) == []


def test_a_late_import_is_seen() -> None:
    late = "def f():\n    import spacy\n"
    by_name = "import importlib\ndef f():\n    importlib.import_module('spacy')\n"
    assert len(late_imports(Module.of(late))) == 1
    assert len(late_imports(Module.of(by_name))) == 1
    assert late_imports(Module.of(late, "surfaces/cli.py")) == []
    assert late_imports(Module.of("import spacy\n")) == []


def test_domain_is_pure() -> None:
    domain = [module for module in modules() if module.name.startswith("domain/")]
    assert [complaint for module in domain for complaint in impure(module)] == []


def test_modules_import_late_only_where_it_is_allowed() -> None:
    assert [complaint for module in modules() for complaint in late_imports(module)] == []


def mapped(text: str) -> list[str]:
    """The modules that a map of a package names: what stands behind the heading of each line."""
    lines = re.findall(r"^(?: {21}|\w[\w ]{19} )(\S.*)$", text, flags=re.MULTILINE)
    return [name for line in lines for name in line.split()]


def test_a_map_names_modules_behind_its_headings() -> None:
    lines = (
        "What is true.",
        "",
        f"{'when':21}time days",
        f"{'':21}dates",
        f"{'what a source said':21}claims",
    )
    text = "\n".join(lines)
    assert mapped(text) == ["time", "days", "dates", "claims"]


def test_the_map_of_the_domain_names_every_module_once() -> None:
    package = next(module for module in modules() if module.name == "domain/__init__.py")
    there = [PurePath(module.name).stem for module in modules() if module.name.startswith("domain/")]
    assert sorted(mapped(package.text)) == sorted(set(there) - {"__init__"})
