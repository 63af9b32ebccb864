"""The `serve` and `work` commands."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from remember.settings import Settings
from remember.surfaces.opened import open_working
from remember.surfaces.serving import serve

_STOP_SECONDS = 30


def serve_memory(host: str, port: int, *, data_dir: Path | None, workers: int | None) -> None:
    """Serve until told to stop; says on standard error where, once it answers."""
    settings = _settings(data_dir)
    if workers is not None:
        settings = replace(settings, workers=workers)

    def ready(address: str) -> None:
        _tell(f"remember answers at {address} from {_where(settings)}")

    with _workers(settings):
        asyncio.run(serve(settings, host, port, ready=ready))


def work_for_memory(data_dir: Path | None) -> None:
    """Do the processing of a memory until told to stop."""
    settings = _settings(data_dir)
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with open_working(settings):
        _tell(f"remember works for {_where(settings)}")
        await stopped.wait()


@contextmanager
def _workers(settings: Settings) -> Iterator[None]:
    command = [sys.executable, "-m", "remember", "work"]
    if settings.database_url is None:
        command += ["--data-dir", str(settings.folder())]
    started = [subprocess.Popen(command, stdin=subprocess.DEVNULL) for _ in range(settings.workers)]
    try:
        yield
    finally:
        for worker in started:
            worker.terminate()
        for worker in started:
            _end(worker)


def _end(worker: subprocess.Popen[bytes]) -> None:
    try:
        worker.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def _settings(data_dir: Path | None) -> Settings:
    settings = Settings.from_environment()
    return replace(settings, data_dir=data_dir.expanduser()) if data_dir is not None else settings


def _where(settings: Settings) -> str:
    return "the database of REMEMBER_DATABASE_URL" if settings.database_url else str(settings.folder())


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
