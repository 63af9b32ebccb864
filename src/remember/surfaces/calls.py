"""What the clients offer beyond one operation a call: files, waiting, and running by name.

The faces of both clients are generated from these signatures and from the registry.
"""

import asyncio
import mimetypes
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast
from uuid import UUID

from pydantic_core import PydanticSerializationError, to_json

from remember.domain.conversations import CONVERSATION, is_message_line
from remember.domain.documents import mime_from_filename
from remember.errors import Busy, Conflict, Incorrect, Interrupted, NotFound, Unsupported
from remember.surfaces.transport import Transport
from remember.wire import (
    ContextBundleV2,
    Envelope,
    IngestedFacts,
    IngestedVersion,
    PipelineReadinessReport,
    ReadinessRequirements,
    VersionPreview,
)

Kind = TypeVar("Kind")

FIRST_POLL_SECONDS = 0.02
SLOWEST_POLL_SECONDS = 2.0

_JSON_LINES = "application/x-ndjson"
_LINE_SCAN = 1 << 20


class PipelineDeadLettered(Conflict):
    """A version can never become ready: a stage of it has used all its attempts."""

    def __init__(self, report: PipelineReadinessReport) -> None:
        self.report = report
        self.dead_lettered = tuple(
            (version.version_id, stage.stage, stage.status)
            for version in report.versions
            for stage in version.stages
            if stage.status == "dead_letter"
        )
        stages = sorted({stage for _, stage, _ in self.dead_lettered})
        super().__init__(
            f"the pipeline gave up on {', '.join(stages)}",
            code="dead_lettered",
            hint="read why with `remember documents show`, then ingest again",
            data={"stages": stages},
        )


class WaitedTooLong(Interrupted, TimeoutError):
    """The versions were not ready in time; they are still being processed."""


async def call(transport: Transport, kind: type[Kind], name: str, arguments: Mapping[str, Any]) -> Kind:
    """Run one operation; arguments that are None are left out."""
    return cast(Kind, await transport.call(name, _said(arguments)))


def _said(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}


async def run_operation(
    transport: Transport, *, name: str, arguments: Mapping[str, Any] | None = None
) -> Envelope | ContextBundleV2:
    """Run any operation by its name; see `list_operations` for names and arguments."""
    return cast(Envelope | ContextBundleV2, await transport.run(name, arguments or {}))


async def ingest(
    transport: Transport,
    source: bytes | Path | str | None,
    content: bytes | None,
    arguments: Mapping[str, Any],
) -> IngestedVersion:
    """Store a file or bytes as a version of a document; returns before it is processed.

    `source` is a path, or bytes, which need a `filename`. Without `mime` the file name decides the type;
    JSON lines that are messages are a conversation.
    The same source with other bytes is a new version; with the bytes of its newest version, `created` is
    false. Raises `ValueError` (`Incorrect`) for a combination that cannot be right.
    """
    given, body = await _sent(source, content, arguments)
    return cast(IngestedVersion, await transport.call("ingest", _said(given), body))


async def preview_version(
    transport: Transport,
    source: bytes | Path | str | None,
    content: bytes | None,
    arguments: Mapping[str, Any],
) -> VersionPreview:
    """What a file or bytes would change if they were ingested, with nothing written; as `ingest` takes them.

    Which claims would be carried and how, which are new and which would be retracted; which facts would end
    or lose a supporter. `cursor` leads on to the next page, with the same bytes.
    """
    given, body = await _sent(source, content, arguments)
    return cast(VersionPreview, await transport.call("preview_version", _said(given), body))


async def _sent(
    source: bytes | Path | str | None, content: bytes | None, arguments: Mapping[str, Any]
) -> tuple[dict[str, Any], bytes]:
    _refuse_both(source, content)
    if isinstance(content, str):
        raise Incorrect("content is text, not bytes", code="content_not_bytes", hint="encode it as UTF-8")
    body, name = await _body(content if source is None else source, arguments["filename"])
    return {**arguments, "filename": name, "mime": arguments["mime"] or _mime_of(name, body)}, body


async def ingest_facts(
    transport: Transport,
    source: bytes | Path | str | Sequence[Mapping[str, Any]] | None,
    content: bytes | None,
    arguments: Mapping[str, Any],
) -> IngestedFacts:
    """Store structured facts: a file of rows, its bytes, or the rows themselves as mappings.

    Returns before they are processed. The columns are in the reference; a wrong row is named in the error,
    and then nothing is stored. Files end in .csv or .jsonl, else `mime` says what they are.
    """
    name = arguments["filename"]
    _refuse_both(source, content)
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    if source is None or isinstance(source, bytes | str | Path):
        body, name = await _body(content if source is None else source, name)
    else:
        body, name = _lines(source), name or "rows.jsonl"
    given = {**arguments, "filename": name, "mime": arguments["mime"] or _facts_mime(name)}
    return cast(IngestedFacts, await transport.call("ingest_facts", _said(given), body))


def _refuse_both(source: object, content: object) -> None:
    if source is not None and content is not None:
        raise Incorrect(
            "source and content were both given to ingest",
            code="two_things_to_ingest",
            hint="give one of them",
        )


