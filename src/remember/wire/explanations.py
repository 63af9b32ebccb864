"""Why something is in the memory as it is: a fact, a claim, an entity; or why a sentence is not."""

from typing import Literal
from uuid import UUID

from remember.wire.changes import FactChange
from remember.wire.identity import NamedEntity
from remember.wire.parts import (
    CoMember,
    EvidenceResult,
    EvidenceTotal,
    FactEvidence,
    FactResult,
    SourceRecord,
)
from remember.wire.values import Closed, Count, DeferReason, StageStatus, UtcDateTime

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
    """What was decided about a part of a sentence on its way to a claim, and why."""

    decision: str
    reason: str
    why: str
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
