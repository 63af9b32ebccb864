"""The processes of this machine by their command line, on Linux and macOS."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


def processes() -> Iterator[tuple[int, str]]:
    """Process id and command line of every process we may see. A zombie has no command line."""
    return _from_ps() if sys.platform == "darwin" else _from_proc()


def _from_proc() -> Iterator[tuple[int, str]]:
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:  # it ended while we looked, or it is not ours to see
            continue
        yield int(folder.name), words.replace(b"\0", b" ").decode(errors="surrogateescape")


def _from_ps() -> Iterator[tuple[int, str]]:
    listing = subprocess.run(
        ["/bin/ps", "-axww", "-o", "pid=,stat=,command="], capture_output=True, text=True, check=True
    ).stdout
    for line in listing.splitlines():
        pid, state, command = line.split(maxsplit=2)
        yield int(pid), "" if state.startswith("Z") else command
