"""Declare an operation once: its signature is the contract, and every surface follows from it.

    @operation("show_document", reads=True, route="GET /documents/{doc_id}")
    async def show_document(context: Context, *, doc_id: UUID) -> DocumentDetail:
        "The document over its whole life."

`call` is the one way in, whatever the surface: same permission, same checks, same errors.
"""

import hashlib
import inspect
import json
import re
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model
from pydantic_core import PydanticSerializationError, from_json, to_json

from remember.context import Context, Permission
from remember.errors import Fault, Forbidden, Incorrect, NotFound
from remember.observe import count, trace
from remember.operations import faults
from remember.wire import ToolDescriptor

Run = TypeVar("Run", bound=Callable[..., Awaitable[Any]])

_HALF = re.compile(rb"\\u[dD][89a-fA-F]")

_BODY = object()
RawBody = bytes | AsyncIterable[bytes]
Body = Annotated[RawBody, _BODY]
"""Marks the parameter that takes the raw body of a request; it is no argument and is not checked here."""


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked, and all that a surface needs to offer it."""

    name: str
    run: Callable[..., Awaitable[Any]]
    arguments: type[BaseModel]
    result: Any
    body: str | None
    reads: bool
    agents: bool
    method: str
    path: str
    also: tuple[str, str] | None
    permission: Permission
    grain: str | None
    intent: str
    version: int

    @property
    def doc(self) -> str:
        """What the operation gives, as its docstring says."""
        return inspect.getdoc(self.run) or ""

    @property
    def routes(self) -> tuple[tuple[str, str], ...]:
        """Each method and path that HTTP offers it at; the first is the one that clients use."""
        return ((self.method, self.path), *([self.also] if self.also else []))

    @property
    def by_name(self) -> bool:
        """Whether HTTP offers it under `/operations/`, and not on a route of its own."""
        return self.path == f"/operations/{self.name}"

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return self.arguments.model_json_schema()

    @cached_property
    def descriptor(self) -> ToolDescriptor:
        """The operation as an agent is shown it. The hash changes with anything a caller could notice."""
        shown = ToolDescriptor(
            name=self.name,
            description=self.doc,
            input_schema=self.schema,
            result_schema=TypeAdapter(self.result).json_schema(mode="serialization"),
            result_contract=_contract(self.result),
            output_grain=self.grain,
            answer_intent=self.intent,
            mutates=not self.reads,
            version=self.version,
        )
        plan = hashlib.sha256(shown.model_dump_json().encode()).hexdigest()
        return shown.model_copy(update={"implementation_plan_hash": plan})

    def check(self, arguments: Mapping[str, Any] | bytes) -> dict[str, Any]:
        """The arguments as the operation takes them, from JSON or from what becomes JSON."""
        payload = arguments if isinstance(arguments, bytes) else self._encoded(arguments)
        self._refuse_unstorable(payload)
        try:
            checked = self.arguments.model_validate_json(payload, strict=True)
        except ValidationError as wrong:
            raise self._invalid(wrong) from None
        return {name: getattr(checked, name) for name in checked.model_fields_set}

    def check_text(self, arguments: Mapping[str, str | Sequence[str]]) -> dict[str, Any]:
        """The arguments out of texts, such as those of a query string; a sequence may be given several."""
        properties = self.schema["properties"]
        return self.check({name: _read(name, given, properties) for name, given in arguments.items()})

    def _encoded(self, arguments: Mapping[str, Any]) -> bytes:
        try:
            return to_json(dict(arguments), by_alias=True)
        except (PydanticSerializationError, UnicodeEncodeError, ValueError) as reason:
            raise invalid_parameter(faults.unwritable(arguments)) from reason

    def _refuse_unstorable(self, payload: bytes) -> None:
        if b"\\u0000" not in payload and not _HALF.search(payload):
            return
        try:
            found = faults.unstorable(json.loads(payload))
        except (ValueError, RecursionError):
            return  # Not JSON: the check itself says so, and where.
        if found is not None:
            raise invalid_parameter(found)

    def _invalid(self, wrong: ValidationError) -> Incorrect:
        found = wrong.errors(include_url=False)
        told = [{"type": one["type"], "loc": list(one["loc"]), "msg": faults.rule(one)} for one in found]
        return invalid_parameter(faults.in_words(self.name, found[0]), faults=told)


_operations: dict[str, Operation] = {}


def operation(
    name: str,
    *,
    reads: bool,
    agents: bool = False,
    route: str | None = None,
    also: str | None = None,
    permission: Permission | None = None,
    grain: str | None = None,
    intent: str = "",
    version: int = 1,
) -> Callable[[Run], Run]:
    """Declare an operation. Left out: the route `POST /operations/<name>`, and read or write by `reads`.

    `also` is a second route to the same, which the contract has beside the first.
    """

    def declare(run: Run) -> Run:
        if name in _operations:
            raise Fault(f"the operation {name} is declared twice")
        method, path = _split(route or f"POST /operations/{name}")
        hints = get_type_hints(run, include_extras=True)
        _operations[name] = Operation(
            name=name,
            run=run,
            arguments=_arguments(name, run, hints),
            result=hints["return"],
            body=next((parameter for parameter, hint in hints.items() if _is_body(hint)), None),
            reads=reads,
            agents=agents,
            method=method,
            path=path,
            also=_split(also) if also else None,
            permission=permission or ("read" if reads else "write"),
            grain=grain,
            intent=intent,
            version=version,
        )
        return run

    return declare


def _split(route: str) -> tuple[str, str]:
    method, path = route.split(" ")
    return method, path


def operations() -> tuple[Operation, ...]:
    """Every declared operation, by name."""
    return tuple(_operations[name] for name in sorted(_operations))


def find_named(name: str) -> Operation:
    """The operation that is run by its name alone; raises `NotFound` for one with a route of its own."""
    found = find(name)
    if not found.by_name:
        raise NotFound(
            f"{name} is not run by name",
            code="unknown_operation",
            hint=f"send {found.method} {found.path}",
            data={"name": name},
        )
    return found


def find(name: str) -> Operation:
    """The operation of that name; raises `NotFound`."""
    found = _operations.get(name)
    if found is None:
        raise NotFound(
            f"there is no operation named {name}",
            code="unknown_operation",
            hint="list the operations to see their names",
            data={"name": name},
        )
    return found


async def call(
    context: Context, name: str, arguments: Mapping[str, Any] | bytes = b"{}", *, body: RawBody = b""
) -> Any:
    """Run an operation for the caller of this context."""
    found = find(name)
    return await run(context, found, found.check(arguments), body=body)


async def run(context: Context, found: Operation, checked: Mapping[str, Any], *, body: RawBody = b"") -> Any:
    """Run an operation with arguments that passed its check."""
    if not context.principal.may(found.permission):
        raise Forbidden(
            "credential may not perform this operation",
            code="insufficient_permission",
            data={"operation": found.name, "needs": found.permission},
        )
    given = dict(checked)
    if found.body is not None:
        given[found.body] = body
    count("operations", operation=found.name)
    with trace("operation", operation=found.name):
        return await found.run(context, **given)


def invalid_parameter(message: str, *, faults: list[dict[str, Any]] | None = None) -> Incorrect:
    """The one error for arguments that an operation does not take."""
    return Incorrect(message, code="invalid_parameter", data={"faults": faults or [_fault(message)]})


def unique(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items, where none of them stands twice."""
    for index, item in enumerate(items):
        if item in items[:index]:
            raise ValueError(f"{item} stands twice")
    return items


