"""Fold the testimony of one slot into facts.

`fold` is a function of the set of testimony: the order of arrival cannot matter. Its rules, in the
words of the world and never of the clock:

- the same state in two separate periods is two facts; a state that returns gets a third period;
- a dated change ends its predecessor where the successor begins in the world;
- a stated, bounded period is never cut: a rival that begins inside it contradicts it;
- an undated state stays undated; where undated rivals compete, the latest said is current;
- distinct dated events stay distinct;
- testimony of less trust ends and dates nothing that is said with more: it supports, or contradicts.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from itertools import combinations, groupby
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.facts import FoldedFact, SaidRange, Testimony
from remember.domain.rivals import Proposition, Rivals
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
        drafts += _events(ordered, drafts)
        drafts += _states([item for item in ordered if not is_event(item)], drafts, exclusive)
    drafts.sort(key=lambda draft: (_sortable(draft.start), _order(draft.items[0])))
    conflicts = _conflicts(drafts, exclusive)
    return [_folded(position, drafts, conflicts) for position in range(len(drafts))]


# --- working values -------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A fact in the making: `start` and `end` are None where they are not known or not reached.

    `against` says that it ended earlier, and is not trusted enough to be followed.
    """

    items: list[Testimony]
    against: list[Testimony] = field(default_factory=list)
    start: datetime | None = None
    end: datetime | None = None
    grains: list[Precision] = field(default_factory=list)
    dated: bool = True
    bounded: bool = False
    begun: bool = False
    said_since: datetime | None = None
    said_until: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.dated and self.start is not None and self.end is None

    @property
    def last_said(self) -> datetime | None:
        said = [item.said_at for item in self.items if item.said_at is not None]
        return max(said) if len(said) == len(self.items) else None

    def covers(self, moment: datetime) -> bool:
        after_start = self.start is None or self.start <= moment
        return self.dated and after_start and (self.end is None or moment < self.end)

    def window(self) -> Period:
        if not self.dated:
            return UNDATED
        if self.is_open:
            return Period(valid_from=self.start, precision=Precision.OPEN)
        return Period(valid_from=self.start, valid_until=self.end, precision=_coarsest(self.grains))


# From coarse to fine: a window is only as precise as its coarsest bound.
_GRAINS = (Precision.YEAR, Precision.QUARTER, Precision.MONTH, Precision.DAY, Precision.INSTANT)


def _coarsest(grains: Sequence[Precision]) -> Precision:
    return next((grain for grain in _GRAINS if grain in grains), Precision.DAY)


def _grain(item: Testimony, moment: datetime) -> Precision:
    if item.period.precision in _GRAINS:
        return item.period.precision
    at_midnight = moment.hour == moment.minute == moment.second == moment.microsecond == 0
    return Precision.DAY if at_midnight else Precision.INSTANT


def _sortable(moment: datetime | None) -> tuple[bool, datetime]:
    return (moment is not None, moment or _NEVER)


def _order(item: Testimony) -> tuple[object, ...]:
    said = _sortable(item.said_at)
    # Unknown said-on sorts last: a dated report is the better name for a fact.
    place = str(item.doc_id), item.char_start, str(item.claim_id), item.ordinal
    return (item.trust.rank, not said[0], said[1], *place)


def is_event(item: Testimony) -> bool:
    """Whether it is a dated occurrence, which is told apart from others by its period."""
    return item.effect is Effect.HAPPENS and item.period.valid_until is not None


def _are_rivals(one: Testimony, other: Testimony, exclusive: bool) -> bool:
    if one.value == other.value:
        return one.positive != other.positive
    return exclusive and one.positive and other.positive


def _stated(item: Testimony) -> Proposition:
    return item.value, item.positive


def _by_proposition(items: Iterable[Testimony]) -> dict[Proposition, list[Testimony]]:
    groups: dict[Proposition, list[Testimony]] = {}
    for item in items:
        groups.setdefault(_stated(item), []).append(item)
    return groups


# --- events ---------------------------------------------------------------------------------------


