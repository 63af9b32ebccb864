"""Whether one name may be that of two: documents that disagree on several things, and agree on none.

One disagreement is what any mistake or change makes. Two at once, between documents that say nothing alike,
is what two of one name make too; so is what changes to and fro, in two things at once, while no document
tells of a change. Which it is, nothing in the documents can tell: it is proposed, and decided by a person.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

FEWEST_DISPUTES = 2
"""Predicates in which the two sides must disagree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One side of a contradiction about an entity, and the documents that say it.

    `in_turn`: it is no contradiction, since the last word counts, but what was said before is said again.
    """

    group_id: UUID
    predicate: str
    label: str
    doc_ids: frozenset[UUID]
    in_turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Documents that may be about one of the two, and what they say against the others."""

    doc_ids: tuple[UUID, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The two parts that an entity may be of, and the predicates in which they disagree.

    `in_turn` are those of them in which they do not contradict each other, but come in turn.
    """

    predicates: tuple[str, ...]
    in_turn: tuple[str, ...] = ()
    parts: tuple[Part, Part]


def parting(said: Sequence[Said], agreed: Iterable[Collection[UUID]]) -> Parting | None:
    """The two parts that disagree on most; None where no two disagree on enough.

    `agreed` are documents that say the same of the entity, or of it and another: they are about one.
    """
    parts = _together([one.doc_ids for one in said], agreed)
    found = [
        (predicates, pair)
        for pair in combinations(parts, 2)
        if len(predicates := _disputed(said, *pair)) >= FEWEST_DISPUTES
    ]
    if not found:
        return None
    predicates, (one, other) = max(found, key=lambda one: len(one[0]))
    contradicted = _disputed([side for side in said if not side.in_turn], one, other)
    in_turn = tuple(predicate for predicate in predicates if predicate not in contradicted)
    parts_told = _part(said, one, other), _part(said, other, one)
    return Parting(predicates=predicates, in_turn=in_turn, parts=parts_told)


def _together(said: Iterable[Collection[UUID]], agreed: Iterable[Collection[UUID]]) -> list[frozenset[UUID]]:
    """The documents of the sides, those together that agree on anything; the larger parts first."""
    sides = [frozenset(doc_ids) for doc_ids in said]
    parts: list[frozenset[UUID]] = []
    known = frozenset().union(*sides)
    for alike in (*sides, *(known & frozenset(doc_ids) for doc_ids in agreed)):
        touched = [part for part in parts if part & alike]
        parts = [part for part in parts if not part & alike] + [alike.union(*touched)]
    return sorted((part for part in parts if part), key=lambda part: (-len(part), min(part)))


def _disputed(said: Sequence[Said], one: frozenset[UUID], other: frozenset[UUID]) -> tuple[str, ...]:
    """The predicates in which two parts stand on different sides."""
    groups = {side.group_id for side in said if side.doc_ids & one}
    both = {side.predicate for side in said if side.group_id in groups and side.doc_ids & other}
    return tuple(sorted(both))


def _part(said: Sequence[Said], mine: frozenset[UUID], other: frozenset[UUID]) -> Part:
    against = {side.group_id for side in said if side.doc_ids & other}
    labels = (side.label for side in said if side.doc_ids & mine and side.group_id in against)
    return Part(doc_ids=tuple(sorted(mine)), labels=tuple(dict.fromkeys(labels)))
