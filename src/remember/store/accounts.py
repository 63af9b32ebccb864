"""Which operating-system account runs the embedded server: PostgreSQL refuses to run as root."""

import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from remember.errors import Unsupported

if sys.platform != "win32":
    import pwd

_UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An existing account of this machine."""

    uid: int
    gid: int
    name: str

    def popen(self) -> dict[str, Any]:
        """What `subprocess.Popen` needs to run a program as this account, away from our terminal.

        The environment is bare: a PGPORT or LC_ALL of the caller must not reach the server.
        """
        options: dict[str, Any] = {
            "cwd": "/",
            "stdin": subprocess.DEVNULL,
            "start_new_session": True,
            "umask": 0o077,
            "env": {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
        }
        if self.uid != os.geteuid():
            options |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        return options

    def run(
        self, command: Sequence[str | Path], *, timeout: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end; its output is text, its exit status is the caller's to judge."""
        try:
            return subprocess.run(
                command, check=False, capture_output=True, text=True, timeout=timeout, **self.popen()
            )
        except PermissionError as error:
            if error.errno != errno.EPERM:
                raise
            raise Unsupported(
                f"we run as root and may not run a program as {self.name!r}",
                code="no_unprivileged_account",
                hint="allow this container to change its user (CAP_SETUID), or start it as an ordinary user",
            ) from error

    def shut_out_at(self, folder: Path) -> Path | None:
        """The topmost folder on the way to `folder` whose permission bits keep this account out."""
        for step in (*reversed(folder.parents), folder):
            status = step.stat()
            shift = 6 if status.st_uid == self.uid else 3 if status.st_gid == self.gid else 0
            if not status.st_mode >> shift & 1:
                return step
        return None


def server_account(user: str | None, owner_uid: int | None) -> Account:
    """The account to run the server as.

    An ordinary user runs it as themselves. Root runs it as the owner of the data that is there already,
    else as `user`, else as `postgres`, else as `nobody`; no account is ever created.
    """
    if os.geteuid() != 0:
        return _by_uid(os.geteuid())
    chosen = _by_name(user) if user else None
    owner = _by_uid(owner_uid) if owner_uid else None
    if chosen and owner and chosen != owner:
        raise Unsupported(
            f"the data belongs to {owner.name!r} and the server is to run as {chosen.name!r}",
            code="data_owner_differs",
            hint="leave the embedded user out, or change the owner of the data folder",
        )
    for account in (owner, chosen, *map(_if_known, _UNPRIVILEGED)):
        if account is not None:
            return account
    raise Unsupported(
        "PostgreSQL refuses to run as root, and neither 'postgres' nor 'nobody' is an account here",
        code="no_unprivileged_account",
        hint="name an existing unprivileged account as the embedded user, or set a database URL",
    )


def root_name() -> str:
    """What this machine calls root."""
    return pwd.getpwuid(0).pw_name


def _if_known(name: str) -> Account | None:
    try:
        found = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(uid=found.pw_uid, gid=found.pw_gid, name=name)


def _by_name(name: str) -> Account:
    account = _if_known(name)
    if account is None or account.uid == 0:
        raise Unsupported(
            f"{name!r} is not an unprivileged account of this machine",
            code="no_unprivileged_account",
            hint="name an existing account other than root as the embedded user",
        )
    return account


def _by_uid(uid: int) -> Account:
    try:
        found = pwd.getpwuid(uid)
    except KeyError:
        raise Unsupported(
            f"user id {uid} has no account name here, and PostgreSQL needs one",
            code="no_account_name",
            hint="add the id to /etc/passwd, run as a user that has a name, or set a database URL",
        ) from None
    return Account(uid=uid, gid=found.pw_gid, name=found.pw_name)
