"""Groups of options that commands share: each a dataclass, and one parameter of a command."""

import functools
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_type_hints

import typer

from remember.errors import RememberError
from remember.surfaces.terminal import say

if TYPE_CHECKING:
    from remember.surfaces.client import Client


_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


@contextmanager
def told() -> Iterator[None]:
    """The edge of every command: an error becomes two lines and an exit code."""
    try:
        yield
    except RememberError as error:
        say(f"remember: {error.message}", error=True)
        if error.hint:
            say(f"  {error.hint}", error=True)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        say("remember: interrupted", error=True)
        raise typer.Exit(130) from None


def whole_number(*, least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """The parser of an option that takes a whole number; of anything else it says what was given.

    Bounds are given only where no operation has its own for the same number.
    """
    bounds = "" if least is None else f" of at least {least}" if most is None else f" from {least} to {most}"

    def parse(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(str(text)) else None
        if number is None or (least is not None and number < least) or (most is not None and number > most):
            raise typer.BadParameter(f"{text!r} is no whole number{bounds}")
        return number

    return parse


def seconds(text: str) -> float:
    """The parser of an option that takes seconds."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no number of seconds, such as 90 or 0.5") from None


@dataclass(frozen=True, kw_only=True)
class Reach:
    """Which memory a command is for."""

    api_url: Annotated[str | None, typer.Option(help="Address of a running `remember serve`.")] = None
    api_key: Annotated[str | None, typer.Option(help="Key for that address.")] = None
    data_dir: Annotated[Path | None, typer.Option(help="Folder of the memory.")] = None

    @contextmanager
    def memory(self, *, drain: bool = True) -> Iterator["Client"]:
        """The memory that the options and the environment name; `drain` as `Client.close` has it."""
        from remember.surfaces.client import Client

        with told(), Client(base_url=self.api_url, api_key=self.api_key, data_dir=self.data_dir) as client:
            yield client
            client.close(drain=drain)


@dataclass(frozen=True, kw_only=True)
class How:
    """What is said of everything that one command ingests."""

    root: Annotated[
        Path | None, typer.Option(help="Folder that file names are relative to; else the current one.")
    ] = None
    filename: Annotated[str | None, typer.Option(help="Name for what comes from standard input.")] = None
    mime: Annotated[str | None, typer.Option(help="Type of the bytes; else by the file's name.")] = None
    title: Annotated[str | None, typer.Option(help="Title of the document.")] = None
    source_kind: Annotated[str | None, typer.Option(help="Class of the source; else `file`.")] = None
    source_ref: Annotated[str | None, typer.Option(help="Which item of that class; else the path.")] = None
    source_modified_at: Annotated[
        str | None, typer.Option(help="When it was written, such as 2026-03-04T15:00:00Z.")
    ] = None
    versioning_mode: Annotated[str, typer.Option(help="snapshot or living.")] = "snapshot"
    source_version_ref: Annotated[str | None, typer.Option(help="Revision marker of the source.")] = None
    modified: Annotated[str | None, typer.Option(help="mtime: date files by the file system.")] = None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a question is about, and which time."""

    entity_id: Annotated[list[str] | None, typer.Option(help="Entity that it is about; repeatable.")] = None
    at: Annotated[str | None, typer.Option(help="The world at an instant, or where a day begins.")] = None
    between: Annotated[
        tuple[str, str] | None, typer.Option(help="The world between two instants or days, both included.")
    ] = None
    history: Annotated[bool, typer.Option("--history", help="Everything that has begun, ended or not.")] = (
        False
    )
    believed_at: Annotated[str | None, typer.Option(help="As it was believed at this instant.")] = None


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of its groups in the place of each."""
    hints: dict[str, Any] = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if is_dataclass(kind)}

    @functools.wraps(command)
    def expanded(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = cast(Any, kind)(**{part.name: given.pop(part.name) for part in fields(kind)})
        command(**given)

    parameters = [
        _named(parameter.name, hints[parameter.name], parameter.default)
        for parameter in inspect.signature(command).parameters.values()
        if parameter.name not in groups
    ]
    for kind in groups.values():
        parameters += _options(kind)
    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return expanded


def _options(kind: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [_named(part.name, hints[part.name], part.default) for part in fields(kind)]


def _named(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
