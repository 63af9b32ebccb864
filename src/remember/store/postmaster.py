"""One running PostgreSQL server: start it, ask whether it lives, end what a killed one left, stop it.

Whether any process of a server still lives is told by `alive.lock`: the server inherits the locked file
and its children share it, so the lock falls when the last of them is gone. A pid file cannot tell that:
pids are used again, and a zombie still takes signals.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from psycopg import pq
from psycopg.conninfo import make_conninfo

from remember.errors import Unavailable
from remember.store import complaints, locks
from remember.store.processes import processes
from remember.store.server_folder import ROLE, ServerFolder
from remember.store.sockets import PORT, SOCKET

_ORPHAN_GRACE = 1.0
_STOP_TIMEOUT = 30.0


def start(place: ServerFolder, sockets: Path, deadline: float) -> None:
    """Start the server and return when it accepts connections. A thread reaps it whenever it ends."""
    place.allow_access()
    options = place.account.popen()
    options["env"] = options["env"] | _mistaken_pid(place)
    with place.open_log() as log, locks.holding(place.alive_lock, deadline) as alive:
        begin = log.tell()
        command = place.command(sockets)
        process = subprocess.Popen(command, stdout=log, stderr=log, pass_fds=[alive], **options)
    threading.Thread(target=process.wait, name="remember-postgres", daemon=True).start()
    while not _answering(place):
        if process.poll() is not None:
            raise complaints.from_words(place.log_since(begin), place.home.parent, place.account)
        _pause(place, deadline)


def adopt(place: ServerFolder, deadline: float) -> Path | None:
    """The socket folder of the server that runs, once it accepts connections; None when it is gone."""
    since = time.monotonic()
    while locks.is_held(place.alive_lock):
        if sockets := _answering(place):
            return sockets
        if time.monotonic() - since > _ORPHAN_GRACE:
            _end_orphans(place)
        _pause(place, deadline)
    return None


def is_dead(place: ServerFolder) -> bool:
    """Whether a server that ran is gone, though children of it may still be busy."""
    recorded = _recorded(place)
    return not locks.is_held(place.alive_lock) or (recorded is not None and not _exists(recorded.pid))


def stop(place: ServerFolder) -> None:
    """Shut down with a checkpoint; a server that takes too long is told to quit at once."""
    recorded = _recorded(place)
    if recorded is None or recorded.pid not in _servers(place):
        return
    for order in (signal.SIGINT, signal.SIGQUIT):
        with contextlib.suppress(ProcessLookupError):
            os.kill(recorded.pid, order)
        deadline = time.monotonic() + _STOP_TIMEOUT
        while locks.is_held(place.alive_lock) and time.monotonic() < deadline:
            time.sleep(0.01)
        if not locks.is_held(place.alive_lock):
            return


def dsn(sockets: Path) -> str:
    """How to connect to the server that listens in the folder `sockets`."""
    return make_conninfo(host=str(sockets), port=PORT, user=ROLE, dbname="postgres", connect_timeout=10)


def _answering(place: ServerFolder) -> Path | None:
    """The folder of the socket where a server accepts connections."""
    recorded = _recorded(place)
    if recorded is None or not recorded.ready:
        return None
    # The folder may have been moved since, and its socket with it.
    for sockets in (place.run, recorded.sockets):
        if (sockets / SOCKET).exists() and pq.PGconn.ping(dsn(sockets).encode()) == pq.Ping.OK:
            return sockets
    return None


def _pause(place: ServerFolder, deadline: float) -> None:
    if time.monotonic() > deadline:
        raise Unavailable(
            f"the PostgreSQL of {place.home.parent} runs and does not accept connections yet",
            code="still_starting",
            hint="it may be recovering after a crash: open it again in a moment",
            data={"pids": sorted(_servers(place))},
        )
    time.sleep(0.01)


@dataclass(frozen=True, slots=True)
class _Recorded:
    pid: int
    sockets: Path
    ready: bool


def _recorded(place: ServerFolder) -> _Recorded | None:
    """What a server wrote into `postmaster.pid`; stale after a crash."""
    try:
        lines = (place.data / "postmaster.pid").read_text(errors="surrogateescape").splitlines()
        return _Recorded(int(lines[0]), Path(lines[4]), lines[7].strip() == "ready")
    except (FileNotFoundError, IndexError, ValueError):
        return None


def _mistaken_pid(place: ServerFolder) -> dict[str, str]:
    """PostgreSQL refuses to start where the pid in a stale file lives again, as something else.

    `alive.lock` told us that it is no server; this variable of its own tells PostgreSQL.
    """
    recorded = _recorded(place)
    return {"PG_GRANDPARENT_PID": str(recorded.pid)} if recorded else {}


def _servers(place: ServerFolder) -> set[int]:
    """The process that listens, by its command line: none when it was killed."""
    mark = f"cluster_name={place.tag()}"
    return {pid for pid, command in processes() if mark in command and "postgres -D " in command}


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _end_orphans(place: ServerFolder) -> None:
    """Kill what outlives a killed server: a child notices only when it is done with its query."""
    if _servers(place):
        return
    title = f"postgres: {place.tag()}: "
    for pid, command in processes():
        if command.startswith(title):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
