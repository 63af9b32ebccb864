"""When a claim says that it was so, from the dates in its clause."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from remember.domain.claims import UNDATED_CLAIM, ClaimPeriod, Effect, PeriodKind
from remember.domain.dates import Bound, Days, Flag, TimeWords
from remember.domain.time import UNDATED, Period, Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The claim's period as stated, the facts' half-open one, and the wording that gave them."""

    claim: ClaimPeriod = UNDATED_CLAIM
    period: Period = UNDATED
    words: TimeWords | None = None
    flags: tuple[str, ...] = ()


NEVER_SAID = When()


def when(times: Sequence[TimeWords], effect: Effect) -> When:
    """The period that the wordings about time in a clause give to what it states."""
    usable = [t for t in times if t.days is not None and t.bound not in {Bound.BEFORE, Bound.AFTER, Bound.BY}]
    flags = tuple(dict.fromkeys(flag.value for t in times for flag in t.flags if flag is not Flag.RECURRING))
    chosen = _finest(usable)
    if chosen is None:
        extra = (Flag.AMBIGUOUS.value,) if len(usable) > 1 else ()
        return When(flags=tuple(dict.fromkeys((*flags, *extra))))
    kind = PeriodKind.PROPOSITION_VALIDITY if effect is Effect.HOLDS else PeriodKind.EVENT_TIME
    if chosen.instant is not None:
        claim = ClaimPeriod(
            valid_from=chosen.instant, valid_until=chosen.instant, precision=Precision.INSTANT, kind=kind
        )
        return When(claim=claim, period=claim.half_open(), words=chosen, flags=flags)
    assert chosen.days is not None
    if chosen.bound is Bound.SINCE and effect is Effect.HOLDS:
        claim = ClaimPeriod(valid_from=_midnight(chosen.days.first), precision=Precision.OPEN, kind=kind)
        return When(claim=claim, period=claim.half_open(), words=chosen, flags=flags)
    if chosen.bound is Bound.UNTIL:
        until = _midnight(chosen.days.last) + timedelta(days=1)
        return When(
            period=Period(valid_until=until, precision=chosen.days.precision), words=chosen, flags=flags
        )
    claim = stated(chosen.days, kind)
    return When(claim=claim, period=claim.half_open(), words=chosen, flags=flags)


def stated(days: Days, kind: PeriodKind) -> ClaimPeriod:
    """Whole days as a claim keeps them: the last one included."""
    return ClaimPeriod(
        valid_from=_midnight(days.first),
        valid_until=_midnight(days.last),
        precision=days.precision,
        kind=kind,
    )


def _finest(usable: Sequence[TimeWords]) -> TimeWords | None:
    """The one wording, or the one that lies inside all the others ("on Friday last week")."""
    if not usable:
        return None
    first = min(usable, key=lambda t: (t.days.last - t.days.first) if t.days else timedelta.max)
    inside = all(
        t.days and first.days and t.days.first <= first.days.first and first.days.last <= t.days.last
        for t in usable
    )
    return first if inside else None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
