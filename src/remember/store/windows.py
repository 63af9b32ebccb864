"""A period in the world as it is stored: two bounds, and how exact they are."""

from dataclasses import dataclass
from datetime import datetime

from remember.domain.time import Period, Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The columns of a period, [valid_from, valid_until)."""

    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str

    def period(self) -> Period:
        """The same as a value."""
        return Period(
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            precision=Precision(self.valid_precision),
        )
