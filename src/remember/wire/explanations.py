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
from remember.wire.values import Closed, Count

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
