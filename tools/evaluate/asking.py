"""A memory as an evaluation tells and asks it: through its operations, as any caller would."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from remember import operations as declared
from remember.context import OWNER
from remember.operations.registry import call
from remember.settings import Settings
from remember.wire import Envelope, IngestedFacts, IngestedVersion, PipelineReadinessReport
from remember.wiring import Memory, open_memory
from remember.worker import working

_REQUIRE = {"pipeline": True, "p1": False, "live_graph": False, "p3": False}


class Asked:
    """An open memory with a worker beside it."""

    def __init__(self, memory: Memory) -> None:
        assert declared.__doc__, "importing the package declares its operations"
        self._memory = memory
        self._known: dict[str, UUID] = {}

    async def call(self, name: str, arguments: Mapping[str, Any], *, body: bytes = b"") -> Any:
        """Run an operation as the owner."""
        return await call(self._memory.context(OWNER), name, arguments, body=body)

    async def tell(self, rows: Iterable[Mapping[str, str]], *, ref: str, at: datetime) -> None:
        """Tell structured facts as the next version of a document, and wait until they are believed."""
        body = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
        how = {"filename": f"{ref}.jsonl", "mime": "application/x-ndjson", "source_ref": ref}
        when = {"source_kind": "versions", "source_modified_at": at.isoformat()}
        sent: IngestedFacts = await self.call("ingest_facts", how | when, body=body)
        await self.settled([version.version_id for version in sent.versions])

    async def ingest(self, text: str, *, ref: str, at: datetime) -> IngestedVersion:
        """Tell a text as a document; `settled` waits until it is believed."""
        how = {"filename": f"{ref}.md", "mime": "text/markdown", "source_kind": "talk", "source_ref": ref}
        when = {"source_modified_at": at.isoformat()}
        sent: IngestedVersion = await self.call("ingest", how | when, body=text.encode())
        return sent

    async def settled(self, versions: Iterable[UUID]) -> None:
        """Wait until these versions are processed; one that never will be ends the evaluation."""
        asked = {"version_ids": [str(one) for one in versions], "require": _REQUIRE}
        while True:
            report: PipelineReadinessReport = await self.call("pipeline_readiness", asked)
            if report.ready:
                return
            stuck = [s.stage for v in report.versions for s in v.stages if s.status == "dead_letter"]
            if stuck:
                raise SystemExit(f"the pipeline gave up on {', '.join(stuck)}")
            await asyncio.sleep(0.05)

    async def now(self) -> datetime:
        """The instant of the memory's own clock: everything that was told is believed by it."""
        found: Envelope = await self.call("resolve_entity", {"name": "anybody"})
        return found.temporal_scope.evaluated_at

    async def entity(self, name: str) -> UUID | None:
        """Whom a name names; None where the memory knows nobody by it."""
        if name not in self._known:
            found: Envelope = await self.call("resolve_entity", {"name": name})
            exact = [one for one in found.entities if one.tier == "T0"]
            if len(exact) != 1:
                return None
            self._known[name] = exact[0].entity_id
        return self._known[name]

    async def about(self, name: str, words: str, time: Mapping[str, Any] | None = None) -> Envelope | None:
        """What is held about an entity, now or at the time given; None for nobody."""
        entity_id = await self.entity(name)
        if entity_id is None:
            return None
        asked: dict[str, Any] = {"query": words, "entity_ids": [str(entity_id)], "k": 30}
        found: Envelope = await self.call("facts_context", asked | ({"time": dict(time)} if time else {}))
        return found


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Asked]:
    """An empty memory with a worker beside it, for as long as the body lasts."""
    async with open_memory(settings) as memory, working(memory):
        yield Asked(memory)