_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?")


def _read(name: str, given: str | Sequence[str], properties: Mapping[str, Any]) -> Any:
    schema = properties.get(name, {})
    texts = [given] if isinstance(given, str) else given
    if "array" in _kinds(schema):
        return [_typed(text, schema) for text in texts]
    if len(texts) > 1:
        raise invalid_parameter(f"{name} stands twice")
    return _typed(texts[0], schema)


def _kinds(schema: Mapping[str, Any]) -> set[str | None]:
    return {schema.get("type")} | {
        "object" if "oneOf" in option else option.get("type") for option in schema.get("anyOf", ())
    }


def _typed(text: str, schema: Mapping[str, Any]) -> Any:
    kinds = _kinds(schema)
    if "object" in kinds and text.startswith("{"):
        return _decoded(text)
    if kinds & {"integer", "number"} and _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if "boolean" in kinds and text in ("true", "false"):
        return text == "true"
    return text


def _decoded(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError:
        return text  # No JSON object: the check itself says what it should be.


def _arguments(name: str, run: Callable[..., Any], hints: Mapping[str, Any]) -> type[BaseModel]:
    _, *parameters = inspect.signature(run).parameters.values()
    declared = {
        parameter.name: (
            hints[parameter.name],
            ... if parameter.default is parameter.empty else parameter.default,
        )
        for parameter in parameters
        if not _is_body(hints[parameter.name])
    }
    return create_model(f"{name}_arguments", __config__=ConfigDict(extra="forbid", frozen=True), **declared)  # type: ignore[call-overload, no-any-return]


def _is_body(hint: Any) -> bool:
    return get_origin(hint) is Annotated and _BODY in get_args(hint)


def _contract(result: Any) -> str:
    contract = getattr(result, "model_fields", {}).get("contract")
    return str(contract.default if contract else getattr(result, "__name__", result))


def _fault(message: str) -> dict[str, Any]:
    return {"type": "value_error", "loc": [], "msg": message}