def _events(ordered: Sequence[Testimony], above: Sequence[_Draft]) -> list[_Draft]:
    """The dated events of some testimony; `above` are facts of more trust, which it may support."""
    known = {draft.items[0].fact_key: draft for draft in above if is_event(draft.items[0])}
    drafts: dict[UUID, _Draft] = {}
    for item in filter(is_event, ordered):
        if item.fact_key in known:
            known[item.fact_key].items.append(item)
            continue
        draft = drafts.setdefault(item.fact_key, _Draft(items=[], bounded=True))
        draft.items.append(item)
        draft.start, draft.end = item.period.valid_from, item.period.valid_until
        draft.grains = [item.period.precision]
    return list(drafts.values())


# --- dated states ---------------------------------------------------------------------------------


class _Point(StrEnum):
    """What happens at one instant, in the order in which it is read there."""

    CLOSING = "1 closing"
    RIVAL = "2 rival"
    OPENING = "3 opening"


def _states(items: Sequence[Testimony], known: Sequence[_Draft], exclusive: bool) -> list[_Draft]:
    """The states of some testimony; `known` are facts of more trust, which it supports or stands beside."""
    above = [draft for draft in known if not is_event(draft.items[0])]
    heard = [item for draft in above for item in draft.items]
    dated = [item for item in items if item.period != UNDATED]
    points = dated + [item for item in heard if item.period != UNDATED]
    rivals = Rivals(_rival_points(points), exclusive=exclusive)
    drafts = [draft for own in _by_proposition(dated).values() for draft in _windows(own, rivals)]
    drafts = [draft for draft in drafts if not _is_absorbed(draft, above)]
    undated = [item for item in items if item.period == UNDATED]
    everybody = Rivals(((0, _stated(item), item) for item in [*heard, *items]), exclusive=exclusive)
    loose = _attach(undated, [draft for draft in above if draft.dated] + drafts, everybody)
    said_above = [draft for draft in above if not draft.dated]
    loose = [item for item in loose if not _joins(item, said_above)]
    runs = _undated(loose, above + drafts, exclusive)
    _order_by_said(said_above + runs, drafts, exclusive)
    return drafts + runs


def _is_absorbed(draft: _Draft, above: Iterable[_Draft]) -> bool:
    """Whether a trusted fact of the same proposition takes this one up, without a change to its window."""
    for fact in above:
        if _stated(fact.items[0]) != _stated(draft.items[0]):
            continue
        if _overlap(fact, draft) if fact.dated else draft.end is None and fact.said_until is None:
            for item in draft.items:
                (fact.against if _ends_within(item, fact) else fact.items).append(item)
            return True
    return False


def _ends_within(item: Testimony, fact: _Draft) -> bool:
    moment, kind, _ = _point(item)
    after_start = fact.start is None or fact.start < moment
    return kind is _Point.CLOSING and after_start and (fact.end is None or moment < fact.end)


def _joins(item: Testimony, runs: Iterable[_Draft]) -> bool:
    """Whether a trusted undated fact says the same at the time when this was said; then it supports that."""
    for run in runs:
        if _stated(run.items[0]) == _stated(item) and (
            item.said_at is None or run.said_until is None or item.said_at < run.said_until
        ):
            run.items.append(item)
            return True
    return False


def _windows(own: Sequence[Testimony], rivals: "_RivalPoints") -> list[_Draft]:
    """The separate windows of one proposition, none overlapping another."""
    bounded = [item for item in own if _is_bounded(item)]
    drafts = _runs([item for item in own if not _is_bounded(item)], rivals)
    for item in bounded:
        drafts.append(
            _Draft(
                items=[item],
                start=item.period.valid_from,
                end=item.period.valid_until,
                grains=[item.period.precision],
                bounded=True,
            )
        )
    return _merge_overlapping(drafts)


def _is_bounded(item: Testimony) -> bool:
    """Whether it states both ends of a period; a beginning or an end that is dated to a day does not."""
    if item.effect is Effect.BEGINS:
        return False
    return item.effect is not Effect.ENDS and None not in (item.period.valid_from, item.period.valid_until)


_Place = tuple[datetime, _Point, tuple[object, ...]]
_RivalPoints = Rivals[_Place, Testimony]


def _place(moment: datetime, kind: _Point, item: Testimony) -> _Place:
    return moment, kind, _order(item)


def _rival_points(dated: Iterable[Testimony]) -> Iterator[tuple[_Place, Proposition, Testimony]]:
    for item in dated:
        start = item.period.valid_from
        if start is not None and item.effect is not Effect.ENDS:
            yield _place(start, _Point.RIVAL, item), _stated(item), item


