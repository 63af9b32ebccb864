"""Folders of embedded servers to try things on, and processes that use them."""

import itertools
import json
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remember.store.accounts import Account
from remember.store.binaries import find_binaries, reachable
from remember.store.embedded import open_embedded

_numbers = itertools.count(1)
_PROGRAM = Path(__file__).with_name("folder_user.py")


@dataclass
class FolderUser:
    """A process with a folder open (`said` is its first line); see folder_user.py."""

    process: subprocess.Popen[str]
    said: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        assert self.process.stdout
        self.said = json.loads(self.process.stdout.readline() or "{}")

    @property
    def dsn(self) -> str:
        return str(self.said["dsn"])

    def leave(self) -> None:
        """Let it close its use of the folder, and wait for its end."""
        assert self.process.communicate("leave\n", timeout=60)[1] is None
        assert self.process.returncode == 0

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def new_memory(open_folder: Path) -> Path:
    """A folder that was opened once and left in order: copied where a test needs one that exists."""
    folder = open_folder / "new-memory"
    with open_embedded(folder) as server, psycopg.connect(server.dsn) as connection:
        connection.execute("create table written (row text primary key)")
    return folder


@pytest.fixture
def folder(open_folder: Path) -> Iterator[Path]:
    """Where a memory may be made, for this test alone; no server is left in it."""
    path = open_folder / str(next(_numbers))
    yield path
    if (path / "pg18" / "data" / "postmaster.pid").exists():
        open_embedded(path).close()
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def memory(folder: Path, new_memory: Path) -> Path:
    """A memory of this test alone, with an empty table `written`; no server runs."""
    subprocess.run(["cp", "-a", new_memory, folder], check=True)
    return folder


@pytest.fixture
def use() -> Iterator[Callable[..., FolderUser]]:
    """Starts processes that use a folder; options as in folder_user.py."""
    started: list[subprocess.Popen[str]] = []

    def start(folder: Path, *options: str | Path) -> FolderUser:
        process = subprocess.Popen(
            [sys.executable, _PROGRAM, folder, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            start_new_session=True,
        )
        started.append(process)
        return FolderUser(process)

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def ordinary_user() -> str:
    """An account other than root: ourselves, or one that root may become."""
    return "daemon" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


@pytest.fixture(scope="session")
def ordinary_binaries(open_folder: Path, ordinary_user: str) -> Path:
    """PostgreSQL's programs where that account can run them."""
    found = pwd.getpwnam(ordinary_user)
    account = Account(uid=found.pw_uid, gid=found.pw_gid, name=ordinary_user)
    return reachable(find_binaries(), account, cache=open_folder / "cache").folder
