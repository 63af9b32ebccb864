"""A body that stops coming, or comes in drops, ends with 408 over a real connection, and is not kept."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn

from remember.context import OWNER
from remember.surfaces import bodies
from remember.surfaces.http import create_app
from remember.wiring import Memory
from tests.working import rows

_INGEST = "POST /ingest?filename=a.txt&mime=text/plain HTTP/1.1"
_BY_NAME = "POST /operations/facts_context HTTP/1.1"


@asynccontextmanager
async def _sent(
    memory: Memory, *lines: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which the beginning of a request was sent."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(memory), log_level="error", lifespan="off"))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:  # noqa: ASYNC110 - uvicorn sends no event
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write("\r\n".join([*lines, "Host: 127.0.0.1", "", ""]).encode())
        yield reader, writer
        writer.close()
        server.should_exit = True
        await serving


@pytest.mark.parametrize("line", [_INGEST, _BY_NAME])
async def test_a_body_that_stops_coming_is_given_up_and_the_connection_closed(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 0.1)
    async with _sent(memory, line, "Content-Length: 100000") as (reader, writer):
        writer.write(b'{"query": "')
        reply = await reader.read()
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"upload_stalled" in body
    context = memory.context(OWNER)
    assert await rows(context, "select count(*) from documents") == [(0,)]
    assert await asyncio.to_thread(_files, tmp_path) == []


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_body_that_comes_in_drops_is_given_up_too(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 0.5)
    async with _sent(memory, _INGEST, "Content-Length: 100000") as (reader, writer):
        # What is still on its way when the server closes resets the connection: only the first line is sure.
        reading = asyncio.create_task(reader.readline())
        drops = 0
        while not reading.done():
            writer.write(b"a")
            drops += 1
            assert drops < 1_000
            await asyncio.sleep(0.02)
        assert (await reading).startswith(b"HTTP/1.1 408 ")


async def test_a_body_that_comes_is_taken_however_often_it_pauses(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 60)
    text = b"Mira opens the gate at six. " * 40
    async with _sent(memory, _INGEST, f"Content-Length: {len(text)}", "Connection: close") as (
        reader,
        writer,
    ):
        for start in range(0, len(text), 100):
            writer.write(text[start : start + 100])
            await asyncio.sleep(0.01)
        assert (await reader.read()).startswith(b"HTTP/1.1 20")