def _lines(rows: Sequence[Mapping[str, Any]]) -> bytes:
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, Mapping):
            raise Incorrect(
                f"row {number} is {row!r:.60}, which has no columns",
                code="rows_not_json",
                hint="give each row as a mapping, such as {'subject': ..., 'predicate': ..., 'object': ...}",
            )
    try:
        return b"".join(to_json(dict(row)) + b"\n" for row in rows)
    except (PydanticSerializationError, TypeError, ValueError) as reason:
        raise Incorrect(f"a row cannot be written as JSON: {reason}", code="rows_not_json") from None


def _facts_mime(filename: str) -> str:
    suffix = filename.rpartition(".")[2].lower()
    return {"csv": "text/csv", "jsonl": _JSON_LINES, "ndjson": _JSON_LINES}.get(suffix) or _mime(filename)


async def _body(source: bytes | Path | str | None, filename: str | None) -> tuple[bytes, str]:
    if source is None:
        raise Incorrect("either source or content must be provided to ingest", code="nothing_to_ingest")
    if isinstance(source, bytes | bytearray | memoryview):
        if filename is None:
            raise Incorrect("filename is required when ingesting bytes", code="filename_required")
        return bytes(source), filename
    path = Path(source)
    try:
        return await asyncio.to_thread(path.read_bytes), filename or path.name
    except FileNotFoundError:
        raise Incorrect(f"file not found: {path}", code="file_not_found") from None
    except OSError as reason:
        raise Incorrect(f"{path} cannot be read: {reason.strerror}", code="file_unreadable") from reason
    except ValueError as reason:
        raise Incorrect(f"{str(path)!r} is no path: {reason}", code="file_unreadable") from reason


def _mime_of(filename: str, body: bytes) -> str:
    lines = filename.rpartition(".")[2].lower() in ("jsonl", "ndjson")
    first = body.lstrip()[:_LINE_SCAN].split(b"\n", 1)[0] if lines else b""
    return CONVERSATION if is_message_line(first.decode("utf-8", "replace")) else _mime(filename)


def _mime(filename: str) -> str:
    return (
        mime_from_filename(filename)
        or mimetypes.guess_type(filename, strict=False)[0]
        or "application/octet-stream"
    )


async def wait_for_readiness(
    transport: Transport,
    version_ids: Sequence[UUID | str],
    *,
    timeout: float = 1800.0,
    poll_interval: float | None = None,
    require_p3: bool = False,
) -> PipelineReadinessReport:
    """The report, once every version is ready.

    Without `poll_interval` (seconds) it asks often at first and ever more seldom. Raises `NotFound` for a
    version that the memory does not know, `PipelineDeadLettered` where a stage has used its attempts,
    `Unsupported` where nothing converts a version, and `TimeoutError` after `timeout` seconds.
    """
    wanted = tuple(str(version_id) for version_id in version_ids)
    if not wanted:
        raise Incorrect(
            "wait_for_readiness needs at least one version id",
            code="nothing_to_wait_for",
            hint="give the version_id of what was ingested",
        )
    deadline = time.monotonic() + timeout
    pause = FIRST_POLL_SECONDS
    while True:
        report = await _report(transport, wanted, require_p3=require_p3)
        if report.ready:
            return report
        _refuse_hopeless(report)
        left = deadline - time.monotonic()
        if not left > 0:  # also where the time-out is no number
            raise WaitedTooLong(f"not every version was ready after {timeout:g} s", code="not_ready_in_time")
        await asyncio.sleep(min(poll_interval or pause, left))
        pause = min(pause * 1.5, SLOWEST_POLL_SECONDS)


async def _report(
    transport: Transport, version_ids: tuple[str, ...], *, require_p3: bool
) -> PipelineReadinessReport:
    require = ReadinessRequirements(pipeline=True, p1=True, live_graph=True, p3=require_p3)
    asked = {"version_ids": version_ids, "require": require}
    return cast(PipelineReadinessReport, await transport.call("pipeline_readiness", asked))


def _refuse_hopeless(report: PipelineReadinessReport) -> None:
    for version in report.versions:
        if all(stage.status == "missing" for stage in version.stages):
            raise NotFound(
                f"there is no version {version.version_id}",
                code="version_not_found",
                hint="give the version_id that ingest returned, not the doc_id",
                data={"version_id": str(version.version_id)},
            )
    stages = [stage for version in report.versions for stage in version.stages]
    if any(stage.status == "dead_letter" for stage in stages):
        raise PipelineDeadLettered(report)
    if any(stage.defer_reason == "budget" for stage in stages):
        raise Busy(
            "the reading of a version waits, because today's budget is spent",
            code="budget_spent",
            hint="raise model_budget, or wait until tomorrow (UTC); it goes on by itself",
        )
    if any(stage.defer_reason == "no_route" for stage in stages):
        raise Unsupported(
            "nothing here converts a version of this type, so it is parked",
            code="no_route",
            hint="install the files extra, or ingest it as text",
        )
