"""One reader of the environment, and every setting documented."""

import ast

from tests.house.tree import Module, modules

READER = "settings.py"
_READS = frozenset({"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"})


def environment_reads(module: Module) -> list[str]:
    """Where a module asks `os` about the environment, by whichever name it imported it."""
    reads = [node for node in ast.walk(module.tree) if _reads(node)]
    return [f"{module.at(node)}: reads the environment; settings.py does that" for node in reads]


def _reads(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "os":
        return any(alias.name in _READS for alias in node.names)
    return isinstance(node, ast.Attribute) and node.attr in _READS


def test_a_second_reader_is_seen() -> None:
    for text in (
        "import os\nx = os.environ['A']",
        "import os as o\nx = o.getenv('A')",
        "from os import environ, path",
    ):
        assert len(environment_reads(Module.of(text))) == 1, text


def test_only_settings_reads_the_environment() -> None:
    readers = [module for module in modules() if module.name != READER]
    assert [complaint for module in readers for complaint in environment_reads(module)] == []


def test_settings_does_read_it() -> None:
    assert [module.name for module in modules() if module.name == READER and environment_reads(module)] == [
        READER
    ]
