"""What an attribute is said to be, as a key that equal values share whatever their wording."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from remember.domain.claims import Value, ValueKind
from remember.domain.dates import Days, written
from remember.domain.names import folded
from remember.domain.wordlists import NUMBER_WORDS, listed

_NUMBER = re.compile(
    r"^(?:about |around |approximately )?(?P<sign>[-+])?(?P<before>[$€£¥])?\s?"
    r"(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"\s?(?P<scale>k|m|bn|thousand|million|billion)?"
    r"(?P<unit>\s?%|(?:\s|(?<=\d))[^\W\d_]\w*(?:\s\w+)*|\s?[€$£°]\w?)?$",
    re.IGNORECASE,
)
_SCALES = {"k": 3, "thousand": 3, "m": 6, "million": 6, "bn": 9, "billion": 9}
_WORDS = {word: str(number) for number, word in enumerate(NUMBER_WORDS)}
_UNITS: Mapping[str, str] = MappingProxyType(
    {
        "$": "usd",
        "dollar": "usd",
        "€": "eur",
        "euro": "eur",
        "£": "gbp",
        "pound": "gbp",
        "¥": "jpy",
        "percent": "%",
        "per cent": "%",
        "minute": "min",
        "second": "s",
        "sec": "s",
        "hour": "h",
    }
)
_EMPTY_WORDS = listed("a an the any some")
_WORD = re.compile(r"[^\W_]+(?:[-.'’:/+][^\W_]+)*|%", re.UNICODE)


def value_of(text: str, stated: Days | None = None) -> Value:
    """The value that a phrase gives; `stated` are the days it means where it is a date."""
    text = " ".join(text.split()).strip(" .;,")
    if stated is not None:
        return Value(text=written(stated), key=written(stated), kind=ValueKind.DATE)
    if (number := _number(text)) is not None:
        return Value(text=text, key=number, kind=ValueKind.NUMBER)
    return Value(text=text, key=phrase_key(text), kind=ValueKind.PHRASE)


def phrase_key(text: str) -> str:
    """The words of a phrase, folded, without articles and punctuation; never empty for a text that is not."""
    words = [word for word in _WORD.findall(folded(text)) if word not in _EMPTY_WORDS]
    return " ".join(_WORDS.get(word, word) for word in words) or folded(text) or text


def _number(text: str) -> str | None:
    first, _, rest = text.partition(" ")
    text = f"{_WORDS.get(first.casefold(), first)} {rest}".strip()
    match = _NUMBER.match(text)
    if not match:
        return None
    digits = match["n"].replace(",", "")
    whole, _, fraction = digits.partition(".")
    scale = _SCALES.get((match["scale"] or "").casefold(), 0)
    fraction = fraction.ljust(scale, "0")
    number = (whole + fraction[:scale]).lstrip("0") or "0"
    unit = _unit(match["before"] or match["unit"] or "")
    # Without a unit it may be a version: 3.10 is not 3.1.
    rest = fraction[scale:].rstrip("0") if unit or scale else fraction
    sign = "-" if match["sign"] == "-" else ""
    return " ".join(filter(None, (sign + number + (f".{rest}" if rest else ""), unit)))


def _unit(words: str) -> str:
    key = folded(words) or words.strip()
    return _UNITS.get(key) or _UNITS.get(key.removesuffix("s")) or key
