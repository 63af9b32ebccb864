"""Moves: which relation changed, where words leave that open and what else is said of the subject tells it.

"Tarek moved from Delta Yard to Polar Works" may be a matter of where he lives or of whom he works for. Its
claim asserts both, each only supposed. It counts for the one relation in which he stands to either end by
other testimony; where that tells nothing, or two relations alike, it counts for none and stays an event.
`counted` is a function of the set of testimony, so that no order of arrival can matter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from remember.domain.claims import Effect, Supposed
from remember.domain.trust import Trust
from remember.domain.vocabulary import is_exclusive

Subject = tuple[UUID, str]
"""The scope and the key of whom or what is spoken of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """One assertion as it bears on moves; `value` is the key of the end that it is about."""

    claim_id: UUID
    ordinal: int
    subject: Subject
    predicate: str
    value: str
    positive: bool
    effect: Effect
    supposed: Supposed | None
    trust: Trust

    @property
    def is_end(self) -> bool:
        """Whether a move says by it what was left: as an end, or undated as a denial."""
        return self.effect is Effect.ENDS or not self.positive


@dataclass(slots=True)
class _Move:
    """What one claim says of one subject. `ends`: what was reached and left, each where it is named."""

    subject: Subject
    trust: Trust
    supposed: dict[str, Supposed] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)


_Told = dict[tuple[Subject, str, str], int]
"""In which relations a subject stands to which ends, with the rank of the best trust that says so."""


def counted(testimony: Iterable[Bearing]) -> frozenset[tuple[UUID, int]]:
    """The claim and ordinal of each supposed assertion that counts.

    `testimony` must hold all that is said of a move's subject in every slot for which the move is supposed.
    A move that is told tells of the next one; those that nothing tells of count as they do unless told.
    """
    given = list(testimony)
    moves = _moves(given)
    told = _told(one for one in given if one.supposed is None)
    concerned = _follow(moves, told)
    unless = {
        place: name
        for place, move in moves.items()
        if place not in concerned and (name := _unless_told(move, told))
    }
    _tell(told, ((moves[place], name) for place, name in unless.items()))
    concerned |= unless | _follow({p: m for p, m in moves.items() if p not in {*concerned, *unless}}, told)
    return frozenset(
        (one.claim_id, one.ordinal)
        for one in given
        if one.supposed is not None
        and concerned.get((one.claim_id, one.subject)) == one.predicate
        and not _is_said_by_the_other(one, moves[one.claim_id, one.subject])
    )


_Place = tuple[UUID, Subject]


def _moves(given: Sequence[Bearing]) -> dict[_Place, _Move]:
    moves: dict[_Place, _Move] = {}
    for one in given:
        if one.supposed is not None:
            move = moves.setdefault((one.claim_id, one.subject), _Move(one.subject, one.trust))
            move.supposed[one.predicate] = one.supposed
            (move.left if one.is_end else move.reached).add(one.value)
    return moves


def _told(plain: Iterable[Bearing]) -> _Told:
    told: _Told = {}
    for one in plain:
        if one.positive and one.effect is not Effect.HAPPENS:
            _keep(told, (one.subject, one.predicate, one.value), one.trust.rank)
    return told


def _keep(told: _Told, place: tuple[Subject, str, str], rank: int) -> None:
    told[place] = min(rank, told.get(place, rank))


def _follow(moves: Mapping[_Place, _Move], told: _Told) -> dict[_Place, str]:
    """The relation of each move that is told of, by rounds: the moves of one round do not tell each other."""
    concerned: dict[_Place, str] = {}
    while found := {
        place: name
        for place, move in moves.items()
        if place not in concerned and len(names := _possible(move, told)) == 1
        for name in names
    }:
        concerned |= found
        _tell(told, ((moves[place], name) for place, name in found.items()))
    return concerned


def _tell(told: _Told, found: Iterable[tuple[_Move, str]]) -> None:
    for move, name in found:
        for value in move.left | move.reached:
            _keep(told, (move.subject, name, value), move.trust.rank)


def _possible(move: _Move, told: _Told) -> set[str]:
    """The relations that may be meant, if any is told of: what was left tells before what was reached."""
    possible: set[str] = set()
    for values in (move.left, move.reached):
        ranks = dict(_ranks(move, possible or set(move.supposed), values, told))
        if ranks:
            best = min(ranks.values())
            possible = {name for name, rank in ranks.items() if rank == best}
    return possible


def _ranks(
    move: _Move, names: Iterable[str], values: Iterable[str], told: _Told
) -> Iterator[tuple[str, int]]:
    for name in names:
        ranks = [told[place] for value in values if (place := (move.subject, name, value)) in told]
        if ranks:
            yield name, min(ranks)


def _unless_told(move: _Move, told: _Told) -> str | None:
    """The relation that a move concerns unless another is told of."""
    open_to = _possible(move, told) or set(move.supposed)
    names = (name for name in sorted(open_to) if move.supposed[name] is Supposed.UNLESS_TOLD)
    return next(names, None)


def _is_said_by_the_other(one: Bearing, move: _Move) -> bool:
    """Whether what was reached says as much: an undated end of what a subject has one of at a time."""
    return not one.positive and bool(move.reached) and is_exclusive(one.predicate)
