"""Readiness: how far versions are, and whether the memory can answer."""

from collections.abc import Iterable, Mapping
from typing import Annotated, get_args
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.domain.documents import STAGES, StageStatus, pipeline_ready
from remember.ingest.stages import components
from remember.operations.registry import operation
from remember.operations.status import model_bindings, revision
from remember.store import stages
from remember.store.stages import StageRow
from remember.wire import (
    Capability,
    CapabilityReadiness,
    PipelineReadinessReport,
    PipelineStageReadiness,
    ReadinessRequirements,
    VersionPipelineReadiness,
)


@operation("pipeline_readiness", reads=True, agents=True, route="POST /readiness")
async def pipeline_readiness(
    context: Context,
    *,
    version_ids: Annotated[
        tuple[UUID, ...], Field(min_length=1, max_length=1000, description="Versions to report on")
    ],
    require: Annotated[ReadinessRequirements, Field(description="What must be ready for `ready` to be true")],
) -> PipelineReadinessReport:
    """How far each version is, stage by stage, and whether what the caller requires is ready. Never waits.

    A stage that `failed` is retried; one that is `dead_letter` is not. A version that is not known has
    every stage `missing`.
    """
    wanted = tuple(dict.fromkeys(version_ids))
    async with context.database.read() as tx:
        rows = await stages.of_versions(tx, context.tenant_id, wanted, context.scope_ids)
    done_by = components(context.providers, "text/plain")
    versions = tuple(_version(version_id, rows, done_by) for version_id in wanted)
    capabilities = _capabilities(context, require, pipeline=all(version.ready for version in versions))
    return PipelineReadinessReport(
        ready=all(capability.ready for capability in capabilities.values() if capability.required),
        versions=versions,
        capabilities=capabilities,
        model_bindings=model_bindings(context),
        build_revision=revision(),
    )


def _version(
    version_id: UUID, rows: Iterable[StageRow], done_by: Mapping[str, str]
) -> VersionPipelineReadiness:
    known = {row.stage: row for row in rows if row.version_id == version_id}
    return VersionPipelineReadiness(
        version_id=version_id,
        ready=pipeline_ready({stage: StageStatus(row.status) for stage, row in known.items()}),
        stages=tuple(
            _stage(known[stage])
            if stage in known
            else PipelineStageReadiness(stage=stage, component_version=done_by[stage], status="missing")
            for stage in STAGES
        ),
    )


def _stage(row: StageRow) -> PipelineStageReadiness:
    return PipelineStageReadiness(
        stage=row.stage,
        component_version=row.component_version,
        status=row.status,
        finished_at=row.finished_at,
        defer_reason=row.defer_reason,
    )


def _capabilities(
    context: Context, require: ReadinessRequirements, *, pipeline: bool
) -> dict[Capability, CapabilityReadiness]:
    # Search and graph rows are written with the facts they index, so they are never behind; the tree of
    # files is not built.
    reasons: dict[Capability, str] = {
        "pipeline": "ready" if pipeline else "stage_incomplete",
        "p1": "ready",
        "live_graph": "ready",
        "p3": "corpus_snapshot_incomplete",
    }
    checked_at = context.clock()
    return {
        name: CapabilityReadiness(
            required=getattr(require, name),
            ready=reasons[name] == "ready",
            checked_at=checked_at,
            reason=reasons[name],
        )
        for name in get_args(Capability)
    }
