"""Documents and versions, and how far each is."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from remember.wire.parts import EvidenceSpan
from remember.wire.values import (
    Capability,
    Closed,
    Count,
    DeferReason,
    DocumentStatus,
    ReferenceKind,
    StageStatus,
    UtcDateTime,
    VersioningMode,
    WrittenDateTime,
)


class IngestedVersion(Closed):
    """What an ingest ended in. `created` is false where the bytes equal the latest version."""

    deployment_id: UUID
    doc_id: UUID
    version_id: UUID
    content_hash: str
    created: bool
    mime: str | None = None
    title: str | None = None
    versioning_mode: VersioningMode | None = None
    parked: Literal["no_route"] | None = None
    processing_admission: Literal["not_required", "pending"] = "not_required"


class IngestedFacts(Closed):
    """What an ingest of structured facts ended in: a version a source, and how many rows there were."""

    versions: tuple[IngestedVersion, ...]
    rows: Count


class ConversationMessage(Closed):
    """One message to take in: who said it, its words, and when, with the offset of the speaker's zone.

    A time without an offset is read as UTC; left out, nobody knows when it was said.
    """

    speaker: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    at: WrittenDateTime | None = None


class DocumentVersionSummary(Closed):
    """The newest version of a document and how far it is."""

    version_id: UUID
    version_no: int
    status: DocumentStatus
    ingested_at: UtcDateTime
    error: str | None = None


class DocumentSummary(Closed):
    """A row of the document list. `serving` says that some version is ready, not that the newest one is."""

    doc_id: UUID
    title: str | None = None
    source_kind: str
    source_uri: str | None = None
    first_seen_at: UtcDateTime
    latest: DocumentVersionSummary
    serving: bool


class DocumentPage(Closed):
    """Documents, newest first; `cursor` is null on the last page."""

    documents: tuple[DocumentSummary, ...]
    cursor: str | None = None


class VersionDetail(Closed):
    """One version of a document: what was sent, when, and what became of it."""

    version_id: UUID
    version_no: int
    status: DocumentStatus
    content_hash: str
    byte_size: Count
    mime: str
    filename: str | None = None
    source_modified_at: UtcDateTime | None = None
    source_version_ref: str | None = None
    ingested_at: UtcDateTime
    parked: Literal["no_route"] | None = None
    error: str | None = None


class DocumentDetail(Closed):
    """A document over its whole life; versions newest first.

    `claims` of it count now, and support `facts` that are held now.
    """

    doc_id: UUID
    title: str | None = None
    source_kind: str
    source_ref: str
    versioning_mode: VersioningMode
    first_seen_at: UtcDateTime
    serving: bool
    claims: Count
    facts: Count
    versions: tuple[VersionDetail, ...]


class DocumentDeletion(Closed):
    """What one deletion ended."""

    doc_id: UUID
    deleted_at: UtcDateTime
    claims_retired: Count
    relations_closed: Count
    observations_closed: Count


class VersionDeletion(Closed):
    """What the deletion of one version ended, and what it brought back.

    The last version takes its document with it. `serving_version_id` is the version that is searched now;
    `supports_withdrawn` counts the facts that are held as before by one document less.
    """

    doc_id: UUID
    version_id: UUID
    deleted_at: UtcDateTime
    document_deleted: bool
    serving_version_id: UUID | None = None
    claims_retired: Count
    claims_restored: Count
    relations_closed: Count
    observations_closed: Count
    relations_restored: Count
    observations_restored: Count
    supports_withdrawn: Count


class ReadinessRequirements(Closed):
    """What must be ready for the caller; each of the four is said, none is assumed."""

    pipeline: bool
    p1: bool
    live_graph: bool
    p3: bool


class PipelineStageReadiness(Closed):
    """How far one stage is; `missing` for a version that the memory does not know."""

    stage: str
    component_version: str
    status: StageStatus
    finished_at: UtcDateTime | None = None
    defer_reason: DeferReason | None = None


class VersionPipelineReadiness(Closed):
    """The twelve stages of one version, in order."""

    version_id: UUID
    ready: bool
    stages: tuple[PipelineStageReadiness, ...]


class CapabilityReadiness(Closed):
    """Whether one capability of the whole memory is ready, and the reason where it is not."""

    required: bool
    ready: bool
    checked_at: UtcDateTime
    reason: str
    version: str | None = None
    built_at: UtcDateTime | None = None
    published_at: UtcDateTime | None = None


class PipelineReadinessReport(Closed):
    """Whether the versions asked about, and the capabilities required, are ready."""

    ready: bool
    versions: tuple[VersionPipelineReadiness, ...]
    capabilities: dict[Capability, CapabilityReadiness]
    document_binding_generation: str | None = None
    model_bindings: dict[str, str] = Field(default_factory=dict)
    build_revision: str = ""


class DocumentReference(Closed):
    """Where a document points at another. It means `to_doc_id` where exactly one document is a candidate.

    `span` is where it stands first, in the converted text; None where that does not show it. `places` says
    how often the document points at this.
    """

    reference_id: UUID
    kind: ReferenceKind
    raw: str
    span: EvidenceSpan | None
    places: Annotated[int, Field(ge=1)]
    from_doc_id: UUID
    from_title: str
    to_doc_id: UUID | None
    to_title: str | None
    candidates: Count


class DocumentReferences(Closed):
    """A page of references."""

    references: tuple[DocumentReference, ...]
    cursor: str | None


class ToolDescriptor(Closed):
    """One operation as an agent sees it."""

    name: str
    description: str
    input_schema: dict[str, Any]
    result_schema: dict[str, Any]
    result_contract: Annotated[str, Field(min_length=1)]
    output_grain: str | None
    answer_intent: str
    mutates: bool | None = None
    version: Annotated[int, Field(ge=1)] | None = None
    implementation_plan_hash: Annotated[str, Field(min_length=64, max_length=64)] | None = None


class Whoami(Closed):
    """Whom the memory takes a caller for."""

    deployment_id: UUID
    kind: str
    ref: str
    permissions: tuple[str, ...]


class DeadLetter(Closed):
    """Work on a version that is not tried any more; `error` is the last line of what it failed of."""

    job_id: UUID
    version_id: UUID
    doc_id: UUID
    attempts: Count
    error: str | None
    failed_at: UtcDateTime | None


class Retried(Closed):
    """The version that is processed again."""

    version_id: UUID


class MemoryStatus(Closed):
    """How much the memory holds, and how much it still has to do."""

    deployment_id: UUID
    documents: Count
    claims: Count
    facts: Count
    entities: Count
    waiting: Count
    running: Count
    parked: Count
    dead_letters: Count
    model_bindings: dict[str, str]
    build_revision: str


class DeploymentBuildInfo(Closed):
    """Which build answers, with which models, and the version of each of its tools."""

    build_revision: str = ""
    model_bindings: dict[str, str] = Field(default_factory=dict)
    document_binding_generation: str | None = None
    tools: dict[str, int] = Field(default_factory=dict)
