"""Fold the testimony of one slot into facts.

`fold` is a function of the set of testimony: the order of arrival cannot matter. Its rules, in the
words of the world and never of the clock:

- the same state in two separate periods is two facts; a state that returns gets a third period;
- a dated change ends its predecessor where the successor begins in the world;
- a stated, bounded period is never cut: a rival that begins inside it contradicts it;
- an undated state stays undated; where undated rivals compete, the latest said is current;
- who tells an end knows what was said before: what is undated, and said before the end is told, is over;
- distinct dated events stay distinct;
- testimony of less trust ends and dates nothing that is said with more: it supports, or contradicts.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from enum import StrEnum
from itertools import groupby
from typing import TypeVar
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.facts import ALWAYS, FoldedFact, SaidRange, Testimony
from remember.domain.rivals import Proposition, Rivals, are_rivals
from remember.domain.time import UNDATED, Period, Precision

# Stands where no time is known, so that such values sort together.
_NEVER = datetime.min.replace(tzinfo=UTC)


def fold(testimony: Iterable[Testimony], *, exclusive: bool) -> list[FoldedFact]:
    """The facts that a slot's testimony amounts to, in a stable order.

    `exclusive` says that the slot's predicate has one value at a time; otherwise only a proposition and
    its denial are rivals.
    """
    drafts: list[_Draft] = []
    for _, trusted in groupby(sorted(testimony, key=_order), key=lambda item: item.trust):
        ordered = list(trusted)
        drafts += _events([item for item in ordered if item.is_event], drafts)
        drafts += _states([item for item in ordered if not item.is_event], drafts, exclusive)
    for draft in drafts:
        draft.items.sort(key=_order)
    drafts.sort(key=lambda draft: (_sortable(draft.window.valid_from), _order(draft.items[0])))
    conflicts = _conflicts(drafts, exclusive)
    return [_folded(position, drafts, conflicts) for position in range(len(drafts))]


# --- working values -------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A fact in the making, with what speaks for it.

    `against` says that it ended earlier, and is not trusted enough to be followed. `bounded`: both ends of
    the window are stated. `begun`: that it began then is what is said, not only that it held; `corrected`
    are beginnings that a later word dates otherwise. `ended_by` is what says when it ended.
    """

    items: list[Testimony]
    against: list[Testimony] = field(default_factory=list)
    window: Period = UNDATED
    said: SaidRange = ALWAYS
    bounded: bool = False
    begun: bool = False
    corrected: Sequence[Testimony] = ()
    ended_by: Testimony | None = None

    @property
    def stated(self) -> Proposition:
        return self.items[0].stated

    @property
    def is_event(self) -> bool:
        return self.items[0].is_event

    @property
    def is_dated(self) -> bool:
        return self.window != UNDATED

    @property
    def is_open(self) -> bool:
        return self.window.precision is Precision.OPEN

    @property
    def goes_on(self) -> bool:
        return self.window.valid_until is None and self.said.until is None

    def is_reported_at(self, moment: datetime) -> bool:
        return self.window.contains(moment) and (self.said.until is None or moment < self.said.until)

    def is_told_over_after(self, moment: datetime) -> bool:
        begun = self.window.valid_from is None or self.window.valid_from <= moment
        return begun and self.ended_by is not None and moment < (self.ended_by.said_at or _NEVER)


_Bound = tuple[datetime, Testimony]
"""Where a window begins or ends, and who says so."""

# From coarse to fine: a window is only as precise as its coarsest bound.
_GRAINS = (Precision.YEAR, Precision.QUARTER, Precision.MONTH, Precision.DAY, Precision.INSTANT)
_FINENESS = {grain: place for place, grain in enumerate(_GRAINS)}


def _window(start: _Bound | None, end: _Bound | None) -> Period:
    first, until = start and start[0], end and end[0]
    if until is None:
        return Period(valid_from=first, precision=Precision.OPEN)
    grains = [_grain(*bound) for bound in (start, end) if bound]
    return Period(valid_from=first, valid_until=until, precision=min(grains, key=_FINENESS.__getitem__))


