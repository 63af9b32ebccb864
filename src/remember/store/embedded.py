"""A PostgreSQL of our own in a folder, started by the first who opens it and stopped by the last.

    DIR/users.lock      shared by everybody who uses the folder
    DIR/start.lock      held while a server is looked for, started or stopped
    DIR/pg18            the data, of one PostgreSQL major version, and what its server needs
    DIR/run             the socket, where only the server's account and root can reach it

Opening adopts a server that runs, else starts one. Leaving tries to have users.lock alone: who gets it
was the last. Nothing here depends on anybody having left in good order.
"""

import atexit
import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from remember import observe
from remember.errors import RememberError, Unavailable, Unsupported
from remember.store import complaints, locks, postmaster
from remember.store.accounts import server_account
from remember.store.binaries import Binaries, find_binaries, reachable
from remember.store.server_folder import ServerFolder
from remember.store.sockets import drop_socket_folder, private_folder, socket_folder

_LEAVE_TIMEOUT = 10.0
_WATCH_SECONDS = 1.0
_RETRY_SECONDS = 10.0


class EmbeddedServer:
    """One use of the server of a folder; `dsn` says how to connect to it. Close it when done.

    A server that dies while we use it is started again within seconds, at the same address.
    """

    def __init__(self, place: ServerFolder, dsn: str, *, users: int, keep_running: bool) -> None:
        self.dsn = dsn
        self._place = place
        self._users = users
        self._keep_running = keep_running
        self._closing = threading.Lock()
        self._closed = threading.Event()
        self._pid = os.getpid()
        atexit.register(self.close)
        threading.Thread(target=self._watch, name="remember-watch", daemon=True).start()

    def close(self) -> None:
        """Leave. The last one out stops the server, unless it is to be kept running."""
        with self._closing:
            # A forked child has a copy of us, and no share in the server.
            if self._closed.is_set() or self._pid != os.getpid():
                return
            self._closed.set()
        atexit.unregister(self.close)
        deadline = time.monotonic() + _LEAVE_TIMEOUT
        try:
            with locks.holding(self._start_lock, deadline):
                if not self._keep_running:
                    _stop_if_last(self._place, self._users)
        except (FileNotFoundError, Unavailable):
            pass  # the folder was removed, or somebody who is starting the server will be its last user
        finally:
            locks.release(self._users)

    def ensure_running(self, start_timeout: float = 60.0) -> None:
        """Start the server again where it died since."""
        deadline = time.monotonic() + start_timeout
        with locks.holding(self._start_lock, deadline):
            if not self._closed.is_set() and self._place.version():
                self.dsn = _ensure(self._place, deadline)

    @property
    def _start_lock(self) -> Path:
        return self._place.home.parent / "start.lock"

    def _watch(self) -> None:
        pause = _WATCH_SECONDS
        while not self._closed.wait(pause):
            try:
                if postmaster.is_dead(self._place):
                    self.ensure_running()
                pause = _WATCH_SECONDS
            except FileNotFoundError:  # the folder was removed: there is nothing left to watch
                return
            except (RememberError, OSError) as error:
                observe.log("embedded_restart_failed", level="error", error=error)
                pause = min(2 * pause, _RETRY_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_embedded(
    folder: Path,
    *,
    user: str | None = None,
    keep_running: bool = False,
    start_timeout: float = 60.0,
    binaries: Path | None = None,
) -> EmbeddedServer:
    """A use of the PostgreSQL in `folder`, which accepts connections when this returns.

    The folder is made where it is missing. `user` is the account that runs the server when we are root;
    an ordinary user always runs it as themselves. `binaries` is a folder with `postgres` and `initdb`
    to use instead of the installed ones. This blocks: call it in a thread from asynchronous code.
    """
    if sys.platform == "win32":
        raise Unsupported(
            "the embedded database does not run on Windows",
            code="no_embedded_on_windows",
            hint="set a database URL of a PostgreSQL 16 or newer with pgvector",
        )
    deadline = time.monotonic() + start_timeout
    folder = folder.expanduser().resolve()
    with _locked(folder, deadline):
        place = _place(folder, user, find_binaries(binaries))
        users = locks.share(folder / "users.lock")
        try:
            dsn = _ensure(place, deadline)
        except BaseException as error:
            # A server that is recovering is left to it: stopped, it would begin again.
            if not (isinstance(error, RememberError) and error.code == "still_starting"):
                _stop_if_last(place, users)
            locks.release(users)
            raise
        return EmbeddedServer(place, dsn, users=users, keep_running=keep_running)


def _stop_if_last(place: ServerFolder, users: int) -> None:
    """Give up our share, and the server where nobody else has one; under start.lock."""
    if locks.try_exclusive(users) and place.version():
        postmaster.stop(place)
        drop_socket_folder(place.run)


@contextlib.contextmanager
def _locked(folder: Path, deadline: float) -> Iterator[None]:
    """Have the folder to ourselves while a server is looked for and started; make it where missing."""
    try:
        _make(folder)
        with locks.holding(folder / "start.lock", deadline):
            yield
    except RememberError:
        raise
    except OSError as error:
        raise complaints.from_system(error, folder) from error


def _make(folder: Path) -> None:
    """Make `folder` and what is missing above it, for us alone; as root, for others to pass through.

    The server's account has to reach its data below a folder of root's, whatever the umask says. An empty
    folder of root's is taken for one that was made for us.
    """
    if not folder.parent.exists():
        _make(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if os.geteuid() == 0 and folder.stat().st_uid == 0 and not any(folder.iterdir()):
        folder.chmod(folder.stat().st_mode | 0o111)


def _place(folder: Path, user: str | None, binaries: Binaries) -> ServerFolder:
    home = folder / f"pg{binaries.major}"
    if not (home / "data").exists():
        for other in folder.glob("pg*/data/PG_VERSION"):
            raise _version_differs(folder, other.read_text().strip(), binaries.major)
    _make(home)
    if home.stat().st_uid != os.geteuid():
        raise Unavailable(
            f"the memory in {folder} belongs to another user (id {home.stat().st_uid})",
            code="folder_of_another_user",
            hint="run as that user, or use another folder",
        )
    owner = (home / "data").stat().st_uid if (home / "data").exists() else None
    account = server_account(user, owner)
    run = private_folder(folder / "run", account)
    return ServerFolder(home=home, run=run, account=account, binaries=binaries)


def _version_differs(folder: Path, found: str, ours: int) -> Unsupported:
    return Unsupported(
        f"the data in {folder} was made by PostgreSQL {found}, and the one here is {ours}",
        code="postgres_version_differs",
        hint=f"use PostgreSQL {found} with pgvector, or export with it and import into a new folder",
        data={"found": found, "ours": ours},
    )


def _ensure(place: ServerFolder, deadline: float) -> str:
    """The address of a server that accepts connections: the one that runs, else a new one."""
    version = place.version()
    if version not in (None, str(place.binaries.major)):
        raise _version_differs(place.home.parent, str(version), place.binaries.major)
    sockets = postmaster.adopt(place, deadline) if version else None
    if sockets is None:
        place = replace(place, binaries=reachable(place.binaries, place.account))
        if version is None:
            place.create(max(deadline - time.monotonic(), 1.0))
        sockets = socket_folder(place.run, place.account)
        postmaster.start(place, sockets, deadline)
    return _connected(place, postmaster.dsn(sockets))


def _connected(place: ServerFolder, dsn: str) -> str:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError as error:
        if "too many clients" not in str(error):
            raise Unavailable(
                f"the PostgreSQL of {place.home.parent} runs and refuses us: {error}",
                code="embedded_refuses",
                hint="stop it, then open the folder again",
            ) from error
    return dsn
