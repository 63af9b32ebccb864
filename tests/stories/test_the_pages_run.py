"""What the pages tell a newcomer to type runs, and prints what they say.

Blocks marked `sh` and `python` are run, in order, in one memory a page; a `text` block right after one is
what it prints. Blocks marked `shell` are not run: they need a terminal of their own.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.timeout(600)

_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str, str | None]]:
    """The blocks of a page that can be run: language, code, and what it prints if the page says so."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [(found[1], found[2], found[3]) for found in _BLOCK.finditer(text)]


@pytest.fixture
def surroundings(open_folder: Path, tmp_path: Path) -> dict[str, str]:
    """An environment with a memory of the test's own, and `remember` as a command."""
    command = tmp_path / "remember"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m remember "$@"\n')
    command.chmod(0o755)
    given = {name: value for name, value in os.environ.items() if not name.startswith("REMEMBER_")}
    return given | {
        "COLUMNS": "100",
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "REMEMBER_DATA_DIR": str(open_folder / tmp_path.name),
    }


@pytest.mark.parametrize(
    "page",
    [
        "docs/quickstart.md",
        "docs/belief.md",
        "docs/howto/ingest.md",
        "docs/howto/conversations.md",
        "docs/howto/living-documents.md",
        "docs/howto/models.md",
        "docs/howto/read-an-envelope.md",
        "docs/howto/explain.md",
        "docs/howto/graph.md",
    ],
)
def test_a_page_prints_what_it_says(page: str, surroundings: dict[str, str]) -> None:
    found = blocks(page)
    assert found
    for language, code, printed in found:
        ran = _run(language, code, surroundings)
        assert (ran.returncode, ran.stderr) == (0, ""), code
        if printed is not None:
            assert ran.stdout == printed


def test_the_first_lines_of_the_readme_run(surroundings: dict[str, str]) -> None:
    (first,) = [code for language, code, _ in blocks("README.md") if language == "python"]
    ran = _run("python", first, surroundings)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == "Turnstile spec is owned by Rana Duvall None 1"


def _run(language: str, code: str, surroundings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ["sh", "-eu", "-c", code] if language == "sh" else [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True)
