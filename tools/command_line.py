"""The reference page of the command line, out of the commands themselves."""

from collections.abc import Iterator
from typing import Any

import typer

from remember.surfaces.cli import app

_HEAD = [
    "# Command line",
    "<!-- Written by tools/generate.py. Change the code and run `make generate`. -->",
    "",
    "Exit codes: 0 all went well, 1 it did not, 2 it was asked wrongly, 130 it was interrupted.",
    "Which memory: `--api-url`, else `REMEMBER_API_URL`, else `--data-dir`, else the folder of the settings.",
]


def page() -> str:
    """The text of docs/reference/cli.md."""
    return "\n".join([*_HEAD, *_commands(typer.main.get_command(app), ("remember",))]) + "\n"


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[str]:
    inner = getattr(command, "commands", None)
    if inner:
        for name in sorted(inner):
            yield from _commands(inner[name], (*path, name))
        return
    takes = [part for part in command.params if part.param_type_name == "argument"]
    words = [f"{part.name.upper()}{'...' if part.nargs == -1 else ''}" for part in takes]
    yield from ("", f"## {' '.join(path)}", "", f"`{' '.join([*path, *words])}`", "", command.help or "")
    rows = [_row(part) for part in command.params if part.name != "help"]
    if rows:
        yield from ("", "| takes | what it is | default |", "|---|---|---|", *rows)


def _row(part: Any) -> str:
    option = part.param_type_name == "option"
    name = ", ".join(part.opts) if option else part.name.upper()
    default = "required" if part.required else f"`{part.default}`" if _shown(part.default) else ""
    return f"| `{name}` | {part.help or ''} | {default} |"


def _shown(default: Any) -> bool:
    return isinstance(default, str | int | float) and not isinstance(default, bool)