def _grain(moment: datetime, item: Testimony) -> Precision:
    if item.period.precision in _FINENESS:
        return item.period.precision
    return Precision.DAY if moment.time() == time.min else Precision.INSTANT


def _sortable(moment: datetime | None) -> tuple[bool, datetime]:
    return (moment is not None, moment or _NEVER)


def _order(item: Testimony) -> tuple[object, ...]:
    said = _sortable(item.said_at)
    # Unknown said-on sorts last: a dated report is the better name for a fact.
    place = str(item.doc_id), item.char_start, str(item.claim_id), item.ordinal
    return (item.trust.rank, not said[0], said[1], *place)


_Said = TypeVar("_Said", Testimony, _Draft)


def _by_proposition(items: Iterable[_Said]) -> dict[Proposition, list[_Said]]:
    groups: dict[Proposition, list[_Said]] = {}
    for item in items:
        groups.setdefault(item.stated, []).append(item)
    return groups


# --- events ---------------------------------------------------------------------------------------


def _events(items: Iterable[Testimony], known: Iterable[_Draft]) -> list[_Draft]:
    """The dated events of some testimony; `known` are facts of more trust, which it may support."""
    above = {draft.items[0].fact_key: draft for draft in known if draft.is_event}
    drafts: dict[UUID, _Draft] = {}
    for item in items:
        event = above.get(item.fact_key) or _Draft(items=[], window=item.period, bounded=True)
        drafts.setdefault(item.fact_key, event).items.append(item)
    return [draft for key, draft in drafts.items() if key not in above]


# --- states ---------------------------------------------------------------------------------------


def _states(items: Sequence[Testimony], known: Iterable[_Draft], exclusive: bool) -> list[_Draft]:
    """The states of some testimony; `known` are facts of more trust, which it supports or stands beside."""
    above = [draft for draft in known if not draft.is_event]
    everything = [item for draft in above for item in draft.items] + list(items)
    dated = [item for item in items if item.period != UNDATED]
    drafts = _dated(dated, everything, exclusive)
    if corrected := {item for draft in above + drafts for item in draft.corrected}:
        drafts = _dated(dated, [item for item in everything if item not in corrected], exclusive)
    drafts = [draft for draft in drafts if not _is_absorbed(draft, above)]
    undated = [item for item in items if item.period == UNDATED]
    said_above = [draft for draft in above if not draft.is_dated]
    homes = [draft for draft in above if draft.is_dated] + drafts + said_above
    disputed = Rivals(((0, item.stated, None) for item in everything), exclusive=exclusive)
    runs = _undated(_attach(undated, homes, disputed), drafts + (above if exclusive else [*known]), exclusive)
    _order_by_said(said_above + runs, drafts, exclusive)
    return drafts + runs


def _is_absorbed(draft: _Draft, above: Iterable[_Draft]) -> bool:
    """Whether a trusted fact of the same proposition takes this one up, without a change to its window."""
    for fact in above:
        meets = fact.window.overlaps(draft.window) if fact.is_dated else fact.goes_on and draft.goes_on
        if fact.stated == draft.stated and meets:
            for item in draft.items:
                (fact.against if _ends_within(item, fact.window) else fact.items).append(item)
            return True
    return False


def _ends_within(item: Testimony, window: Period) -> bool:
    moment, kind, _ = _place(item)
    return kind is _Point.CLOSING and window.contains(moment) and moment != window.valid_from


# --- dated states ---------------------------------------------------------------------------------


class _Point(StrEnum):
    """What happens at one instant, in the order in which it is read there."""

    CLOSING = "1 closing"
    RIVAL = "2 rival"
    OPENING = "3 opening"


_Place = tuple[datetime, _Point, tuple[object, ...]]
_RivalPoints = Rivals[_Place, Testimony]


def _place(item: Testimony) -> _Place:
    closes = item.effect is Effect.ENDS or item.period.valid_from is None
    moment = item.period.valid_from or item.period.valid_until or _NEVER
    return moment, _Point.CLOSING if closes else _Point.OPENING, _order(item)


