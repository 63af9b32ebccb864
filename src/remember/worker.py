"""Take a job, run its stages, record what became of it; repeat until told to stop."""

import asyncio
import contextlib
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from uuid import UUID, uuid4

from remember import observe
from remember.context import OWNER
from remember.domain.attempts import after_failure
from remember.domain.documents import STAGES, DeferReason, StageStatus, VersionStatus
from remember.errors import Busy, Incorrect, Interrupted, RememberError, Unavailable, Unsupported
from remember.ingest.asking import BudgetSpent
from remember.ingest.parked import park_for_budget, resume, resume_within_budget
from remember.ingest.references import read_references, unread
from remember.ingest.reindex import reindex
from remember.ingest.stages import CONVERTED, PASSAGES
from remember.ingest.version import Progress, process
from remember.providers.protocols import Embed
from remember.providers.replaced_embed import EmbedderReplaced, ReplacedEmbed
from remember.store import embedders, jobs, reindexing, stages, term_counts, versions
from remember.store.database import Transaction
from remember.store.jobs import Lapsed, Lease, LeaseLost
from remember.store.watch import Watch
from remember.wiring import Memory

AT_ONCE = 4
"""Jobs that one worker has in hand at a time, so that a note does not wait behind a book."""

_LOOK_AGAIN = 5.0
_RECONNECT = 1.0
_LONGEST_ERROR = 8_000
_COMPACT_AT = 1_000


@asynccontextmanager
async def working(memory: Memory) -> AsyncIterator["Worker"]:
    """A worker beside an open memory, as long as the body lasts; what it has in hand is given back.

    It begins with what an older version of this engine could not convert, or did not live to remove, and
    looks beside its work for references in what came in before they were kept.
    """
    worker = Worker(memory)
    memory.wake = worker.wake
    await memory.content.sweep()
    await resume(memory.context(OWNER))
    tasks = worker.run(), worker.change_embedder(), worker.read_older_references()
    running = [asyncio.create_task(task) for task in tasks]
    try:
        yield worker
    finally:
        worker.stop()
        for task in running:
            task.cancel()
        for task in running:
            with contextlib.suppress(asyncio.CancelledError):
                await task