def _runs(own: Sequence[Testimony], rivals: _RivalPoints) -> list[_Draft]:
    """Uninterrupted stretches: opened by the first opening, ended by a closing or by a rival's start.

    Points are taken as they lie in time. A rival's means something only while a run is open.
    """
    points = [(_place(*_point(item)), item) for item in own]
    waiting = deque(sorted(points, key=lambda point: point[0]))
    runs: list[_Run] = []
    last: _Place | None = None
    while waiting or _is_open(runs):
        rival = rivals.after(last, _stated(own[0])) if _is_open(runs) else None
        if rival is not None and (not waiting or rival[0] < waiting[0][0]):
            last, item = rival
        elif waiting:
            last, item = waiting.popleft()
        else:
            break
        _advance(runs, last[0], last[1], item)
    return [run.draft() for run in runs]


def _is_open(runs: Sequence["_Run"]) -> bool:
    return bool(runs) and not runs[-1].is_ended


def _point(item: Testimony) -> tuple[datetime, _Point, Testimony]:
    moment = item.period.valid_from or item.period.valid_until or _NEVER
    closes = item.effect is Effect.ENDS or item.period.valid_from is None
    return moment, _Point.CLOSING if closes else _Point.OPENING, item


@dataclass(slots=True)
class _Run:
    openings: list[Testimony] = field(default_factory=list)
    closings: list[Testimony] = field(default_factory=list)
    cut: tuple[datetime, Testimony] | None = None
    # Where it goes on after a rival's bounded period inside it.
    resumed: tuple[datetime, Testimony] | None = None

    @property
    def is_ended(self) -> bool:
        return bool(self.closings) or self.cut is not None

    def draft(self) -> _Draft:
        begun = any(item.effect is Effect.BEGINS for item in self.openings)
        draft = _Draft(items=sorted(self.openings + self.closings, key=_order), begun=begun)
        for start, opener in self._starts():
            draft.start = start
            draft.grains.append(_grain(opener, start))
        for end, ender in self._ends():
            draft.end = end
            draft.grains.append(_grain(ender, end))
        return draft

    def _starts(self) -> list[tuple[datetime, Testimony]]:
        if self.resumed is not None:
            return [self.resumed]
        if not self.openings:
            return []
        opening = _best_dated(self.openings)
        return [(_point(opening)[0], opening)]

    def _ends(self) -> list[tuple[datetime, Testimony]]:
        ends = [(_point(item)[0], item) for item in _latest_said(self.closings)]
        ends += [self.cut] if self.cut else []
        return [min(ends, key=lambda end: end[0])] if ends else []


def _advance(runs: list[_Run], moment: datetime, kind: _Point, item: Testimony) -> None:
    if runs and _comes_too_early(runs[-1], moment, kind):
        resumed = runs.pop()
        if kind is _Point.RIVAL and _is_bounded(item):
            runs.append(_Run(openings=resumed.openings, resumed=_further(resumed, item)))
            return
    current = runs[-1] if runs else None
    if kind is _Point.RIVAL:
        if current is not None and not current.is_ended:
            current.cut = (moment, item)
            if _is_bounded(item):
                runs.append(_Run(openings=list(current.openings), resumed=_further(current, item)))
    elif kind is _Point.CLOSING:
        if current is None:
            runs.append(_Run(closings=[item]))
        else:
            current.closings.append(item)
    elif current is None or current.is_ended:
        runs.append(_Run(openings=[item]))
    else:
        current.openings.append(item)


def _comes_too_early(run: _Run, moment: datetime, kind: _Point) -> bool:
    """Whether `run` was to go on only after this point: then it does not go on as planned."""
    if run.resumed is None:
        return False
    return moment < run.resumed[0] or (moment == run.resumed[0] and kind is not _Point.OPENING)


def _further(run: _Run, rival: Testimony) -> tuple[datetime, Testimony]:
    """Where `run` goes on after `rival`'s period: at its end, or where it was to go on already."""
    end = rival.period.valid_until or _NEVER
    return max([(end, rival), *filter(None, [run.resumed])], key=lambda point: point[0])


def _best_dated(openings: Sequence[Testimony]) -> Testimony:
    """The opening whose date is the run's start: a later said beginning corrects an earlier one."""
    begins = [item for item in openings if item.effect is Effect.BEGINS]
    holds = [item for item in openings if item.effect is not Effect.BEGINS]
    chosen = _latest_said(begins)
    return min(chosen + holds, key=lambda item: _point(item)[0])


