"""Where calls go: into a memory opened in this process, or over HTTP to one that is served."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote, urlsplit
from uuid import UUID

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, to_json, to_jsonable_python

from remember.errors import Incorrect, Interrupted, Unavailable
from remember.settings import Settings
from remember.surfaces._routes import ROUTES
from remember.surfaces.portal import portal
from remember.surfaces.replies import EXTENDED, HEADER, error_from
from remember.surfaces.routes import Route
from remember.wire import (
    ContextBundleV2,
    Envelope,
    IngestedFacts,
    IngestedVersion,
    PipelineReadinessReport,
    from_json,
)

if TYPE_CHECKING:
    import httpx2

    from remember.wiring import Memory


class Transport(Protocol):
    """One way to a memory. Everything runs on the portal's loop."""

    async def call(self, name: str, arguments: Mapping[str, Any], body: bytes = b"") -> Any:
        """Call a known operation; raises the same errors wherever the memory is."""
        ...

    async def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Run an operation by name, known here or not; none that takes a body."""
        ...

    async def close(self, *, drain: bool) -> None:
        """Leave the memory, after waiting for one's own versions where asked to."""
        ...


class InProcess:
    """A memory of this process's own, opened by the first call, with a worker beside it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opening = asyncio.Lock()
        self._parts = AsyncExitStack()
        self._memory: Memory | None = None
        self._own: set[UUID] = set()

    async def call(self, name: str, arguments: Mapping[str, Any], body: bytes = b"") -> Any:
        """Call an operation as the owner of the memory."""
        from remember.context import OWNER
        from remember.operations.registry import call

        memory = await self._opened()
        result = await call(memory.context(OWNER), name, arguments, body=body)
        self._own.update(version.version_id for version in _sent(result) if not version.parked)
        return result

    async def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Run an operation by name as the owner of the memory."""
        await self._opened()
        if name in ROUTES and not ROUTES[name].body:
            return await self.call(name, arguments)
        from remember.operations.registry import find_named

        return await self.call(find_named(name).name, arguments)

    async def close(self, *, drain: bool) -> None:
        """Wait for own versions at most as long as the settings say; the next opener does the rest."""
        if drain and self._memory and self._own:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._settings.drain_seconds):
                    await self._drained()
        self._memory = None
        await self._parts.aclose()

    async def _opened(self) -> "Memory":
        async with self._opening:
            if self._memory is None:
                from remember.surfaces.opened import open_working

                self._memory = await self._parts.enter_async_context(open_working(self._settings))
                portal.close_at_exit(self)
            return self._memory

    async def _drained(self) -> None:
        require = {"pipeline": True, "p1": False, "live_graph": False, "p3": False}
        while self._own:
            asked = {"version_ids": sorted(self._own)[:1000], "require": require}
            report: PipelineReadinessReport = await self.call("pipeline_readiness", asked)
            self._own -= {version.version_id for version in report.versions if _settled(version)}
            await asyncio.sleep(0.05)


def _sent(result: Any) -> tuple[IngestedVersion, ...]:
    if isinstance(result, IngestedFacts):
        return result.versions
    return (result,) if isinstance(result, IngestedVersion) else ()


def _settled(version: Any) -> bool:
    return version.ready or any(stage.status in ("dead_letter", "missing") for stage in version.stages)