def _rival_points(items: Iterable[Testimony]) -> Iterator[tuple[_Place, Proposition, Testimony]]:
    for item in items:
        moment, kind, order = _place(item)
        if kind is _Point.OPENING:
            yield (moment, _Point.RIVAL, order), item.stated, item


def _dated(items: Iterable[Testimony], rivalling: Iterable[Testimony], exclusive: bool) -> list[_Draft]:
    """The dated states of some testimony, each ended by a rival where one of `rivalling` begins."""
    rivals = Rivals(_rival_points(rivalling), exclusive=exclusive)
    return [draft for own in _by_proposition(items).values() for draft in _windows(own, rivals)]


def _windows(own: Sequence[Testimony], rivals: _RivalPoints) -> list[_Draft]:
    """The separate windows of one proposition, none overlapping another."""
    drafts = _runs([item for item in own if not _is_bounded(item)], rivals)
    drafts += [_Draft(items=[item], window=item.period, bounded=True) for item in own if _is_bounded(item)]
    merged: list[_Draft] = []
    for draft in sorted(drafts, key=lambda draft: (_sortable(draft.window.valid_from), draft.bounded)):
        if merged and merged[-1].window.overlaps(draft.window):
            merged[-1] = _merge(merged[-1], draft)
        else:
            merged.append(draft)
    return merged


def _is_bounded(item: Testimony) -> bool:
    """Whether it states both ends of a period; a beginning or an end that is dated to a day does not."""
    bounds = item.period.valid_from, item.period.valid_until
    return item.effect in (Effect.HOLDS, Effect.HAPPENS) and None not in bounds


def _merge(one: _Draft, other: _Draft) -> _Draft:
    """A bounded period that meets a run supports it: the run's own words about its ends win."""
    items = one.items + other.items
    if one.bounded and other.bounded:
        until = max(one.window.valid_until, other.window.valid_until, key=_sortable)
        grain = min(one.window.precision, other.window.precision, key=_FINENESS.__getitem__)
        return replace(one, items=items, window=replace(one.window, valid_until=until, precision=grain))
    run, period = (other, one) if one.bounded else (one, other)
    started, stated = run.window.valid_from, period.window.valid_from
    reaches_back = started is not None and stated is not None and stated < started and not run.begun
    window = replace(run.window, valid_from=stated) if reaches_back else run.window
    return replace(run, items=items, window=window)


def _runs(own: Sequence[Testimony], rivals: _RivalPoints) -> list[_Draft]:
    """Uninterrupted stretches: opened by the first opening, ended by a closing or by a rival's start.

    Points are taken as they lie in time. A rival's means something only while a run is open.
    """
    waiting = deque(sorted(((_place(item), item) for item in own), key=lambda point: point[0]))
    runs: list[_Run] = []
    last: _Place | None = None
    while True:
        is_open = bool(runs) and not runs[-1].is_ended
        rival = rivals.after(last, own[0].stated) if is_open else None
        if rival is not None and (not waiting or rival[0] < waiting[0][0]):
            last, item = rival
        elif waiting:
            last, item = waiting.popleft()
        else:
            return [run.draft() for run in runs]
        _advance(runs, last[0], last[1], item)


def _advance(runs: list["_Run"], moment: datetime, kind: _Point, item: Testimony) -> None:
    """Read one point; of the runs only the last can change."""
    if runs and runs[-1].is_planned_after(moment, kind):
        planned = runs.pop()
        if kind is _Point.RIVAL and _is_bounded(item):
            runs.append(planned.resumed_after(item))
            return
    if kind is _Point.RIVAL:
        if runs and not runs[-1].is_ended:
            runs[-1].cut = moment, item
            if _is_bounded(item):
                runs.append(runs[-1].resumed_after(item))
    elif kind is _Point.CLOSING:
        runs += [] if runs else [_Run()]
        runs[-1].closings.append(item)
    else:
        runs += [] if runs and not runs[-1].is_ended else [_Run()]
        runs[-1].openings.append(item)