class Worker:
    """Processes the jobs of one database, several at a time, on the loop it runs on."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._dsn = memory.dsn
        self._context = memory.context(OWNER)
        self._lease_seconds = memory.settings.lease_seconds
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._in_hand: set[asyncio.Task[None]] = set()
        self._others: set[UUID] = set()
        self._looked = 0.0
        self._compacted = -_LOOK_AGAIN
        self._stopping = False

    def stop(self) -> None:
        """Take no further job, and end as soon as the step under way is done.

        Beside a cancellation, which the wait for a statement may lose in Python 3.11 when its answer comes
        together with it.
        """
        self._stopping = True
        self._woken.set()

    def wake(self) -> None:
        """There is something to do. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Work until stopped or cancelled; whatever keeps it from working is waited for."""
        try:
            while not self._stopping:
                try:
                    await self._work()
                except Exception as error:  # noqa: BLE001 - the edge of a worker: it waits, and goes on
                    observe.log("worker_waits", level="warning", error=error)
                    await asyncio.sleep(_RECONNECT)
        finally:
            await self._stop()

    async def change_embedder(self) -> None:
        """Give the memory the embedder that it is to have, if there is one; reads go on meanwhile.

        One process at a time makes the vectors. The others wait, and go on for it if it is killed.
        """
        level = "info"
        while (following := self._memory.next_embed) is not None:
            try:
                async with reindexing.alone(self._dsn, self._context.tenant_id) as is_ours:
                    if is_ours:
                        await reindex(self._context, following)
            except (Unavailable, Busy) as error:
                observe.log("reindexing_waits", level="warning", error=error)
                await asyncio.sleep(_LOOK_AGAIN)
            except RememberError as error:
                observe.log("reindexing_failed", level="error", error=error)
                self._memory.next_embed = None
            else:
                if is_ours:
                    self._memory.next_embed = None
                    self._use(following)
                else:
                    observe.log("reindexing_elsewhere", level=level, following=following.model_id)
                    level = "debug"
                    await asyncio.sleep(_LOOK_AGAIN)

    async def read_older_references(self) -> None:
        """Keep what versions point at that were taken in before references were kept, one after the other.

        What cannot be read is passed over, and tried again by the next worker that starts.
        """
        before: UUID | None = None
        while not self._stopping:
            try:
                following = await unread(self._context, before)
                if following is None:
                    return
                before = following.version_id
                await read_references(self._context, following)
            except Exception as error:  # noqa: BLE001 - the edge of background work: nothing waits for it
                observe.log("references_not_read", level="warning", version_id=before, error=error)
                if isinstance(error, Unavailable):
                    await asyncio.sleep(_LOOK_AGAIN)

    async def notice_embedder(self) -> None:
        """Stop embedding with what another process has replaced, for as long as it stays replaced.

        Whoever has the other embedder does the work that waits meanwhile.
        """
        embed = self._context.providers.embed
        async with self._context.database.read() as tx:
            kept = await embedders.of_tenant(tx, self._context.tenant_id)
        if kept is None or self._memory.next_embed is not None:
            return
        before = embed.before if isinstance(embed, ReplacedEmbed) else embed
        if kept.model_id == before.model_id:
            if embed is not before:
                self._use(before)
        elif not (isinstance(embed, ReplacedEmbed) and embed.by == kept.model_id):
            advice = "open the memory again with the embedder that it has by now"
            names = {"kept": kept.model_id, "configured": before.model_id}
            observe.log("embedder_replaced", level="warning", **names, advice=advice)
            self._use(ReplacedEmbed(before, by=kept.model_id))

    def _use(self, embed: Embed) -> None:
        self._memory.providers = replace(self._memory.providers, embed=embed)
        self._context = self._memory.context(OWNER)

    async def _work(self) -> None:
        async with Watch.open(self._dsn) as watch:
            self._looked = -_LOOK_AGAIN
            listening = asyncio.create_task(self._listen(watch))
            try:
                while not self._stopping:
                    if listening.done():
                        await listening
                    self._woken.clear()
                    if self._loop.time() - self._looked >= _LOOK_AGAIN:
                        self._looked = self._loop.time()
                        self._others.clear()
                        await self._free_lapsed()
                        await resume_within_budget(self._context)
                        await self.notice_embedder()
                    while self._has_room and (lease := await self._take(watch)):
                        self._start(lease)
                    await self._rest()
            finally:
                listening.cancel()

    @property
    def _has_room(self) -> bool:
        return len(self._in_hand) < AT_ONCE and not self._stopping

    async def _listen(self, watch: Watch) -> None:
        try:
            while True:
                await watch.wait()
                self._woken.set()
        finally:
            self._woken.set()

    async def _take(self, watch: Watch) -> Lease | None:
        """The next job of a memory that has our embedder; the rest is for workers that have theirs."""
        async with self._context.database.write() as tx:
            while lease := await jobs.lease_next(
                tx,
                uuid4(),
                leased_by=watch.key,
                lease_seconds=self._lease_seconds,
                but_not_of=self._others,
            ):
                kept = await embedders.of_tenant(tx, lease.tenant_id)
                if kept is None or kept.model_id == self._context.providers.embed.model_id:
                    return lease
                await jobs.give_back(tx, lease)
                self._others.add(lease.tenant_id)
        return None

    def _start(self, lease: Lease) -> None:
        task = asyncio.create_task(self._run(lease))
        self._in_hand.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._in_hand.discard(task)
        self._woken.set()

    async def _rest(self) -> None:
        next_due = None
        if self._has_room:
            async with self._context.database.read() as tx:
                next_due = await jobs.seconds_to_next(tx)
        wait = _LOOK_AGAIN if next_due is None else min(_LOOK_AGAIN, max(next_due, 0.01))
        # Not `wait_for`: in Python 3.11 it loses a cancellation that comes together with the wake.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._woken.wait()

    async def _stop(self) -> None:
        for task in self._in_hand:
            task.cancel()
        await asyncio.gather(*self._in_hand, return_exceptions=True)

    # --- one job ----------------------------------------------------------------------------------

    async def _run(self, lease: Lease) -> None:
        progress = Progress()
        beating = asyncio.create_task(self._beat(lease))
        try:
            with observe.trace("job", job_id=lease.job_id, version_id=lease.version_id):
                await process(self._context, lease, progress)
            await self._compact(lease.tenant_id)
        except (asyncio.CancelledError, Interrupted, EmbedderReplaced):
            await self._give_back(lease)
        except BudgetSpent as spent:
            observe.log("job_waits_for_budget", level="warning", job_id=lease.job_id, error=spent)
            with contextlib.suppress(Unavailable):
                await park_for_budget(self._context, lease, progress.stage)
        except LeaseLost as lost:
            observe.log("job_lost", level="warning", job_id=lease.job_id, error=lost)
        except Exception as error:  # noqa: BLE001 - the edge of a job: what happened is recorded with it
            await self._failed(lease, progress, error)
        finally:
            beating.cancel()

    async def _compact(self, tenant_id: UUID) -> None:
        if self._loop.time() - self._compacted < _LOOK_AGAIN:
            return
        self._compacted = self._loop.time()
        async with self._context.database.write() as tx:
            if await term_counts.is_due(tx, tenant_id, at_least=_COMPACT_AT):
                await term_counts.compact(tx, tenant_id)

    async def _beat(self, lease: Lease) -> None:
        """Extend the lease for as long as it is ours; a save that finds it lost will say so."""
        held = True
        while held:
            await asyncio.sleep(lease.lease_seconds / 3)
            with contextlib.suppress(Unavailable):
                async with self._context.database.write() as tx:
                    held = await jobs.extend(tx, lease)

    async def _give_back(self, lease: Lease) -> None:
        with contextlib.suppress(Unavailable):
            async with self._context.database.write() as tx:
                await jobs.give_back(tx, lease)

    async def _failed(self, lease: Lease, progress: Progress, error: Exception) -> None:
        may_pass = not isinstance(error, Incorrect | Unsupported)
        with contextlib.suppress(Unavailable):
            async with self._context.database.write() as tx:
                # Not as it was leased: what this attempt saved has forgiven those before it.
                failed_before = await jobs.attempts(tx, lease)
                following = after_failure(failed_before, lease.max_attempts, may_pass=may_pass)
                observe.log(
                    "job_failed", level="warning", job_id=lease.job_id, error=error, dead=following.dead
                )
                ours = await jobs.fail(
                    tx,
                    lease,
                    dead=following.dead,
                    wait_seconds=following.wait_seconds,
                    last_error="".join(traceback.format_exception(error))[-_LONGEST_ERROR:],
                )
                if ours and following.dead:
                    await bury(tx, lease.tenant_id, lease.version_id, progress.stage, _reason(error))
                elif ours:
                    await stages.set(
                        tx,
                        lease.tenant_id,
                        lease.version_id,
                        [progress.stage],
                        StageStatus.FAILED,
                        defer_reason=DeferReason.RETRY_BACKOFF,
                    )

    async def _free_lapsed(self) -> None:
        async with self._context.database.write() as tx:
            for lapsed in await jobs.free_lapsed(tx):
                observe.log("lease_lapsed", level="warning", job_id=lapsed.job_id, state=lapsed.state)
                if lapsed.state == "dead":
                    await self._bury_lapsed(tx, lapsed)

    async def _bury_lapsed(self, tx: Transaction, lapsed: Lapsed) -> None:
        done = await stages.finished(tx, lapsed.tenant_id, lapsed.version_id)
        stage = next((stage for stage in STAGES if stage not in done), STAGES[-1])
        await bury(tx, lapsed.tenant_id, lapsed.version_id, stage, "the worker was lost too often")


async def bury(tx: Transaction, tenant_id: UUID, version_id: UUID, stage: str, reason: str) -> None:
    """Say of a version that it is not tried any more, and why; without passages it cannot answer at all."""
    await stages.set(tx, tenant_id, version_id, [stage], StageStatus.DEAD_LETTER)
    status = VersionStatus.FAILED if stage in CONVERTED + PASSAGES else VersionStatus.READY
    await versions.set_status(tx, tenant_id, version_id, status, error=f"{stage}: {reason}")


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, RememberError) else f"defect ({type(error).__name__})"
