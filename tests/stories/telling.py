"""How the stories speak to a memory: by its operations, and by waiting for what they report."""

import asyncio
import json
from typing import Any
from uuid import UUID

from remember.context import OWNER, Context
from remember.operations.registry import call
from remember.wire import IngestedVersion, PipelineReadinessReport
from remember.wiring import Memory

_PIPELINE = {"pipeline": True, "p1": False, "live_graph": False, "p3": False}


class Told:
    """A memory that is told notes and asked questions, as its owner."""

    def __init__(self, opened: Memory) -> None:
        self.opened = opened

    @property
    def context(self) -> Context:
        """The surroundings of the owner's calls."""
        return self.opened.context(OWNER)

    async def call(self, operation: str, *, body: bytes = b"", **arguments: Any) -> Any:
        """Run an operation."""
        return await call(self.context, operation, arguments, body=body)

    async def ingest(self, text: str | bytes, ref: str, **more: Any) -> IngestedVersion:
        """Tell a note; it is accepted, and not processed yet."""
        body = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        source = {"source_kind": "notes", "source_ref": ref}
        how = {"filename": f"{ref}.md", "mime": "text/markdown"}
        found = await self.call("ingest", body=body, **how | source | more)
        assert isinstance(found, IngestedVersion)
        return found

    async def report(self, *version_ids: UUID) -> PipelineReadinessReport:
        """How far these versions are."""
        report = await self.call(
            "pipeline_readiness", version_ids=[str(one) for one in version_ids], require=_PIPELINE
        )
        assert isinstance(report, PipelineReadinessReport)
        return report

    async def wait(self, *version_ids: UUID) -> dict[str, str]:
        """Wait until nothing more happens to these versions; the stages of the last one."""
        while True:
            report = await self.report(*version_ids)
            states = [{stage.stage: str(stage.status) for stage in one.stages} for one in report.versions]
            if all(_ended(state) for state in states):
                return states[-1]
            await asyncio.sleep(0.01)

    async def tell(self, text: str | bytes, ref: str, **more: Any) -> IngestedVersion:
        """Tell a note, and wait until it is processed."""
        version = await self.ingest(text, ref, **more)
        await self.wait(version.version_id)
        return version

    async def tell_rows(self, ref: str, *rows: dict[str, Any], **more: Any) -> list[IngestedVersion]:
        """Tell structured facts, and wait until they are processed."""
        body = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
        source = {"source_kind": "book", "source_ref": ref}
        how = {"filename": f"{ref}.jsonl", "mime": "application/x-ndjson"}
        sent = await self.call("ingest_facts", body=body, **how | source | more)
        await self.wait(*(version.version_id for version in sent.versions))
        return list(sent.versions)


def _ended(stages: dict[str, str]) -> bool:
    return "dead_letter" in stages.values() or set(stages.values()) <= {"succeeded", "skipped"}
