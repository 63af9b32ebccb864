"""Serve a memory over HTTP until told to stop."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from remember.errors import Unavailable
from remember.settings import Settings
from remember.surfaces.auth import refuse_open_binding
from remember.surfaces.http import create_app
from remember.surfaces.opened import open_working

GRACE_SECONDS = 10
"""How long answers under way may take once the server is told to stop."""

KEEP_ALIVE_SECONDS = 75
"""How long an idle connection stays open: longer than clients keep it, or a request could meet its end."""


async def serve(
    settings: Settings, host: str, port: int, *, ready: Callable[[str], None] = lambda address: None
) -> None:
    """Open the memory and answer until SIGTERM or SIGINT; `ready` is told the address, once it answers.

    Port 0 takes any free one. Raises `Incorrect` where the address would be open without a key, and
    `Unavailable` where it cannot be bound.
    """
    refuse_open_binding(host, settings)
    with _bound(host, port) as listening:
        address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
        async with open_working(settings) as memory:
            config = uvicorn.Config(
                create_app(memory),
                log_level="warning",
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
            )
            await _Server(address, ready, config).serve(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, address: str, ready: Callable[[str], None], config: uvicorn.Config) -> None:
        super().__init__(config)
        self._address = address
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first signal and force it at the second; uvicorn would end the process itself."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready(self._address)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol said, asyncio sends small answers at once; else each waits some 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host.strip("[]"), port))
    except OSError as reason:
        listening.close()
        raise Unavailable(
            f"{host}:{port} cannot be bound: {reason.strerror}",
            code="address_in_use",
            hint="choose another port",
        ) from reason
    return listening


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
