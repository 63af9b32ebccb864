"""The HTTP surface: a route for each operation, made from the registry.

Arguments come from the path and the query, or as a JSON object where an operation is posted by name.
Every error has the one key `detail`; nothing that a caller sends is answered with 500.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import parse_qsl

from pydantic import BaseModel
from pydantic_core import to_json as any_to_json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route

from remember.context import Context, Principal
from remember.domain.documents import IngestPrincipal
from remember.errors import Fault, Incorrect, NotFound, RememberError, TooLarge
from remember.observe import log
from remember.operations.registry import Operation, find_named, invalid_parameter, operations, run
from remember.settings import Settings
from remember.store.content import check_size
from remember.surfaces.auth import identify, refuse_foreign_page
from remember.surfaces.bodies import pieces
from remember.surfaces.replies import EXTENDED, HEADER, error_body, status_of
from remember.wire import to_json

ARGUMENTS_MAX_BYTES = 4_000_000
"""Largest JSON object of arguments; the longest legal ones are some 40,000 bytes."""


class Memory(Protocol):
    """What the surface needs of an open memory."""

    settings: Settings

    def context(self, principal: Principal, attribution: IngestPrincipal | None = None) -> Context:
        """The surroundings of one call."""
        ...

    async def check(self) -> None:
        """Raises `Unavailable` where the database does not answer."""
        ...


def create_app(memory: Memory) -> Starlette:
    """The application over an open memory."""
    own_routes = [
        Route(path, _endpoint(found), methods=[method])
        for found in operations()
        if not found.by_name
        for method, path in found.routes
    ]
    app = Starlette(
        routes=[
            Route("/healthz", _healthz, methods=["GET"]),
            Route("/operations/{name}", _by_name, methods=["POST"]),
            *own_routes,
        ],
        exception_handlers={HTTPException: _no_route},
    )
    app.state.memory = memory
    app.router.redirect_slashes = False
    return app


async def _healthz(request: Request) -> Response:
    try:
        await request.app.state.memory.check()
    except RememberError as error:
        return _refusal(request, error)
    return _json(b'{"status":"ok"}')


async def _by_name(request: Request) -> Response:
    async def answer() -> Any:
        context = _admit(request)
        found = find_named(request.path_params["name"])
        return await run(context, found, found.check(await _arguments(request)))

    return await _reply(request, answer, by_name=True)


def _endpoint(found: Operation) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        async def answer() -> Any:
            context = _admit(request, attributed=found.body is not None)
            if request.method == "POST" and found.body is None and not request.path_params:
                return await run(context, found, found.check(await _arguments(request)))
            checked = found.check_text({**_query(request), **request.path_params})
            if found.body is None:
                return await run(context, found, checked)
            _refuse_large(request, context.settings.body_max_bytes)
            return await run(context, found, checked, body=pieces(request))

        return await _reply(request, answer)

    return endpoint


async def _reply(request: Request, answer: Callable[[], Any], *, by_name: bool = False) -> Response:
    try:
        return _json(_encoded(await answer(), _extended(request)))
    except RememberError as error:
        return _refusal(request, error, by_name=by_name)
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception as error:  # noqa: BLE001 - the edge of the process: a defect answers 500, and is told
        log("request_failed", level="error", path=request.url.path, error=error)
        return _refusal(request, Fault("the memory failed to answer; this is a defect"))


def _admit(request: Request, *, attributed: bool = False) -> Context:
    """The surroundings of a caller who may call at all."""
    memory: Memory = request.app.state.memory
    settings, headers = memory.settings, request.headers
    if settings.server_key is None:
        refuse_foreign_page(headers.get("host"), headers.get("origin"), settings.allowed_hosts)
    principal = identify(headers.get("authorization"), settings)
    return memory.context(principal, _attribution(headers, principal, settings) if attributed else None)


def _attribution(
    headers: Mapping[str, str], principal: Principal, settings: Settings
) -> IngestPrincipal | None:
    if not settings.trusted_perimeter or not principal.may("write"):
        return None
    return IngestPrincipal.from_headers(
        headers.get("x-ingest-principal-kind"), headers.get("x-ingest-principal-ref")
    )


async def _arguments(request: Request) -> bytes:
    body = bytearray()
    async for piece in pieces(request):
        body += piece
        if len(body) > ARGUMENTS_MAX_BYTES:
            raise TooLarge(f"the arguments have more than {ARGUMENTS_MAX_BYTES} bytes", code="body_too_large")
    return bytes(body)


def _query(request: Request) -> dict[str, list[str]]:
    given: dict[str, list[str]] = {}
    for name, value in _pairs(request.scope["query_string"]):
        given.setdefault(name, []).append(value)
    return given


def _pairs(query: bytes) -> list[tuple[str, str]]:
    """Names and values, all of them text: replacing bad bytes would make one source of two."""
    try:
        return parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise invalid_parameter("the query is not UTF-8") from None


def _refuse_large(request: Request, most: int) -> None:
    length = request.headers.get("content-length")
    if most and length is None:
        raise Incorrect("length_required", code="length_required", hint="send a Content-Length")
    if length is not None:
        check_size(int(length) if length.isdecimal() else sys.maxsize, most)


def _encoded(result: Any, extended: bool) -> bytes:
    if isinstance(result, BaseModel):
        return to_json(result, extended=extended)
    return any_to_json(result, by_alias=True)


def _refusal(request: Request, error: RememberError, *, by_name: bool = False) -> Response:
    body = error_body(error, by_name=by_name, extended=_extended(request))
    refused = _json(body, status=status_of(error))
    if refused.status_code == 408:
        refused.headers["Connection"] = "close"  # what is left of the body is not waited for
    return refused


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    unknown = NotFound(error.detail, code="route_unknown")
    body = error_body(unknown, extended=_extended(request))
    refused = _json(body, status=error.status_code)
    if error.status_code == 405:
        refused.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return refused


def _methods(request: Request) -> set[str]:
    """Every method that its path can be asked with; the routes of one path are apart."""
    at_path = (route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in at_path if isinstance(route, Route) for method in route.methods or ()}


def _extended(request: Request) -> bool:
    return request.headers.get(HEADER) == EXTENDED


def _json(body: bytes, status: int = 200) -> Response:
    return Response(body, status_code=status, media_type="application/json")
