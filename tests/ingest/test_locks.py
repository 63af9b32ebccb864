"""Whom a save that is under way keeps waiting: others about the same subject, and nobody else."""

import asyncio
from uuid import UUID

import psycopg
import pytest

from remember.context import Context
from remember.ingest.adjudicate import refold
from remember.operations.registry import call
from remember.store import assertions
from remember.store.database import Transaction
from tests.ingest.drafts import attribute, labels, relation
from tests.ingest.testimony import tell
from tests.working import rows, work_off


async def _refold(tx: Transaction, context: Context, claim_ids: list[UUID]) -> None:
    slots = await assertions.slots_of_claims(tx, context.tenant_id, claim_ids)
    assert slots
    await refold(tx, context, context.scope_id, slots, cause="ingest", caused_by=None)


async def _refold_without_waiting(context: Context, claim_ids: list[UUID]) -> None:
    async with context.database.write() as tx:
        await tx.execute("set local lock_timeout = '200ms'")
        await _refold(tx, context, claim_ids)


async def test_a_save_that_is_under_way_holds_up_its_own_subject_and_no_other(context: Context) -> None:
    ines = await tell(context, relation("Ines", "works_for", "Corvo"))
    omar = await tell(context, relation("Omar", "works_for", "Corvo"))
    async with context.database.write() as held:
        await _refold(held, context, ines)
        await _refold_without_waiting(context, omar)
        with pytest.raises(psycopg.errors.LockNotAvailable):
            await _refold_without_waiting(context, ines)
    await _refold_without_waiting(context, ines)


async def test_a_document_about_somebody_else_is_processed_to_its_end_meanwhile(context: Context) -> None:
    ines = await tell(context, attribute("Ines", "likes", "tea"))
    note = {"filename": "omar.md", "mime": "text/markdown", "source_kind": "notes", "source_ref": "omar"}
    async with context.database.write() as held:
        await _refold(held, context, ines)
        await call(context, "ingest", note, body=b"Omar owns the gate rota.")
        async with asyncio.timeout(60):  # it would wait for ever
            assert await work_off(context) == 1
    assert {label for label, *_ in await labels(context)} == {"Ines likes tea", "Gate rota is owned by Omar"}
    assert await rows(context, "select count(*) from stages where status <> 'succeeded'") == [(0,)]
