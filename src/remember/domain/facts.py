"""Belief: what is held true, and how a new reading of the testimony changes it.

A *slot* is the place where rivals meet: one proposition and its denial, or, for a predicate that can
have one value at a time (an owner, a status, a due date), every value of one subject. `folding.fold`
says what the testimony of a slot amounts to; `settle` compares that with what is believed and says what
to add, revise, close and link. Nothing here knows a database, a model or a clock.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.rivals import Proposition
from remember.domain.time import UNDATED, Period
from remember.domain.trust import Trust


class Stance(StrEnum):
    """What a claim says of a fact."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"


class Support(StrEnum):
    """Whether something still says a fact, or its last support was lost to a processing change."""

    CURRENT = "current"
    WITHDRAWN = "withdrawn"


class Outcome(StrEnum):
    """What an adjudication did to a fact: in the words of the evidence contract, and four of our own."""

    ADD = "add"
    NOOP = "noop"
    UPDATE = "update"
    CONTRADICT = "contradict"
    RETRACTED = "retracted_source_removal"
    INVALIDATED = "invalidated"
    # It became one with another fact, or came to be a fact of its own again.
    MERGED = "merged"
    SPLIT = "split"
    # A person said that it is not so.
    DENIED = "retracted"
    # It had been retracted, and what spoke for it counts again.
    RESTORED = "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Testimony:
    """One assertion of one current claim, as it meets the others of its slot.

    `value` is the key of what is said of the subject, without its polarity;
    `fact_key` is the identity of the proposition (of the single occurrence, for a dated event).
    `said_at` is when the source said it, None where that is not known.
    An end has a date: what is over since nobody knows when is a denial.
    """

    claim_id: UUID
    ordinal: int
    doc_id: UUID
    fact_key: UUID
    value: str
    positive: bool
    effect: Effect
    period: Period
    said_at: datetime | None
    char_start: int
    trust: Trust = Trust.ASSERTED

    @property
    def stated(self) -> Proposition:
        """What is said of the subject, and whether it is affirmed."""
        return self.value, self.positive

    @property
    def is_event(self) -> bool:
        """Whether it is a dated occurrence, which is told apart from others by its period."""
        return self.effect is Effect.HAPPENS and self.period.valid_until is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRange:
    """The half-open stretch of said-on time in which a fact is the one to report; None is unbounded."""

    since: datetime | None = None
    until: datetime | None = None


