"""Write what follows from the code; with `--check`, refuse what no longer does.

    python -m tools.generate [--check]

Every generated file is committed, so that a reader, an editor and a review can see it.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import command_line, methods, openapi, reference

ROOT = Path(__file__).parents[1]


def outputs() -> Iterator[tuple[str, str]]:
    """Each generated file: its path in the repository and its whole text."""
    yield "docs/reference/errors.md", reference.errors_page(ROOT / "src" / "remember")
    yield "docs/reference/settings.md", reference.settings_page()
    yield "docs/reference/columns.md", reference.columns_page()
    yield "docs/reference/operations.md", reference.operations_page()
    yield "docs/reference/cli.md", command_line.page()
    yield "docs/reference/openapi.json", openapi.document()
    yield "src/remember/surfaces/_routes.py", methods.routes_page()
    yield "src/remember/surfaces/_methods.py", methods.methods_page()


def stale() -> list[str]:
    """The generated files that are not what the code says."""
    return [name for name, text in outputs() if _current(ROOT / name) != text]


def main() -> int:
    """0 when all is written, or with `--check` when nothing is stale; 1 otherwise."""
    options = argparse.ArgumentParser(description="Write what follows from the code.")
    options.add_argument("--check", action="store_true", help="write nothing; fail where a file is stale")
    if options.parse_args().check:
        for name in (names := stale()):
            print(f"{name} is stale; run make generate", file=sys.stderr)
        return 1 if names else 0
    for name, text in outputs():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if _current(path) != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 0


def _current(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
