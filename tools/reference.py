"""The reference pages, each out of the one place in the code that decides what it says."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Any

from remember import errors, settings
from remember import operations as package
from remember.domain.row_columns import COLUMNS
from remember.domain.row_files import MOST_ROWS, MOST_SOURCES
from remember.domain.rows import ROW_MAX
from remember.domain.vocabulary import PREDICATES, Predicate
from remember.operations import registry

_WRITTEN = "<!-- Written by tools/generate.py. Change the code and run `make generate`. -->\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCode:
    """One stable code: the class that carries it, and what its message and hint look like."""

    code: str
    error: str
    message: str
    hint: str


def settings_page() -> str:
    """Every setting with its variable, its default and what it does."""
    lines = [
        "# Settings",
        _WRITTEN,
        "Each is a field of `remember.settings.Settings`, and a variable of the environment over it.",
        "",
        "| variable | default | what it does |",
        "|---|---|---|",
    ]
    for knob in settings.knobs():
        lines.append(f"| `{settings.variable(knob)}` | {_default(knob)} | {_cell(knob.metadata['doc'])} |")
    return "\n".join(lines) + "\n"


def _default(knob: Any) -> str:
    if knob.default is MISSING or knob.default is None or knob.default == ():
        return "none"
    value = str(knob.default).lower() if isinstance(knob.default, bool) else str(knob.default)
    return f"`{value}`"


def errors_page(package_folder: Path) -> str:
    """The tree of errors and every code that we raise."""
    tree = inspect.getdoc(errors) or ""
    rows = [
        f"| `{found.code}` | {found.error} | {getattr(errors, found.error).http_status} "
        f"| {_cell(found.message)} | {_cell(found.hint)} |"
        for found in error_codes(package_folder)
    ]
    head = [
        "# Errors",
        _WRITTEN,
        "Every error carries a message (what happened), a hint (what to do), data, and a code to branch on.",
        "An error without a code of its own carries its category. `…` stands for a value.",
        "",
        f"```text\n{tree.split(chr(10), 2)[2]}\n```",
        "",
        "## Codes",
        "",
        "| code | error | HTTP | what happened | what to do |",
        "|---|---|---|---|---|",
    ]
    return "\n".join(head + rows) + "\n"


def error_codes(folder: Path) -> list[ErrorCode]:
    """Every code that source below this folder gives to an error of ours, by code and class."""
    found: dict[tuple[str, str], ErrorCode] = {}
    for path in sorted(folder.rglob("*.py")):
        for raised in _raised(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault((raised.code, raised.error), raised)
    return [found[key] for key in sorted(found)]


def _raised(tree: ast.Module) -> Iterator[ErrorCode]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        code = given.get("code")
        kind = getattr(errors, name, None)
        if inspect.isclass(kind) and isinstance(code, ast.Constant) and isinstance(code.value, str):
            message, hint = _text(node.args[0]), _text(given.get("hint"))
            yield ErrorCode(code=code.value, error=name, message=message, hint=hint)


def _text(node: ast.expr | None) -> str:
    """A string of the source as a reader sees it, every value in it as an ellipsis."""
    if isinstance(node, ast.Constant):
        return str(node.value or "")
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    return "" if node is None else "…"


def columns_page() -> str:
    """Every column that a row of structured facts may have, and every predicate that it may name."""
    lines = [
        "# Columns of structured facts",
        _WRITTEN,
        f"One call takes at most {MOST_ROWS:,} rows of {ROW_MAX:,} characters, of {MOST_SOURCES:,} sources.",
        "An empty cell, a null and a column that is not there say nothing.",
        "",
        "| column | what it says | characters at most |",
        "|---|---|---|",
        *(f"| `{one.name}` | {_cell(one.says)} | {one.most:,} |" for one in COLUMNS.values()),
        "",
        "## Predicates",
        "",
        "Of a predicate with *one*, a subject has one object or value at a time: a later ends the earlier,",
        "or contradicts it. `attribute:<name>` names any other attribute, of which there is *one*;",
        "`other:<verb>` any other verb, of which there are many.",
        "",
        "| predicate | reads | at a time |",
        "|---|---|---|",
        *(f"| `{one.name}` | {_shown(one.says)} | {_many(one)} |" for one in PREDICATES.values()),
    ]
    return "\n".join(lines) + "\n"


def _shown(says: str) -> str:
    return says.format(subject="*subject*", object="*object*")


def _many(predicate: Predicate) -> str:
    return "one" if predicate.exclusive else "many"


def operations_page() -> str:
    """Every operation: how it is called, what it takes, what it gives."""
    lines = ["# Operations", _WRITTEN, "The same from Python, over HTTP, on the command line and for agents."]
    for found in all_operations():
        lines += ["", *_operation(found)]
    return "\n".join(lines) + "\n"


def all_operations() -> tuple[registry.Operation, ...]:
    """Every operation that any module of `remember.operations` declares."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return registry.operations()


def _operation(found: registry.Operation) -> list[str]:
    access = "reads" if found.reads else "writes"
    places = " or ".join(f"`{method} {path}`" for method, path in found.routes)
    agents = "; offered to agents" if found.agents else ""
    lines = [f"## {found.name}", "", f"{places}: {access}{agents}.", "", found.doc]
    schema = found.arguments.model_json_schema()
    if found.body:
        lines += ["", "Takes the bytes as the body of the request."]
    if schema.get("properties"):
        lines += ["", "| parameter | type | default |", "|---|---|---|"]
        lines += [_parameter(name, part, schema) for name, part in schema["properties"].items()]
    return lines


def _parameter(name: str, part: dict[str, Any], schema: dict[str, Any]) -> str:
    required = name in schema.get("required", ())
    default = "required" if required else f"`{str(part.get('default')).replace('None', 'null')}`"
    return f"| `{name}` | {_cell(_type(part, schema))} | {default} |"


def _type(part: dict[str, Any], schema: dict[str, Any]) -> str:
    if "$ref" in part:
        return _type(schema["$defs"][part["$ref"].rsplit("/", 1)[-1]], schema)
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(_type(one, schema) for one in part["anyOf"]))
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    bounds = [f"{_BOUNDS[key]} {part[key]}" for key in _BOUNDS if key in part]
    kind = part.get("format") or part.get("type") or "any"
    items = f" of {_type(part['items'], schema)}" if isinstance(part.get("items"), dict) else ""
    return ", ".join([f"{kind}{items}", *bounds])


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "minLength": "length at least",
    "maxLength": "length at most",
    "minItems": "items at least",
    "maxItems": "items at most",
}


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
