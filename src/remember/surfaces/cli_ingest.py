"""The `ingest` commands: files, folders and standard input, with progress while they are processed."""

import stat
import sys
from collections.abc import Callable, Iterable, Iterator
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
from remember.surfaces.terminal import plain, say
from remember.wire import IngestedFacts, IngestedVersion, VersionPreview

Send = Callable[..., IngestedVersion | IngestedFacts]
"""The method of a client that takes in one file."""

_HEAD_BYTES = 16_384


@dataclass(frozen=True, kw_only=True)
class Item:
    """One file, or standard input."""

    shown: str
    path: Path | None


def ingest_all(
    client: Client, send: Send, paths: Iterable[str], how: How, *, wait: bool, as_json: bool
) -> bool:
    """Ingest everything named with `send`; whether any of it failed.

    Raises `Incorrect` (`nothing_to_ingest`) where the folders named hold no file at all.
    """
    named = list(paths)
    items = list(_items(named))
    if not items:
        raise Incorrect(
            f"there is no file to read in {', '.join(named)}",
            code="nothing_to_ingest",
            hint="hidden files and linked folders are left out; name them to have them read",
        )
    _refuse_one_source_for_many(items, how)
    console = Console(stderr=True)
    failed = False
    sent: list[IngestedVersion] = []
    with _progress(console) as progress:
        sending = progress.add_task("sent", total=len(items))
        for item in items:
            try:
                taken = send(**_arguments(item, how))
            except RememberError as error:
                failed = True
                _complain(console, item.shown, error)
            else:
                versions = taken.versions if isinstance(taken, IngestedFacts) else (taken,)
                sent += versions
                _tell(item, versions, how, as_json=as_json)
            progress.advance(sending)
        hopeless = _wait(client, sent, progress) if wait else 0
    return failed or hopeless > 0


def preview_one(client: Client, path: str, how: How, *, limit: int, cursor: str | None) -> VersionPreview:
    """What one file would change, with the source that `ingest` would give it."""
    item, *others = _items([path])
    if others:
        raise Incorrect(f"{path} is a folder", code="one_name_for_many", hint="preview its files one by one")
    given = _arguments(item, how)
    asked = {name: given[name] for name in given.keys() - {"title", "source_version_ref"}}
    return client.preview_version(**asked, limit=limit, cursor=cursor)


def _items(paths: Iterable[str]) -> Iterator[Item]:
    for given in paths:
        path = Path(given)
        kind = _kind(path)
        if given == "-":
            yield Item(shown="standard input", path=None)
        elif kind == "folder" and given:
            yield from (Item(shown=str(file), path=file) for file in _files(path))
        elif kind is not None and given:
            yield Item(shown=given, path=path)
        else:
            raise Incorrect(
                f"file not found: {given}",
                code="file_not_found",
                hint="a path counts from the folder that the command runs in",
            )


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, in the order of their names; hidden ones and linked folders are left out.

    A folder that may not be read is given itself, so that reading it tells why.
    """
    waiting = [folder]
    while waiting:
        entry = waiting.pop()
        inside = _inside(entry) if _kind(entry) == "folder" else None
        if inside is None:
            yield entry
        else:
            waiting += reversed(inside)


def _inside(folder: Path) -> list[Path] | None:
    try:
        entries = [entry for entry in sorted(folder.iterdir()) if not entry.name.startswith(".")]
    except OSError:
        return None
    kinds = {entry: _kind(entry) for entry in entries}
    return [e for e in entries if kinds[e] == "file" or (kinds[e] == "folder" and not e.is_symlink())]


def _kind(path: Path) -> str | None:
    """What is there: "folder", "file" (also what may not be looked at), "other", or None for nothing."""
    try:
        mode = path.stat().st_mode
    except PermissionError:
        return "file"
    except (OSError, ValueError):
        return None
    return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "other"


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
        name = path.resolve().relative_to(folder).as_posix()
        name.encode()
        return name
    except UnicodeEncodeError:
        raise Incorrect(
            f"the name of {path} is not UTF-8", code="file_unreadable", hint="rename it, or send it as -"
        ) from None
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


def _tell(item: Item, versions: Iterable[IngestedVersion], how: How, *, as_json: bool) -> None:
    for version in versions:
        if as_json:
            print(version.model_dump_json(), flush=True)
        elif version.parked:
            say(f"? {item.shown}: stored, and parked: nothing here converts {version.mime}")
        else:
            mark = "+" if version.created else "="
            say(f"{mark} {item.shown}{'' if version.created else ': unchanged'}")
            if (how.versioning_mode, version.versioning_mode) == ("living", "snapshot"):
                say("  it stays a snapshot: the first version of a document sets its mode for good")


def _complain(console: Console, what: str, error: RememberError) -> None:
    console.print(plain(f"! {what}: {error}"), highlight=False, markup=False, soft_wrap=True)


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
            _complain(progress.console, str(version_id), error)
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
