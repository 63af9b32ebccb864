"""Why something is in the memory as it is: a fact, a claim, an entity; or why a sentence is not."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from remember.wire.changes import FactChange
from remember.wire.identity import EntityDetail, IdentityEvent, MentionDetail, NamedEntity
from remember.wire.parts import (
    CoMember,
    EvidenceResult,
    EvidenceTotal,
    FactEvidence,
    FactResult,
    SourceRecord,
)
from remember.wire.retractions import RetractionDetail
from remember.wire.values import (
    ClaimValidPrecision,
    Closed,
    Count,
    DeferReason,
    FactKind,
    StageStatus,
    Stance,
    UtcDateTime,
)

FactState = Literal["held", "to_come", "over", "contradicted", "withdrawn", "retracted", "merged"]


class NamedFact(Closed):
    """A fact and how it reads."""

    fact_id: UUID
    label: str


class FactSlot(Closed):
    """Where rivals of a fact meet. Of an exclusive predicate one holds at a time; rivals are cut at 25."""

    subject: NamedEntity | None
    predicate: str
    object: NamedEntity | None
    exclusive: bool
    positive: bool
    rivals: tuple[CoMember, ...]
    rival_count: Count


class FactExplanation(Closed):
    """Why a fact is held, or is not: its slot, its evidence and its history, the latest change first.

    `cursor` gives earlier changes, on pages without evidence. `more_evidence` goes on in `hydrate_relation`
    or `hydrate_observation`, with the same limit and time.
    """

    fact: FactResult
    state: FactState
    why: str
    independent_sources: Annotated[int, Field(ge=0, description="Documents for it that copy no other one")]
    slot: FactSlot
    supersedes: NamedFact | None
    superseded_by: NamedFact | None
    merged_into: NamedFact | None
    split_from: UUID | None
    evidence: tuple[EvidenceResult, ...]
    fact_evidence: tuple[FactEvidence, ...]
    evidence_totals: tuple[EvidenceTotal, ...]
    sources: tuple[SourceRecord, ...]
    more_evidence: str | None
    retractions: tuple[RetractionDetail, ...]
    history: tuple[FactChange, ...]
    history_count: Count
    cursor: str | None


SentenceState = Literal[
    "in_memory",
    "no_longer_counts",
    "not_grounded",
    "left_out",
    "nothing_recorded",
    "not_processed",
    "failed",
    "parked",
    "version_deleted",
]


class SentenceClaim(Closed):
    """A claim that came of a sentence; `ended` is why it counts no more, `fact_count` what it supports."""

    claim_id: UUID
    claim_text: str
    char_start: Count
    char_end: Count
    counts: bool
    ended: str | None
    fact_count: Count


class SentenceDecision(Closed):
    """What was decided about a part of a sentence on its way to a claim; `detail` names the words."""

    decision: str
    reason: str
    why: str
    detail: str
    char_start: Count
    char_end: Count
    extractor_version: str
    decided_at: UtcDateTime


class UnfinishedStage(Closed):
    """A stage of a version that is not done."""

    stage: str
    status: StageStatus
    defer_reason: DeferReason | None


class SentencePlace(Closed):
    """One place where a sentence stands, and what became of it there.

    `text` is None where the version has none yet, or was deleted. Claims and decisions are cut at 50 and
    counted whole; ask about a shorter stretch for the others. `newest_version_no` is of its document.
    """

    doc_id: UUID
    document_title: str | None
    version_id: UUID
    version_no: int
    newest_version_no: int | None
    char_start: Count
    char_end: Count
    text: str | None
    state: SentenceState
    why: str
    claims: tuple[SentenceClaim, ...]
    claim_count: Count
    decisions: tuple[SentenceDecision, ...]
    decision_count: Count
    unfinished: tuple[UnfinishedStage, ...]


class SentenceExplanation(Closed):
    """Every place where a sentence stands; `total` is None where a quote was looked for in all documents."""

    places: tuple[SentencePlace, ...]
    total: int | None
    cursor: str | None


class AddedWords(Closed):
    """Words of a claim that its span does not have, where they came from, and what they stand for there."""

    text: str
    origin: str
    replaced: str
    char_start: int | None
    char_end: int | None


class CountedSpan(Closed):
    """A stretch of belief in which a claim counted as what its source says, and why that ended.

    `began` is `extracted` for the first one, and `restored` where what had ended the claim was taken back.
    """

    counted_from: UtcDateTime
    began: str
    counted_until: UtcDateTime | None
    ended: str | None
    why: str | None


class ClaimOccurrence(Closed):
    """A place where a version of the document carries a claim."""

    version_id: UUID
    version_no: int
    is_served: bool
    char_start: Count
    char_end: Count


class ClaimAssertion(Closed):
    """One thing that a claim asserts, as it is folded into facts. `valid_until` is excluded.

    `supposed`: it counts only if the memory tells that this relation changed, or unless another is told.
    """

    kind: FactKind
    subject: NamedEntity | None
    predicate: str
    object: NamedEntity | None
    positive: bool
    effect: Literal["holds", "begins", "ends", "happens"]
    valid_from: UtcDateTime | None
    valid_until: UtcDateTime | None
    valid_precision: ClaimValidPrecision
    supposed: Literal["if_told", "unless_told"] | None
    label: str


class ClaimMention(Closed):
    """Whom a claim names, and why; `entity` is None where nobody was found to be meant."""

    mention_id: UUID
    surface: str
    role: str
    entity: NamedEntity | None
    method: str
    reason: str


class ClaimFact(Closed):
    """A fact that a claim bears on, or bore on until `linked_until`."""

    fact_id: UUID
    kind: FactKind
    label: str
    stance: Stance
    linked_from: UtcDateTime
    linked_until: UtcDateTime | None
    is_held: bool
    holds: Annotated[bool, Field(description="Whether it is held for the time asked about")]


class ClaimExplanation(Closed):
    """How a claim was read, whether it counts, where it stands and what rests on it.

    Occurrences are cut at 50 and counted whole; `cursor` gives further facts.
    """

    claim: EvidenceResult
    version_id: UUID
    version_no: int | None
    speaker: str | None
    is_hedged: bool
    counts: bool
    why: str
    added: tuple[AddedWords, ...]
    decisions: tuple[SentenceDecision, ...]
    extractor_version: str
    read_at: UtcDateTime
    currency: tuple[CountedSpan, ...]
    occurrences: tuple[ClaimOccurrence, ...]
    occurrence_count: Count
    asserts: tuple[ClaimAssertion, ...]
    mentions: tuple[ClaimMention, ...]
    retractions: tuple[RetractionDetail, ...]
    facts: tuple[ClaimFact, ...]
    fact_count: Count
    cursor: str | None


class NameGround(Closed):
    """A name and a reason for which mentions were resolved to `entity_id`, and how many that is."""

    surface: str
    method: str
    reason: str
    entity_id: UUID
    mention_count: Count
    document_count: Count


class GroundedMention(MentionDetail):
    """A mention, the entity that it was resolved to, and the decisions since then.

    `joined_by` are the merges by which that entity answers as the one explained, in their order; `moved_by`
    is the split that gave the mention to it.
    """

    entity_id: UUID
    joined_by: tuple[UUID, ...]
    moved_by: UUID | None


class EntityExplanation(Closed):
    """Who an entity is and why its mentions are of one: the grounds, the decisions, and each mention.

    Grounds and decisions are cut at 100; `list_identity_events` has all decisions. `cursor` gives further
    mentions.
    """

    entity: EntityDetail
    why: str
    grounds: tuple[NameGround, ...]
    ground_count: Count
    decisions: tuple[IdentityEvent, ...]
    mentions: tuple[GroundedMention, ...]
    mention_count: Count
    cursor: str | None
