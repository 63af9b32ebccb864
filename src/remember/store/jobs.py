"""Jobs: what is to be done, leased to one worker at a time.

A lease is proved by its token. `hold` is the first thing that a save does: it refuses to go on for a
worker whose lease went to somebody else, and for a version that was deleted meanwhile.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from remember.errors import Conflict, Interrupted
from remember.store import documents
from remember.store.database import Transaction, many, maybe, none, one
from remember.store.documents import Document


class LeaseLost(Conflict):
    """The job went to another worker: nothing of this one may be saved any more."""


MOST_LAPSES = 10
"""How many workers in a row a job may lose before it is kept as a dead letter: it may be what kills them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """One job in the hands of one worker."""

    job_id: UUID
    tenant_id: UUID
    doc_id: UUID
    version_id: UUID
    version_no: int
    kind: str
    token: UUID
    lease_seconds: float
    max_attempts: int


@dataclass(frozen=True, slots=True)
class _Progress:
    is_ours: bool
    is_live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """A job that lost its worker; `state` is `ready` again, or `dead`."""

    job_id: UUID
    tenant_id: UUID
    version_id: UUID
    state: Literal["ready", "dead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """A job that is not tried any more, with what it last failed of."""

    job_id: UUID
    version_id: UUID
    doc_id: UUID
    kind: str
    attempts: int
    last_error: str | None
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """A job that is about to be queued; a `parked` one waits until it is released."""

    job_id: UUID
    doc_id: UUID
    version_id: UUID
    version_no: int
    kind: str
    state: Literal["ready", "parked"]
    max_attempts: int


async def add(tx: Transaction, tenant_id: UUID, job: NewJob) -> None:
    """Queue a job."""
    await none(
        tx,
        "jobs.add",
        tenant_id=tenant_id,
        job_id=job.job_id,
        doc_id=job.doc_id,
        version_id=job.version_id,
        version_no=job.version_no,
        kind=job.kind,
        state=job.state,
        max_attempts=job.max_attempts,
    )


async def announce(tx: Transaction) -> None:
    """Wake the workers of every process, once the transaction has committed."""
    await none(tx, "jobs.announce")


async def listen(tx: Transaction) -> None:
    """Be woken on this connection whenever a job is announced."""
    await none(tx, "jobs.listen")


async def show_life(tx: Transaction, key: int) -> None:
    """Hold the lock `key` until this connection ends: whoever leases under it is alive."""
    await none(tx, "jobs.show_life", key=key)


async def lease_next(
    tx: Transaction,
    token: UUID,
    *,
    leased_by: int,
    lease_seconds: float,
    but_not_of: Collection[UUID] = (),
) -> Lease | None:
    """The oldest job that may run now, leased; versions of one document run in their order.

    Jobs of the tenants `but_not_of` are left to others.
    """
    here = {"leased_by": leased_by, "lease_seconds": lease_seconds, "but_not_of": list(but_not_of)}
    return await maybe(tx, "jobs.lease_next", Lease, token=token, **here)


async def extend(tx: Transaction, lease: Lease) -> bool:
    """Whether the lease was still ours; it is then longer."""
    found = await maybe(
        tx, "jobs.extend", UUID, job_id=lease.job_id, token=lease.token, lease_seconds=lease.lease_seconds
    )
    return found is not None


async def hold(tx: Transaction, lease: Lease, *, forgives: bool = True) -> Document:
    """Begin a save under a lease: locks the document, which is returned, and proves that the save may happen.

    Raises `Interrupted` (`version_deleted`) where the version was deleted, and `LeaseLost` where the job
    went to another worker. Progress forgives the attempts that failed before it; what another attempt
    would save once more is no progress, and must not forgive.
    """
    document = await documents.lock(tx, lease.tenant_id, lease.doc_id)
    # Only now, since what is found must be as it is once nobody else has the document.
    found = await one(
        tx,
        "jobs.progress",
        _Progress,
        tenant_id=lease.tenant_id,
        version_id=lease.version_id,
        job_id=lease.job_id,
        token=lease.token,
        lease_seconds=lease.lease_seconds,
        forgives=forgives,
    )
    if document is None or not found.is_live:
        raise Interrupted(f"version {lease.version_id} was deleted", code="version_deleted")
    if not found.is_ours:
        raise _lost(lease)
    return document


async def finish(tx: Transaction, lease: Lease) -> None:
    """End a job together with the save of its last results."""
    if await maybe(tx, "jobs.finish", UUID, job_id=lease.job_id, token=lease.token) is None:
        raise _lost(lease)


async def give_back(tx: Transaction, lease: Lease) -> None:
    """Stop before the end; another worker may go on at once."""
    await none(tx, "jobs.give_back", job_id=lease.job_id, token=lease.token)


async def park(tx: Transaction, lease: Lease) -> bool:
    """Let a job wait until it is released; False where the lease was not ours any more."""
    return await maybe(tx, "jobs.park", UUID, job_id=lease.job_id, token=lease.token) is not None


async def waiting_for_budget(tx: Transaction, tenant_id: UUID, most: int) -> list[UUID]:
    """Versions whose reading waits for money, the oldest first."""
    return await many(tx, "jobs.waiting_for_budget", UUID, tenant_id=tenant_id, most=most)


async def attempts(tx: Transaction, lease: Lease) -> int:
    """How many attempts in a row have failed before this one, without anything being saved between."""
    return await one(tx, "jobs.attempts", int, job_id=lease.job_id)


async def fail(tx: Transaction, lease: Lease, *, dead: bool, wait_seconds: float, last_error: str) -> bool:
    """End an attempt; False where the lease was not ours any more and nothing changed."""
    found = await maybe(
        tx,
        "jobs.fail",
        UUID,
        job_id=lease.job_id,
        token=lease.token,
        state="dead" if dead else "ready",
        wait_seconds=wait_seconds,
        last_error=last_error,
    )
    return found is not None


async def free_lapsed(tx: Transaction) -> list[Lapsed]:
    """Free the jobs of workers that gave no sign in time, or whose connection is gone."""
    return await many(tx, "jobs.free_lapsed", Lapsed, most_lapses=MOST_LAPSES)


async def seconds_to_next(tx: Transaction) -> float | None:
    """How long until the next job that waits may run; None where none waits."""
    return await maybe(tx, "jobs.seconds_to_next", float)


async def end_of_document(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> None:
    """Process nothing of this document any more."""
    await none(tx, "jobs.end_of_document", tenant_id=tenant_id, doc_id=doc_id)


async def end_of_version(tx: Transaction, tenant_id: UUID, version_id: UUID) -> None:
    """Process nothing of this version any more."""
    await none(tx, "jobs.end_of_version", tenant_id=tenant_id, version_id=version_id)


async def unpark(tx: Transaction, tenant_id: UUID, version_ids: list[UUID]) -> list[UUID]:
    """Queue the parked jobs of these versions; which ones there were."""
    return await many(tx, "jobs.unpark", UUID, tenant_id=tenant_id, version_ids=version_ids)


async def dead(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID], most: int) -> list[DeadLetter]:
    """The dead letters about documents of these scopes, newest first."""
    return await many(tx, "jobs.dead", DeadLetter, tenant_id=tenant_id, scope_ids=list(scope_ids), most=most)


async def replay(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID], job_id: UUID) -> UUID | None:
    """Try a dead letter of these scopes again, from where it came to; its version, or None for none."""
    return await maybe(tx, "jobs.replay", UUID, tenant_id=tenant_id, scope_ids=list(scope_ids), job_id=job_id)


async def pending(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID], most: int) -> list[UUID]:
    """Some versions visible in these scopes that are still being processed, in no order."""
    return await many(tx, "jobs.pending", UUID, tenant_id=tenant_id, scope_ids=list(scope_ids), most=most)


def _lost(lease: Lease) -> LeaseLost:
    return LeaseLost(f"job {lease.job_id} went to another worker", code="lease_lost")
