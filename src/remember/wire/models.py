"""What language models of the write path were asked, and what that cost."""

from typing import Literal
from uuid import UUID

from remember.wire.values import Closed, Count, UtcDateTime

ModelOutcome = Literal["used", "unusable", "timed_out", "busy", "refused", "unreachable"]


class ModelUse(Closed):
    """The calls of one language model for one purpose that ended alike, taken together."""

    purpose: Literal["extract", "judge"]
    model: str
    outcome: ModelOutcome
    calls: Count
    tokens_in: Count
    tokens_out: Count
    is_estimated: bool
    usd: float
    mean_milliseconds: float
    most_milliseconds: Count


class ModelUsage(Closed):
    """What language models of the write path were asked since an instant, and what this day has cost."""

    since: UtcDateTime
    usd_today: float
    usd_budget: float | None
    uses: tuple[ModelUse, ...]


class ModelCall(Closed):
    """One call of a language model; `is_estimated` where it did not tell how many tokens it took."""

    call_id: UUID
    purpose: Literal["extract", "judge"]
    model: str
    version_id: UUID | None
    outcome: ModelOutcome
    tokens_in: Count
    tokens_out: Count
    is_estimated: bool
    usd: float
    milliseconds: Count
    called_at: UtcDateTime


class ModelCallPage(Closed):
    """Some calls, the newest first, and where the next page begins."""

    calls: tuple[ModelCall, ...]
    cursor: str | None = None
