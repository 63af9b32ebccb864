"""How far sources are trusted, and who decided that."""

from uuid import UUID

from remember.wire.values import Closed, Count, SourceTrust, UtcDateTime


class TrustDecided(Closed):
    """What was decided of the sources of a kind, or of one of them; how much in memory that is about."""

    decision_id: UUID
    source_kind: str
    source_ref: str | None
    trust: SourceTrust
    decided_at: UtcDateTime
    documents: Count
    slots_folded: Count


class SourceTrustDecision(Closed):
    """One decision. It stands until another one, `replaced_by`, is made of the same sources."""

    decision_id: UUID
    source_kind: str
    source_ref: str | None
    trust: SourceTrust
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: UtcDateTime
    replaced_by: UUID | None


class SourceTrustPage(Closed):
    """Decisions about the trust in sources, the latest first."""

    decisions: tuple[SourceTrustDecision, ...]
    cursor: str | None
