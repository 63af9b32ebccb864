"""What is built is what was written: the wheel holds the whole package and runs from another folder."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.tree import PACKAGE, ROOT

_OPEN = """
import remember
from remember.store.migrate import migrations
from remember.store.statements import statements

assert remember.__file__.startswith({folder!r}), remember.__file__
print(len(migrations()), len(statements()), remember.Client.__name__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.wheel
def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    written = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == written


@pytest.mark.wheel
def test_the_package_finds_its_statements_and_migrations_in_the_wheel(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    said = subprocess.run(
        [sys.executable, "-c", _OPEN.format(folder=str(tmp_path))],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    migrations = len(list((PACKAGE / "store" / "migrations").glob("*.sql")))
    assert said[0] == str(migrations)
    assert int(said[1]) > 0
    assert said[2] == "Client"


@pytest.mark.wheel
def test_the_wheel_carries_its_license_and_the_command(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    points = next(name for name in names if name.endswith("entry_points.txt"))
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "remember = remember.surfaces.cli:main" in zipfile.ZipFile(wheel).read(points).decode()