def _latest_said(items: Sequence[Testimony]) -> list[Testimony]:
    """At most one: the latest said; among equals the finer dated, then the earlier."""
    if not items:
        return []
    return [max(items, key=lambda item: (_sortable(item.said_at), _fineness(item), _reversed(item)))]


def _fineness(item: Testimony) -> int:
    return _GRAINS.index(item.period.precision) if item.period.precision in _GRAINS else -1


def _reversed(item: Testimony) -> float:
    start = item.period.valid_from
    return -start.timestamp() if start else 0.0


def _merge_overlapping(drafts: list[_Draft]) -> list[_Draft]:
    merged: list[_Draft] = []
    for draft in sorted(drafts, key=lambda draft: (_sortable(draft.start), draft.bounded)):
        if merged and _overlap(merged[-1], draft):
            merged[-1] = _merge(merged[-1], draft)
        else:
            merged.append(draft)
    return merged


def _overlap(one: _Draft, other: _Draft) -> bool:
    first_ends_later = one.end is None or other.start is None or other.start < one.end
    return first_ends_later and (other.end is None or one.start is None or one.start < other.end)


def _merge(one: _Draft, other: _Draft) -> _Draft:
    """A bounded period that meets a run supports it: the run's own words about its ends win."""
    items = list({(item.claim_id, item.ordinal): item for item in one.items + other.items}.values())
    items.sort(key=_order)
    if one.bounded and other.bounded:
        end = max(one.end, other.end) if one.end and other.end else None
        return replace(one, items=items, end=end, grains=one.grains + other.grains)
    run, period = (other, one) if one.bounded else (one, other)
    if not period.bounded:
        return replace(run, items=items, end=_later_end(one, other), grains=one.grains + other.grains)
    reaches_back = period.start is not None and run.start is not None and period.start < run.start
    start = period.start if reaches_back and not run.begun else run.start
    return replace(run, items=items, start=start)


def _later_end(one: _Draft, other: _Draft) -> datetime | None:
    return max(one.end, other.end) if one.end and other.end else None


# --- undated states -------------------------------------------------------------------------------


def _attach(
    undated: Sequence[Testimony], drafts: Sequence[_Draft], everybody: Rivals[int, Testimony]
) -> list[Testimony]:
    """Give undated testimony to the dated fact that it confirms; what confirms none is returned."""
    by_proposition: dict[Proposition, list[_Draft]] = {}
    for draft in drafts:
        by_proposition.setdefault(_stated(draft.items[0]), []).append(draft)
    loose = []
    grown = []
    for item in undated:
        own = by_proposition.get(_stated(item), [])
        home = _home(item, own)
        if home is None and own and everybody.after(None, _stated(item)) is None:
            home = own[0] if _is_before(item, own[0]) else None
        if home is None:
            loose.append(item)
        else:
            home.items.append(item)
            grown.append(home)
    for home in grown:
        home.items.sort(key=_order)
    return loose


def _home(item: Testimony, own: Sequence[_Draft]) -> _Draft | None:
    said = item.said_at
    if said is None:
        return next((draft for draft in own if draft.is_open), own[-1] if own else None)
    return next((draft for draft in own if draft.covers(said)), None)


def _is_before(item: Testimony, draft: _Draft) -> bool:
    return item.said_at is not None and draft.start is not None and item.said_at < draft.start


def _undated(loose: Sequence[Testimony], facts: Sequence[_Draft], exclusive: bool) -> list[_Draft]:
    """Runs of undated testimony: a run ends where a rival was said, or begins in the world.

    Among the facts given are the undated ones of more trust.
    """
    said = [(item.said_at, _stated(item), None) for item in loose if item.said_at]
    for draft in facts:
        if not draft.dated:
            said += [(item.said_at, _stated(item), None) for item in draft.items if item.said_at]
    begun = [(draft.start, _stated(draft.items[0]), None) for draft in facts if draft.start]
    stops: _Stops = Rivals(said + begun, exclusive=exclusive)
    return [run for own in _by_proposition(loose).values() for run in _said_runs(own, stops)]


_Stops = Rivals[datetime, None]


def _said_runs(own: Sequence[Testimony], stops: _Stops) -> list[_Draft]:
    """`own` in said-on order, those of unknown said-on last, cut wherever a stop lies between two."""
    runs: list[list[Testimony]] = []
    for item in own:
        if runs and not _is_stopped(runs[-1][-1], item, stops):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [_said_run(run, stops) for run in runs]


