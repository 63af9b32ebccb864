"""The worker: what is queued gets done, failures are recorded and tried again, and nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from remember.context import OWNER, Context
from remember.domain.documents import STAGES, IngestRequest
from remember.errors import Conflict, Incorrect, Unavailable
from remember.ingest import adjudicate
from remember.ingest.receive import receive
from remember.ingest.replay import dead_letters, replay
from remember.ingest.version import Progress, process
from remember.store import jobs
from remember.store.watch import Watch
from remember.wiring import Memory
from remember.worker import working
from tests.scripted import ScriptedProviders
from tests.working import lease_next, rows, tried_until

_NOTE = IngestRequest(filename="note.md", mime="text/markdown", source_kind="notes", source_ref="note.md")
_BODY = b"Mira leads the orchard team."
_ONE_FACT_AND_NO_MORE = b"""
    create function refuse() returns trigger language plpgsql as $$
    begin
        if exists (select from facts) then raise 'full'; end if;
        return new;
    end $$;
    create trigger refuse before insert on facts for each statement execute function refuse();
"""
_DOWN = Unavailable("the embedder does not answer", code="embedder_down")


async def test_an_ingest_wakes_the_worker_of_its_process(opened: Memory) -> None:
    async with working(opened):
        await receive(opened.context(OWNER), _NOTE, _BODY)
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)
    assert await rows(opened.context(OWNER), "select claim_text from claims") == [(_BODY.decode(),)]


async def test_an_ingest_of_another_process_wakes_the_worker_too(opened: Memory, context: Context) -> None:
    async with working(opened):
        await receive(context, _NOTE, _BODY)  # this context was made before: it wakes nobody
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)


async def test_many_documents_at_once_are_all_done_once(opened: Memory) -> None:
    async with working(opened):
        context = opened.context(OWNER)
        await asyncio.gather(
            *(
                receive(context, replace(_NOTE, source_ref=f"{n}"), f"Mira owns field {n}.".encode())
                for n in range(12)
            )
        )
        await _until(opened, "select count(*) from jobs where state = 'done'", 12)
    assert await rows(context, "select count(*), count(distinct doc_id) from claims") == [(12, 12)]


async def test_versions_of_one_document_are_done_in_their_order(context: Context) -> None:
    for n in range(3):
        await receive(context, _NOTE, f"body {n}".encode())
    first = await lease_next(context)
    assert first is not None
    assert first.version_no == 1
    assert await lease_next(context) is None
    await process(context, first, Progress())
    second = await lease_next(context)
    assert second is not None
    assert second.version_no == 2


async def test_a_failed_attempt_is_recorded_and_waits(opened: Memory, models: ScriptedProviders) -> None:
    models.parse.failures.append(_DOWN)
    async with working(opened):
        context = opened.context(OWNER)
        received = await receive(context, _NOTE, _BODY)
        await _until(opened, "select count(*) from jobs where attempts = 1 and not_before > now()", 1)
    stages = dict(
        await rows(context, "select stage, status || coalesce(' ' || defer_reason, '') from stages")
    )
    assert stages["embed_chunk"] == "succeeded"
    assert stages["extract_claims"] == "failed retry_backoff"
    assert await rows(context, "select count(*) from chunks where serving") == [(1,)]
    assert await rows(context, "select serving_version_id from documents") == [(received.version_id,)]


async def test_the_next_attempt_goes_on_where_the_last_one_failed(
    opened: Memory, models: ScriptedProviders
) -> None:
    models.parse.failures.append(_DOWN)
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, _NOTE, _BODY)
        await _until(opened, "select count(*) from jobs where attempts = 1 and state = 'ready'", 1)
        embedded = list(models.embed.asked)
        await _hurry(context)
        opened.wake()
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)
    assert embedded == ["note\n" + _BODY.decode()]
    assert models.embed.asked.count(embedded[0]) == 1
    assert await rows(context, "select status, count(*) from stages group by 1") == [
        ("succeeded", len(STAGES))
    ]


async def test_a_version_that_keeps_failing_is_kept_as_a_dead_letter_with_the_reason(
    opened: Memory, models: ScriptedProviders
) -> None:
    models.parse.failures += [_DOWN] * 9
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, _NOTE, _BODY)
        for attempt in (1, 2):
            await _until(
                opened, f"select count(*) from jobs where attempts = {attempt} and state = 'ready'", 1
            )
            await _hurry(context)
            opened.wake()
        await _until(opened, "select count(*) from jobs where state = 'dead'", 1)
    assert await rows(context, "select status from stages where stage = 'extract_claims'") == [
        ("dead_letter",)
    ]
    assert await rows(context, "select status, error from versions") == [
        ("ready", "extract_claims: the embedder does not answer")
    ]


async def test_an_attempt_that_got_on_before_it_failed_is_the_first_of_a_new_series(
    opened: Memory, models: ScriptedProviders
) -> None:
    models.embed.failures += [_DOWN] * 2
    models.parse.failures += [_DOWN] * 2
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, _NOTE, _BODY)
        await tried_until(opened, "done")
    assert await rows(context, "select claim_text from claims") == [(_BODY.decode(),)]


async def test_what_another_attempt_does_once_more_forgives_no_failure(
    opened: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adjudicate, "_BATCH", 1)
    context = opened.context(OWNER)
    async with context.database.write() as tx:
        await tx.execute(_ONE_FACT_AND_NO_MORE)
    async with working(opened):
        await receive(context, _NOTE, b"Mira leads the orchard team.\n\nTomas owns the mill.")
        await tried_until(opened, "dead")
    assert await rows(context, "select count(*) from facts") == [(1,)]
    assert await rows(context, "select stage from stages where status = 'dead_letter'") == [
        ("adjudicate_observations",)
    ]


async def test_what_can_never_pass_is_not_tried_again(opened: Memory, models: ScriptedProviders) -> None:
    models.parse.failures.append(Incorrect("this text cannot be read"))
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, _NOTE, _BODY)
        await _until(opened, "select count(*) from jobs where state = 'dead' and attempts = 1", 1)


async def test_a_replayed_dead_letter_goes_on_from_where_it_failed(
    opened: Memory, models: ScriptedProviders
) -> None:
    models.parse.failures.append(Incorrect("this text cannot be read"))
    async with working(opened):
        context = opened.context(OWNER)
        received = await receive(context, _NOTE, _BODY)
        await _until(opened, "select count(*) from jobs where state = 'dead'", 1)
        (letter,) = await dead_letters(context)
        assert (letter.version_id, letter.attempts) == (received.version_id, 1)
        assert await replay(context, letter.job_id) == received.version_id
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)
    assert await rows(context, "select status, error from versions") == [("ready", None)]


async def test_what_was_parked_is_processed_once_something_converts_it(opened: Memory) -> None:
    context = opened.context(OWNER)
    received = await receive(context, replace(_NOTE, mime="text/vcard"), _BODY)
    async with context.database.write() as tx:
        # As a newer engine finds it, which converts a type that the older one did not.
        await tx.execute("update versions set mime = 'text/markdown'")
    async with working(opened):
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)
    assert received.parked == "no_route"
    assert await rows(context, "select status, parked from versions") == [("ready", None)]


async def test_a_stopped_worker_gives_back_what_it_has_in_hand(
    opened: Memory, models: ScriptedProviders
) -> None:
    async with _stuck(opened, models) as context:
        pass
    assert await rows(context, "select state, attempts, lapses from jobs") == [("ready", 0, 0)]


async def test_a_worker_that_is_told_to_stop_ends_without_being_cancelled(opened: Memory) -> None:
    async with working(opened) as worker:
        running = asyncio.create_task(worker.run())
        worker.stop()
        async with asyncio.timeout(30):
            await running


async def test_a_worker_at_work_keeps_its_lease(opened: Memory, models: ScriptedProviders) -> None:
    opened.settings = replace(opened.settings, lease_seconds=0.3)
    async with _stuck(opened, models) as context:
        ((until,),) = await rows(context, "select lease_until from jobs")
        for _ in range(3):
            longer = f"select count(*) from jobs where lease_until > '{until.isoformat()}'"
            await _until(opened, longer, 1)
            ((until,),) = await rows(context, "select lease_until from jobs")
        assert await rows(context, "select state, lapses from jobs") == [("leased", 0)]


async def test_the_jobs_of_a_lost_worker_are_free_as_soon_as_its_connection_is_gone(
    opened: Memory, context: Context
) -> None:
    await receive(context, _NOTE, _BODY)
    async with Watch.open(opened.dsn) as watch, context.database.write() as tx:
        await jobs.lease_next(tx, uuid4(), leased_by=watch.key, lease_seconds=600)
        assert await jobs.free_lapsed(tx) == []
    async with working(opened):
        await _until(opened, "select count(*) from jobs where state = 'done'", 1)


async def test_a_job_that_loses_ten_workers_in_a_row_is_a_dead_letter(
    opened: Memory, context: Context
) -> None:
    await receive(context, _NOTE, _BODY)
    for _ in range(10):
        await lease_next(context)
        async with context.database.write() as tx:
            lapsed = await jobs.free_lapsed(tx)
    assert [row.state for row in lapsed] == ["dead"]


async def test_a_worker_whose_lease_lapsed_saves_nothing_any_more(context: Context) -> None:
    await receive(context, _NOTE, _BODY)
    late = await lease_next(context)
    assert late is not None
    async with context.database.write() as tx:
        await jobs.free_lapsed(tx)
    new = await lease_next(context)
    assert new is not None
    with pytest.raises(Conflict, match="went to another worker"):
        await process(context, late, Progress())
    await process(context, new, Progress())
    assert await rows(context, "select count(*) from claims") == [(1,)]
    with pytest.raises(Conflict):
        await process(context, late, Progress())
    assert await rows(context, "select count(*) from claims") == [(1,)]


@asynccontextmanager
async def _stuck(opened: Memory, models: ScriptedProviders) -> AsyncIterator[Context]:
    """A worker that has a job in hand that does not get on."""
    opened.providers = replace(models.all, parse=_Stuck())
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, _NOTE, _BODY)
        await _until(
            opened, "select count(*) from stages where stage = 'extract_claims' and status = 'running'", 1
        )
        yield context


class _Stuck:
    model_id = "stuck"

    async def parse(self, texts: Any) -> Any:
        await asyncio.Event().wait()


async def _until(opened: Memory, count: str, wanted: int) -> None:
    """Wait until a count in the store is what it should become; the test's time limit is the only bound."""
    context = opened.context(OWNER)
    while (found := await rows(context, count)) != [(wanted,)]:
        assert found[0][0] < wanted
        await asyncio.sleep(0.01)


async def _hurry(context: Context) -> None:
    async with context.database.write() as tx:
        await tx.execute("update jobs set not_before = now()")
