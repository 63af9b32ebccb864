"""World time: how precisely something is dated, and the half-open stretch in which it is true."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from remember.errors import Incorrect


class Precision(StrEnum):
    """The grain of a period's known bounds; `open` has a start and no end, `unknown` has neither."""

    UNKNOWN = "unknown"
    INSTANT = "instant"
    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A stretch of world time: `valid_from` belongs to it, `valid_until` does not.

    A missing bound is not known; with precision `open` the missing end means that it still holds.
    """

    valid_from: datetime | None = None
    valid_until: datetime | None = None
    precision: Precision = Precision.UNKNOWN

    def __post_init__(self) -> None:
        if self.valid_from is None and self.valid_until is None:
            if self.precision is not Precision.UNKNOWN:
                raise Incorrect(f"a period without bounds cannot have precision {self.precision}")
            return
        if self.precision is Precision.UNKNOWN:
            raise Incorrect("a period with a bound needs a precision other than unknown")
        if self.precision is Precision.OPEN and (self.valid_from is None or self.valid_until is not None):
            raise Incorrect("a period of precision open has a start and no end")
        if self.valid_from and self.valid_until and self.valid_until <= self.valid_from:
            raise Incorrect(
                f"valid_until {self.valid_until.isoformat()} is not after "
                f"valid_from {self.valid_from.isoformat()}",
                hint="periods run forward; swap them, or leave valid_until out if it still holds",
            )

    def overlaps(self, other: "Period") -> bool:
        """Whether the two share an instant; a missing bound reaches without end."""
        ends_later = (
            self.valid_until is None or other.valid_from is None or other.valid_from < self.valid_until
        )
        begins_earlier = (
            self.valid_from is None or other.valid_until is None or self.valid_from < other.valid_until
        )
        return ends_later and begins_earlier

    def contains(self, moment: datetime) -> bool:
        """Whether an instant belongs to it; a missing bound reaches without end."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and (self.valid_until is None or moment < self.valid_until)


UNDATED = Period()

# The width of one instant, so that an instant too is a half-open period that is not empty.
INSTANT_WIDTH = timedelta(microseconds=1)


class Match(StrEnum):
    """How sure it is that a fact answers for the time asked about."""

    CONFIRMED = "confirmed"
    POSSIBLE = "possible"


def match_of(window: Period) -> Match:
    """`confirmed` where the window is complete, `possible` where only a missing bound lets it through."""
    known_start = window.valid_from is not None
    complete = known_start and (window.valid_until is not None or window.precision is Precision.OPEN)
    return Match.CONFIRMED if complete else Match.POSSIBLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """Ask about the world now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """Ask about the world at one instant, as believed now."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Ask about whatever held at some instant of a range, both ends included."""

    first: datetime
    last: datetime

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise Incorrect(f"the range ends at {self.last.isoformat()}, before {self.first.isoformat()}")


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Ask about everything that has begun by now, ended or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """Ask about the world at `valid_at`, as it was believed at `believed_at`."""

    valid_at: datetime
    believed_at: datetime


Mode = Current | At | Overlap | History | AsOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The stretch of world time that a question is about, both ends included; no first means since ever."""

    first: datetime | None
    last: datetime


def asked(mode: Mode, now: datetime) -> Asked:
    """What a mode asks about when it is evaluated at `now`."""
    match mode:
        case Current():
            return Asked(first=now, last=now)
        case At(at=moment) | AsOf(valid_at=moment):
            return Asked(first=moment, last=moment)
        case Overlap(first=first, last=last):
            return Asked(first=first, last=last)
        case History():
            return Asked(first=None, last=now)


def covers(window: Period, asked: Asked) -> bool:
    """Whether the window reaches into the stretch; a missing bound rules nothing out on its side."""
    begun = window.valid_from is None or window.valid_from <= asked.last
    ended = window.valid_until is not None and asked.first is not None and window.valid_until <= asked.first
    return begun and not ended
