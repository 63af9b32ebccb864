"""Whoever holds one scope is told of no job and no call of a model that is about documents of another."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.errors import NotFound
from remember.ingest.receive import receive
from remember.operations.registry import call
from remember.providers.scripted import ScriptedModel
from remember.store import jobs
from tests.ingest.reading import NOTE, read_by
from tests.working import lease_next, rows, work_off


@pytest.fixture
async def here(context: Context) -> Context:
    """A scope of its own in the memory."""
    return await _narrow(context)


@pytest.fixture
async def elsewhere(context: Context) -> Context:
    """Another scope of the same memory."""
    return await _narrow(context)


async def _narrow(context: Context) -> Context:
    scope_id = uuid4()
    async with context.database.write() as tx:
        await tx.execute(
            "insert into scopes (tenant_id, scope_id) values (%s, %s)", (context.tenant_id, scope_id)
        )
    return replace(context, scope_id=scope_id, scope_ids=(scope_id,))


async def test_calls_and_their_cost_are_told_to_whoever_holds_the_scope_of_the_document(
    here: Context, elsewhere: Context
) -> None:
    reading = read_by(here, ScriptedModel(), model_price_in=1_000.0)
    received = await receive(reading, NOTE, b"Mira opens the gate at six.")
    await work_off(reading)
    (listed,) = (await call(here, "list_model_calls")).calls
    used = await call(here, "model_usage")
    assert (listed.version_id, used.usd_today, [use.usd for use in used.uses]) == (
        received.version_id,
        1.0,
        [1.0],
    )
    hidden = await call(elsewhere, "model_usage")
    assert (hidden.usd_today, hidden.uses) == (0.0, ())
    for asked in ({}, {"version_id": str(received.version_id)}):
        assert (await call(elsewhere, "list_model_calls", asked)).calls == ()


async def test_a_dead_letter_is_told_to_whoever_holds_the_scope_of_the_document_and_replayed_by_nobody_else(
    here: Context, elsewhere: Context
) -> None:
    await receive(here, NOTE, b"Mira opens the gate at six.")
    job_id = await _given_up(here)
    assert await call(elsewhere, "list_dead_letters") == ()
    with pytest.raises(NotFound, match=f"there is no dead letter {job_id}"):
        await call(elsewhere, "retry_dead_letter", {"job_id": str(job_id)})
    assert await rows(here, "select state from jobs") == [("dead",)]
    (letter,) = await call(here, "list_dead_letters")
    assert letter.job_id == job_id
    await call(here, "retry_dead_letter", {"job_id": str(job_id)})
    assert await work_off(here) == 1


async def _given_up(context: Context) -> UUID:
    lease = await lease_next(context)
    assert lease is not None
    async with context.database.write() as tx:
        assert await jobs.fail(tx, lease, dead=True, wait_seconds=0, last_error="it cannot be read")
    return lease.job_id
