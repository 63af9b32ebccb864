"""What an operation's signature refuses, and in which words."""

from collections.abc import Iterator
from typing import Annotated, Any
from uuid import UUID

import pytest
from pydantic import AfterValidator, Field

from remember import wire
from remember.context import Context
from remember.errors import Fault, Incorrect, NotFound
from remember.operations import registry
from remember.operations.registry import Operation, find, operation, unique

BEE = UUID("00000000-0000-4000-8000-00000000000b")


@pytest.fixture
def look() -> Iterator[Operation]:
    @operation("look_for_test", reads=True, agents=True, grain="fact", version=3)
    async def look(
        context: Context,
        *,
        query: Annotated[str, Field(min_length=1, max_length=20)],
        entity_ids: Annotated[tuple[UUID, ...], Field(min_length=1), AfterValidator(unique)] | None = None,
        k: Annotated[int, Field(ge=1, le=30)] = 15,
        time: wire.TimeRequest | None = None,
    ) -> wire.Envelope:
        """Nothing at all."""
        raise NotImplementedError

    yield find("look_for_test")
    del registry._operations["look_for_test"]


def test_arguments_arrive_as_the_signature_types_them(look: Operation) -> None:
    given = {"query": "bees", "entity_ids": [str(BEE)], "time": {"mode": "current"}}
    assert look.check(given) == {
        "query": "bees",
        "entity_ids": (BEE,),
        "time": wire.CurrentTime(mode="current"),
    }


def test_what_python_callers_pass_is_checked_as_json_is(look: Operation) -> None:
    assert look.check({"query": "bees", "entity_ids": (BEE,)}) == {"query": "bees", "entity_ids": (BEE,)}


def test_texts_are_read_as_the_signature_types_them(look: Operation) -> None:
    assert look.check_text({"query": "bees", "k": "5"}) == {"query": "bees", "k": 5}


def test_a_list_is_read_from_a_text_each_and_a_time_from_json(look: Operation) -> None:
    wasp = UUID("00000000-0000-4000-8000-00000000000a")
    texts = {"query": ["bees"], "entity_ids": [str(BEE), str(wasp)], "time": '{"mode":"current"}'}
    assert look.check_text(texts) == {
        "query": "bees",
        "entity_ids": (BEE, wasp),
        "time": wire.CurrentTime(mode="current"),
    }


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"query": ["bees", "wasps"]}, "query stands twice"),
        ({"query": "bees", "time": "{"}, 'time is "{": must be an object'),
    ],
)
def test_a_wrong_text_is_named(look: Operation, texts: Any, message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        look.check_text(texts)
    assert (refused.value.code, refused.value.message) == ("invalid_parameter", message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "query is required"),
        ({"query": "bees", "colour": 1}, "colour is no parameter of look_for_test"),
        ({"query": ""}, 'query is "": must have at least 1 character'),
        ({"query": "bees", "k": 31}, "k is 31: must be at most 30"),
        ({"query": "bees", "k": True}, "k is true: must be a whole number"),
        ({"query": "bees", "k": "5"}, 'k is "5": must be a whole number'),
        ({"query": "bees", "k": 5.0}, "k is 5.0: must be a whole number"),
        ({"query": "bees", "entity_ids": [str(BEE)] * 2}, f"entity_ids: {BEE} stands twice"),
        ({"query": "bees\0"}, "query holds the character U+0000"),
        ({"query": "\ud800"}, "query holds half a character, U+D800"),
        ({"query": object()}, "query is of type object and cannot be written as JSON"),
        (b"[]", "the arguments are not a JSON object"),
        (b"", "the arguments are not a JSON object"),
        (b"\xff", "the arguments are not a JSON object"),
        (b"[" * 100_000, "the arguments are not a JSON object"),
        (b'{"query":"\\ud800"}', "query holds half a character, U+D800"),
        (b'{"query":NaN}', "query is NaN: must be text"),
        (
            {"query": "bees", "time": {"mode": "at", "at": "2031-05-06"}},
            (
                'time.at.at is "2031-05-06": must be a full date-time with an offset, '
                "such as 2026-03-04T15:00:00Z"
            ),
        ),
    ],
)
def test_a_wrong_argument_is_named_in_one_form(look: Operation, arguments: Any, message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        look.check(arguments)
    assert (refused.value.code, refused.value.message) == ("invalid_parameter", message)


def test_an_unknown_operation_is_not_found_by_its_name() -> None:
    with pytest.raises(NotFound) as refused:
        find("guess")
    assert (refused.value.code, refused.value.data) == ("unknown_operation", {"name": "guess"})


def test_an_operation_is_declared_once(look: Operation) -> None:
    with pytest.raises(Fault, match="the operation look_for_test is declared twice"):
        operation("look_for_test", reads=True)(look.run)


def test_the_descriptor_is_read_off_the_signature(look: Operation) -> None:
    shown = look.descriptor
    assert {
        "name": shown.name,
        "description": shown.description,
        "parameters": sorted(shown.input_schema["properties"]),
        "closed": shown.input_schema["additionalProperties"],
        "result_contract": shown.result_contract,
        "output_grain": shown.output_grain,
        "mutates": shown.mutates,
        "version": shown.version,
        "hash": len(shown.implementation_plan_hash or ""),
    } == {
        "name": "look_for_test",
        "description": "Nothing at all.",
        "parameters": ["entity_ids", "k", "query", "time"],
        "closed": False,
        "result_contract": "Envelope",
        "output_grain": "fact",
        "mutates": False,
        "version": 3,
        "hash": 64,
    }
