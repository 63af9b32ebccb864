"""What is wrong with arguments, in our words: the argument, its value, and what it must be."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

_LONGEST = 60
_ID = "must be an id such as 0190a5d2-7c1e-7000-8000-000000000001"

_RULES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "bool_type": lambda _: "must be true or false",
    "dict_type": lambda _: "must be an object",
    "float_type": lambda _: "must be a number",
    "extra_forbidden": lambda _: "is no parameter of this operation",
    "finite_number": lambda _: "must be a finite number",
    "greater_than": lambda bound: f"must be more than {bound['gt']}",
    "greater_than_equal": lambda bound: f"must be at least {bound['ge']}",
    "int_from_float": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "must be a number of fewer digits",
    "int_type": lambda _: "must be a whole number",
    "json_invalid": lambda _: "must be a JSON object",
    "less_than": lambda bound: f"must be less than {bound['lt']}",
    "less_than_equal": lambda bound: f"must be at most {bound['le']}",
    "enum": lambda bound: f"must be {bound['expected']}",
    "list_type": lambda _: "must be an array",
    "literal_error": lambda bound: f"must be {bound['expected']}",
    "missing": lambda _: "is required",
    "model_type": lambda _: "must be an object",
    "string_pattern_mismatch": lambda bound: f"must match {bound['pattern']}",
    "string_too_long": lambda bound: f"must have at most {_count(bound['max_length'], 'character')}",
    "string_too_short": lambda bound: f"must have at least {_count(bound['min_length'], 'character')}",
    "string_type": lambda _: "must be text",
    "too_long": lambda bound: f"must have at most {_count(bound['max_length'], 'item')}",
    "too_short": lambda bound: f"must have at least {_count(bound['min_length'], 'item')}",
    "tuple_type": lambda _: "must be an array",
    "union_tag_invalid": lambda bound: (
        f"must have as {bound['discriminator']} one of {bound['expected_tags']}"
    ),
    "union_tag_not_found": lambda bound: f"must say its {bound['discriminator']}",
    "uuid_parsing": lambda _: _ID,
    "uuid_type": lambda _: _ID,
    "value_error": lambda bound: str(bound["error"]),
}

KINDS = frozenset(_RULES)
"""The kinds of fault that have words of ours; of any other it is said what the check says."""


def in_words(operation_name: str, fault: Mapping[str, Any]) -> str:
    """What a caller is told of one fault that the check of arguments found."""
    where = ".".join(str(step) for step in fault["loc"])
    match fault["type"]:
        case "missing":
            return f"{where} is required"
        case "extra_forbidden":
            return f"{where} is no parameter of {operation_name}"
    if not where:
        return "the arguments are not a JSON object"
    value = fault.get("input")
    shown = "" if fault["type"] == "value_error" and isinstance(value, list) else _shown(value)
    return f"{where} {shown}: {rule(fault)}" if shown else f"{where}: {rule(fault)}"


def rule(fault: Mapping[str, Any]) -> str:
    """What the argument must be, which it is not."""
    said = _RULES.get(fault["type"])
    if said is None:
        words = str(fault["msg"])
        return words[:1].lower() + words[1:]
    return said(fault.get("ctx", {}))


def unstorable(value: Any) -> str | None:
    """Which of some arguments holds a character that no database keeps, and which; None where none does."""
    try:
        return next(_unstorable(value, ""), None)
    except RecursionError:
        return None  # Nested deeper than any argument: the check says so.


def unwritable(arguments: Mapping[str, Any]) -> str:
    """Which argument cannot be written as JSON."""
    found = unstorable(arguments)
    if found is not None:
        return found
    for name, value in arguments.items():
        try:
            to_json(value, by_alias=True)
        except (PydanticSerializationError, ValueError):
            return f"{name} is of type {type(value).__name__} and cannot be written as JSON"
    return "the arguments cannot be written as JSON"


def _unstorable(value: Any, where: str) -> Iterator[str]:
    if isinstance(value, str):
        held = next((one for one in value if one == "\0" or "\ud800" <= one <= "\udfff"), None)
        if held is not None:
            what = "the character" if held == "\0" else "half a character,"
            yield f"{where or 'the arguments'} holds {what} U+{ord(held):04X}"
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _unstorable(key, f"a name in {where}" if where else "a name")
            yield from _unstorable(item, f"{where}.{key}" if where else str(key))
    elif isinstance(value, list | tuple):
        for position, item in enumerate(value):
            yield from _unstorable(item, f"{where}.{position}" if where else str(position))


def _shown(value: Any) -> str:
    """The value as JSON writes it; of a long one its length, and of what has no short form nothing."""
    if isinstance(value, str):
        return f"has {len(value)} characters" if len(value) > _LONGEST else f"is {_written(value)}"
    if value is None or isinstance(value, bool | int | float):
        return f"is {_written(value)}"[:_LONGEST]
    return f"has {_count(len(value), 'item')}" if isinstance(value, list) else ""


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
