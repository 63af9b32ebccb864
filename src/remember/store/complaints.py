"""What `initdb`, `postgres` or the system said before it gave up, as an error that says what to do."""

import errno
from collections.abc import Callable
from pathlib import Path

from remember.errors import RememberError, Unavailable, Unsupported
from remember.store.accounts import Account


def from_words(said: str, folder: Path, account: Account) -> RememberError:
    """The error for what a program of `account` printed; its last lines are kept in `data["said"]`."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    reasons = [line for line in lines if any(mark in line for mark in ("FATAL:", "PANIC:", "error:"))]
    error = _meant(said, folder, account) or Unavailable(
        f"PostgreSQL in {folder} did not start: {(reasons + lines + ['it said nothing'])[0]}",
        code="embedded_start_failed",
        hint="read server.log in that folder",
    )
    error.data["said"] = lines[-5:]
    return error


def from_system(error: OSError, folder: Path) -> RememberError:
    """The error for what the system refused while we worked in `folder`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return _full(folder)
    return _not_writable(folder, error.strerror or str(error))


def _meant(said: str, folder: Path, account: Account) -> RememberError | None:
    closed = account.shut_out_at(folder) if "Permission denied" in said else None
    if closed is not None:
        return Unavailable(
            f"PostgreSQL runs as {account.name!r} here, and may not enter {closed}",
            code="folder_unreachable",
            hint=f"keep the memory where {account.name!r} can enter every folder above it, such as /var/lib",
        )
    return next((meaning(folder) for words, meaning in _MEANINGS.items() if words in said), None)


def _full(folder: Path) -> Unavailable:
    return Unavailable(
        f"there is no space left in {folder}",
        code="disk_full",
        hint="free some space, then open it again: nothing that was acknowledged is lost",
    )


def _not_writable(folder: Path, reason: str) -> Unavailable:
    return Unavailable(
        f"the memory folder {folder} cannot be used: {reason}",
        code="folder_not_writable",
        hint="use a folder that this user may write",
    )


def _in_use(folder: Path) -> Unavailable:
    return Unavailable(
        f"a PostgreSQL that was not started from here uses {folder}",
        code="folder_in_use",
        hint="stop that server, then open the folder again",
    )


def _other_version(folder: Path) -> Unsupported:
    return Unsupported(
        f"the data in {folder} was made by another PostgreSQL version",
        code="postgres_version_differs",
        hint="install that version, or export with it and import into a new folder",
    )


# PostgreSQL speaks English here: its environment is set to the C locale.
_MEANINGS: dict[str, Callable[[Path], RememberError]] = {
    "No space left on device": _full,
    "Disk quota exceeded": _full,
    "File too large": _full,
    "Read-only file system": lambda folder: _not_writable(folder, "Read-only file system"),
    "pre-existing shared memory block": _in_use,
    "incompatible with server": _other_version,
}
