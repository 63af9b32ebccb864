"""The clients' methods, written out: one an operation, and those of `surfaces/calls.py`, sync and async."""

import ast
import inspect
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from remember import operations, wire
from remember.operations import registry
from remember.operations.registry import Operation
from remember.surfaces import calls

INDENT, NEWLINE = "    ", "\n"
_TIMES = frozenset(get_args(get_args(wire.TimeRequest)[0]))
_ROWS = "bytes | Path | str | Sequence[Mapping[str, Any]] | None = None"
_FROM_CALLS: tuple[Callable[..., Any], ...] = (calls.run_operation, calls.wait_for_readiness)

ROUTES_PAGE = '''\
"""Where each operation is reached over HTTP. Written by `make generate`."""

from remember.surfaces.routes import Route
from remember.wire import {kinds}

ROUTES = {{
{rows}
}}
'''

METHODS_PAGE = '''\
"""The methods of both clients. Written by `make generate`, from the registry and `calls.py`."""

from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from remember.surfaces import calls
from remember.surfaces.calls import Kind
from remember.surfaces.transport import Transport
from remember.wire import {kinds}


class SyncMethods:
    """Every method blocks until the answer is there. Thread-safe."""

    _transport: Transport

    def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        raise NotImplementedError

    def _call(self, kind: type[Kind], operation: str, /, **arguments: Any) -> Kind:
        return self._do(calls.call(self._transport, kind, operation, arguments))

{sync}

class AsyncMethods:
    """Every method is awaited, in whatever event loop."""

    _transport: Transport

    async def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        raise NotImplementedError

    async def _call(self, kind: type[Kind], operation: str, /, **arguments: Any) -> Kind:
        return await self._do(calls.call(self._transport, kind, operation, arguments))

{asynchronous}'''


def routes_page() -> str:
    """The text of `surfaces/_routes.py`."""
    kinds = sorted({name for found in _operations() for name in _names(found.result)})
    rows = [
        f'    "{found.name}": Route("{found.method}", "{found.path}", {_spelt(found.result, reply=True)}'
        f"{', body=True' if found.body else ''}),"
        for found in _operations()
    ]
    return _formatted(ROUTES_PAGE.format(kinds=", ".join(kinds), rows="\n".join(rows)))


def methods_page() -> str:
    """The text of `surfaces/_methods.py`."""
    methods = sorted(_methods(), key=lambda method: method.name)
    kinds = sorted({name for method in methods for name in method.kinds})
    sync, waiting = ("".join(method.text(waits=waits) for method in methods) for waits in (False, True))
    return _formatted(METHODS_PAGE.format(kinds=", ".join(kinds), sync=sync, asynchronous=waiting))


class Method:
    """One method, before it is known which face it is for."""

    def __init__(self, name: str, parameters: list[str], result: str, doc: str, work: str) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.doc = doc
        self.work = work

    @property
    def kinds(self) -> Iterator[str]:
        """The wire types that its signature speaks of."""
        tree = ast.parse(f"def f({', '.join(self.parameters)}) -> {self.result}: {self.work}")
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return iter(named & set(wire.__all__))

    def text(self, *, waits: bool) -> str:
        """Its source, four spaces in."""
        first, last = ("async ", "await ") if waits else ("", "")
        takes = ", ".join(["self", *self.parameters])
        doc = f'"""{self.doc}{NEWLINE if NEWLINE in self.doc else ""}"""'
        body = f"{doc}{NEWLINE}return {last}self.{self.work}"
        lines = f"{first}def {self.name}({takes}) -> {self.result}:{NEWLINE}{textwrap.indent(body, INDENT)}"
        return textwrap.indent(lines, INDENT) + NEWLINE


def _methods() -> Iterator[Method]:
    yield from (_of_operation(found) for found in _operations() if found.body is None)
    yield from (_of_call(written) for written in _FROM_CALLS)
    yield from _of_ingest(registry.find("ingest"))
    yield _of_file(registry.find("preview_version"), calls.preview_version)
    yield _of_facts(registry.find("ingest_facts"))


def _operations() -> tuple[Operation, ...]:
    assert operations.__all__, "importing the package declares its operations"
    return registry.operations()


def _of_operation(found: Operation) -> Method:
    parameters = _parameters(found)
    # The first required parameter may stand without its name: facts_context("who fires the kiln").
    leading = 1 if parameters and " = " not in parameters[0] else 0
    spelt = [*parameters[:leading], *(["*"] if len(parameters) > leading else []), *parameters[leading:]]
    result = _spelt(found.result, reply=True)
    work = f'_call({result}, "{found.name}", {_by_name(parameters)})'
    return Method(found.name, spelt, result, found.doc, work)


def _of_facts(found: Operation) -> Method:
    """The method that takes in rows, also as mappings."""
    how = _how(found)
    takes = [f"source: {_ROWS}", "*", "content: bytes | None = None", *how]
    result = _spelt(found.result, reply=True)
    work = f"_do(calls.ingest_facts(self._transport, source, content, {_passed(how)}))"
    return Method("ingest_facts", takes, result, inspect.getdoc(calls.ingest_facts) or "", work)


