"""The time of a row: its bounds, its grain and its effect as the periods of a claim and of its assertion."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from remember.domain.claims import UNDATED_CLAIM, ClaimPeriod, Effect, PeriodKind
from remember.domain.row_columns import text_of
from remember.domain.rows import Row
from remember.domain.time import INSTANT_WIDTH, UNDATED, Period, Precision
from remember.errors import Incorrect

_DAY = timedelta(days=1)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:[Zz]|[+-]\d\d:?\d\d)")
_GRAINS = (Precision.INSTANT, Precision.DAY, Precision.MONTH, Precision.QUARTER, Precision.YEAR)
_HINT = "write 2026-03-04, or 2026-03-04T15:00:00Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTime:
    """When a row says something is so: for its assertion, for its claim, and in words behind its sentence."""

    effect: Effect
    period: Period
    claim: ClaimPeriod
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bound:
    at: datetime
    is_day: bool

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}" if self.is_day else self.at.isoformat().replace("+00:00", "Z")


def said_at(row: Row) -> datetime | None:
    """When the source of the row said it, where the row itself tells."""
    bound = _bound(row, "said_at")
    return bound.at if bound else None


def time_of(row: Row) -> RowTime:
    """The time of a row; raises `Incorrect` for bounds that its effect or its precision does not have."""
    effect = _effect(row)
    start, end = _bound(row, "valid_from"), _bound(row, "valid_until")
    if effect is Effect.HOLDS:
        return _holds(row, start, end)
    if effect is Effect.HAPPENS and start and end:
        period = _period(row, start, end)
        return RowTime(effect=effect, period=period, claim=_stated(period, _EVENT), words=f"{start} to {end}")
    one, other = ("valid_until", "valid_from") if effect is Effect.ENDS else ("valid_from", "valid_until")
    if row.cells.get(other) is not None:
        raise row.wrong(other, f"what {effect} has only a {one}", hint=_hint_for(effect))
    return _moment(row, effect, one, end if effect is Effect.ENDS else start)


_EVENT = PeriodKind.EVENT_TIME
_STATE = PeriodKind.PROPOSITION_VALIDITY


def _hint_for(effect: Effect) -> str:
    return (
        "leave effect out for what holds from one bound to the other"
        if effect is not Effect.HAPPENS
        else ("give valid_from and valid_until, or a valid_from with the precision that it has")
    )


def _holds(row: Row, start: _Bound | None, end: _Bound | None) -> RowTime:
    if start and end:
        period = _period(row, start, end)
        return RowTime(
            effect=Effect.HOLDS, period=period, claim=_stated(period, _STATE), words=f"{start} to {end}"
        )
    if row.cells.get("precision") is not None:
        raise row.wrong(
            "precision", "there are no two bounds for it", hint="leave it out, or give both bounds"
        )
    if start:
        return RowTime(
            effect=Effect.HOLDS,
            period=Period(valid_from=start.at, precision=Precision.OPEN),
            claim=ClaimPeriod(valid_from=start.at, precision=Precision.OPEN, kind=_STATE),
            words=f"from {start}",
        )
    if end:
        # A claim's period has both bounds or none; the assertion keeps the one that is known.
        period = Period(valid_until=end.at, precision=Precision.DAY if end.is_day else Precision.INSTANT)
        return RowTime(effect=Effect.HOLDS, period=period, claim=UNDATED_CLAIM, words=f"until {end}")
    return RowTime(effect=Effect.HOLDS, period=UNDATED, claim=UNDATED_CLAIM, words="")


def _moment(row: Row, effect: Effect, field: str, bound: _Bound | None) -> RowTime:
    """A change, or an event of one grain: its bound is dated as finely as its precision says."""
    if bound is None:
        if row.cells.get("precision") is not None:
            raise row.wrong("precision", f"there is no {field} for it")
        words = "" if effect is Effect.ENDS else effect.value  # such an end is a denial
        return RowTime(effect=effect, period=UNDATED, claim=UNDATED_CLAIM, words=words)
    grain = _grain(row, bound)
    _check_grain(row, field, bound, grain)
    try:
        end = _following(bound.at, grain)
    except OverflowError:
        raise row.wrong(field, f"{bound} has no end before the year 10000") from None
    period = Period(valid_from=bound.at, valid_until=end, precision=grain)
    return RowTime(effect=effect, period=period, claim=_stated(period, _EVENT), words=f"{effect} {bound}")


def _period(row: Row, start: _Bound, end: _Bound) -> Period:
    grain = _grain(row, start, end)
    _check_grain(row, "valid_from", start, grain)
    _check_grain(row, "valid_until", end, grain)
    try:
        return Period(valid_from=start.at, valid_until=end.at, precision=grain)
    except Incorrect as wrong:
        raise row.wrong("valid_until", wrong.message, hint=wrong.hint) from None


def _stated(period: Period, kind: PeriodKind) -> ClaimPeriod:
    """The period as claims have it: its last day is its end. A stretch by the clock is given in days."""
    start, end, grain = period.valid_from, period.valid_until, period.precision
    assert start is not None and end is not None
    if grain is Precision.INSTANT and end - start == INSTANT_WIDTH:
        return ClaimPeriod(valid_from=start, valid_until=start, precision=grain, kind=kind)
    grain = Precision.DAY if grain is Precision.INSTANT else grain
    return ClaimPeriod(
        valid_from=_midnight(start), valid_until=_midnight(end - INSTANT_WIDTH), precision=grain, kind=kind
    )


# --- reading bounds -------------------------------------------------------------------------------


def _effect(row: Row) -> Effect:
    word = text_of(row, "effect") or Effect.HOLDS.value
    if word not in set(Effect):
        raise row.wrong("effect", f"{word!r} is none", hint=f"it is one of {', '.join(Effect)}")
    return Effect(word)


def _bound(row: Row, field: str) -> _Bound | None:
    text = text_of(row, field)
    if text is None:
        return None
    try:
        if _DATE.fullmatch(text):
            return _Bound(at=datetime.fromisoformat(text).replace(tzinfo=UTC), is_day=True)
        if _DATE_TIME.fullmatch(text):
            return _Bound(at=datetime.fromisoformat(text.upper()).astimezone(UTC), is_day=False)
    except (ValueError, OverflowError):
        raise row.wrong(field, f"{text!r} is no day of the calendar", hint=_HINT) from None
    raise row.wrong(field, f"{text!r} is no date and no date-time with an offset", hint=_HINT)


def _grain(row: Row, *bounds: _Bound) -> Precision:
    word = text_of(row, "precision")
    if word is None:
        return Precision.DAY if all(bound.is_day for bound in bounds) else Precision.INSTANT
    if word not in _GRAINS:
        raise row.wrong("precision", f"{word!r} is none", hint=f"it is one of {', '.join(_GRAINS)}")
    return Precision(word)


def _check_grain(row: Row, field: str, bound: _Bound, grain: Precision) -> None:
    if grain is not Precision.INSTANT and bound.at != _start(bound.at, grain):
        hint = (
            f"the first moment of a {grain} bounds it, and valid_until is the first that is no longer in it"
        )
        raise row.wrong(field, f"{bound} is not where a {grain} begins", hint=hint)


def _start(moment: datetime, grain: Precision) -> datetime:
    day = _midnight(moment)
    if grain is Precision.DAY:
        return day
    months = {Precision.MONTH: 1, Precision.QUARTER: 3}.get(grain, 12)
    return day.replace(month=(day.month - 1) // months * months + 1, day=1)


def _following(start: datetime, grain: Precision) -> datetime:
    """Where the grain that begins at `start` is over."""
    if grain is Precision.INSTANT:
        return start + INSTANT_WIDTH
    width = {Precision.DAY: 1, Precision.MONTH: 31, Precision.QUARTER: 92}.get(grain, 366)
    return _start(start + width * _DAY, grain)


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
