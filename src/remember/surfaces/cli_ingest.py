"""The `ingest` command: files, folders and standard input, with progress while they are processed."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from remember.domain.dating import document_date
from remember.domain.headings import front_matter
from remember.errors import Incorrect, RememberError
from remember.surfaces.calls import PipelineDeadLettered
from remember.surfaces.cli_options import How
from remember.surfaces.client import Client
from remember.wire import IngestedVersion

_HEAD_BYTES = 16_384


@dataclass(frozen=True, kw_only=True)
class Item:
    """One file, or standard input."""

    shown: str
    path: Path | None


def ingest_all(client: Client, paths: Iterable[str], how: How, *, wait: bool, as_json: bool) -> bool:
    """Ingest everything named; whether any of it failed."""
    items = list(_items(paths))
    _refuse_one_source_for_many(items, how)
    console = Console(stderr=True)
    failed = False
    sent: list[IngestedVersion] = []
    with _progress(console) as progress:
        sending = progress.add_task("sent", total=len(items))
        for item in items:
            try:
                version = client.ingest(**_arguments(item, how))
            except RememberError as error:
                failed = True
                console.print(f"! {item.shown}: {error}", highlight=False, markup=False, soft_wrap=True)
            else:
                sent.append(version)
                _tell(item, version, as_json=as_json)
            progress.advance(sending)
        hopeless = _wait(client, sent, progress) if wait else 0
    return failed or hopeless > 0


def _items(paths: Iterable[str]) -> Iterator[Item]:
    for given in paths:
        path = Path(given)
        if given == "-":
            yield Item(shown="standard input", path=None)
        elif path.is_dir():
            yield from (Item(shown=str(file), path=file) for file in _files(path))
        elif path.exists():
            yield Item(shown=given, path=path)
        else:
            raise Incorrect(f"file not found: {given}", code="file_not_found")


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, in the order of their names; hidden ones and linked folders are left out."""
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from _files(entry)
        elif entry.is_file():
            yield entry


def _refuse_one_source_for_many(items: list[Item], how: How) -> None:
    if len(items) > 1 and (how.source_ref or how.title or how.filename):
        raise Incorrect(
            f"--source-ref, --title and --filename name one document, and {len(items)} files were given",
            code="one_name_for_many",
            hint="leave them out, or ingest the files one by one",
        )
    if how.modified not in (None, "mtime"):
        raise Incorrect(f"--modified is {how.modified!r}", code="option_invalid", hint="it can be mtime")


def _arguments(item: Item, how: How) -> dict[str, Any]:
    common = {"mime": how.mime, "title": how.title, "versioning_mode": how.versioning_mode}
    if item.path is None:
        return common | _of_standard_input(how)
    content = _read(item.path)
    sourced = how.source_kind is not None or how.source_ref is not None
    return common | {
        "content": content,
        "filename": item.path.name,
        "source_kind": how.source_kind if sourced else "file",
        "source_ref": how.source_ref if sourced else _relative(item.path, how.root),
        "source_modified_at": _written_at(item.path, content, how),
        "source_version_ref": how.source_version_ref,
    }


def _of_standard_input(how: How) -> dict[str, Any]:
    if how.filename is None:
        raise Incorrect(
            "standard input has no name", code="filename_required", hint="name it with --filename notes.md"
        )
    return {
        "content": sys.stdin.buffer.read(),
        "filename": how.filename,
        "source_kind": how.source_kind,
        "source_ref": how.source_ref,
        "source_modified_at": _instant(how.source_modified_at),
        "source_version_ref": how.source_version_ref,
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as reason:
        raise Incorrect(f"{path} cannot be read: {reason.strerror}", code="file_unreadable") from reason


def _relative(path: Path, root: Path | None) -> str:
    """The name that the file keeps wherever the folder lies."""
    folder = (root or Path.cwd()).resolve()
    try:
        return path.resolve().relative_to(folder).as_posix()
    except ValueError:
        raise Incorrect(
            f"{path} lies outside of {folder}",
            code="file_outside_root",
            hint="say with --root which folder its name is relative to",
        ) from None


def _written_at(path: Path, content: bytes, how: How) -> datetime | None:
    if how.source_modified_at:
        return _instant(how.source_modified_at)
    head = content[:_HEAD_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
    if found := document_date(front_matter(head), path.name):
        return found.at
    return datetime.fromtimestamp(path.stat().st_mtime, UTC) if how.modified == "mtime" else None


def _instant(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Incorrect(
            f"--source-modified-at is {text!r}",
            code="option_invalid",
            hint="give a date-time in UTC, such as 2026-03-04T15:00:00Z",
        ) from None


def _tell(item: Item, version: IngestedVersion, *, as_json: bool) -> None:
    if as_json:
        print(version.model_dump_json(), flush=True)
        return
    if version.parked:
        print(f"? {item.shown}: stored, and parked: nothing here converts {version.mime}", flush=True)
    else:
        mark = "+" if version.created else "="
        print(f"{mark} {item.shown}{'' if version.created else ': unchanged'}", flush=True)


def _wait(client: Client, sent: list[IngestedVersion], progress: Progress) -> int:
    """Wait for every version that can become ready; how many cannot."""
    waiting = list(dict.fromkeys(version.version_id for version in sent if not version.parked))
    hopeless = 0
    processing = progress.add_task("ready", total=len(waiting))
    for version_id in waiting:
        try:
            client.wait_for_readiness([version_id])
        except PipelineDeadLettered as error:
            hopeless += 1
            progress.console.print(f"! {version_id}: {error}", highlight=False, markup=False, soft_wrap=True)
        progress.advance(processing)
    return hopeless


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description:<6}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
    )
