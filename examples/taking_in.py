"""Put files into a memory, and watch them become answers."""

import hashlib
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

import remember

Key = tuple[str, str, str]

_FRONT_MATTER_DATE = re.compile(r"---\r?\n(?:(?!---).*\n)*?date: *(\d{4}-\d\d-\d\d)\b")
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
_VERSION = re.compile(r"\.v\d+(?=\.\w+$)")
_ALL = remember.ReadinessRequirements(pipeline=True, p1=True, live_graph=True, p3=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A file, and which item of which source it is a version of."""

    path: Path
    shown: str
    source_kind: str
    source_ref: str
    content: bytes

    @property
    def said_at(self) -> datetime | None:
        """The date in the file's front matter, else the one in its name, else none: never the clock."""
        found = _FRONT_MATTER_DATE.match(self.content[:4096].decode("utf-8", "replace"))
        days = [found.group(1)] if found else _DATE.findall(self.path.name)
        try:
            return datetime.fromisoformat(days[0]).replace(tzinfo=UTC) if days else None
        except ValueError:
            return None

    @property
    def key(self) -> Key:
        """What makes a version: its source and the hash of its bytes."""
        return self.source_kind, self.source_ref, hashlib.sha256(self.content).hexdigest()

    def says(self, span: str, start: int) -> bool:
        """Whether the file itself has exactly these characters at this place."""
        return self.content.decode("utf-8", "replace")[start : start + len(span)] == span


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A file that the memory has, as a version of a document."""

    item: Item
    doc_id: UUID
    version_id: UUID


def example_set(folder: Path) -> list[Item]:
    """The files of the example project in the order of their dates.

    `spec.v1.md` and `spec.v2.md` are versions of one document.
    """
    items = []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        items.append(_item(path, name, source_kind="lantern", source_ref=_VERSION.sub("", name)))
    return sorted(items, key=lambda item: str(item.said_at))


def given_files(names: Iterable[str]) -> list[Item]:
    """The files named, and those in the folders named; raises `FileNotFoundError` for a wrong name."""
    items = []
    for name in names:
        path = Path(name).expanduser()
        if not path.exists():
            raise FileNotFoundError(f"{name}: there is no such file or folder")
        for file in _files(path) if path.is_dir() else [path]:
            items.append(_item(file, str(file), source_kind="file", source_ref=file.resolve().as_posix()))
    return items


def _item(path: Path, shown: str, *, source_kind: str, source_ref: str) -> Item:
    return Item(
        path=path, shown=shown, source_kind=source_kind, source_ref=source_ref, content=path.read_bytes()
    )


def _files(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from _files(entry)
        elif entry.is_file():
            yield entry


def take_in(memory: remember.Client, items: Sequence[Item], console: Console) -> list[Taken]:
    """Ingest what the memory does not have yet; returns when all of it can answer."""
    had = _had(memory)
    taken: list[Taken] = []
    with _progress(console) as progress:
        task = progress.add_task("", total=None)
        for item in items:
            progress.update(task, description=f"sending {item.shown}")
            if item.key in had:
                doc_id, version_id = had[item.key]
                taken.append(Taken(item=item, doc_id=doc_id, version_id=version_id))
            elif one := _ingest(memory, item, console):
                taken.append(one)
        _watch(memory, taken, progress, task)
    return taken


def _had(memory: remember.Client) -> Mapping[Key, tuple[UUID, UUID]]:
    """The versions that an earlier run left in the memory."""
    had = {}
    for document in memory.list_documents(limit=200).documents:
        detail = memory.show_document(document.doc_id)
        for version in detail.versions:
            key = (detail.source_kind, detail.source_ref, version.content_hash)
            had[key] = (detail.doc_id, version.version_id)
    return had


def _ingest(memory: remember.Client, item: Item, console: Console) -> Taken | None:
    try:
        version = memory.ingest(
            content=item.content,
            filename=item.path.name,
            source_kind=item.source_kind,
            source_ref=item.source_ref,
            source_modified_at=item.said_at,
        )
    except remember.RememberError as error:
        console.print(f"  ! {item.shown}: {error}", markup=False)
        return None
    if version.parked:
        console.print(f"  ? {item.shown}: stored and parked, nothing reads {version.mime}", markup=False)
        return None
    return Taken(item=item, doc_id=version.doc_id, version_id=version.version_id)


def _watch(memory: remember.Client, taken: Sequence[Taken], progress: Progress, task: TaskID) -> None:
    """Say what becomes of each version, and show how far the others are."""
    waiting = {one.version_id: one.item for one in taken}
    ended = 0
    while waiting:
        report = memory.pipeline_readiness(list(waiting), require=_ALL)
        stages = [stage for version in report.versions for stage in version.stages]
        done = sum(stage.status == "succeeded" for stage in stages)
        progress.update(task, total=ended + len(stages), completed=ended + done)
        for version in report.versions:
            if (end := _end(version)) is not None:
                item = waiting.pop(version.version_id)
                ended += len(version.stages)
                progress.console.print(_line(item, end), markup=False)
            elif running := [stage.stage for stage in version.stages if stage.status == "running"]:
                progress.update(task, description=f"{waiting[version.version_id].shown}: {running[0]}")
        time.sleep(0.05)


def _end(version: remember.VersionPipelineReadiness) -> str | None:
    """What became of a version; None while it is on its way."""
    dead = [stage.stage for stage in version.stages if stage.status == "dead_letter"]
    if dead:
        return f"failed for good at {dead[0]}"
    return "can answer" if version.ready else None


def _line(item: Item, end: str) -> str:
    said = f"said {item.said_at:%Y-%m-%d}" if item.said_at else "undated"
    return f"  + {item.shown:<40} {said:<16} {end}"


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn(" "),
        BarColumn(bar_width=16),
        TextColumn("{task.completed:.0f} stages"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
