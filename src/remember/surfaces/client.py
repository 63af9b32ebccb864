"""`Client` and `AsyncClient`: the memory from Python, in this process or behind an address."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from remember.errors import Incorrect
from remember.settings import Settings
from remember.surfaces._methods import AsyncMethods, SyncMethods
from remember.surfaces.calls import Kind
from remember.surfaces.portal import portal
from remember.surfaces.transport import InProcess, OverHttp, Transport

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Account(Generic[Answer]):
    """The caller's standing in the memory; `whoami()` asks for it."""

    whoami: Callable[[], Answer]


class _Connected:
    """Where a client goes: `base_url`, else REMEMBER_API_URL, else `data_dir`, else the settings' folder.

    Construction makes no call; the first one opens the memory or connects. `timeout` (seconds) is that of
    one request over HTTP.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        data_dir: str | Path | None = None,
        database_url: str | None = None,
        timeout: float = 30.0,
        settings: Settings | None = None,
    ) -> None:
        given = settings or Settings.from_environment()
        if data_dir is not None:
            given = replace(given, data_dir=Path(data_dir).expanduser())
        if database_url is not None:
            given = replace(given, database_url=database_url)
        address = (given.api_url or None) if base_url is None else base_url
        self._closed = False
        self._transport: Transport = (
            OverHttp(address, api_key=api_key or given.api_key, timeout=timeout)
            if address is not None
            else InProcess(given)
        )

    def _refuse_closed(self, work: Coroutine[Any, Any, Any]) -> None:
        if self._closed:
            work.close()
            raise Incorrect("the client is closed", code="client_closed", hint="make a new one")


class Client(_Connected, SyncMethods):
    """A memory to call and wait for. Close it, or use it in a `with` block; threads may share it."""

    def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        self._refuse_closed(work)
        return portal.run(work)

    @property
    def account(self) -> Account[Any]:
        """The caller's standing in the memory."""
        return Account(self.whoami)

    def close(self, *, drain: bool = True) -> None:
        """Leave the memory, once what this client ingested is processed or 30 s have passed."""
        if not self._closed:
            self._closed = True
            portal.run(self._transport.close(drain=drain))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(drain=error is None)


class AsyncClient(_Connected, AsyncMethods):
    """A memory to await, from any event loop. Close it, or use it in an `async with` block."""

    async def _do(self, work: Coroutine[Any, Any, Kind]) -> Kind:
        self._refuse_closed(work)
        return await portal.wait(work)

    @property
    def account(self) -> Account[Any]:
        """The caller's standing in the memory."""
        return Account(self.whoami)

    async def close(self, *, drain: bool = True) -> None:
        """Leave the memory, once what this client ingested is processed or 30 s have passed."""
        if not self._closed:
            self._closed = True
            await asyncio.shield(portal.wait(self._transport.close(drain=drain)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close(drain=error is None)