ALWAYS = SaidRange()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedFact:
    """What the testimony of a slot amounts to for one proposition in one window.

    `rivals` holds the positions, in the folded list, of the facts that contradict this one.
    `first` is the testimony that names it: the earliest said.
    """

    fact_key: UUID
    window: Period
    said: SaidRange
    first: Testimony
    supports: frozenset[UUID]
    contradicts: frozenset[UUID] = frozenset()
    rivals: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """A fact as it is held now: its newest revision and its open evidence links.

    `rekeyed`: a merge or split just gave it this key. `closed_at`: it is not held any more since then, but
    can come back, with the outcome `returns_as`: where it became one with another fact, when the two are
    told apart again; where it was retracted, when what spoke for it counts again.
    """

    fact_id: UUID
    fact_key: UUID
    window: Period
    said: SaidRange
    group: UUID | None
    support: Support
    links: Mapping[UUID, Stance]
    rekeyed: bool = False
    closed_at: datetime | None = None
    returns_as: Outcome = Outcome.SPLIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A new fact. `split_from` is the fact out of whose window it was cut."""

    fact_id: UUID
    fact: FoldedFact
    group: UUID | None
    split_from: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """A new revision of a believed fact."""

    fact_id: UUID
    window: Period
    said: SaidRange
    group: UUID | None
    support: Support
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A fact that is no longer believed; `into` is the one that it became one with."""

    fact_id: UUID
    outcome: Outcome
    into: UUID | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A claim bears on a fact."""

    fact_id: UUID
    claim_id: UUID
    stance: Stance


@dataclass(slots=True, kw_only=True)
class Changes:
    """What to save, together and in one transaction. `reopened` facts are among the revised ones."""

    added: list[Added] = field(default_factory=list)
    revised: list[Revised] = field(default_factory=list)
    reopened: list[UUID] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)
    linked: list[Link] = field(default_factory=list)
    unlinked: list[Link] = field(default_factory=list)


# --- settling -------------------------------------------------------------------------------------


def settle(
    folded: Sequence[FoldedFact],
    believed: Collection[Believed],
    *,
    new_id: Callable[[], UUID],
    lost_support: Outcome = Outcome.RETRACTED,
    groups_before: Mapping[UUID, UUID | None] | None = None,
    retracted: Mapping[UUID, Collection[UUID]] | None = None,
) -> Changes:
    """What has to change so that the memory believes `folded` and nothing else of this slot.

    A fact that nothing says any more is closed with `lost_support`: as retracted, or as denied. With
    INVALIDATED (a processing change, not a source that took its word back) it stays, its support withdrawn;
    with MERGED (who is who was decided anew) it becomes one with the fact that its claims now speak for.
    `groups_before`: contradiction groups to give back, by fact, in place of those that the facts are in.
    `retracted`: facts that a person retracted, each with claims that say it all the same: these are linked
    to it, and it stays closed.
    """
    retracted = retracted or {}
    known = _match(folded, [held for held in believed if held.fact_id not in retracted])
    groups = _groups(folded, known, groups_before, new_id)
    changes = Changes()
    settled: dict[UUID, FoldedFact] = {}
    for position, fact in enumerate(folded):
        held, group = known.get(position), groups.get(position)
        fact_id = held.fact_id if held else new_id()
        if held:
            outcome = Outcome.CONTRADICT if group and group != held.group else Outcome.UPDATE
            now = fact.window, fact.said, group, Support.CURRENT
            _revise(changes, held, now, held.returns_as if held.closed_at else outcome)
            changes.reopened += [fact_id] if held.closed_at else []
        else:
            split_from = _cut_from(fact, believed)
            changes.added.append(Added(fact_id=fact_id, fact=fact, group=group, split_from=split_from))
        wanted = dict.fromkeys(fact.contradicts, Stance.CONTRADICTS)
        wanted |= dict.fromkeys(fact.supports, Stance.SUPPORTS)
        _link(changes, fact_id, held.links if held else {}, wanted)
        settled[fact_id] = fact
    for held in believed:
        if held.fact_id not in settled and held.closed_at is None:
            _lose(changes, held, Outcome.DENIED if held.fact_id in retracted else lost_support, settled)
    for fact_id, claims in retracted.items():
        changes.linked += [Link(fact_id, claim_id, Stance.SUPPORTS) for claim_id in sorted(claims)]
    return changes


_Holding = tuple[Period, SaidRange, UUID | None, Support]


def _revise(changes: Changes, held: Believed, now: _Holding, outcome: Outcome) -> None:
    """Hold a fact as is said now, where that differs from how it was held."""
    before = held.window, held.said, held.group, held.support
    if held.closed_at or held.rekeyed or now != before:
        window, said, group, support = now
        changes.revised.append(
            Revised(
                fact_id=held.fact_id, window=window, said=said, group=group, support=support, outcome=outcome
            )
        )


def _link(
    changes: Changes, fact_id: UUID, links: Mapping[UUID, Stance], wanted: Mapping[UUID, Stance]
) -> None:
    changes.unlinked += [Link(fact_id, *link) for link in _beyond(links, wanted)]
    changes.linked += [Link(fact_id, *link) for link in _beyond(wanted, links)]


def _beyond(links: Mapping[UUID, Stance], others: Mapping[UUID, Stance]) -> list[tuple[UUID, Stance]]:
    return sorted((claim, stance) for claim, stance in links.items() if others.get(claim) is not stance)


def _lose(changes: Changes, held: Believed, outcome: Outcome, settled: Mapping[UUID, FoldedFact]) -> None:
    """Nothing speaks for a fact any more."""
    heir = _heir(held, settled) if outcome is Outcome.MERGED else None
    if heir is not None or outcome in (Outcome.RETRACTED, Outcome.DENIED):
        changes.closed.append(Closed(fact_id=held.fact_id, outcome=outcome, into=heir))
        _link(changes, held.fact_id, held.links, {} if heir else held.links)
    else:
        _revise(changes, held, (held.window, held.said, None, Support.WITHDRAWN), Outcome.INVALIDATED)


def _heir(lost: Believed, settled: Mapping[UUID, FoldedFact]) -> UUID | None:
    """The settled fact that most of what spoke for `lost` speaks for now."""
    mine = {claim_id for claim_id, stance in lost.links.items() if stance is Stance.SUPPORTS}
    shared = {fact_id: len(mine & fact.supports) for fact_id, fact in settled.items()}
    best = max(shared.items(), key=lambda one: (one[1], str(one[0])), default=None)
    return best[0] if best and best[1] else None


def _match(folded: Sequence[FoldedFact], believed: Collection[Believed]) -> dict[int, Believed]:
    """Which believed fact each folded one continues: the same key, and the nearest window.

    Of two as near, one that had this key before; of those that would come back, the last to go.
    """
    matched = _match_unmoved(folded, believed)
    taken = {held.fact_id for held in matched.values()}
    left: dict[UUID, list[int]] = {}
    for position, fact in enumerate(folded):
        if position not in matched:
            left.setdefault(fact.fact_key, []).append(position)

    def nearness(pair: tuple[int, Believed]) -> tuple[object, ...]:
        position, held = pair
        distance = _distance(folded[position].window, held.window)
        return held.closed_at is not None, distance, position, _precedence(held)

    waiting = (held for held in believed if held.fact_id not in taken)
    pairs = [(position, held) for held in waiting for position in left.get(held.fact_key, ())]
    for position, held in sorted(pairs, key=nearness):
        if position not in matched and held.fact_id not in taken:
            matched[position] = held
            taken.add(held.fact_id)
    return matched


def _match_unmoved(folded: Sequence[FoldedFact], believed: Iterable[Believed]) -> dict[int, Believed]:
    """The facts whose window stays as it is: nearly all, so that they are not compared with each other."""
    waiting: dict[tuple[UUID, Period], list[Believed]] = {}
    for held in sorted(believed, key=_precedence, reverse=True):
        if held.closed_at is None:
            waiting.setdefault((held.fact_key, held.window), []).append(held)
    places = ((position, (fact.fact_key, fact.window)) for position, fact in enumerate(folded))
    return {position: waiting[place].pop() for position, place in places if waiting.get(place)}


def _precedence(held: Believed) -> tuple[bool, float, str]:
    gone = held.closed_at.timestamp() if held.closed_at else 0.0
    return held.rekeyed, -gone, str(held.fact_id)


def _distance(one: Period, other: Period) -> int:
    if one == other:
        return 0
    if UNDATED in (one, other):
        return 3
    if one.valid_from == other.valid_from:
        return 1
    return 2 if one.overlaps(other) else 4


def _cut_from(fact: FoldedFact, believed: Iterable[Believed]) -> UUID | None:
    """The believed fact of the same proposition in whose window the new one lies, if there is one."""
    for held in believed:
        same = held.fact_key == fact.fact_key and held.closed_at is None
        if same and UNDATED not in (held.window, fact.window) and held.window.overlaps(fact.window):
            return held.fact_id
    return None


def _groups(
    folded: Sequence[FoldedFact],
    known: Mapping[int, Believed],
    before: Mapping[UUID, UUID | None] | None,
    new_id: Callable[[], UUID],
) -> dict[int, UUID]:
    """A contradiction group for every set of facts that contradict each other; a known one is kept."""
    if before is None:
        before = {held.fact_id: held.group for held in known.values()}
    groups: dict[int, UUID] = {}
    for position, fact in enumerate(folded):
        if not fact.rivals or position in groups:
            continue
        members = _connected(folded, position)
        kept = sorted(
            group for member in members if member in known and (group := before.get(known[member].fact_id))
        )
        free = [group for group in kept if group not in groups.values()]
        groups |= dict.fromkeys(members, free[0] if free else new_id())
    return groups


def _connected(folded: Sequence[FoldedFact], position: int) -> set[int]:
    found, waiting = {position}, [position]
    while waiting:
        for other in folded[waiting.pop()].rivals - found:
            found.add(other)
            waiting.append(other)
    return found
