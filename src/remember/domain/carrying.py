"""What a new version carries on from the one before: claims that it makes again in the same words.

A passage that reads the same keeps its claims without being read again. Where a passage changed, each of
its sentences is compared by itself, so that an edit makes new testimony of what was edited and of
nothing else.
"""

import unicodedata
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar
from uuid import UUID

from remember.domain.claims import AddedContext, DraftClaim, Origin
from remember.domain.documents import VersioningMode

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


class How(StrEnum):
    """How a claim came to be in a version, or is in it no more.

    What a living document leaves out is retracted; what only an earlier version of a snapshot says counts.
    """

    UNCHANGED = "unchanged"
    MOVED = "moved"
    REWORDED = "reworded"
    NEW = "new"
    RETRACTED = "retracted"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """Where a claim stands in a version and in the one before, None where it does not."""

    was_at: int | None
    is_at: int | None
    is_reworded: bool = False


def how_carried(claims: Sequence[Traced], mode: VersioningMode) -> list[How]:
    """How each of these claims was carried.

    Of what is carried, the most that kept its order stands as before, wherever it was pushed to by what came
    above it; the rest moved.
    """
    places = [
        (claim.is_at, claim.was_at, position)
        for position, claim in enumerate(claims)
        if claim.is_at is not None and claim.was_at is not None
    ]
    in_order = _in_order([(was_at, position) for _, was_at, position in sorted(places)])
    gone = How.RETRACTED if mode is VersioningMode.LIVING else How.EARLIER
    found = []
    for position, claim in enumerate(claims):
        if claim.is_at is None:
            found.append(gone)
        elif claim.is_reworded:
            found.append(How.REWORDED)
        elif claim.was_at is None:
            found.append(How.NEW)
        else:
            found.append(How.UNCHANGED if position in in_order else How.MOVED)
    return found


def _in_order(places: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The positions of a longest run of places that never goes back."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for index, (place, _) in enumerate(places):
        length = bisect_right(ends, place)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
    kept = set()
    at = last[-1] if last else None
    while at is not None:
        kept.add(places[at][1])
        at = before[at]
    return frozenset(kept)


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
