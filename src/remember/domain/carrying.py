"""What a new version carries on from the one before: claims that it makes again in the same words.

A passage that reads the same keeps its claims without being read again. Where a passage changed, each of
its sentences is compared by itself, so that an edit makes new testimony of what was edited and of
nothing else.
"""

import unicodedata
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar
from uuid import UUID

from remember.domain.claims import AddedContext, DraftClaim, Origin

_EDGES = " \t\n\r.,;:!?\"'“”‘’()[]{}…-–—*_`"

_Old = TypeVar("_Old")
_New = TypeVar("_New")


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedClaim:
    """A claim that the version before makes; `read_by` is what read it there."""

    claim_id: UUID
    claim_text: str
    source_span: str
    added_context: tuple[AddedContext, ...]
    is_attributed: bool
    speaker: str | None
    read_by: str


class _Saying(NamedTuple):
    source_span: str
    wording: str
    is_attributed: bool
    speaker: str | None


def restated(drafts: Sequence[DraftClaim], before: Iterable[CarriedClaim]) -> dict[int, UUID]:
    """Which drafts, by position, say what a claim of the version before says in the same words.

    A date that was read out of the words does not count: "yesterday" was written when it was written, and
    keeps the day that it meant then.
    """
    known: defaultdict[_Saying, deque[UUID]] = defaultdict(deque)
    for claim in before:
        known[_saying(claim)].append(claim.claim_id)
    found: dict[int, UUID] = {}
    for position, draft in enumerate(drafts):
        if waiting := known.get(_saying(draft)):
            found[position] = waiting.popleft()
    return found


def paired(
    new: Iterable[tuple[str, _New]], old: Iterable[tuple[str, _Old]]
) -> list[tuple[_New, _Old | None]]:
    """Each new item with the old one of the same key; of several with one key, the first with the first."""
    waiting: defaultdict[str, deque[_Old]] = defaultdict(deque)
    for key, item in old:
        waiting[key].append(item)
    return [(item, waiting[key].popleft() if waiting[key] else None) for key, item in new]


def statement_key(draft: DraftClaim) -> str:
    """Equal for claims that state the same: folded text, said-on, period and who holds it.

    Case, spacing and the punctuation around a statement do not tell two of them apart.
    """
    text = " ".join(unicodedata.normalize("NFKC", draft.claim_text).casefold().split()).strip(_EDGES)
    period = draft.period
    facets = (
        draft.asserted_at and draft.asserted_at.isoformat(),
        period.valid_from and period.valid_from.isoformat(),
        period.valid_until and period.valid_until.isoformat(),
        period.precision,
        period.kind,
        draft.is_attributed and (draft.holder or draft.speaker or True),
    )
    return "\n".join([text, *(str(facet or "") for facet in facets)])


def _saying(claim: DraftClaim | CarriedClaim) -> _Saying:
    wording = claim.claim_text
    for added in claim.added_context:
        if added.origin is Origin.DATE and added.text:
            wording = wording.replace(added.text, added.replaced, 1)
    return _Saying(claim.source_span, wording, claim.is_attributed, claim.speaker)
