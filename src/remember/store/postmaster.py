"""One PostgreSQL server process: make its data folder, start it, ask whether it lives, stop it.

Whether any process of a server still lives is told by `alive.lock`: the server inherits the locked
file and all its children share it, so the lock falls when the last of them is gone. A pid file cannot
tell that: pids are reused, and a zombie still answers a signal.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg
from psycopg.conninfo import make_conninfo

from remember.errors import RememberError, Unavailable, Unsupported
from remember.store import locks
from remember.store.accounts import Account
from remember.store.binaries import Binaries
from remember.store.processes import processes

ROLE = "remember"
_PORT = "5432"
_SOCKET = f".s.PGSQL.{_PORT}"
# The shorter of the two limits (macOS 104 bytes with the closing zero, Linux 108).
_LONGEST_SOCKET = 103
_LOG_LIMIT = 1_000_000
_ORPHAN_GRACE = 1.0
_STOP_TIMEOUT = 30.0

# Read at every start, so that an older folder gets today's values. Recovery replays at most
# max_wal_size, which keeps it within seconds; queries here are too short for parallel workers.
_SETTINGS = {
    "listen_addresses": "",
    "port": _PORT,
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "256MB",
    "min_wal_size": "64MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_replication_slots": "0",
    "max_logical_replication_workers": "0",
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "autovacuum_max_workers": "2",
    "random_page_cost": "1.1",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # Statements and rows hold what people wrote: an erasure must not leave them in a log file.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
    "log_autovacuum_min_duration": "-1",
    "logging_collector": "off",
}
# The last thing PostgreSQL said (always in English, see Account.popen) -> what it means for a user.
_REASONS: tuple[tuple[tuple[str, ...], type[RememberError], str, str, str], ...] = (
    (
        ("No space left on device", "Disk quota exceeded", "File too large"),
        Unavailable,
        "disk_full",
        "there is no space left to keep the memory in {folder}",
        "free some space, then open it again",
    ),
    (
        ("Read-only file system",),
        Unavailable,
        "folder_not_writable",
        "the folder {folder} is on a read-only file system",
        "use a folder that can be written",
    ),
    (
        ("already exists", "still in use"),
        Unavailable,
        "folder_in_use",
        "a PostgreSQL that we did not start uses {folder}",
        "stop it, or use another folder",
    ),
    (
        ("incompatible with server", "was initialized by PostgreSQL version"),
        Unsupported,
        "postgres_version_differs",
        "the data in {folder} was made by another PostgreSQL version",
        "install that version",
    ),
)
_SETTINGS_SINCE_18 = {"io_method": "sync"}  # its default starts three more processes


@dataclass(frozen=True, slots=True, kw_only=True)
class Postmaster:
    """The server of one data folder; `home` holds `data`, `run` may hold its socket."""

    home: Path
    run: Path
    account: Account
    binaries: Binaries

    @property
    def data(self) -> Path:
        return self.home / "data"

    def exists(self) -> bool:
        return (self.data / "PG_VERSION").exists()

    def create(self, timeout: float) -> None:
        """Make an empty data folder; a half-made one of an interrupted attempt is thrown away."""
        for leftover in self.home.glob("new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        building = Path(tempfile.mkdtemp(prefix="new-", dir=self.home))
        try:
            if self.account.uid != os.geteuid():
                os.chown(building, self.account.uid, self.account.gid)
            self._initdb(building, timeout)
            building.rename(self.data)
            _sync_folder(self.home)
        finally:
            shutil.rmtree(building, ignore_errors=True)

    def start(self, socket_folder: Path, deadline: float) -> None:
        """Start the server and return when it accepts connections; its end is reaped by a thread."""
        self._write_access_files()
        with self._open_log() as log, locks.holding(self.home / "alive.lock", deadline) as alive:
            begin = log.tell()
            options = self.account.popen()
            options["env"] = options["env"] | self._mistaken_pid()
            process = subprocess.Popen(
                self._command(socket_folder), stdout=log, stderr=log, pass_fds=[alive], **options
            )
        threading.Thread(target=process.wait, name="remember-postgres", daemon=True).start()
        while not self.answers(socket_folder):
            if process.poll() is not None:
                raise self.explain(self._log_since(begin))
            self.pause(deadline)

    def answers(self, socket_folder: Path) -> bool:
        """Whether a server accepts connections there."""
        if not (socket_folder / _SOCKET).exists():
            return False
        ping = psycopg.pq.PGconn.ping(self.dsn(socket_folder).encode())
        return ping == psycopg.pq.Ping.OK

    def dsn(self, socket_folder: Path) -> str:
        return make_conninfo(
            host=str(socket_folder), port=_PORT, user=ROLE, dbname="postgres", connect_timeout=10
        )

    def lives(self) -> bool:
        """Whether any process of this server is left, accepting connections or not."""
        return locks.is_held(self.home / "alive.lock")

    def pause(self, deadline: float) -> None:
        if time.monotonic() > deadline:
            raise Unavailable(
                f"PostgreSQL in {self.data} does not accept connections yet",
                code="still_starting",
                hint="it may be recovering after a crash: open it again in a moment",
            )
        time.sleep(0.01)

    def recorded(self) -> tuple[int, Path] | None:
        """Process id and socket folder as the server wrote them; stale after a crash."""
        try:
            lines = (self.data / "postmaster.pid").read_text(errors="surrogateescape").splitlines()
            return int(lines[0]), Path(lines[4])
        except (FileNotFoundError, IndexError, ValueError):
            return None

    def clear_orphans(self, since: float) -> None:
        """End what a killed server left behind: children that still work on a query of theirs."""
        processes = list(self._processes())
        if any(not title.startswith("postgres: ") for _, title in processes):
            return  # the server itself lives
        if time.monotonic() - since < _ORPHAN_GRACE:
            return
        for pid, _ in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if not processes:
            # A process that was forked while we started the server holds a copy of the lock.
            (self.home / "alive.lock").unlink(missing_ok=True)

    def stop(self) -> None:
        """Shut down with a checkpoint; a server that takes too long is told to quit at once."""
        recorded = self.recorded()
        if recorded is None or recorded[0] not in {pid for pid, _ in self._processes()}:
            return
        for ask in (signal.SIGINT, signal.SIGQUIT):
            with contextlib.suppress(ProcessLookupError):
                os.kill(recorded[0], ask)
            deadline = time.monotonic() + _STOP_TIMEOUT
            while self.lives() and time.monotonic() < deadline:
                time.sleep(0.01)
            if not self.lives():
                return

    def explain(self, said: str) -> RememberError:
        """The typed error for what `initdb` or `postgres` printed before it gave up."""
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        for needles, kind, code, message, hint in _REASONS:
            if any(needle in said for needle in needles):
                return kind(
                    message.format(folder=self.home.parent), code=code, hint=hint, data={"said": lines[-5:]}
                )
        return Unavailable(
            f"PostgreSQL in {self.data} did not start: {lines[-1] if lines else 'it said nothing'}",
            code="embedded_start_failed",
            hint=f"read {self.home / 'server.log'}",
            data={"said": lines[-5:]},
        )

    def _initdb(self, building: Path, timeout: float) -> None:
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
            if self.binaries.major >= 17
            else ["--locale-provider=libc", "--locale=C.UTF-8"]
        )
        done = self.account.run(
            [
                self.binaries.folder / "initdb",
                "--pgdata",
                building,
                "--username",
                ROLE,
                "--encoding=UTF8",
                *locale,
                "--auth-local=peer",
                "--auth-host=reject",
                "--data-checksums",
            ],
            timeout=timeout,
        )
        if done.returncode != 0:
            raise self.explain(done.stdout + done.stderr)

    def _command(self, socket_folder: Path) -> list[str | Path]:
        values = _SETTINGS | (_SETTINGS_SINCE_18 if self.binaries.major >= 18 else {})
        values |= {
            "unix_socket_directories": f'"{socket_folder}"',
            "hba_file": str(self.home / "hba.conf"),
            "ident_file": str(self.home / "ident.conf"),
            "cluster_name": self._tag(),
        }
        pairs = [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        return [self.binaries.folder / "postgres", "-D", self.data, *pairs]

    def _write_access_files(self) -> None:
        """Only the server's own account and root may connect, each told by the kernel."""
        names = dict.fromkeys((self.account.name, _root_name()))
        (self.home / "hba.conf").write_text("local all all peer map=remember\n")
        (self.home / "ident.conf").write_text("".join(f'remember "{name}" all\n' for name in names))
        for name in ("hba.conf", "ident.conf"):
            (self.home / name).chmod(0o644)

    def _mistaken_pid(self) -> dict[str, str]:
        """PostgreSQL refuses to start where the pid of a stale file is alive again as something else.

        We know better by `alive.lock`, and this variable names a process that is no other server.
        """
        recorded = self.recorded()
        return {"PG_GRANDPARENT_PID": str(recorded[0])} if recorded else {}

    @contextlib.contextmanager
    def _open_log(self) -> Iterator[IO[bytes]]:
        path = self.home / "server.log"
        if path.exists() and path.stat().st_size > _LOG_LIMIT:
            path.replace(path.with_suffix(".log.old"))
        with open(path, "ab", opener=_private) as log:
            yield log

    def _log_since(self, begin: int) -> str:
        with (self.home / "server.log").open("rb") as log:
            log.seek(begin)
            return log.read().decode(errors="replace")

    def _processes(self) -> Iterator[tuple[int, str]]:
        tag = self._tag()
        return ((pid, command) for pid, command in processes() if tag in command)

    def _tag(self) -> str:
        """A name that every process of this server shows in its title, wherever the folder is moved."""
        status = self.data.stat()
        return f"remember-{status.st_dev:x}-{status.st_ino:x}-"


def socket_fits(folder: Path) -> bool:
    """Whether a socket in `folder` can be named to PostgreSQL and to its clients."""
    path = os.fsencode(folder / _SOCKET)
    return len(path) <= _LONGEST_SOCKET and not set(path) & set(b',"\\\n') and _is_utf8(path)


def _is_utf8(path: bytes) -> bool:
    try:
        path.decode()
    except UnicodeDecodeError:
        return False
    return True


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _root_name() -> str:
    return pwd.getpwuid(0).pw_name


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
