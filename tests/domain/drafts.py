"""Claims as they are drafted, written without a text to read them from."""

from datetime import datetime
from typing import Any

from remember.domain.claims import DraftClaim, EvidenceSpan


def sentence(text: str, *, span: str | None = None, said: datetime | None = None, **more: Any) -> DraftClaim:
    """A claim that stands at the start of its text; left out, `span` is all that it says."""
    words = text if span is None else span
    return DraftClaim(
        claim_text=text,
        source_span=words,
        char_start=0,
        char_end=len(words),
        evidence_spans=(EvidenceSpan(char_start=0, char_end=len(words)),),
        asserted_at=said,
        **more,
    )