@dataclass(slots=True)
class _Run:
    """What opened a stretch and what closed it, each in the order of the world."""

    openings: list[Testimony] = field(default_factory=list)
    closings: list[Testimony] = field(default_factory=list)
    cut: _Bound | None = None
    # Where it goes on after a rival's bounded period inside it.
    resumed: _Bound | None = None

    @property
    def is_ended(self) -> bool:
        return bool(self.closings) or self.cut is not None

    def is_planned_after(self, moment: datetime, kind: _Point) -> bool:
        """Whether it was to go on only after this point: then it does not go on as planned."""
        return self.resumed is not None and (moment, kind) < (self.resumed[0], _Point.OPENING)

    def resumed_after(self, rival: Testimony) -> "_Run":
        """The same state after the rival's period, or where it was to go on already, if that is later."""
        bounds = [(rival.period.valid_until or _NEVER, rival), *filter(None, [self.resumed])]
        return _Run(openings=list(self.openings), resumed=max(bounds, key=lambda bound: bound[0]))

    def draft(self) -> _Draft:
        begins = [item for item in self.openings if item.effect is Effect.BEGINS]
        holds = [item for item in self.openings if item.effect is not Effect.BEGINS]
        begun = _latest_said(begins)
        start = _earliest(map(_bound, begun + holds))
        end = _earliest(filter(None, [*map(_bound, _latest_said(self.closings)), self.cut]))
        draft = _Draft(items=self.openings + self.closings, window=_window(self.resumed or start, end))
        corrected = [item for item in begins if item not in begun]
        return replace(draft, begun=bool(begun), corrected=corrected, ended_by=end and end[1])


def _bound(item: Testimony) -> _Bound:
    return _place(item)[0], item


def _earliest(bounds: Iterable[_Bound]) -> _Bound | None:
    return min(bounds, key=lambda bound: bound[0], default=None)


def _latest_said(items: Sequence[Testimony]) -> list[Testimony]:
    """At most one: the latest said; among equals the finer dated, then the earlier."""

    def rank(item: Testimony) -> tuple[object, ...]:
        return _sortable(item.said_at), _FINENESS.get(item.period.precision, -1)

    return [max(items, key=rank)] if items else []


# --- undated states -------------------------------------------------------------------------------


def _attach(
    undated: Iterable[Testimony], drafts: Iterable[_Draft], disputed: Rivals[int, None]
) -> list[Testimony]:
    """Give undated testimony to the fact that it confirms; what confirms none is returned."""
    by_proposition = _by_proposition(drafts)
    loose: list[Testimony] = []
    for item in undated:
        home = _home(item, by_proposition.get(item.stated, []), disputed)
        (home.items if home else loose).append(item)
    return loose


def _home(item: Testimony, own: Sequence[_Draft], disputed: Rivals[int, None]) -> _Draft | None:
    """The fact reported when this was said, or told over only later; or to come, if nobody denies it."""
    said = item.said_at
    if said is None:
        return next((draft for draft in own if draft.is_open), own[-1] if own else None)
    reported = (draft for draft in own if draft.is_reported_at(said))
    home = next(reported, None) or next((one for one in reversed(own) if one.is_told_over_after(said)), None)
    if home or not own or disputed.after(None, item.stated):
        return home
    start = own[0].window.valid_from
    return own[0] if start and said < start else None


def _undated(loose: Sequence[Testimony], facts: Sequence[_Draft], exclusive: bool) -> list[_Draft]:
    """Runs of undated testimony: a run ends where a rival was said, or begins in the world.

    Among the facts given are events and the undated ones of more trust: rivals where they were said.
    """
    told = [*loose, *(item for one in facts if one.is_event or not one.is_dated for item in one.items)]
    said = [(item.said_at, item.stated, None) for item in told if item.said_at]
    lasting = (draft for draft in facts if not draft.bounded or draft.is_event)
    begun = [(start, draft.stated, None) for draft in lasting if (start := draft.window.valid_from)]
    stops: _Stops = Rivals(said + begun, exclusive=exclusive)
    return [run for own in _by_proposition(loose).values() for run in _said_runs(own, stops)]


