"""The private folder where a server's socket is, short enough in name for the system."""

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

from remember.errors import Unavailable, Unsupported
from remember.store.accounts import Account

PORT = "5432"
SOCKET = f".s.PGSQL.{PORT}"
# The shorter of the two limits: macOS 104 bytes with the closing zero, Linux 108.
_LONGEST = 103


def socket_folder(run: Path, account: Account) -> Path:
    """`run`, or where a socket in it could not be named, a short folder that stands for it."""
    chosen = _choose(run)
    return run if chosen == run else private_folder(chosen, account)


def drop_socket_folder(run: Path) -> None:
    """Remove the folder that stands for `run`, if there is one and no server is left in it."""
    chosen = _choose(run)
    if chosen != run:
        with contextlib.suppress(OSError):
            chosen.rmdir()


def private_folder(path: Path, account: Account) -> Path:
    """`path` as a folder that only `account` (and root) can enter, never one that others prepared."""
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise _taken(path, account) from error
    try:
        if os.fstat(descriptor).st_uid not in (os.geteuid(), account.uid):
            raise _taken(path, account)
        os.fchmod(descriptor, 0o700)
        if account.uid != os.geteuid():
            os.fchown(descriptor, account.uid, account.gid)
    finally:
        os.close(descriptor)
    return path


def _choose(run: Path) -> Path:
    # The same name for every process, so that the address survives a restart of the server.
    name = f"remember-{hashlib.sha256(os.fsencode(run)).hexdigest()[:12]}"
    for folder in (run, Path("/tmp") / name, Path(tempfile.gettempdir()) / name):
        if _fits(folder) and os.access(folder.parent, os.W_OK):
            return folder
    raise Unsupported(
        f"the path of a socket in {run} is too long",
        code="path_too_long",
        hint="use a data folder with a shorter path",
    )


def _fits(folder: Path) -> bool:
    """Whether a socket there can be named to PostgreSQL and to its clients, which read lists of folders."""
    try:
        path = os.fsencode(folder / SOCKET).decode()
    except UnicodeDecodeError:
        return False
    return len(path.encode()) <= _LONGEST and not set(path) & set(',"\\\n')


def _taken(path: Path, account: Account) -> Unavailable:
    return Unavailable(
        f"{path}, where the socket belongs, is not a private folder of {account.name!r}",
        code="socket_folder_taken",
        hint="remove it, or use another data folder",
    )
