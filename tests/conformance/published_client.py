"""The published client of the evidence contract, in an environment of its own, as a judge of our wire.

It needs Python 3.12 or newer and is installed once into pytest's cache folder.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

REQUIREMENT = "remember==0.17.2"
MINORS = (12, 13, 14)


def interpreter() -> str | None:
    """A Python that the client accepts: on the path, or where a version manager keeps its own."""
    on_path = [shutil.which(f"python3.{minor}") for minor in MINORS]
    for candidate in [path for path in on_path if path] + _kept_by_version_managers():
        if _answers(candidate):
            return candidate
    return None


def _kept_by_version_managers() -> list[str]:
    home = Path.home()
    roots = [
        Path(os.environ.get("PYENV_ROOT", home)) / "versions",
        *home.glob(".*/versions"),
        Path(os.environ.get("ASDF_DATA_DIR", home / ".asdf")) / "installs" / "python",
        Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "uv" / "python",
        Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "mise" / "installs" / "python",
        Path("/opt/homebrew/bin").parent,
        Path("/usr/local"),
    ]
    return [
        str(found)
        for root in roots
        for minor in MINORS
        for pattern in (f"*/bin/python3.{minor}", f"bin/python3.{minor}")
        for found in sorted(root.glob(pattern))
    ]


def _answers(python: str) -> bool:
    probe = "import sys, venv; sys.exit(sys.version_info < (3, 12))"
    return subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode == 0


def environment(cache: pytest.Cache) -> str:
    """The Python of an environment that holds the client; skips where there is none, and fails under CI."""
    folder = cache.mkdir("published-client") / REQUIREMENT.replace("==", "-")
    python = folder / "bin" / "python"
    if _holds_client(python):
        return str(python)
    chosen = interpreter()
    if chosen is None:
        _do_without("no Python 3.12 or newer found, which the published client needs")
    subprocess.run([chosen, "-m", "venv", "--clear", str(folder)], check=True, capture_output=True)
    install = [str(python), "-m", "pip", "install", "--quiet", REQUIREMENT]
    installed = subprocess.run(install, capture_output=True, text=True, check=False)
    if installed.returncode:
        _do_without(f"{REQUIREMENT} could not be installed: {installed.stderr.strip()[-300:]}")
    return str(python)


def _holds_client(python: Path) -> bool:
    return (
        python.exists()
        and not subprocess.run(
            [str(python), "-c", "import remember"], capture_output=True, check=False
        ).returncode
    )


def _do_without(reason: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def run(python: str, script: str, *arguments: str) -> Any:
    """What the script printed last, as JSON; a failure shows what it wrote."""
    done = subprocess.run(
        [python, "-I", "-c", script, *arguments], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.strip().splitlines()[-1])