class OverHttp:
    """A memory behind an address."""

    def __init__(self, base_url: str, *, api_key: str | None, timeout: float) -> None:
        self._base_url = _address(base_url)
        self._headers = {HEADER: EXTENDED} | ({"Authorization": f"Bearer {_key(api_key)}"} if api_key else {})
        self._timeout = timeout
        self._http: httpx2.AsyncClient | None = None

    async def call(self, name: str, arguments: Mapping[str, Any], body: bytes = b"") -> Any:
        """Send one request; it is never sent twice."""
        return await self._request(ROUTES[name], arguments, body)

    async def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Send to where the operation is, or post to its name, which the server may know and we not."""
        path = f"/operations/{quote(name, safe='', errors='replace')}"
        unknown = Route("POST", path, Envelope | ContextBundleV2)
        route = ROUTES.get(name, unknown)
        return await self._request(unknown if route.body else route, arguments, b"")

    async def close(self, *, drain: bool) -> None:
        """Drop the connections; the server finishes what it was given."""
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def _request(self, route: Route, arguments: Mapping[str, Any], body: bytes) -> Any:
        path, sent = _written(route, arguments, body)
        reply = await self._send(route.method, path, sent)
        if not 200 <= reply.status_code < 300:
            raise error_from(reply.status_code, reply.content)
        return _result(route, reply.content)

    async def _send(self, method: str, path: str, sent: Mapping[str, Any]) -> "httpx2.Response":
        import httpx2

        if self._http is None:
            self._http = httpx2.AsyncClient(
                base_url=self._base_url, headers=self._headers, timeout=self._timeout
            )
        try:
            return await self._http.request(method, path, **sent)
        except httpx2.InvalidURL as error:
            raise Incorrect("an argument is too long for an address", code="invalid_parameter") from error
        except httpx2.TimeoutException as error:
            raise Interrupted(
                f"{self._base_url} did not answer within {self._timeout:g} s",
                code="server_timeout",
                hint="give the client a longer timeout",
            ) from error
        except httpx2.HTTPError as error:
            raise Unavailable(
                f"{self._base_url} cannot be reached",
                code="server_unreachable",
                hint="start one with `remember serve`, or check the address",
            ) from error


def _address(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or not base_url.isprintable() or " " in base_url:
        raise Incorrect(
            f"the address {base_url!r} is no http address",
            code="address_invalid",
            hint="give one such as http://127.0.0.1:8000",
        )
    return base_url.rstrip("/")


def _key(api_key: str) -> str:
    if not (api_key.isascii() and api_key.isprintable()):
        raise Incorrect(
            "the API key holds a character that no header carries",
            code="api_key_invalid",
            hint="a key is of printable ASCII characters: look for a line end that was copied with it",
        )
    return api_key


def _written(route: Route, arguments: Mapping[str, Any], body: bytes) -> tuple[str, dict[str, Any]]:
    """The path of a call, and the rest of it as httpx2 takes it."""
    try:
        path, rest = _path(route, arguments)
        if route.method == "POST" and not route.body:
            return path, {"content": to_json(rest, by_alias=True)}
        return path, {"params": _texts(rest)} | ({"content": body} if route.body else {})
    except (PydanticSerializationError, UnicodeEncodeError) as error:
        from remember.operations.faults import unwritable
        from remember.operations.registry import invalid_parameter

        raise invalid_parameter(unwritable(arguments)) from error


def _path(route: Route, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    rest, steps = dict(arguments), []
    for step in route.path.split("/"):
        if step.startswith("{"):
            name = step.strip("{}")
            if name not in rest:
                fault = {"type": "missing", "loc": [name], "msg": "is required"}
                raise Incorrect(f"{name} is required", code="invalid_parameter", data={"faults": [fault]})
            step = quote(str(rest.pop(name)), safe="")
        steps.append(step)
    return "/".join(steps), rest


def _texts(arguments: Mapping[str, Any]) -> dict[str, str | list[str]]:
    plain = to_jsonable_python(dict(arguments), by_alias=True)
    return {
        name: [_text(item) for item in value] if isinstance(value, list) else _text(value)
        for name, value in plain.items()
    }


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else to_json(value).decode()
    text.encode()  # an unpaired surrogate is found here, and not by httpx2
    return text


def _result(route: Route, content: bytes) -> Any:
    try:
        if route.enveloped:
            return from_json(json.loads(content))
        return TypeAdapter(route.result).validate_json(content)
    except ValueError as reason:
        raise Unavailable(
            f"{route.method} {route.path} was answered with something else than was asked for",
            code="reply_invalid",
            hint="is this the address of `remember serve`?",
        ) from reason
