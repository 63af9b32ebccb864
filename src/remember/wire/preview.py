"""What a new version would change before it does."""

from typing import Literal
from uuid import UUID

from remember.wire.carrying import CarryCounts, VersionClaim
from remember.wire.values import Closed, Count, FactKind, VersioningMode


class PassageCounts(Closed):
    """Passages that read as in the version before, those that do not, and those of it that are left out."""

    kept: Count
    new: Count
    dropped: Count


class EndingFact(Closed):
    """A fact that would no longer be held, or by one document less; `evidence_count` as it is now."""

    fact_id: UUID
    kind: FactKind
    label: str
    would: Literal["end", "lose_a_supporter"]
    evidence_count: Count


class VersionPreview(Closed):
    """What bytes would change if they were ingested; nothing of it is written.

    `unchanged` bytes are those of the newest version, and nothing else is told of them. Counts are of all,
    `claims` and `facts` are a page; `cursor` is null on the last one. `read_by_rules`: a language model would
    read what changed, and was not asked. `pending` versions of the document are still being processed: what
    they say is not in here.
    """

    doc_id: UUID
    content_hash: str
    outcome: Literal["new_document", "new_version", "unchanged"]
    versioning_mode: VersioningMode
    before_id: UUID | None
    passages: PassageCounts
    counts: CarryCounts
    facts_ended: Count
    facts_weakened: Count
    claims: tuple[VersionClaim, ...]
    facts: tuple[EndingFact, ...]
    read_by_rules: bool
    pending: Count
    cursor: str | None
