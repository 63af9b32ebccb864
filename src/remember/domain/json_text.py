"""JSON as the answering contract has it: written as ECMAScript does, read by the grammar and no wider."""

import json
import re
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from remember.domain.utf16 import has_half

_HALF = re.compile("[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_LEAST_PLAIN_EXPONENT = -6
_BRACKETS_OF_A_DEEP_TEXT = 500
_DEEPEST = 100


class TooDeep(Enum):
    """Stands for valid JSON that is nested deeper than anything we read."""

    TOO_DEEP = "too deep"


Json: TypeAlias = dict[str, Any] | list[Any] | str | float | bool | TooDeep | None


def string_text(text: str) -> str:
    """A string in its quotes; halves of characters are escaped, beside what must be."""
    quoted = _ENCODER.encode(text)
    return _HALF.sub(lambda half: f"\\u{ord(half.group()):04x}", quoted) if has_half(quoted) else quoted


def number_text(number: float) -> str:
    """A number within 2**53, in ECMAScript's digits: 1.0 is `1`, a hundred-thousandth is `0.00001`."""
    if isinstance(number, int) or number.is_integer():
        return str(int(number))
    text = float.__repr__(number)
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return text
    if int(exponent) >= _LEAST_PLAIN_EXPONENT:
        return format(Decimal(text), "f")
    return f"{mantissa}e{int(exponent)}"


def parse_json(text: str) -> Json:
    """The value of a text that is JSON from end to end; `ValueError` for anything else.

    Of a key that stands twice the last counts. Every number is a float, however many digits it has.
    """
    brackets = text.count("[") + text.count("{")
    if brackets > _BRACKETS_OF_A_DEEP_TEXT and depth(text) > _DEEPEST:
        return TooDeep.TOO_DEEP
    value: Json = json.loads(text, parse_int=float, parse_constant=_refuse)
    return value


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:"
    r"(?P<mark>[\[\]{},:])"
    r'|(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    r"|(?P<scalar>true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)"
    r"|(?P<end>\Z)|(?P<other>(?s:.)))"
)
_WHOLE, _IN_LIST, _IN_OBJECT = "after the value", "in a list", "in an object"
_VALUE = {"[": "first value", "{": "first key", "string": "after", "scalar": "after"}
# What each place in a JSON text admits, and the place it leads to; `after` depends on the bracket around it.
_GRAMMAR = {
    "value": _VALUE,
    "first value": {**_VALUE, "]": "after"},
    "first key": {"string": "colon", "}": "after"},
    "key": {"string": "colon"},
    "colon": {":": "value"},
    _IN_LIST: {",": "value", "]": "after"},
    _IN_OBJECT: {",": "key", "}": "after"},
    _WHOLE: {"end": _WHOLE},
}


def depth(text: str) -> int:
    """How many brackets of a JSON text stand in each other at most; `ValueError` where it is no JSON.

    No text is too deep for it: the open brackets are kept in a list, not on the stack of calls.
    """
    around: list[str] = [_WHOLE]
    deepest, place = 0, "value"
    for token in _TOKEN.finditer(text):
        kind = token["mark"] or str(token.lastgroup)
        if kind not in _GRAMMAR[place]:
            raise ValueError("no JSON")
        place = _GRAMMAR[place][kind]
        if kind in ("[", "{"):
            around.append(_IN_LIST if kind == "[" else _IN_OBJECT)
            deepest = max(deepest, len(around) - 1)
        elif kind in ("]", "}"):
            around.pop()
        if place == "after":
            place = around[-1]
    return deepest
