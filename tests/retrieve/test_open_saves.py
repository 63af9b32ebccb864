"""A read of a past belief misses no save that was open as it was read, and waits for nobody else."""

import asyncio
import json
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.time import AsOf
from remember.operations import facts as _facts
from remember.operations import lookups as _lookups
from remember.operations.registry import call
from remember.retrieve.moment import snapshot
from remember.store import facts, search
from remember.wire import NegativeKind
from tests.retrieve.build import Memory
from tests.working import saving, work_off

assert _facts and _lookups


async def _is_quiet(context: Context) -> bool:
    """Whether a snapshot that is taken now is of a database in which nobody writes."""
    async with context.database.read() as tx:
        return (await search.begin(tx, most=1)).is_quiet


def _as_of(at: datetime) -> dict[str, Any]:
    return {"mode": "as_of", "valid_at": at.isoformat(), "believed_at": at.isoformat()}


async def test_a_belief_that_is_still_being_written_is_a_boundary(memory: Memory) -> None:
    dana = str(await memory.entity("Dana"))
    async with saving(memory.context) as at:
        for name, asked in (
            ("lookup_observations", {"entity_id": dana}),
            ("facts_context", {"query": "Dana", "entity_ids": [dana]}),
        ):
            found = await call(memory.context, name, asked | {"time": _as_of(at)})
            assert found.negative and found.negative.kind == NegativeKind.BOUNDARY
            earlier = _as_of(at - timedelta(days=1))
            found = await call(memory.context, name, asked | {"time": earlier})
            assert found.negative and found.negative.kind != NegativeKind.BOUNDARY
    found = await call(memory.context, "lookup_observations", {"entity_id": dana, "time": _as_of(at)})
    assert found.negative and found.negative.kind != NegativeKind.BOUNDARY


async def test_a_snapshot_beside_an_open_save_is_not_quiet(memory: Memory) -> None:
    context = memory.context
    async with saving(context):
        assert not await _is_quiet(context)
        await memory.entity("Dana")  # a transaction that began later and has ended
        assert not await _is_quiet(context)
    async with context.database.write() as tx:
        await facts.stamp(tx, context.tenant_id, [])
        assert not await _is_quiet(context)


async def test_a_read_waits_until_the_save_has_ended(memory: Memory) -> None:
    context = memory.context
    async with saving(context) as at:
        mode = AsOf(valid_at=at, believed_at=at)
        async with snapshot(context, mode, wait=0) as (_, moment):
            assert not moment.is_settled
        waiting = asyncio.create_task(_is_settled(context, mode))
    assert await waiting


async def _is_settled(context: Context, mode: AsOf) -> bool:
    async with snapshot(context, mode, wait=60) as (_, moment):
        return moment.is_settled


async def test_nobody_waits_for_a_transaction_that_saves_no_belief(memory: Memory) -> None:
    context = memory.context
    async with context.database.write() as other:
        await other.execute(b"select pg_current_xact_id()")
        now = await memory.now()
        async with snapshot(context, AsOf(valid_at=now, believed_at=now), wait=0) as (_, moment):
            assert moment.is_settled


async def test_what_was_read_while_others_save_is_what_was_believed_then(context: Context) -> None:
    await _tell(context, "first", 0)
    person = str((await call(context, "resolve_entity", {"name": "Ines"})).entities[0].entity_id)
    asked = {"subject_entity_id": person, "k": 100}
    seen: dict[datetime, frozenset[UUID]] = {}

    async def write(writer: int) -> None:
        for number in range(6):
            await _tell(context, f"note {writer} {number}", 10 * writer + number)

    async def read() -> None:
        while len(seen) < 60:
            async with context.database.read() as tx:
                now = (await search.begin(tx, most=1)).at
            found = await call(context, "lookup_relations", asked | {"time": _as_of(now)})
            if found.negative is None:
                seen[now] = frozenset(fact.fact_id for fact in found.facts)

    await asyncio.gather(*(write(writer) for writer in (1, 2, 3)), read(), read())
    for at, facts_seen in seen.items():
        found = await call(context, "lookup_relations", asked | {"time": _as_of(at)})
        assert frozenset(fact.fact_id for fact in found.facts) == facts_seen


async def _tell(context: Context, ref: str, number: int) -> None:
    row = {"subject": "Ines", "predicate": "uses", "object": f"Winch {number}"}
    how = {"filename": ref, "mime": "application/x-ndjson", "source_kind": "n", "source_ref": ref}
    await call(context, "ingest_facts", how, body=json.dumps(row).encode())
    await work_off(context)
