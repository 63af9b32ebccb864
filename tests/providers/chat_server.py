"""A chat model's server on loopback that does as it is told, and keeps what it was sent."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

Respond = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class ChatServer:
    """`requests` are what came in: (path, headers, body). `gone` is set when a caller hung up."""

    respond: Respond
    address: str = ""
    requests: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection."""
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.requests.append((first.split(" ")[1], headers, json.loads(body)))
            self.asked.set()
            await self._respond_until_gone(reader, writer)
        finally:
            writer.close()

    async def _respond_until_gone(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks = [asyncio.ensure_future(self.respond(writer)), asyncio.ensure_future(reader.read())]
        _, hung_up = tasks
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if hung_up.done():
                self.gone.set()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.gone.is_set():
                writer.transport.abort()


@contextlib.asynccontextmanager
async def serving(respond: Respond) -> AsyncIterator[ChatServer]:
    """A server on a free port of loopback, ended with the block."""
    chat = ChatServer(respond)
    connections: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.add(asyncio.ensure_future(chat.serve(reader, writer)))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    chat.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield chat
    finally:
        server.close()
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        # Transports close on the next turn of the loop.
        await asyncio.sleep(0)


def events(*sent: Any, pieces: int = 0) -> Respond:
    """A stream of events, each JSON or text as it is; with `pieces` sent so many bytes at a time."""

    async def respond(writer: asyncio.StreamWriter) -> None:
        head(writer, "text/event-stream")
        text = "".join(
            f"data: {one if isinstance(one, str) else json.dumps(one)}\n\n" for one in sent
        ).encode()
        step = pieces or len(text) or 1
        for at in range(0, len(text), step):
            writer.write(text[at : at + step])
            await writer.drain()
        await writer.drain()

    return respond


def forever(repeated: bytes, told: Callable[[int], None]) -> Respond:
    """The same bytes again and again, telling how many were taken so far."""

    async def respond(writer: asyncio.StreamWriter) -> None:
        head(writer, "text/event-stream")
        total = 0
        while True:
            writer.write(repeated)
            await writer.drain()
            total += len(repeated)
            told(total)
            await asyncio.sleep(0)

    return respond


async def nothing(writer: asyncio.StreamWriter) -> None:
    """Never answers."""
    await asyncio.Event().wait()


def status(code: int, body: Any = None, extra: Iterable[str] = ()) -> Respond:
    """A plain answer with a status."""

    async def respond(writer: asyncio.StreamWriter) -> None:
        text = json.dumps(body).encode()
        head(writer, "application/json", code, [f"content-length: {len(text)}", *extra])
        writer.write(text)
        await writer.drain()

    return respond


def head(writer: asyncio.StreamWriter, kind: str, code: int = 200, extra: Iterable[str] = ()) -> None:
    """The status line and headers."""
    lines = [f"HTTP/1.1 {code} Told", f"content-type: {kind}", "connection: close", *extra]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
