"""A PostgreSQL of our own in a folder, started by the first who opens it and stopped by the last.

    DIR/users.lock      shared by everybody who uses the folder
    DIR/start.lock      held while a server is started or stopped
    DIR/pg18/data       the data, of one PostgreSQL major version
    DIR/run             the socket, in a folder that only the server's account can enter

Opening takes both locks, adopts a server that runs, else starts one. Leaving tries to have users.lock
alone: who gets it was the last. Nothing here depends on a process having left in good order.
"""

import atexit
import contextlib
import hashlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import WeakSet

import psycopg

from remember.errors import RememberError, Unavailable, Unsupported
from remember.store import locks
from remember.store.accounts import Account, server_account
from remember.store.binaries import Binaries, find_binaries, reachable
from remember.store.postmaster import Postmaster, socket_fits

_LEAVE_TIMEOUT = 10.0
_open_servers: "WeakSet[EmbeddedServer]" = WeakSet()


class EmbeddedServer:
    """One use of the server of a folder; `dsn` is how to connect to it. Close it when done."""

    def __init__(self, folder: Path, postmaster: Postmaster, *, users: int, keep_running: bool) -> None:
        self.dsn = ""
        self._folder = folder
        self._postmaster = postmaster
        self._users = users
        self._keep_running = keep_running
        self._closing = threading.Lock()
        self._closed = False
        _open_servers.add(self)

    def close(self) -> None:
        """Leave. The last one out stops the server, unless it is to be kept running."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            atexit.unregister(self.close)
            try:
                deadline = time.monotonic() + _LEAVE_TIMEOUT
                with locks.holding(self._folder / "start.lock", deadline):
                    if not self._keep_running and locks.try_exclusive(self._users):
                        self._postmaster.stop()
            except (FileNotFoundError, Unavailable):
                pass  # the folder is gone, or somebody who starts the server will be its last user
            finally:
                os.close(self._users)

    def ensure_running(self, start_timeout: float = 60.0) -> None:
        """Start the server again if it died since; the `dsn` stays the same."""
        deadline = time.monotonic() + start_timeout
        with _locked(self._folder, deadline):
            self.dsn = _ensure(self._postmaster, deadline)

    def forget(self) -> None:
        """Drop our share without a trace: a forked child must neither hold nor stop the server."""
        if not self._closed:
            self._closed = True
            os.close(self._users)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _forget_all() -> None:
    for server in list(_open_servers):
        server.forget()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forget_all)


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
    to use instead of the installed ones. Blocking: call it in a thread from asynchronous code.
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
        postmaster = _prepare(folder, user, find_binaries(binaries))
        server = EmbeddedServer(
            folder, postmaster, users=locks.share(folder / "users.lock"), keep_running=keep_running
        )
        try:
            server.dsn = _ensure(postmaster, deadline)
        except BaseException:
            server.forget()
            raise
    atexit.register(server.close)
    return server


@contextlib.contextmanager
def _locked(folder: Path, deadline: float) -> Iterator[None]:
    with _folder_errors(folder):
        if not folder.exists():
            folder.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
        elif os.geteuid() == 0 and folder.stat().st_uid == 0 and not any(folder.iterdir()):
            folder.chmod(folder.stat().st_mode | 0o111)
        with locks.holding(folder / "start.lock", deadline):
            yield


@contextlib.contextmanager
def _folder_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except RememberError:
        raise
    except (PermissionError, NotADirectoryError) as error:
        raise _not_writable(folder, error) from error
    except OSError as error:
        raise _not_writable(folder, error) from error


def _not_writable(folder: Path, error: OSError) -> Unavailable:
    return Unavailable(
        f"the memory folder {folder} cannot be used: {error.strerror}",
        code="folder_not_writable",
        hint="use a folder that this user may write",
    )


def _prepare(folder: Path, user: str | None, binaries: Binaries) -> Postmaster:
    home = folder / f"pg{binaries.major}"
    run = folder / "run"
    account = server_account(user, _owner(home / "data"))
    others = [other for other in folder.glob("pg*/data/PG_VERSION") if other.parent.parent != home]
    if others and not (home / "data").exists():
        raise _version_differs(folder, others[0].read_text().strip(), binaries.major)
    for private in (home, run):
        private.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, exist_ok=True)
    if account.uid != os.geteuid():
        os.chown(run, account.uid, account.gid)
    run.chmod(0o700)
    return Postmaster(home=home, run=run, account=account, binaries=binaries)


def _owner(data: Path) -> int | None:
    try:
        return data.stat().st_uid
    except FileNotFoundError:
        return None


def _version_differs(folder: Path, found: str, ours: int) -> Unsupported:
    return Unsupported(
        f"the data in {folder} was made by PostgreSQL {found}, and the one here is {ours}",
        code="postgres_version_differs",
        hint=f"install PostgreSQL {found} with pgvector, or export with it and import into a new folder",
        data={"found": found, "ours": ours},
    )


def _ensure(postmaster: Postmaster, deadline: float) -> str:
    """The address of a server that accepts connections: the one that runs, else a new one."""
    if postmaster.exists():
        found = (postmaster.data / "PG_VERSION").read_text().strip()
        if found != str(postmaster.binaries.major):
            raise _version_differs(postmaster.home.parent, found, postmaster.binaries.major)
        adopted = _adopt(postmaster, deadline)
        if adopted is not None:
            return _connected(postmaster, adopted)
    able = _with_reachable_binaries(postmaster)
    if not able.exists():
        able.create(max(deadline - time.monotonic(), 1.0))
    sockets = _socket_folder(able)
    able.start(sockets, deadline)
    return _connected(able, sockets)


def _with_reachable_binaries(postmaster: Postmaster) -> Postmaster:
    return Postmaster(
        home=postmaster.home,
        run=postmaster.run,
        account=postmaster.account,
        binaries=reachable(postmaster.binaries, postmaster.account),
    )


def _adopt(postmaster: Postmaster, deadline: float) -> Path | None:
    """The socket folder of the server that runs, once it accepts connections; None when it died."""
    since = time.monotonic()
    while postmaster.lives():
        recorded = postmaster.recorded()
        for sockets in (postmaster.run, *([recorded[1]] if recorded else [])):
            if postmaster.answers(sockets):
                return sockets
        postmaster.clear_orphans(since)
        postmaster.pause(deadline)
    return None


def _connected(postmaster: Postmaster, sockets: Path) -> str:
    dsn = postmaster.dsn(sockets)
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError as error:
        if "too many clients" not in str(error):
            raise Unavailable(
                f"the PostgreSQL in {postmaster.data} refuses us: {error}", code="embedded_refuses"
            ) from error
    return dsn


def _socket_folder(postmaster: Postmaster) -> Path:
    """`run`, or a private folder with a short name where the path of a socket would be too long."""
    if socket_fits(postmaster.run):
        return postmaster.run
    name = f"remember-{hashlib.sha256(os.fsencode(postmaster.run)).hexdigest()[:12]}"
    for parent in dict.fromkeys((Path("/tmp"), Path(tempfile.gettempdir()))):
        if socket_fits(parent / name):
            return _private_folder(parent / name, postmaster.account)
    raise Unsupported(
        f"the path of a socket in {postmaster.run} is too long",
        code="path_too_long",
        hint="use a data folder with a shorter path",
    )


def _private_folder(path: Path, account: Account) -> Path:
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
        if account.uid != os.geteuid():
            os.chown(path, account.uid, account.gid)
    status = path.lstat()
    if not path.is_dir() or path.is_symlink() or status.st_uid != account.uid or status.st_mode & 0o077:
        raise Unavailable(
            f"{path}, where the socket belongs, is not a private folder of {account.name!r}",
            code="socket_folder_taken",
            hint="remove it, or use a data folder with a shorter path",
        )
    return path
