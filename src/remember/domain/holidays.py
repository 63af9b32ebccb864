"""The days of feasts and holidays that have one date everywhere, or one by far.

>>> HOLIDAYS["ash wednesday"](2026)
datetime.date(2026, 2, 18)

Left out: what lies elsewhere by country (Labour Day), and what goes by the moon of another calendar.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

from remember.domain.days import DAY, nth_weekday


def easter(number: int) -> date:
    """Easter Sunday of a Gregorian year, by the anonymous computus."""
    golden, (century, rest) = number % 19, divmod(number, 100)
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    number_of_month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(number, number_of_month, day + 1)


def _fixed(number_of_month: int, day: int) -> Callable[[int], date]:
    return lambda number: date(number, number_of_month, day)


def _around_easter(offset: int) -> Callable[[int], date]:
    return lambda number: easter(number) + offset * DAY


def _nth(number_of_month: int, weekday: int, nth: int, offset: int = 0) -> Callable[[int], date]:
    return lambda number: nth_weekday(number, number_of_month, weekday, nth) + offset * DAY


_ROWS: tuple[tuple[str, Callable[[int], date]], ...] = (
    ("new year's day", _fixed(1, 1)),
    ("new year's eve, hogmanay", _fixed(12, 31)),
    ("epiphany", _fixed(1, 6)),
    ("martin luther king day, martin luther king jr. day, mlk day", _nth(1, 0, 3)),
    ("australia day", _fixed(1, 26)),
    ("groundhog day", _fixed(2, 2)),
    ("valentine's day", _fixed(2, 14)),
    ("presidents' day, washington's birthday", _nth(2, 0, 3)),
    ("shrove tuesday, pancake day, mardi gras", _around_easter(-47)),
    ("ash wednesday", _around_easter(-46)),
    ("palm sunday", _around_easter(-7)),
    ("maundy thursday, holy thursday", _around_easter(-3)),
    ("good friday", _around_easter(-2)),
    ("holy saturday", _around_easter(-1)),
    ("easter sunday, easter", _around_easter(0)),
    ("easter monday", _around_easter(1)),
    ("ascension day", _around_easter(39)),
    ("whit sunday, pentecost sunday, pentecost", _around_easter(49)),
    ("whit monday, pentecost monday", _around_easter(50)),
    ("corpus christi", _around_easter(60)),
    ("international women's day, women's day", _fixed(3, 8)),
    ("pi day", _fixed(3, 14)),
    ("st patrick's day, st. patrick's day, saint patrick's day", _fixed(3, 17)),
    ("april fools' day", _fixed(4, 1)),
    ("earth day", _fixed(4, 22)),
    ("anzac day", _fixed(4, 25)),
    ("may day, international workers' day", _fixed(5, 1)),
    ("cinco de mayo", _fixed(5, 5)),
    ("mother's day", _nth(5, 6, 2)),
    ("memorial day", _nth(5, 0, -1)),
    ("flag day", _fixed(6, 14)),
    ("juneteenth", _fixed(6, 19)),
    ("father's day", _nth(6, 6, 3)),
    ("canada day", _fixed(7, 1)),
    ("independence day", _fixed(7, 4)),
    ("bastille day", _fixed(7, 14)),
    ("assumption day", _fixed(8, 15)),
    ("labor day", _nth(9, 0, 1)),
    ("columbus day, indigenous peoples' day", _nth(10, 0, 2)),
    ("halloween, all hallows' eve", _fixed(10, 31)),
    ("all saints' day, all hallows' day", _fixed(11, 1)),
    ("all souls' day", _fixed(11, 2)),
    ("guy fawkes night, guy fawkes day, bonfire night", _fixed(11, 5)),
    ("remembrance sunday", _nth(11, 6, 2)),
    ("veterans' day, armistice day, remembrance day, singles' day", _fixed(11, 11)),
    ("thanksgiving day, thanksgiving", _nth(11, 3, 4)),
    ("black friday", _nth(11, 3, 4, 1)),
    ("cyber monday", _nth(11, 3, 4, 4)),
    ("st nicholas day, st. nicholas day, saint nicholas day", _fixed(12, 6)),
    ("christmas eve", _fixed(12, 24)),
    ("christmas day, christmas, xmas", _fixed(12, 25)),
    ("boxing day, st stephen's day, st. stephen's day", _fixed(12, 26)),
)


def plain(name: str) -> str:
    """A name as it is looked up: small letters, no apostrophe, which everybody puts elsewhere."""
    return " ".join(re.sub("['’]", "", name).lower().split())


HOLIDAYS: Mapping[str, Callable[[int], date]] = MappingProxyType(
    {plain(name): day_in for names, day_in in _ROWS for name in names.split(", ")}
)
"""The day in a year, by the `plain` name."""


def _written(name: str) -> str:
    """A pattern of a name whose apostrophe may stand before the s, behind it or nowhere."""
    return r"\s+".join(
        re.escape(word.replace("'", "")[:-1]) + "['’]?s['’]?" if "'" in word else re.escape(word)
        for word in name.split()
    )


_NAMES = {name for names, _ in _ROWS for name in names.split(", ")}
PATTERN = "|".join(_written(name) for name in sorted(_NAMES, key=len, reverse=True))
"""Any of the names, as it may be written."""
