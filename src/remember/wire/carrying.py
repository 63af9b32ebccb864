"""How the claims of a version were carried on from the version before."""

from typing import Literal
from uuid import UUID

from remember.wire.parts import EvidenceSpan
from remember.wire.values import Closed, Count

HowCarried = Literal["unchanged", "moved", "reworded", "new", "retracted", "earlier"]


class CarryCounts(Closed):
    """How many claims were carried how.

    `retracted` are those that a living document leaves out; `earlier` those that only the version before
    says and that still count, of a snapshot.
    """

    unchanged: Count
    moved: Count
    reworded: Count
    new: Count
    retracted: Count
    earlier: Count


class VersionClaim(Closed):
    """A claim of a version, or one that only the version before has.

    `source_span` are the words that say it at `span`, or at `span_before` where it is not in the version.
    """

    claim_id: UUID | None
    claim_text: str
    how: HowCarried
    is_current: bool
    source_span: str
    span: EvidenceSpan | None
    span_before: EvidenceSpan | None


class VersionClaims(Closed):
    """What a version says, in the order of its text, and after it what only `before_id` says.

    The counts are of all its claims, whichever are asked for; `cursor` is null on the last page.
    """

    doc_id: UUID
    version_id: UUID
    version_no: Count
    before_id: UUID | None
    counts: CarryCounts
    claims: tuple[VersionClaim, ...]
    cursor: str | None
