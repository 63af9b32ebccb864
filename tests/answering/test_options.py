"""What a caller may ask for beyond the contract; without it nothing changes."""

import asyncio
import json
from typing import Any

import pytest

import remember
from tests.answering.conftest import Ask
from tests.answering.models import NODE, Said, Silent, answer, answered, fact, invalid, refused, request, said

REPAIR = remember.EvidenceOptions(repair=True)


class Replies:
    """Gives one reply after another."""

    def __init__(self, *replies: Any) -> None:
        self.asked: list[remember.ChatRequest] = []
        self._replies = list(replies)

    async def generate(self, asked: remember.ChatRequest) -> Said:
        self.asked.append(asked)
        return said(self._replies.pop(0))


def valid(schema: dict[str, Any], value: Any) -> bool:
    """Whether a value keeps to the few words of JSON schema that ours uses."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    python = {"object": dict, "array": list, "string": str, "null": type(None)}
    if not isinstance(value, tuple(python[kind] for kind in kinds)):
        return False
    if isinstance(value, dict):
        known = schema["properties"]
        return set(value) == set(known) == set(schema["required"]) and all(
            valid(known[key], inner) for key, inner in value.items()
        )
    if isinstance(value, list):
        fits = schema["minItems"] <= len(value) <= schema["maxItems"]
        return fits and all(valid(schema["items"], inner) for inner in value)
    if value is None:
        return True
    if "enum" in schema:
        return value in schema["enum"]
    return bool(schema["minLength"] <= len(value) <= schema["maxLength"])


@pytest.mark.parametrize("reply", ["Node 22.", answered(extra=1), answered(fact("guide", "Node 99"))])
async def test_without_repair_a_model_is_asked_once(ask: Ask, reply: Any) -> None:
    model = Replies(reply, answered())
    assert (await ask(request(), model)).model_calls == 1


async def test_a_repair_is_asked_for_with_the_fault_and_counted(ask: Ask) -> None:
    model = Replies(answered(fact("guide", "Node 99")), answered())
    found = await ask(request(), model, options=REPAIR)
    assert found.as_dict() == answer(model_calls=2)
    first, second = model.asked
    asked = json.loads(second.user)
    assert json.loads(asked.pop("previous_reply")) == answered(fact("guide", "Node 99"))
    assert asked.pop("fault") == {"code": "quote_not_in_source", "at": "facts[0].citations[0].quote"}
    assert asked == json.loads(first.user)
    assert second.system.startswith(first.system)
    assert "previous_reply" in second.system
    assert "previous_reply" not in first.system


async def test_a_reply_too_long_is_not_shown_again(ask: Ask) -> None:
    model = Replies("x" * 500, refused())
    found = await ask(request(max_response_chars=400), model, options=REPAIR)
    assert (found.status, found.model_calls) == ("insufficient_evidence", 2)
    asked = json.loads(model.asked[1].user)
    assert (asked["previous_reply"], asked["fault"]) == (None, {"code": "response_size_or_type", "at": None})


async def test_the_second_reply_decides_and_there_is_no_third(ask: Ask) -> None:
    model = Replies("x", answered(extra=1), answered())
    assert (await ask(request(), model, options=REPAIR)).as_dict() == invalid("invalid_schema", model_calls=2)


async def test_a_reply_that_can_be_trusted_is_not_repaired(ask: Ask) -> None:
    assert (await ask(request(), Replies(answered()), options=REPAIR)).as_dict() == answer()
    assert (await ask(request(), Replies(refused()), options=REPAIR)).model_calls == 1


async def test_a_repair_has_what_is_left_of_the_time() -> None:
    class FailsThenHangs(Silent):
        async def generate(self, asked: remember.ChatRequest) -> Said:
            if self.asked:
                return await super().generate(asked)
            self.asked.append(asked)
            return Said("x")

    model = FailsThenHangs()
    with pytest.raises(remember.EvidenceTimeout):
        await remember.answer_from_evidence(request(timeout_ms=50), model, options=REPAIR)
    assert len(model.asked) == 2
    assert model.asked[0].signal is model.asked[1].signal


async def test_a_schema_is_handed_over_only_where_asked_for(ask: Ask) -> None:
    model = Replies(answered(), answered())
    await ask(request(), model)
    await ask(request(), model, options=remember.EvidenceOptions(with_schema=True))
    plain, with_schema = (asked.schema for asked in model.asked)
    assert plain is None
    assert json.loads(json.dumps(dict(with_schema)))["additionalProperties"] is False


@pytest.mark.parametrize(
    ("reply", "fits"),
    [
        (answered(), True),
        (refused(), True),
        (answered(extra=1), False),
        (answered({**fact(), "extra": 1}), False),
        (answered(facts=[{**fact(), "citations": []}]), False),
        (answered(status="invalid_response"), False),
        (refused(missing_evidence=["m"] * 17), False),
        (answered(answer="a" * 16_385), False),
        ({key: value for key, value in answered().items() if key != "inference"}, False),
    ],
)
async def test_the_schema_says_what_the_check_says(reply: Any, fits: bool) -> None:
    model = Replies(reply)
    options = remember.EvidenceOptions(with_schema=True)
    found = await remember.answer_from_evidence(request(), model, options=options)
    assert valid(dict(model.asked[0].schema or {}), reply) is fits
    assert (found.validation_errors != ("invalid_schema",)) is fits


async def test_the_stricter_checks_hold_in_both_faces(ask: Ask) -> None:
    loose = answered(fact("guide", "Production requires\u00a0Node 22."), answer="Node 23.")
    forgiving = remember.EvidenceOptions(forgive_quotes=True)
    found = await ask(request(), Replies(loose), options=forgiving)
    assert found.facts[0].citations[0].quote == NODE[:28]
    strict = remember.EvidenceOptions(forgive_quotes=True, figures_quoted=True)
    found = await ask(request(), Replies(loose), options=strict)
    assert found.as_dict() == invalid("figure_not_quoted")


async def test_cancelling_during_a_repair_is_a_cancellation() -> None:
    signal = remember.CancelSignal()

    class CancelsOnRepair(Replies):
        async def generate(self, asked: remember.ChatRequest) -> Said:
            if self.asked:
                signal.cancel()
                await asyncio.Event().wait()
            return await super().generate(asked)

    with pytest.raises(remember.EvidenceCancelled):
        await remember.answer_from_evidence(request(signal=signal), CancelsOnRepair("x"), options=REPAIR)
