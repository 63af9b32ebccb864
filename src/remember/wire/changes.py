"""What changed about what is held true, and how each fact was held before and after."""

from typing import Literal
from uuid import UUID

from remember.wire.values import ClaimValidPrecision, Closed, Count, FactKind, FactSupport, UtcDateTime

ChangeKind = Literal[
    "added",
    "ended",
    "superseded",
    "redated",
    "contradicted",
    "settled",
    "retracted",
    "withdrawn",
    "restored",
    "merged",
    "reopened",
    "moved",
]


class HeldAs(Closed):
    """A fact as it was held over one period of belief.

    Of an undated fact that has rivals, `said_since` and `said_until` are when it was the latest word.
    """

    valid_from: UtcDateTime | None
    valid_until: UtcDateTime | None
    valid_precision: ClaimValidPrecision
    said_since: UtcDateTime | None
    said_until: UtcDateTime | None
    contradiction_group: UUID | None
    support: FactSupport


class FactChange(Closed):
    """One change of a fact: when belief changed, what that did, and why.

    `before` is None for a fact that was new, `after` for one that is held no more. `cause` is what was being
    done, and `caused_by` the version, document or identity event of it. `related_id` is the fact that
    superseded this one or that it became one with. `claim_ids` are the first five of the `claim_count`
    claims that came to bear on the fact with this change.
    """

    at: UtcDateTime
    changes: tuple[ChangeKind, ...]
    fact_id: UUID
    kind: FactKind
    label: str
    before: HeldAs | None
    after: HeldAs | None
    related_id: UUID | None
    related_label: str | None
    cause: str | None
    caused_by: UUID | None
    outcome: str | None
    method: str | None
    decided_by: str | None
    claim_ids: tuple[UUID, ...]
    claim_count: Count


class ChangePage(Closed):
    """Changes, the latest first, of all `total` between the two belief times."""

    believed_after: UtcDateTime | None
    believed_until: UtcDateTime
    changes: tuple[FactChange, ...]
    total: Count
    cursor: str | None
