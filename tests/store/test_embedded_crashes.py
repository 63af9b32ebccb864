"""Whoever is killed, at whatever moment: no acknowledged write is lost, and the folder opens again."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remember.store.embedded import open_embedded

Use = Callable[..., Any]


def wait_until(true: Callable[[], Any]) -> Any:
    """What `true` says, once it is; half a minute is far beyond what anything here takes."""
    end = time.monotonic() + 30
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.005)
    return found


def server_pid(memory: Path) -> int:
    """The server's process, once it has written its file."""
    file = memory / "pg18" / "data" / "postmaster.pid"
    return int(wait_until(lambda: file.exists() and file.read_text().split())[0])


def killed(memory: Path) -> bool:
    """Kill the server; False where the file still names the one before, which is gone already."""
    try:
        os.kill(server_pid(memory), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def lines(path: Path) -> set[str]:
    return set(path.read_text().splitlines()) if path.exists() else set()


def rows(dsn: str) -> set[str]:
    with psycopg.connect(dsn) as connection:
        return {row for (row,) in connection.execute("select row from written")}


def test_a_killed_server_loses_no_acknowledged_write_and_starts_again(
    memory: Path, tmp_path: Path, use: Use
) -> None:
    notes = tmp_path / "acknowledged"
    writer = use(memory, "--threads", "2", "--acknowledged", notes)
    for written in (50, 100, 150):
        wait_until(lambda at_least=written: len(lines(notes)) >= at_least)
        wait_until(lambda: killed(memory))
    wait_until(lambda: len(lines(notes)) >= 200)
    writer.leave()
    with open_embedded(memory) as server:
        assert lines(notes) <= rows(server.dsn)


def test_a_server_that_was_killed_gets_the_same_address_again(memory: Path) -> None:
    with open_embedded(memory) as server:
        address = server.dsn
        os.kill(server_pid(memory), signal.SIGKILL)
        server.ensure_running()
        assert server.dsn == address
        assert rows(server.dsn) == set()


def test_a_folder_that_is_removed_while_it_is_open_does_not_come_back(memory: Path) -> None:
    with open_embedded(memory) as server:
        os.kill(server_pid(memory), signal.SIGKILL)
        shutil.rmtree(memory)
        with pytest.raises(FileNotFoundError):
            server.ensure_running()
    assert not memory.exists()


def test_the_server_of_a_killed_owner_is_adopted_and_stopped_by_the_next(
    memory: Path, tmp_path: Path, use: Use
) -> None:
    notes = tmp_path / "acknowledged"
    owner = use(memory, "--threads", "2", "--acknowledged", notes)
    wait_until(lambda: len(lines(notes)) >= 20)
    orphan = server_pid(memory)
    owner.kill()
    with open_embedded(memory) as server:
        assert server_pid(memory) == orphan
        assert lines(notes) <= rows(server.dsn)
    assert not (memory / "pg18" / "data" / "postmaster.pid").exists()


def test_of_two_processes_with_eight_writers_each_one_may_be_killed(
    memory: Path, tmp_path: Path, use: Use
) -> None:
    notes = tmp_path / "acknowledged"
    owner, guest = (use(memory, "--threads", "8", "--acknowledged", notes) for _ in range(2))
    wait_until(lambda: len(lines(notes)) >= 100)
    owner.kill()
    left = f"{guest.process.pid}-"
    before = sum(line.startswith(left) for line in lines(notes))
    wait_until(lambda: sum(line.startswith(left) for line in lines(notes)) >= before + 100)
    with open_embedded(memory) as server:
        guest.leave()
        assert lines(notes) <= rows(server.dsn)


def test_a_child_of_a_killed_server_that_is_still_busy_does_not_block(memory: Path, use: Use) -> None:
    owner = use(memory)
    busy = psycopg.connect(owner.dsn, autocommit=True)
    threading.Thread(target=count_for_long, args=(busy,), daemon=True).start()
    with psycopg.connect(owner.dsn, autocommit=True) as connection:
        counting = "select pid from pg_stat_activity where pid = %s and query like '%%count%%'"
        wait_until(lambda: connection.execute(counting, [busy.info.backend_pid]).fetchone())
    owner.kill()
    os.kill(server_pid(memory), signal.SIGKILL)
    with open_embedded(memory) as server:
        assert rows(server.dsn) == set()


def count_for_long(connection: psycopg.Connection[Any]) -> None:
    with contextlib.suppress(psycopg.OperationalError):
        connection.execute("select count(*) from generate_series(1, 2000000000)")


@pytest.fixture
def other_process(memory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the server's account that has nothing to do with it."""
    as_account = {"user": (memory / "pg18" / "data").stat().st_uid} if os.geteuid() == 0 else {}
    process = subprocess.Popen(["sleep", "600"], **as_account)
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("what", ["a live process", "a zombie", "ourselves"])
def test_a_stale_pid_file_that_names_something_else_does_not_block(
    memory: Path, other_process: subprocess.Popen[bytes], what: str
) -> None:
    open_embedded(memory, keep_running=True).close()
    pid_file = memory / "pg18" / "data" / "postmaster.pid"
    stale = pid_file.read_text().splitlines()
    os.kill(int(stale[0]), signal.SIGKILL)
    if what == "a zombie":
        other_process.kill()
        os.waitid(os.P_PID, other_process.pid, os.WEXITED | os.WNOWAIT)
    stale[0] = str(os.getpid() if what == "ourselves" else other_process.pid)
    pid_file.write_text("\n".join(stale) + "\n")
    with open_embedded(memory) as server:
        assert rows(server.dsn) == set()
    assert what != "a live process" or other_process.poll() is None


def test_a_server_that_its_stopped_owner_cannot_reap_does_not_block(memory: Path, use: Use) -> None:
    owner = use(memory)
    os.kill(owner.process.pid, signal.SIGSTOP)
    os.kill(server_pid(memory), signal.SIGKILL)
    with open_embedded(memory) as server:
        assert rows(server.dsn) == set()
    owner.kill()


def test_a_first_opening_that_was_killed_half_way_is_made_again(folder: Path) -> None:
    opening = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("folder_user.py"), folder],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    wait_until(lambda: list(folder.glob("pg18/new-*/base")))
    opening.kill()
    opening.communicate()
    with open_embedded(folder) as server, psycopg.connect(server.dsn) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    assert list(folder.glob("pg18/new-*")) == []


def test_an_opening_that_was_killed_while_the_server_starts_leaves_a_server_to_adopt(memory: Path) -> None:
    opening = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("folder_user.py"), memory],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    pid = server_pid(memory)
    opening.kill()
    opening.communicate()
    with open_embedded(memory) as server:
        assert server_pid(memory) == pid
        assert rows(server.dsn) == set()
