"""Locks on files, shared between processes and released by the kernel when a holder dies.

Every call opens the file anew, so two holders in one process exclude each other like two processes.
A forked child drops its copies at once: it neither holds a lock nor keeps it from being released.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from remember.errors import Unavailable

if sys.platform != "win32":
    import fcntl

_descriptors: set[int] = set()


@contextlib.contextmanager
def holding(path: Path, deadline: float) -> Iterator[int]:
    """Hold `path` exclusively; yields the descriptor, which a child process may be given to keep.

    Raises `Unavailable` where the lock is not free at `deadline` (of `time.monotonic`).
    """
    descriptor = _open(path)
    try:
        while not try_exclusive(descriptor):
            if time.monotonic() > deadline:
                raise Unavailable(
                    f"another process has held {path} for too long",
                    code="folder_busy",
                    hint="it may be recovering after a crash: try again in a moment",
                )
            time.sleep(0.01)
        yield descriptor
    finally:
        release(descriptor)


def share(path: Path) -> int:
    """A descriptor that holds `path` together with others until it is released."""
    descriptor = _open(path)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def try_exclusive(descriptor: int) -> bool:
    """Whether the lock is ours alone now. On False, a shared lock that we held is lost too."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def release(descriptor: int) -> None:
    """Close it. A child process that was given the descriptor keeps holding the lock."""
    _descriptors.discard(descriptor)
    os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether anybody holds `path`, this process included."""
    if not path.exists():
        return False
    descriptor = _open(path)
    try:
        return not try_exclusive(descriptor)
    finally:
        release(descriptor)


def _open(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    _descriptors.add(descriptor)
    return descriptor


def _release_all() -> None:
    for descriptor in list(_descriptors):
        release(descriptor)


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_release_all)
