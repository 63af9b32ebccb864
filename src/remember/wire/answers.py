"""An answer to a question, with where each part of it was said."""

from typing import Literal
from uuid import UUID

from remember.wire.envelope import ContextBundleV2
from remember.wire.parts import Negative
from remember.wire.values import ClaimStatus, Closed, Count, SourceTrust, UtcDateTime


class AnswerCitation(Closed):
    """Words of a source at their place: code points [char_start, char_end) of a version's converted text."""

    quote: str
    doc_id: UUID
    version_id: UUID | None
    char_start: Count
    char_end: Count
    claim_ids: tuple[UUID, ...] = ()
    document_title: str | None = None
    source_kind: str | None = None
    speaker: str | None = None
    said_at: UtcDateTime | None = None
    status: ClaimStatus | None = None
    trust: SourceTrust | None = None
    """How far the word of the source counts; None where no claim of the read is from it."""


class AnswerFact(Closed):
    """One thing that the answer rests on, and the words that say it."""

    label: str
    citations: tuple[AnswerCitation, ...]


class Answer(Closed):
    """An answer whose citations are checked, or an honest refusal; `context` is the read that it rests on.

    By `extract` no language model wrote it: it is what sources say, word for word. Every string may come
    from a source or a model: escape it where it is shown.
    """

    status: Literal["answered", "insufficient_evidence", "invalid_response"]
    method: Literal["model", "extract"]
    model: str | None = None
    answer: str | None = None
    facts: tuple[AnswerFact, ...] = ()
    missing_evidence: tuple[str, ...] = ()
    validation_errors: tuple[str, ...] = ()
    citations_verified: bool = False
    one_sided: tuple[UUID, ...] = ()
    """Contradictions whose words were left out, because the read did not bring every side."""
    negative: Negative | None = None
    """Which kind of "no" the memory gives, where it has nothing to answer from."""
    context: ContextBundleV2
