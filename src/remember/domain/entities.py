"""Who a name names: an entity that is known, a new one, or nobody until somebody decides.

Only the same name in a scope that the reader can see makes two mentions one entity. A name that several
entities bear stays unresolved: it is never given to one of them silently.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from remember.domain.claims import MentionKind
from remember.domain.names import folded, without_honorifics


class Method(StrEnum):
    """How a mention came to its entity; T0 is the evidence contract's word for the exact name."""

    EXACT = "T0"
    NEW = "new"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name to resolve: as written, and the kind of thing that it seems to name."""

    text: str
    kind: MentionKind

    @property
    def key(self) -> str:
        """What two spellings of one name share."""
        return folded(without_honorifics(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Where a name leads; `entity_id` is None where several entities bear it."""

    entity_id: UUID | None
    method: Method
    reason: str


def resolve_names(
    names: Iterable[Name], known: Mapping[str, frozenset[UUID]], *, new_id: Callable[[], UUID]
) -> dict[str, Resolution]:
    """For each name's key, its entity; `known` gives the entities that bear a key already."""
    found: dict[str, Resolution] = {}
    for name in names:
        if name.key not in found:
            found[name.key] = _resolution(known.get(name.key, frozenset()), new_id)
    return found


def _resolution(bearers: frozenset[UUID], new_id: Callable[[], UUID]) -> Resolution:
    if not bearers:
        return Resolution(entity_id=new_id(), method=Method.NEW, reason="nothing known bears this name")
    if len(bearers) == 1:
        return Resolution(entity_id=min(bearers), method=Method.EXACT, reason="same name in this scope")
    return Resolution(
        entity_id=None, method=Method.AMBIGUOUS, reason=f"{len(bearers)} entities bear this name"
    )
