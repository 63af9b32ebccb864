"""Sizes we hold ourselves to. They are smoke detectors: split by meaning, never to please a number."""

import ast
import io
import tokenize
from collections.abc import Callable

from tests.house.tree import PACKAGE, FunctionNode, Module, body_lines, modules

LINES_OF_A_FUNCTION = 60
LINES_OF_A_LONG_FUNCTION = 50
SHARE_OF_LONG_FUNCTIONS = 0.02
LINES_OF_A_FILE = 600
LINES_OF_A_CLASS = 300
PARAMETERS = 10
POSITIONAL_PARAMETERS = 5
DEEP = 4
SHARE_OF_DEEP_FUNCTIONS = 0.01
COMMENTS_PER_100_LINES = 6
SHARE_OF_PUBLIC_DOCSTRINGS = 0.9
FOLDERS_TWO_DEEP = frozenset({"store/sql", "store/migrations", "surfaces/console", "providers/prompts"})

_NESTING = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match,
)  # fmt: skip


def long_functions(module: Module, limit: int = LINES_OF_A_FUNCTION) -> list[str]:
    return [
        f"{module.at(node)}: {node.name} has {body_lines(node)} lines, at most {limit}"
        for node in module.functions()
        if body_lines(node) > limit
    ]


def long_files(module: Module) -> list[str]:
    lines = len(module.text.splitlines())
    return [f"{module.name} has {lines} lines, at most {LINES_OF_A_FILE}"] if lines > LINES_OF_A_FILE else []


def long_classes(module: Module) -> list[str]:
    sizes = ((node, (node.end_lineno or 0) - node.lineno + 1) for node in module.classes())
    return [
        f"{module.at(node)}: class {node.name} has {lines} lines, at most {LINES_OF_A_CLASS}"
        for node, lines in sizes
        if lines > LINES_OF_A_CLASS
    ]


def many_parameters(module: Module) -> list[str]:
    found = []
    for node in module.functions():
        positional = [a for a in node.args.posonlyargs + node.args.args if a.arg not in ("self", "cls")]
        if len(positional) > POSITIONAL_PARAMETERS:
            found.append(f"{module.at(node)}: {node.name} has {len(positional)} positional parameters")
        if len(positional) + len(node.args.kwonlyargs) > PARAMETERS:
            found.append(f"{module.at(node)}: {node.name} has more than {PARAMETERS} parameters")
    return found


def depth(node: ast.AST) -> int:
    """How many blocks stand in each other; `elif` as deep as its `if`, an inner function anew."""
    deepest = 0
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, FunctionNode | ast.ClassDef | ast.Lambda):
                continue
            is_elif = name == "orelse" and isinstance(node, ast.If) and isinstance(child, ast.If)
            deepest = max(deepest, depth(child) + (isinstance(child, _NESTING) and not is_elif))
    return deepest


def deep_functions(module: Module) -> list[str]:
    return [
        f"{module.at(node)}: {node.name} nests {depth(node)} blocks"
        for node in module.functions()
        if depth(node) >= DEEP
    ]


def misplaced_folders(names: list[str]) -> list[str]:
    return [name for name in names if name.count("/") and name not in FOLDERS_TWO_DEEP]


def comment_lines(module: Module) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def public_without_docstring(module: Module) -> list[str]:
    return [f"{module.at(node)}: {node.name}" for node in _public(module) if not ast.get_docstring(node)]


def _public(module: Module) -> list[FunctionNode | ast.ClassDef]:
    defined = [node for node in module.tree.body if isinstance(node, FunctionNode | ast.ClassDef)]
    methods = [
        node
        for owner in defined
        if isinstance(owner, ast.ClassDef) and not owner.name.startswith("_")
        for node in owner.body
        if isinstance(node, FunctionNode)
    ]
    return [node for node in defined + methods if not node.name.startswith("_")]


def _all(rule: Callable[[Module], list[str]]) -> list[str]:
    return [complaint for module in modules() for complaint in rule(module)]


def test_a_long_function_is_seen() -> None:
    body = "\n".join(f"    x = {number}" for number in range(61))
    assert len(long_functions(Module.of(f"def f():\n{body}\n"))) == 1
    assert (
        long_functions(Module.of(f'def f():\n    """{"long words" * 9}\n{body[:500]}"""\n    return 1\n'))
        == []
    )


def test_a_long_file_and_a_long_class_are_seen() -> None:
    assert len(long_files(Module.of("x = 1\n" * 601))) == 1
    assert len(long_classes(Module.of("class A:\n" + "    x = 1\n" * 300))) == 1


def test_too_many_parameters_are_seen() -> None:
    assert len(many_parameters(Module.of("def f(a, b, c, d, e, f): ..."))) == 1
    assert len(many_parameters(Module.of(f"def f(*, {', '.join('abcdefghijk')}): ..."))) == 1
    assert many_parameters(Module.of("def f(self, a, b, c, d, e): ...")) == []


def test_deep_nesting_is_seen() -> None:
    deep = "def f():\n if a:\n  for b in c:\n   with d:\n    if e:\n     return 1\n"
    flat = "def f():\n if a:\n  x = 1\n elif b:\n  x = 2\n elif c:\n  x = 3\n elif d:\n  x = 4\n"
    assert len(deep_functions(Module.of(deep))) == 1
    assert deep_functions(Module.of(flat)) == []


def test_a_folder_in_a_folder_is_seen() -> None:
    assert misplaced_folders(["store", "store/sql", "ingest/local"]) == ["ingest/local"]


def test_a_public_function_without_docstring_is_seen() -> None:
    sample = "class A:\n    'doc'\n    def f(self): ...\n    def _g(self): ...\ndef h():\n    'doc'\n"
    assert public_without_docstring(Module.of(sample)) == ["store/sample.py:3: f"]


def test_functions_are_short() -> None:
    assert _all(long_functions) == []


def test_files_and_classes_are_short() -> None:
    assert _all(long_files) + _all(long_classes) == []


def test_few_functions_come_near_the_limit() -> None:
    functions = sum(1 for module in modules() for _ in module.functions())
    near = [found for module in modules() for found in long_functions(module, LINES_OF_A_LONG_FUNCTION)]
    assert len(near) <= SHARE_OF_LONG_FUNCTIONS * functions, near


def test_functions_take_few_parameters() -> None:
    assert _all(many_parameters) == []


def test_functions_are_flat() -> None:
    functions = sum(1 for module in modules() for _ in module.functions())
    deep = _all(deep_functions)
    assert len(deep) <= SHARE_OF_DEEP_FUNCTIONS * functions, deep


def test_the_package_has_one_level_of_folders() -> None:
    folders = [path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__"]
    assert misplaced_folders([path.relative_to(PACKAGE).as_posix() for path in folders]) == []


def test_comments_are_few() -> None:
    lines = sum(len(module.text.splitlines()) for module in modules())
    assert sum(map(comment_lines, modules())) <= COMMENTS_PER_100_LINES * lines / 100


def test_every_module_says_what_it_is_for() -> None:
    assert [module.name for module in modules() if not ast.get_docstring(module.tree)] == []


def test_nearly_everything_public_says_what_the_caller_gets() -> None:
    public = sum(len(_public(module)) for module in modules())
    silent = _all(public_without_docstring)
    assert len(silent) <= (1 - SHARE_OF_PUBLIC_DOCSTRINGS) * public, silent