def _is_stopped(one: Testimony, following: Testimony, stops: _Stops) -> bool:
    if one.said_at is None or following.said_at is None:
        return False
    stop = stops.after(one.said_at, _stated(one))
    return stop is not None and stop[0] < following.said_at


def _said_run(items: list[Testimony], stops: _Stops) -> _Draft:
    said = [item.said_at for item in items if item.said_at is not None]
    run = _Draft(items=items, dated=False)
    if said:
        first, following = (stops.after(place, _stated(items[0])) for place in (None, said[-1]))
        run.said_since = said[0] if first and first[0] < said[0] else None
        run.said_until = following[0] if following else None
    return run


def _order_by_said(undated: Sequence[_Draft], dated: Sequence[_Draft], exclusive: bool) -> None:
    """An open dated state gives way to a rival that was said after everything said for it."""
    said = ((run.items[0].said_at, _stated(run.items[0]), None) for run in undated)
    firsts: _Stops = Rivals(
        ((first, stated, thing) for first, stated, thing in said if first), exclusive=exclusive
    )
    for draft in dated:
        last = draft.last_said if draft.is_open else None
        if last and draft.start:
            following = firsts.after(max(last, draft.start), _stated(draft.items[0]))
            draft.said_until = following[0] if following else None


# --- contradictions -------------------------------------------------------------------------------


def _conflicts(drafts: Sequence[_Draft], exclusive: bool) -> dict[int, set[int]]:
    """For each fact, by position, those that cannot hold beside it and that nothing puts in order."""
    rivals: dict[int, set[int]] = {}
    if len({(draft.items[0].value, draft.items[0].positive) for draft in drafts}) < 2:
        return rivals
    for one, other in _neighbours(drafts):
        are_rivals = _are_rivals(drafts[one].items[0], drafts[other].items[0], exclusive)
        if are_rivals and _contradict(drafts[one], drafts[other]):
            rivals.setdefault(one, set()).add(other)
            rivals.setdefault(other, set()).add(one)
    return rivals


def _neighbours(drafts: Sequence[_Draft]) -> Iterator[tuple[int, int]]:
    """Pairs worth comparing: every pair with an undated side, and dated windows that share an instant."""
    undated = [at for at, draft in enumerate(drafts) if not draft.dated and draft.said_until is None]
    dated = [position for position, draft in enumerate(drafts) if draft.dated]
    yield from combinations(undated, 2)
    yield from ((one, other) for one in undated for other in dated if drafts[other].is_open)
    active: list[int] = []
    for position in dated:
        start = drafts[position].start
        active = [other for other in active if _reaches(drafts[other], start)]
        yield from ((other, position) for other in active)
        active.append(position)


def _reaches(draft: _Draft, moment: datetime | None) -> bool:
    return draft.end is None or moment is None or draft.end > moment


def _contradict(one: _Draft, other: _Draft) -> bool:
    if one.dated and other.dated:
        return _dated_contradict(one, other)
    if not one.dated and not other.dated:
        return one.said_until is None and other.said_until is None
    window, run = (one, other) if one.dated else (other, one)
    return window.said_until is None and run.said_until is None


def _dated_contradict(one: _Draft, other: _Draft) -> bool:
    if one.start is None or other.start is None:
        return False
    if is_event(one.items[0]) != is_event(other.items[0]):
        return False
    if is_event(one.items[0]) and one.items[0].value != other.items[0].value:
        return (one.start, one.end) == (other.start, other.end)
    return _overlap(one, other)


def _folded(position: int, drafts: Sequence[_Draft], conflicts: dict[int, set[int]]) -> FoldedFact:
    draft = drafts[position]
    rivals = frozenset(conflicts.get(position, ()))
    supports = frozenset(item.claim_id for item in draft.items)
    against = frozenset(item.claim_id for other in rivals for item in drafts[other].items)
    against |= frozenset(item.claim_id for item in draft.against)
    return FoldedFact(
        fact_key=draft.items[0].fact_key,
        window=draft.window(),
        said=SaidRange(since=draft.said_since, until=draft.said_until),
        first=draft.items[0],
        supports=supports,
        contradicts=against - supports,
        rivals=rivals,
    )
