"""Wrong arguments of every operation are refused in our words: the argument, its value, what it must be."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from remember.errors import Incorrect
from remember.operations import faults
from remember.operations.registry import Operation, find, operations

_WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, float("inf")),
    *("", "x", " ", "x" * 20_000, "2020-13-45", "2020-01-01", "0001-01-01T00:00:00+23:59"),
    *([], [1], [""], [None], [[]], [{}], ["x", "x"], ["x"] * 2_000, [{"text": ""}]),
    *(
        {},
        {"x": 1},
        {"mode": "x"},
        {"mode": "as_of"},
        {"mode": "as_of", "valid_at": "x"},
        {"mode": "at", "x": 1},
    ),
)
# Words of the library that checks, which no caller of ours has to know.
_FOREIGN = re.compile(
    r"\b(input|tuple|dict|list|string|validation|discriminator|tag)\b|should be", re.IGNORECASE
)


def _refused(operation: Operation, arguments: Mapping[str, Any] | bytes) -> Iterator[Incorrect]:
    try:
        operation.check(arguments)
    except Incorrect as refused:
        yield refused


def _all_refused() -> Iterator[tuple[str, Incorrect]]:
    for operation in operations():
        for whole in ({}, {"nonsense": 1}, b"", b"[]", b"{"):
            yield from (("", one) for one in _refused(operation, whole))
        for name in operation.schema["properties"]:
            for value in _WRONG:
                yield from ((name, one) for one in _refused(operation, {name: value}))


def test_every_kind_of_fault_that_an_operation_can_find_has_words_of_ours() -> None:
    told = [(name, refused, fault) for name, refused in _all_refused() for fault in refused.data["faults"]]
    assert {fault["type"] for _, _, fault in told} - faults.KINDS == set()
    assert {fault["msg"] for _, _, fault in told if _FOREIGN.search(fault["msg"])} == set()
    assert {str(refused) for _, refused, _ in told if _FOREIGN.search(str(refused))} == set()


@pytest.mark.parametrize("operation", operations(), ids=lambda one: one.name)
def test_half_a_character_is_refused_with_the_name_of_its_argument(operation: Operation) -> None:
    for name in operation.schema["properties"]:
        written = b'{"%s": "\\udc80"}' % name.encode()
        for arguments in ({name: "\udc80"}, written):
            (refused,) = _refused(operation, arguments)
            assert refused.message == f"{name} holds half a character, U+DC80"


@pytest.mark.parametrize(
    ("operation", "arguments", "message"),
    [
        ("changes", {"kinds": []}, "kinds has 0 items: must have at least 1 item"),
        ("facts_context", {"query": ""}, 'query is "": must have at least 1 character'),
        (
            "facts_context",
            {"query": "x" * 9_000},
            "query has 9000 characters: must have at most 8192 characters",
        ),
        ("facts_context", {"query": "x", "k": True}, "k is true: must be a whole number"),
        ("facts_context", {"query": "x", "time": {}}, "time: must say its 'mode'"),
        ("facts_context", {"query": ["bees\0"]}, "query.0 holds the character U+0000"),
        ("facts_context", {"query": {"\0": 1}}, "a name in query holds the character U+0000"),
    ],
)
def test_what_is_wrong_is_said_with_the_value_and_the_bound(
    operation: str, arguments: Any, message: str
) -> None:
    (refused,) = _refused(find(operation), arguments)
    assert refused.message == message
