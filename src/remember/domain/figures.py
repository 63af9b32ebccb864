"""Numbers and dates of an answer, looked for in its quotes."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from remember.domain.wordlists import NUMBER_WORDS

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MONTH_OF = {name: at for at, name in enumerate(_MONTHS, 1)} | {
    name[:3]: at for at, name in enumerate(_MONTHS, 1)
}
_MONTH_OF["Sept"] = 9
_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_MONTH = re.compile(rf"\b(?:{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})\b")
_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d+)*")
# Number words count only in quotes: "one of them" in an answer states no figure.
_WORD = re.compile(rf"\b(?:{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")


def unquoted_figure(answer: str, quotes: Sequence[str]) -> str | None:
    """The first number or month of the answer that stands in no quote, in whatever form; `None` if all do.

    Digits of every script count, `1,000` is `1000`, and `2024-03-05` has the month of `5 March 2024`.
    """
    allowed = {form for quote in quotes for form in _allowed(_plain_digits(quote))}
    stated = _stated(_plain_digits(answer))
    return next((told for told, forms in stated if allowed.isdisjoint(forms)), None)


def _stated(answer: str) -> Iterator[tuple[str, set[str]]]:
    for year, month, day in _DATE.findall(answer):
        yield year, {year}
        yield _month(int(month)), {_month(int(month))}
        yield day, _forms(day)
    rest = _DATE.sub(" ", answer)
    for name in _MONTH.findall(rest):
        yield name, {_month(_MONTH_OF[name])}
    for number in _NUMBER.findall(rest):
        yield number, _forms(number)


def _allowed(quote: str) -> Iterator[str]:
    for _, month, _ in _DATE.findall(quote):
        yield _month(int(month))
    for name in _MONTH.findall(quote):
        yield _month(_MONTH_OF[name])
    for number in _NUMBER.findall(quote):
        yield from _forms(number)
    for word in _WORD.findall(quote):
        yield str(NUMBER_WORDS.index(word.lower()))


def _forms(number: str) -> set[str]:
    """What digits with separators may mean: `1.000` is a thousand to some and one to others."""
    *groups, last = re.split(r"\D", number)
    if not groups:
        return {_whole(last)}
    forms = {_whole("".join([*groups, last]))} if _GROUPED.fullmatch(number) else set()
    if number[-len(last) - 1] in ".,":
        fraction = last if len(last) == 3 else last.rstrip("0")
        forms.add(_whole("".join(groups)) + (f".{fraction}" if fraction else ""))
    return forms or {number}


def _whole(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _month(number: int) -> str:
    return f"month {number}"


def _plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
