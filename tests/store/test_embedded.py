"""The embedded server: started by the first who opens its folder, stopped by the last who leaves."""

import os
import pwd
import signal
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from remember.store.embedded import open_embedded

Use = Callable[..., Any]


def value(dsn: str, statement: str) -> Any:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return row[0]


def runs(dsn: str) -> bool:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return False
    return True


def started_at(dsn: str) -> Any:
    return value(dsn, "select pg_postmaster_start_time()")


def test_what_was_written_is_there_when_the_folder_is_opened_again(folder: Path) -> None:
    with open_embedded(folder) as server, psycopg.connect(server.dsn) as connection:
        connection.execute("create table notes as select 'the rota is weekly' as note")
    assert not runs(server.dsn)
    with open_embedded(folder) as again:
        assert value(again.dsn, "select note from notes") == "the rota is weekly"


def test_one_of_two_users_in_one_process_may_leave_and_may_say_so_twice(memory: Path) -> None:
    first = open_embedded(memory)
    with open_embedded(memory) as second:
        first.close()
        first.close()
        assert runs(second.dsn)
    assert not runs(second.dsn)


def test_threads_that_open_a_new_folder_together_start_one_server(folder: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        servers = list(threads.map(lambda _: open_embedded(folder), range(8)))
        assert len(set(threads.map(lambda server: started_at(server.dsn), servers))) == 1
        list(threads.map(lambda server: server.close(), servers))
    assert not runs(servers[0].dsn)


def test_the_process_that_started_the_server_may_leave_before_another(memory: Path, use: Use) -> None:
    owner = use(memory)
    guest = use(memory)
    began = started_at(owner.dsn)
    owner.leave()
    assert started_at(guest.dsn) == began
    guest.leave()
    assert not runs(guest.dsn)


def test_the_last_one_out_leaves_the_server_running_where_told_so(memory: Path) -> None:
    with open_embedded(memory, keep_running=True) as first:
        began = started_at(first.dsn)
    with open_embedded(memory) as second:
        assert started_at(second.dsn) == began
    assert not runs(second.dsn)


def test_a_server_outlives_an_interrupt_of_its_owners_terminal(memory: Path, use: Use) -> None:
    owner = use(memory)
    began = started_at(owner.dsn)
    os.killpg(owner.process.pid, signal.SIGINT)
    owner.process.wait()
    with open_embedded(memory) as server:
        assert runs(server.dsn)
        assert owner.process.returncode != 0 and began <= started_at(server.dsn)


def test_a_forked_child_neither_stops_the_server_nor_keeps_it(memory: Path) -> None:
    server = open_embedded(memory)
    child = os.fork()
    if child == 0:
        server.close()
        signal.pause()
    assert runs(server.dsn)
    server.close()
    assert not runs(server.dsn)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_variables_of_the_caller_do_not_reach_the_server(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, wrong in {"PGPORT": "1", "PGUSER": "x", "PGDATABASE": "x", "LC_ALL": "xx", "TZ": "x"}.items():
        monkeypatch.setenv(name, wrong)
    with open_embedded(memory) as server:
        assert value(server.dsn, "show timezone") == "UTC"


def test_text_is_utf8_ordered_by_code_point_with_the_case_rules_of_unicode(new_memory: Path) -> None:
    with open_embedded(new_memory) as server:
        assert value(server.dsn, "select array_agg(w order by w) from unnest('{é,z,a,Z}'::text[]) w") == [
            "Z",
            "a",
            "z",
            "é",
        ]
        assert value(server.dsn, "select upper('émigré ß')") == "ÉMIGRÉ ß"
        locale = (
            "select datlocprovider::text || datlocale from pg_database where datname = current_database()"
        )
        assert value(server.dsn, locale) == "bC.UTF-8"


def test_writes_are_safe_and_no_port_is_open(new_memory: Path) -> None:
    with open_embedded(new_memory) as server:
        found = {
            name: value(server.dsn, f"show {name}")
            for name in ("fsync", "full_page_writes", "synchronous_commit", "data_checksums")
        }
        assert set(found.values()) == {"on"}
        assert value(server.dsn, "show listen_addresses") == ""


def test_the_log_keeps_nothing_of_what_people_wrote(memory: Path) -> None:
    with open_embedded(memory) as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        connection.execute("insert into written values ('the gate code is 4711')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("insert into written values ('the gate code is 4711')")
    assert "4711" not in (memory / "pg18" / "server.log").read_text()


@pytest.mark.parametrize("name", ["x" * 120, "comma, and space", "quote\"d 'memory'", "Gedächtnis 記憶"])
def test_a_folder_may_have_any_name(open_folder: Path, new_memory: Path, name: str) -> None:
    folder = open_folder / name
    subprocess.run(["cp", "-a", new_memory, folder], check=True)
    with open_embedded(folder) as first, open_embedded(folder) as second:
        assert first.dsn == second.dsn
        assert runs(second.dsn)
    assert not runs(first.dsn)


def test_a_socket_outside_the_folder_is_in_a_private_one(open_folder: Path, new_memory: Path) -> None:
    folder = open_folder / ("y" * 120)
    subprocess.run(["cp", "-a", new_memory, folder], check=True)
    with open_embedded(folder) as server:
        sockets = Path(psycopg.conninfo.conninfo_to_dict(server.dsn)["host"])
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
        assert sockets.stat().st_uid == (folder / "pg18" / "data").stat().st_uid


def test_an_ordinary_user_opens_a_memory_of_their_own(
    folder: Path, use: Use, ordinary_user: str, ordinary_binaries: Path
) -> None:
    folder.mkdir()
    os.chown(folder, pwd.getpwnam(ordinary_user).pw_uid, -1)
    options = ("--become", ordinary_user, "--binaries", ordinary_binaries)
    owner = use(folder / "memory", *options)
    guest = use(folder / "memory", *options)
    assert owner.said == guest.said == {"dsn": owner.dsn}
    owner.leave()
    guest.leave()
    assert stat.S_IMODE((folder / "memory").stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become somebody else")
def test_nobody_but_root_and_the_servers_account_can_connect(memory: Path, ordinary_user: str) -> None:
    with open_embedded(memory) as server:
        child = os.fork()
        if child == 0:
            os.setuid(pwd.getpwnam(ordinary_user).pw_uid)
            os._exit(int(runs(server.dsn)))
        assert os.waitpid(child, 0)[1] == 0
        assert runs(server.dsn)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to choose an account")
def test_root_runs_the_server_as_the_account_it_names(folder: Path) -> None:
    with open_embedded(folder, user="nobody"):
        assert pwd.getpwuid((folder / "pg18" / "data").stat().st_uid).pw_name == "nobody"
    with open_embedded(folder) as again:
        assert runs(again.dsn)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root shares its folders with another account")
def test_a_strict_umask_of_root_does_not_keep_the_server_out(folder: Path) -> None:
    before = os.umask(0o077)
    try:
        with open_embedded(folder / "made" / "on the way") as server:
            assert runs(server.dsn)
    finally:
        os.umask(before)


def test_a_log_that_has_grown_long_is_put_aside(memory: Path) -> None:
    log = memory / "pg18" / "server.log"
    log.write_text("a line\n" * 200_000)
    with open_embedded(memory):
        assert log.stat().st_size < 10_000
