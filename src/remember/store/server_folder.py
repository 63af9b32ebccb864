"""The folder of one PostgreSQL server: make it, say who may connect, and how a server on it is run."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from remember.errors import Unavailable
from remember.store import complaints
from remember.store.accounts import Account, root_name
from remember.store.binaries import Binaries
from remember.store.processes import processes
from remember.store.sockets import PORT

ROLE = "remember"
_LOG_LIMIT = 1_000_000
_DISCARD_S = 5.0  # a killed initdb's last child ends when it next reads its pipe, far sooner

# Given at every start, so that an older folder gets today's values. A recovery replays at most
# max_wal_size, which bounds how long it takes; the queries here are too short for parallel workers.
_SETTINGS = {
    "listen_addresses": "",
    "port": PORT,
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "128MB",
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
    # Files in the data folder: a container has little /dev/shm, and what is left there outlives a kill.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # Statements and rows hold what people wrote: an erasure must not leave them in a log file.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
    "checkpoint_warning": "0",
    "log_autovacuum_min_duration": "-1",
    "logging_collector": "off",
}
_SETTINGS_SINCE_18 = {"io_method": "sync"}  # its default starts three more processes
# One flush of the file system in place of one for each of a thousand files, which wait for each other.
_ON_LINUX = sys.platform == "linux"
_SETTINGS_ON_LINUX = {"recovery_init_sync_method": "syncfs"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFolder:
    """`home` holds `data`, which `account` owns; `run` holds the socket where its path is short enough."""

    home: Path
    run: Path
    account: Account
    binaries: Binaries

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def alive_lock(self) -> Path:
        return self.home / "alive.lock"

    def version(self) -> str | None:
        """The major version that made the data; None where there is no data yet."""
        try:
            return (self.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return None

    def tag(self) -> str:
        """A name that every process of this server shows in its title, wherever the folder is moved."""
        status = self.data.stat()
        return f"remember-{status.st_dev:x}-{status.st_ino:x}"

    def create(self, timeout: float) -> None:
        """Make the data folder, whole or not at all; what an interrupted attempt left is thrown away."""
        for leftover in self.home.glob("new-*"):
            _discard(leftover)
        building = Path(tempfile.mkdtemp(prefix="new-", dir=self.home))
        try:
            if self.account.uid != os.geteuid():
                os.chown(building, self.account.uid, self.account.gid)
            self._initdb(building, timeout)
            building.rename(self.data)
            for folder in (self.home, self.home.parent, self.home.parent.parent):
                _sync(folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)

    def allow_access(self) -> None:
        """Let the server's own account and root connect, each told by the kernel, and nobody else."""
        names = dict.fromkeys((self.account.name, root_name()))
        _write(self.home / "hba.conf", "local all all peer map=remember\n")
        _write(self.home / "ident.conf", "".join(f'remember "{name}" all\n' for name in names))

    def command(self, sockets: Path) -> list[str | Path]:
        """The command line of a server that listens in the folder `sockets`."""
        values = _SETTINGS | {
            "unix_socket_directories": f'"{sockets}"',
            "hba_file": str(self.home / "hba.conf"),
            "ident_file": str(self.home / "ident.conf"),
            "cluster_name": self.tag(),
        }
        values |= _SETTINGS_SINCE_18 if self.binaries.major >= 18 else {}
        values |= _SETTINGS_ON_LINUX if _ON_LINUX else {}
        pairs = [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        return [self.binaries.folder / "postgres", "-D", self.data, *pairs]

    def open_log(self) -> IO[bytes]:
        """The log, at its end; one that has grown long is put aside first."""
        path = self.home / "server.log"
        if path.exists() and path.stat().st_size > _LOG_LIMIT:
            path.replace(path.with_suffix(".log.old"))
        return open(path, "ab", opener=_private)

    def log_since(self, begin: int) -> str:
        with (self.home / "server.log").open("rb") as log:
            log.seek(begin)
            return log.read().decode(errors="replace")

    def _initdb(self, building: Path, timeout: float) -> None:
        command: list[str | Path] = [
            self.binaries.folder / "initdb",
            "--auth-local=peer",
            "--auth-host=reject",
            "--data-checksums",
            "--encoding=UTF8",
            f"--username={ROLE}",
            *_locale(self.binaries.major),
            *(["--sync-method=syncfs"] if _ON_LINUX and self.binaries.major >= 17 else []),
            building,
        ]
        try:
            done = self.account.run(command, timeout=timeout)
        except subprocess.TimeoutExpired:
            raise Unavailable(
                f"making a PostgreSQL data folder in {self.home} took longer than {timeout:.0f} s",
                code="still_starting",
                hint="allow more time; the attempt left nothing behind",
            ) from None
        if done.returncode != 0:
            raise complaints.from_words(done.stdout + done.stderr, self.home.parent, self.account)


def _discard(leftover: Path) -> None:
    """Remove what a killed owner began, though its initdb and that one's children may still write there."""
    end = time.monotonic() + _DISCARD_S
    while leftover.exists() and time.monotonic() < end:
        for pid, command in processes():
            if str(leftover) in command:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)  # initdb leads a group of its own
        shutil.rmtree(leftover, ignore_errors=True)


def _locale(major: int) -> list[str]:
    """Code point order and Unicode case rules that no update of the system can change (since 17)."""
    if major >= 17:
        return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    return ["--locale=C", f"--lc-ctype={'UTF-8' if sys.platform == 'darwin' else 'C.UTF-8'}"]


def _write(path: Path, text: str) -> None:
    if path.exists() and path.read_text() == text:
        return
    new = path.with_suffix(".new")
    new.write_text(text)
    new.chmod(0o644)
    new.replace(path)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
