"""Who a name names: an entity that is known, a new one, or nobody until somebody decides.

Only the same name in a scope that the reader can see makes two mentions one entity. A name that several
entities bear stays unresolved: it is never given to one of them silently.

A mention keeps the entity that bears its name, also where that was merged into another: so a split later
gives every mention back to whom it was of.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from remember.domain.claims import MentionKind
from remember.domain.names import folded, without_honorifics

_MOST_WORDS = 3


class Method(StrEnum):
    """How a mention came to its entity; T0 is the evidence contract's word for the exact name.

    `document`: of several that bear the name, the one that this document is known to name by it.
    `full_name`: the one person whom this document names in full by a name that this is a part of.
    """

    EXACT = "T0"
    DOCUMENT = "document"
    NEW = "new"
    FULL_NAME = "full_name"
    AMBIGUOUS = "ambiguous"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name to resolve: as written, and the kind of thing that it seems to name."""

    text: str
    kind: MentionKind

    @property
    def key(self) -> str:
        """What two spellings of one name share."""
        return folded(without_honorifics(self.text))

    @property
    def is_part(self) -> bool:
        """Whether it may be a first name or surname alone."""
        may_be = self.kind in {MentionKind.UNKNOWN, MentionKind.PERSON}
        return may_be and self.key.isalpha() and len(self.key) > 1

    @property
    def parts(self) -> frozenset[str]:
        """The first name and surname of a person who is named in full; nothing of any other name."""
        words = self.key.split()
        is_full = self.kind is MentionKind.PERSON and 1 < len(words) <= _MOST_WORDS
        return frozenset({words[0], words[-1]} if is_full else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """An entity that bears a name, and the one that it answers as today."""

    entity_id: UUID
    survivor_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Where a name leads; `bearer` is None where several entities bear it."""

    bearer: Bearer | None
    method: Method
    reason: str

    @property
    def entity_id(self) -> UUID | None:
        """The entity that a mention of the name keeps."""
        return self.bearer.entity_id if self.bearer else None


@dataclass(frozen=True, slots=True, kw_only=True)
class InFull:
    """A person whose name has a word in it: by which name, and whether the same document says it."""

    name: str
    bearer: Bearer
    here: bool


def resolve_part(own: Resolution, people: Collection[InFull]) -> Resolution:
    """Where a first name or surname alone leads, given who is named in full by it and where it led so far.

    It is the person whom its document names in full, unless anybody else known bears the part.
    """
    here = {one.bearer.survivor_id for one in people if one.here}
    meant = {one.bearer.survivor_id for one in people}
    if not here or own.method not in {Method.NEW, Method.EXACT}:
        return own
    if own.method is Method.EXACT and own.bearer is not None:
        meant |= {own.bearer.survivor_id}
    if len(meant) > 1:
        return Resolution(
            bearer=None, method=Method.AMBIGUOUS, reason=f"it may be short for any of {len(meant)} people"
        )
    if own.method is Method.EXACT:
        return own
    one = min((one for one in people if one.here), key=lambda one: one.name)
    bearer = _nearest(frozenset(other.bearer for other in people))
    reason = f"short for {one.name}, whom this document names"
    return Resolution(bearer=bearer, method=Method.FULL_NAME, reason=reason)


def resolve_names(
    names: Iterable[Name],
    known: Mapping[str, frozenset[Bearer]],
    in_document: Mapping[str, frozenset[Bearer]],
    *,
    new_id: Callable[[], UUID],
) -> dict[str, Resolution]:
    """For each name's key, its entity.

    `known` gives the entities that bear a key already, `in_document` those that the same document named
    by it before.
    """
    found: dict[str, Resolution] = {}
    for name in names:
        if name.key not in found:
            before = in_document.get(name.key, frozenset())
            found[name.key] = _resolution(known.get(name.key, frozenset()), before, new_id)
    return found


def ambiguous(known: Mapping[str, frozenset[Bearer]]) -> list[str]:
    """The keys that several entities bear."""
    return [key for key, bearers in known.items() if len({bearer.survivor_id for bearer in bearers}) > 1]


def _resolution(
    bearers: frozenset[Bearer], in_document: frozenset[Bearer], new_id: Callable[[], UUID]
) -> Resolution:
    if not bearers:
        entity_id = new_id()
        new = Bearer(entity_id=entity_id, survivor_id=entity_id)
        return Resolution(bearer=new, method=Method.NEW, reason="nothing known bears this name")
    meant = {bearer.survivor_id for bearer in bearers}
    if len(meant) == 1:
        return Resolution(bearer=_nearest(bearers), method=Method.EXACT, reason="same name in this scope")
    here = {bearer.survivor_id for bearer in in_document}
    if len(here) == 1 and here <= meant:
        return Resolution(
            bearer=_nearest(in_document), method=Method.DOCUMENT, reason="same name in this document"
        )
    return Resolution(bearer=None, method=Method.AMBIGUOUS, reason=f"{len(meant)} entities bear this name")


def _nearest(bearers: frozenset[Bearer]) -> Bearer:
    """Of several that answer as one: that one itself where it bears the name, else the eldest."""
    return min(bearers, key=lambda bearer: (bearer.entity_id != bearer.survivor_id, bearer.entity_id))
