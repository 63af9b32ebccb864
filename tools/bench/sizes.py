"""How large an idle memory is, and how long its doors take to open."""

import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

import remember
from tools.bench.report import heading, line

_MOST_MB = 600
_IMPORT_SECONDS = 0.3
_HELP_SECONDS = 0.4
_OPEN_SECONDS = 1.0
_TRIES = 5
_ADDRESS = "127.0.0.1"
_PORT = 8731


def measure_sizes(folder: Path) -> None:
    """Print memory at rest, and the times to import, to help and to open."""
    heading("Sizes and doors")
    _serve_at_rest(folder)
    _door("import remember", _import_seconds, _IMPORT_SECONDS)
    _door("remember --help", lambda: _command_seconds("--help"), _HELP_SECONDS)
    _door("opening an existing folder, first read", lambda: _opening_seconds(folder), _OPEN_SECONDS)


def _door(what: str, seconds: Callable[[], float], goal: float) -> None:
    took = statistics.median(seconds() for _ in range(_TRIES))
    bare = f"Python alone: {_bare_seconds():.2f} s" if "help" in what else ""
    line(what, f"{took:.2f} s", goal=f"< {goal} s", met=took < goal, bare=bare)


def _import_seconds() -> float:
    code = "import time; t = time.perf_counter(); import remember; print(time.perf_counter() - t)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


def _command_seconds(*words: str) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "remember", *words], capture_output=True, check=True)
    return time.perf_counter() - begun


def _bare_seconds() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return time.perf_counter() - begun


def _opening_seconds(folder: Path) -> float:
    begun = time.perf_counter()
    with remember.Client(data_dir=folder) as memory:
        memory.list_documents(limit=1)
        return time.perf_counter() - begun


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`remember serve` over a folder: its process, and its address once it answers."""
    words = ["serve", "--host", _ADDRESS, "--port", str(_PORT), "--data-dir", str(folder)]
    server = subprocess.Popen([sys.executable, "-m", "remember", *words], stderr=subprocess.DEVNULL)
    try:
        _answers()
        yield server, f"http://{_ADDRESS}:{_PORT}"
    finally:
        server.terminate()
        server.wait(60)


def _serve_at_rest(folder: Path) -> None:
    with served(folder) as (server, address):
        with remember.Client(base_url=address) as memory:
            sent = memory.ingest(content=b"The kettle of berth nine is new.", filename="kettle.txt")
            memory.wait_for_readiness([sent.version_id], timeout=60, poll_interval=0.2)
            memory.facts_context("what is new at berth nine")
        time.sleep(3)
        size = pss_mb(psutil.Process(server.pid))
    line(
        "served memory at rest, all processes (PSS)",
        f"{size:.0f} MB",
        goal=f"< {_MOST_MB} MB",
        met=size < _MOST_MB,
        bare="embedder and parser loaded",
    )


def _answers() -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://{_ADDRESS}:{_PORT}/healthz"):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not answer within 30 s")


def pss_mb(root: psutil.Process) -> float:
    """What a process and its children take of memory, what they share counted once."""
    return sum(_pss(process) for process in [root, *root.children(recursive=True)]) / 2**20


def _pss(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(process.memory_full_info().pss)
    # A worker of the database server may end between the list and the look at it.
    return 0.0
