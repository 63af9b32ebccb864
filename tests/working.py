"""Jobs done one after the other, in the test's own task: what a worker does, without its waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import uuid4

from remember.context import OWNER, Context
from remember.ingest.version import Progress, process
from remember.store import entities, facts, jobs
from remember.store.jobs import Lease
from remember.wiring import Memory


async def lease_next(context: Context) -> Lease | None:
    """The next job that may run, leased for a minute."""
    async with context.database.write() as tx:
        return await jobs.lease_next(tx, uuid4(), leased_by=1, lease_seconds=60)


async def work_off(context: Context) -> int:
    """Process every job there is; how many there were. The first failure is raised."""
    done = 0
    while lease := await lease_next(context):
        await process(context, lease, Progress())
        done += 1
    return done


async def tried_until(opened: Memory, state: str) -> None:
    """Every attempt as soon as the last has failed, until the last job is in a state; 20 at the most."""
    context = opened.context(OWNER)
    tried = 0
    while (found := await rows(context, "select state from jobs order by created_at desc limit 1")) != [
        (state,)
    ]:
        assert found != [("dead",)]
        async with context.database.write() as tx:
            waiting = await tx.execute(b"update jobs set not_before = now() where not_before > now()")
        tried += waiting.rowcount
        assert tried < 20
        opened.wake()
        await asyncio.sleep(0.01)


AGAINST = (
    "(select count(distinct e.doc_id) from fact_evidence e join claims c using (tenant_id, claim_id)"
    " where e.fact_id = f.fact_id and e.stance = 'contradicts' and upper_inf(e.linked) and c.is_current)"
)
"""How many documents speak against a fact `f`, in SQL."""


async def rows(context: Context, sql: str) -> list[Any]:
    """What the store holds, row by row."""
    async with context.database.read() as tx:
        return await (await tx.execute(sql.encode())).fetchall()


@asynccontextmanager
async def saving(context: Context) -> AsyncIterator[datetime]:
    """A save of belief with its locks and its belief time, open until the body ends."""
    async with context.database.write() as tx:
        await entities.lock_subjects(tx, context.tenant_id, context.scope_id, ["gate nine"])
        yield await facts.stamp(tx, context.tenant_id, [])