_Stops = Rivals[datetime, None]


def _said_runs(own: Sequence[Testimony], stops: _Stops) -> list[_Draft]:
    """`own` in said-on order, those of unknown said-on last, cut wherever a stop lies between two."""
    runs: list[list[Testimony]] = []
    for item in own:
        if not runs or _is_stopped(runs[-1][-1], item, stops):
            runs.append([])
        runs[-1].append(item)
    return [_Draft(items=items, said=_said_range(items, stops)) for items in runs]


def _is_stopped(one: Testimony, following: Testimony, stops: _Stops) -> bool:
    stop = one.said_at and stops.after(one.said_at, one.stated)
    return bool(stop and following.said_at and stop[0] < following.said_at)


def _said_range(items: Sequence[Testimony], stops: _Stops) -> SaidRange:
    """From the first of them, if a rival was there before, until the next rival."""
    said = [item.said_at for item in items if item.said_at is not None]
    if not said:
        return ALWAYS
    first, following = (stops.after(place, items[0].stated) for place in (None, said[-1]))
    since = said[0] if first and first[0] < said[0] else None
    return SaidRange(since=since, until=following[0] if following else None)


def _order_by_said(undated: Iterable[_Draft], dated: Iterable[_Draft], exclusive: bool) -> None:
    """An open dated state gives way to a rival that was said after everything said for it."""
    begun = ((first, run.stated, None) for run in undated if (first := run.items[0].said_at))
    firsts: _Stops = Rivals(begun, exclusive=exclusive)
    for draft in dated:
        said = [item.said_at for item in draft.items]
        if draft.is_open and None not in said:
            following = firsts.after(max(filter(None, [*said, draft.window.valid_from])), draft.stated)
            draft.said = SaidRange(until=following[0] if following else None)


# --- contradictions -------------------------------------------------------------------------------


def _conflicts(drafts: Sequence[_Draft], exclusive: bool) -> dict[int, set[int]]:
    """For each fact, by position, those that cannot hold beside it and that nothing puts in order."""
    rivals: dict[int, set[int]] = {}
    stated = [draft.stated for draft in drafts]
    if len(set(stated)) < 2:
        return rivals
    for one, other in _neighbours(drafts):
        rivalling = are_rivals(stated[one], stated[other], exclusive=exclusive)
        if rivalling and _contradict(drafts[one], drafts[other]):
            rivals.setdefault(one, set()).add(other)
            rivals.setdefault(other, set()).add(one)
    return rivals


def _neighbours(drafts: Sequence[_Draft]) -> Iterator[tuple[int, int]]:
    """Pairs worth comparing: those whose windows share an instant; an undated one shares them all."""
    active: list[int] = []
    for position, draft in enumerate(drafts):
        if draft.is_dated or draft.goes_on:
            active = [other for other in active if drafts[other].window.overlaps(draft.window)]
            yield from ((other, position) for other in active)
            active.append(position)


def _contradict(one: _Draft, other: _Draft) -> bool:
    """Whether two rivals whose windows share an instant cannot both hold."""
    if not (one.is_dated and other.is_dated):
        return one.goes_on and other.goes_on
    if None in (one.window.valid_from, other.window.valid_from) or one.is_event != other.is_event:
        return False
    return not one.is_event or one.stated[0] == other.stated[0] or one.window == other.window


def _folded(position: int, drafts: Sequence[_Draft], conflicts: dict[int, set[int]]) -> FoldedFact:
    draft = drafts[position]
    rivals = frozenset(conflicts.get(position, ()))
    supports = frozenset(item.claim_id for item in draft.items)
    against = {item.claim_id for item in draft.against}
    against |= {item.claim_id for other in rivals for item in drafts[other].items}
    return FoldedFact(
        fact_key=draft.items[0].fact_key,
        window=draft.window,
        said=draft.said,
        first=draft.items[0],
        supports=supports,
        contradicts=frozenset(against - supports),
        rivals=rivals,
    )
