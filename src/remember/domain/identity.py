"""Who is who, as people decide it: merges can be taken back, in any order, since each is kept by itself."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from remember.domain.keys import Ends


class DecisionKind(StrEnum):
    """What was decided about who is who."""

    MERGE = "merge"
    SPLIT = "split"
    ADD_ALIAS = "add_alias"
    REMOVE_ALIAS = "remove_alias"
    EXCLUDE = "exclude"
    ALLOW = "allow"
    EXCLUDE_SPLIT = "exclude_split"
    ALLOW_SPLIT = "allow_split"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityEvent:
    """One decision: about whom, by whom, when and why, and the decision that took it back.

    `entity_id` is the survivor; of a split, whom `other_id` was taken from.
    """

    event_id: UUID
    scope_id: UUID
    kind: str
    entity_id: UUID
    other_id: UUID | None
    name: str | None
    reason: str
    decided_by_kind: str
    decided_by_ref: str
    decided_at: datetime
    reversed_by: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """One decision that two entities, each its own survivor then, are one."""

    event_id: UUID
    survivor_id: UUID
    absorbed_id: UUID
    decided_at: datetime


def survivors(members: Iterable[UUID], merges: Sequence[Merge]) -> dict[UUID, UUID]:
    """Whom each of these entities answers as after these merges, which are given in their order."""
    found = {member: member for member in members}
    for merge in merges:
        into, gone = found[merge.survivor_id], found[merge.absorbed_id]
        found = {member: into if survivor == gone else survivor for member, survivor in found.items()}
    return found


def joined_by(member: UUID, members: Iterable[UUID], merges: Sequence[Merge]) -> tuple[UUID, ...]:
    """The merges, given in their order, by which an entity came to answer as its survivor of today."""
    found = {one: one for one in members}
    joined = []
    for merge in merges:
        into, gone = found[merge.survivor_id], found[merge.absorbed_id]
        if found[member] == gone != into:
            joined.append(merge.event_id)
        found = {one: into if survivor == gone else survivor for one, survivor in found.items()}
    return tuple(joined)


def ends_today(own: Ends, said: Sequence[Ends]) -> Ends:
    """Whom a fact is about, once it was decided anew who is who.

    `said` are the ends of what speaks for it. It stays with its own while anything says them; else it
    goes with most of its testimony.
    """
    mine = next((ends for ends in said if _who(ends) == _who(own)), None)
    if mine is not None or not said:
        return mine or own
    counted = Counter(_who(ends) for ends in said)
    most = max(counted, key=lambda who: (counted[who], str(who)))
    return next(ends for ends in said if _who(ends) == most)


def _who(ends: Ends) -> tuple[UUID | None, UUID | None]:
    return ends.subject_id, ends.object_id


def can_survive(survivor_scopes: Collection[UUID], absorbed_scopes: Collection[UUID], wide: UUID) -> bool:
    """Whether everybody who can see the absorbed one may see the survivor.

    A narrow scope may resolve to a wider entity, never the reverse.
    """
    return wide in survivor_scopes or set(absorbed_scopes) <= set(survivor_scopes)
