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
        if self.valid_from and self.valid_until and self.valid_until <= self.valid_from:
            raise Incorrect(
                f"valid_until {self.valid_until.isoformat()} is not after "
                f"valid_from {self.valid_from.isoformat()}",
                hint="periods run forward; swap them, or leave valid_until out if it still holds",
            )


UNDATED = Period()

# The width of one instant, so that an instant too is a half-open period that is not empty.
INSTANT_WIDTH = timedelta(microseconds=1)
