"""What `initdb`, `postgres` or the system said before it gave up, as an error that says what to do."""

import errno
from pathlib import Path

from remember.errors import RememberError, Unavailable, Unsupported
from remember.store.accounts import Account

_READ_ONLY = "use a folder that this user may write"
_FULL = "free some space, then open it again: nothing that was acknowledged is lost"

# PostgreSQL speaks English here: its environment is set to the C locale.
_SAID: tuple[tuple[str, type[RememberError], str, str, str], ...] = (
    ("No space left on device", Unavailable, "disk_full", "there is no space left in {folder}", _FULL),
    ("Disk quota exceeded", Unavailable, "disk_full", "the disk quota for {folder} is used up", _FULL),
    ("File too large", Unavailable, "disk_full", "a limit on file sizes stops {folder} from growing", _FULL),
    (
        "Read-only file system",
        Unavailable,
        "folder_not_writable",
        "the memory folder {folder} is read-only",
        _READ_ONLY,
    ),
    (
        "pre-existing shared memory block",
        Unavailable,
        "folder_in_use",
        "a PostgreSQL that was not started from here uses {folder}",
        "stop that server, then open the folder again",
    ),
    (
        "incompatible with server",
        Unsupported,
        "postgres_version_differs",
        "the data in {folder} was made by another PostgreSQL version",
        "install that version, or export with it and import into a new folder",
    ),
    (
        "could not look up effective user ID",
        Unsupported,
        "no_account_name",
        "the user that would run PostgreSQL in {folder} has no account name",
        "add it to /etc/passwd, or set a database URL",
    ),
)
_CODES = {
    errno.ENOSPC: ("disk_full", _FULL),
    errno.EDQUOT: ("disk_full", _FULL),
    errno.EFBIG: ("disk_full", _FULL),
}


def from_words(said: str, folder: Path, account: Account) -> RememberError:
    """The error for what a program of `account` printed; its last lines are kept in `data["said"]`."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    data = {"said": lines[-5:]}
    closed = account.shut_out_at(folder) if "Permission denied" in said else None
    if closed is not None:
        return Unavailable(
            f"PostgreSQL runs as {account.name!r} here, and may not enter {closed}",
            code="folder_unreachable",
            hint=f"keep the memory where {account.name!r} can enter every folder above it, such as /var/lib",
            data=data,
        )
    for words, kind, code, message, hint in _SAID:
        if words in said:
            return kind(message.format(folder=folder), code=code, hint=hint, data=data)
    return Unavailable(
        f"PostgreSQL in {folder} did not start: {lines[-1] if lines else 'it said nothing'}",
        code="embedded_start_failed",
        hint="read server.log in that folder",
        data=data,
    )


def from_system(error: OSError, folder: Path) -> RememberError:
    """The error for what the system refused while we worked in `folder`."""
    code, hint = _CODES.get(error.errno or 0, ("folder_not_writable", _READ_ONLY))
    return Unavailable(f"the memory folder {folder} cannot be used: {error.strerror}", code=code, hint=hint)
