"""The parts of an envelope."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator

from remember.wire.values import (
    ClaimValidPrecision,
    Closed,
    Count,
    FactKind,
    FactSupport,
    NegativeKind,
    Stance,
    TemporalMatch,
    UtcDateTime,
)


class EntityCandidate(Closed):
    """Somebody or something that a name may mean. Several candidates mean that the name is ambiguous."""

    entity_id: UUID
    canonical_name: str
    tier: str
    context_hits: int = 0


class Validity(Closed):
    """When a fact holds in the world (`valid_until` excluded), and when it was believed."""

    valid_from: UtcDateTime | None
    valid_until: UtcDateTime | None
    valid_precision: ClaimValidPrecision = ClaimValidPrecision.UNKNOWN
    ingested_at: UtcDateTime
    invalidated_at: UtcDateTime | None


class CoMember(Closed):
    """Another side of a contradiction."""

    fact_id: UUID
    label: str
    evidence_count: int
    validity: Validity


class Contradiction(Closed):
    """The other sides; where `returned` is less than `total` there are more than these."""

    group_id: UUID
    co_members: tuple[CoMember, ...] = ()
    returned: Count
    total: Count
    continuation: str | None = None


class FactResult(Closed):
    """What the memory holds true. `evidence_count` counts distinct documents, never claims."""

    fact_id: UUID
    kind: str
    label: str
    evidence_count: int
    validity: Validity
    temporal_match: TemporalMatch = TemporalMatch.POSSIBLE
    contradiction_group: UUID | None = None
    contradiction: Contradiction | None = None
    support: FactSupport = FactSupport.CURRENT


class EvidenceSpan(Closed):
    """A half-open range of code points in the converted text of a version."""

    char_start: Count
    char_end: Count

    @model_validator(mode="after")
    def _is_not_empty(self) -> Self:
        if self.char_end <= self.char_start:
            raise ValueError("char_end must be greater than char_start")
        return self


class EvidenceResult(Closed):
    """One claim: what one source said, where, and for when (`claim_valid_until` included)."""

    claim_id: UUID
    doc_id: UUID
    chunk_id: UUID
    claim_text: str
    source_span: str
    char_start: int
    char_end: int
    evidence_spans: tuple[EvidenceSpan, ...] = ()
    is_attributed: bool
    is_current_testimony: bool
    asserted_at: UtcDateTime | None = None
    claim_valid_from: UtcDateTime | None = None
    claim_valid_until: UtcDateTime | None = None
    claim_valid_precision: str = "unknown"
    claim_valid_kind: str | None = None
    document_title: str | None = None
    source_kind: str | None = None
    corroboration_count: Annotated[int, Field(ge=1)] | None = None
    grouped_claim_ids: tuple[UUID, ...] = ()


class FactEvidence(Closed):
    """Which claim backs, or speaks against, which fact."""

    fact_kind: FactKind
    fact_id: UUID
    claim_id: UUID
    stance: Stance


class EvidenceTotal(Closed):
    """How many links of one stance exist for a fact, and how many of them are in this envelope."""

    fact_kind: FactKind
    fact_id: UUID
    stance: Stance
    returned: Count
    total: Count

    @model_validator(mode="after")
    def _returns_no_more_than_exist(self) -> Self:
        if self.returned > self.total:
            raise ValueError("returned must not exceed total")
        return self


class ChunkEvidenceResult(Closed):
    """A passage: the raw text of a source, at its place in one version."""

    chunk_id: UUID
    doc_id: UUID
    version_id: UUID
    representation_id: UUID
    chunk_text: str
    context_prefix: str | None = None
    char_start: int
    char_end: int
    section_role: str | None
    document_title: str | None = None
    source_kind: str
    source_modified_at: UtcDateTime | None = None
    published_at: UtcDateTime | None = None


class SourceRecord(Closed):
    """A document that stands behind a result."""

    doc_id: UUID
    title: str | None
    source_kind: str
    markdown_uri: str | None
    mention_count: Count | None = None
    first_mentioned_at: UtcDateTime | None = None
    last_mentioned_at: UtcDateTime | None = None


class TranscriptEntry(Closed):
    """One decision about a fact: what was decided, by which method, on what grounds."""

    subject_kind: str
    outcome: str
    method: str
    confidence: float | None
    related_id: UUID | None
    decided_by: str
    decided_at: UtcDateTime
    features: dict[str, object] | None


class GraphNode(Closed):
    """An entity reached from the anchors, and how many hops away it is."""

    entity_id: UUID
    name: str
    hops: Count


class GraphEdge(Closed):
    """A relation seen as an edge between two entities."""

    relation_id: UUID
    subject_id: UUID
    object_id: UUID
    predicate: str
    fact: str | None
    evidence_count: int
    valid_from: UtcDateTime | None
    valid_until: UtcDateTime | None
    valid_precision: ClaimValidPrecision = ClaimValidPrecision.UNKNOWN
    ingested_at: UtcDateTime | None
    invalidated_at: UtcDateTime | None
    support: FactSupport = FactSupport.CURRENT


class GraphPath(Closed):
    """A path between two entities; whole, or not returned at all."""

    length: Annotated[int, Field(ge=1)]
    nodes: Annotated[tuple[GraphNode, ...], Field(min_length=2)]
    edges: Annotated[tuple[GraphEdge, ...], Field(min_length=1)]


class RankedItem(Closed):
    """Why an item stands where it does: its score, and what each channel gave to it."""

    item_id: UUID
    score: float
    signals: dict[str, float] = Field(default_factory=dict)


class ChangeRecord(Closed):
    """Something that became known, ended or was recompiled."""

    kind: str
    change: str
    id: UUID
    label: str | None
    at: UtcDateTime


class AggregateBucket(Closed):
    """One group of a count."""

    key: str | None
    count: Count
    entity_id: UUID | None = None


class AggregateReport(Closed):
    """A count over the memory, in groups."""

    form: str
    buckets: tuple[AggregateBucket, ...] = ()
    total: Count
    bounded_by: str | None = None


class PageRef(Closed):
    """A compiled page of knowledge."""

    artifact_id: UUID
    page_kind: str
    git_path: str | None
    page_summary: str | None
    last_compiled_at: UtcDateTime | None
    status: str
    stale: bool = False
    open_review_flags: Count = 0
    redaction_required: bool = False


class KFreshness(Closed):
    """How current the compiled pages are."""

    compiled_at: UtcDateTime | None = None
    stale: bool = False
    open_flags: Count = 0


class Freshness(Closed):
    """The database instant that an answer was read at."""

    pg_live_ts: UtcDateTime
    p1_written_inline: bool = True
    p1_believed_at_horizon: UtcDateTime | None = None
    k: KFreshness | None = None


class Truncation(Closed):
    """Whether there is more than was returned."""

    truncated: bool
    returned: Count
    estimated_total: Count
    total_is_exact: bool = True
    continuation: str | None = None
    reason: str | None = None


class Negative(Closed):
    """Why an answer is empty."""

    kind: NegativeKind
    explanation: Annotated[str, Field(min_length=1)]
    workaround: str | None = None
