"""Stages: twelve rows a version that say how far it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.documents import DeferReason, StageStatus
from remember.store.database import Transaction, many, none


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRow:
    """How far one stage of one version is."""

    version_id: UUID
    stage: str
    component_version: str
    status: str
    finished_at: datetime | None
    defer_reason: str | None


async def add_all(
    tx: Transaction,
    tenant_id: UUID,
    version_id: UUID,
    components: Mapping[str, str],
    defer_reason: DeferReason | None,
) -> None:
    """The stages of a new version: `components` says what does each, `defer_reason` why the first waits."""
    await none(
        tx,
        "stages.add_all",
        tenant_id=tenant_id,
        version_id=version_id,
        stages=list(components),
        component_versions=list(components.values()),
        defer_reason=defer_reason,
    )


async def set(
    tx: Transaction,
    tenant_id: UUID,
    version_id: UUID,
    stages: Sequence[str],
    status: StageStatus,
    *,
    defer_reason: DeferReason | None = None,
) -> None:
    """Move stages of a version on; the finished ones get the time of now."""
    await none(
        tx,
        "stages.set",
        tenant_id=tenant_id,
        version_id=version_id,
        stages=list(stages),
        status=status,
        defer_reason=defer_reason,
    )


async def pass_on(
    tx: Transaction, tenant_id: UUID, version_id: UUID, done: Sequence[str], begun: Sequence[str]
) -> None:
    """Stages of a version are done, with the time of now, and the next ones are being worked on."""
    here = {"tenant_id": tenant_id, "version_id": version_id}
    await none(tx, "stages.pass_on", done=list(done), begun=list(begun), **here)


async def skip_unfinished(tx: Transaction, tenant_id: UUID, version_ids: Sequence[UUID]) -> None:
    """Nothing more is to be done for these versions."""
    await none(tx, "stages.skip_unfinished", tenant_id=tenant_id, version_ids=list(version_ids))


async def of_versions(
    tx: Transaction, tenant_id: UUID, version_ids: Sequence[UUID], scope_ids: Sequence[UUID]
) -> list[StageRow]:
    """The stages of those versions that are visible in these scopes, in no order."""
    return await many(
        tx,
        "stages.of_versions",
        StageRow,
        tenant_id=tenant_id,
        version_ids=list(version_ids),
        scope_ids=list(scope_ids),
    )


async def release(tx: Transaction, tenant_id: UUID, version_ids: Sequence[UUID]) -> None:
    """Let the stages of these versions that wait for money wait no more."""
    await none(tx, "stages.release", tenant_id=tenant_id, version_ids=list(version_ids))


async def retry(tx: Transaction, tenant_id: UUID, version_id: UUID) -> None:
    """Let stages that failed for good wait for another attempt."""
    await none(tx, "stages.retry", tenant_id=tenant_id, version_id=version_id)


async def finished(tx: Transaction, tenant_id: UUID, version_id: UUID) -> frozenset[str]:
    """The stages of a version that have nothing left to do."""
    return frozenset(await many(tx, "stages.finished", str, tenant_id=tenant_id, version_id=version_id))
