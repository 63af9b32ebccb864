"""What people took back, and what that did."""

from uuid import UUID

from remember.wire.values import Closed, Count, UtcDateTime


class RetractionDecided(Closed):
    """A fact or a claim was retracted, or that was restored; how many facts closed, came back, or are new."""

    retraction_id: UUID
    fact_id: UUID | None
    claim_id: UUID | None
    decided_at: UtcDateTime
    relations_closed: Count
    observations_closed: Count
    facts_reopened: Count
    facts_added: Count


class RetractionDetail(Closed):
    """Who took back which fact or claim, when and why; and who restored it. It stands until then."""

    retraction_id: UUID
    fact_id: UUID | None
    claim_id: UUID | None
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: UtcDateTime
    restored_at: UtcDateTime | None
    restored_reason: str | None
    restored_by_kind: str | None
    restored_by_ref: str | None


class RetractionPage(Closed):
    """Retractions, the latest first, restored ones too."""

    retractions: tuple[RetractionDetail, ...]
    cursor: str | None