def _how(found: Operation) -> list[str]:
    """What is said of bytes that are sent: the operation's parameters, name and type only where needed."""
    how = ["filename: str | None = None", "mime: str | None = None"]
    return how + [part for part in _parameters(found) if " = " in part]


def _of_ingest(found: Operation) -> Iterator[Method]:
    """The two methods that take in files: what the operation takes, and where its bytes come from."""
    how = _how(found)
    result = _spelt(found.result, reply=True)
    yield _of_file(found, calls.ingest)
    work = f"_do(calls.ingest(self._transport, Path(file_path), None, {_passed(how)}))"
    doc = "Store a file as a version of a document; as `ingest` with a path."
    yield Method("ingest_file", ["file_path: str | Path", "*", *how], result, doc, work)


def _of_file(found: Operation, written: Callable[..., Any]) -> Method:
    """The method that sends a file or bytes to an operation."""
    how = _how(found)
    takes = ["source: bytes | Path | str | None = None", "*", "content: bytes | None = None", *how]
    work = f"_do(calls.{written.__name__}(self._transport, source, content, {_passed(how)}))"
    return Method(found.name, takes, _spelt(found.result, reply=True), inspect.getdoc(written) or "", work)


def _parameters(found: Operation) -> list[str]:
    hints = get_type_hints(found.run, include_extras=True)
    _, *parameters = inspect.signature(found.run).parameters.values()
    return [
        f"{parameter.name}: {_spelt(hints[parameter.name])}{_default(parameter)}"
        for parameter in parameters
        if parameter.name != found.body
    ]


def _default(parameter: inspect.Parameter) -> str:
    return "" if parameter.default is parameter.empty else f" = {parameter.default!r}"


def _passed(parameters: list[str]) -> str:
    return f"dict({_by_name(parameters)})"


def _by_name(parameters: list[str]) -> str:
    names = [part.partition(":")[0] for part in parameters]
    return ", ".join(f"{name}={name}" for name in names)


def _of_call(written: Callable[..., Any]) -> Method:
    node = _source(written)
    positional = [argument.arg for argument in node.args.args[1:]]
    named = [argument.arg for argument in node.args.kwonlyargs]
    passed = [*positional, *(f"{name}={name}" for name in named)]
    work = f"_do(calls.{node.name}({', '.join(['self._transport', *passed])}))"
    assert node.returns is not None
    doc = inspect.getdoc(written) or ""
    return Method(node.name, _written_parameters(node.args), ast.unparse(node.returns), doc, work)


def _source(written: Callable[..., Any]) -> ast.AsyncFunctionDef:
    node = ast.parse(inspect.getsource(written)).body[0]
    assert isinstance(node, ast.AsyncFunctionDef)
    return node


def _written_parameters(arguments: ast.arguments) -> list[str]:
    """The parameters after the transport, as they are written."""
    first_default = len(arguments.args) - len(arguments.defaults)
    positional = [
        _written(argument, arguments.defaults[at - first_default] if at >= first_default else None)
        for at, argument in enumerate(arguments.args)
    ]
    named = [_written(*both) for both in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return [*positional[1:], *(["*", *named] if named else [])]


def _written(argument: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")


def _spelt(hint: Any, *, reply: bool = False) -> str:
    """A type as a caller writes it: ids also as text, any sequence, a time also as a mapping."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _spelt(get_args(hint)[0], reply=reply)
    if origin is Literal:
        return f"Literal[{', '.join(repr(value) for value in get_args(hint))}]"
    if origin in (Union, types.UnionType):
        return _union(get_args(hint), reply=reply)
    if origin is tuple:
        item = _spelt(get_args(hint)[0], reply=reply)
        return f"tuple[{item}, ...]" if reply else f"Sequence[{item}]"
    if hint is UUID and not reply:
        return "UUID | str"
    if hint is wire.ConversationMessage:
        return "ConversationMessage | Mapping[str, Any]"
    if hint is datetime or hint in (str, int, float, bool) or hint.__name__ in wire.__all__:
        return str(hint.__name__)
    return "None" if hint is type(None) else _unknown(hint)


def _union(members: tuple[Any, ...], *, reply: bool) -> str:
    if set(members) >= _TIMES:
        rest = [member for member in members if member not in _TIMES]
        return " | ".join(["Mapping[str, Any]", "TimeRequest", *(_spelt(member) for member in rest)])
    return " | ".join(_spelt(member, reply=reply) for member in members)


def _unknown(hint: Any) -> str:
    raise TypeError(f"the generator does not know how callers write {hint}")


def _names(hint: Any) -> Iterator[str]:
    tree = ast.parse(_spelt(hint, reply=True))
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in wire.__all__)


def _formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "generated.py", "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout
