"""The HTTP surface as an OpenAPI 3.1 document, out of the registry."""

import json
from typing import Any

from pydantic import TypeAdapter

from remember import operations
from remember.operations import registry
from remember.operations.registry import Operation

_COMPONENTS = "#/components/schemas/"
_ERROR = {
    "type": "object",
    "additionalProperties": False,
    "required": ["detail"],
    "properties": {"detail": {"description": "A short text, {code}, {code, message}, or a list of faults."}},
}


def document() -> str:
    """The text of openapi.json."""
    assert operations.__all__, "importing the package declares its operations"
    schemas: dict[str, Any] = {"Error": _ERROR}
    paths: dict[str, Any] = {"/healthz": {"get": _health()}}
    for found in registry.operations():
        for place, (method, path) in enumerate(found.routes):
            name = found.name if place == 0 else f"{found.name}_by_{method.lower()}"
            head = {"operationId": name, "summary": found.doc.partition("\n")[0]}
            paths.setdefault(path, {})[method.lower()] = head | _operation(found, method, path, schemas)
    described = {
        "openapi": "3.1.0",
        "info": {"title": "Remember", "version": "1"},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


def _health() -> dict[str, Any]:
    answer = {"description": "The memory and its database answer.", "content": {"application/json": {}}}
    return {"operationId": "healthz", "security": [{}], "responses": {"200": answer}}


def _operation(found: Operation, method: str, path: str, schemas: dict[str, Any]) -> dict[str, Any]:
    arguments = _schema(found.arguments, schemas)
    described: dict[str, Any] = {"description": found.doc.partition("\n")[2].strip()}
    if method == "POST" and found.body is None and "{" not in path:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": arguments}}}
    else:
        described["parameters"] = [_parameter(path, name, part) for name, part in _properties(arguments)]
    if found.body:
        described["requestBody"] = {"required": True, "content": {"application/octet-stream": {}}}
    described["responses"] = {
        "200": _reply("The answer.", _schema(found.result, schemas)),
        "default": _reply("Why there is no answer.", {"$ref": f"{_COMPONENTS}Error"}),
    }
    return described


def _properties(arguments: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    required = arguments.get("required", [])
    return [
        (name, part | {"required": name in required})
        for name, part in arguments.get("properties", {}).items()
    ]


def _parameter(path: str, name: str, part: dict[str, Any]) -> dict[str, Any]:
    in_path = f"{{{name}}}" in path
    return {
        "name": name,
        "in": "path" if in_path else "query",
        "required": in_path or part["required"],
        "description": part.get("description", ""),
        "schema": {key: value for key, value in part.items() if key not in ("required", "description")},
    }


def _reply(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _schema(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of a type, its parts moved to the shared ones."""
    schema = TypeAdapter(kind).json_schema(ref_template=_COMPONENTS + "{model}")
    schemas.update(schema.pop("$defs", {}))
    return schema
