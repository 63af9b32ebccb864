"""A memory whose settings name a language model: it reads, and is asked for what its bill needs."""

from dataclasses import replace
from pathlib import Path

import pytest

from remember.context import OWNER
from remember.ingest.receive import receive
from remember.operations.registry import call
from remember.settings import Settings
from remember.wiring import open_memory
from tests.ingest.reading import NOTE, proposal, texts
from tests.providers.chat_server import events, serving
from tests.providers.embed_server import by_words, embedding
from tests.working import work_off


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(
        database_url=database_url,
        data_dir=tmp_path,
        embed_model="words",
        extract_model="small",
        model_price_in=2.0,
        model_price_out=8.0,
    )


async def test_the_model_that_the_settings_name_reads_and_is_paid_by_its_own_count(
    settings: Settings,
) -> None:
    reply = proposal(("Mira opens the gate at six.", "Mira opens the gate at six."))
    usage = {"prompt_tokens": 1_000, "completion_tokens": 500}
    told = events({"choices": [{"delta": {"content": reply}}]}, {"choices": [], "usage": usage}, "[DONE]")
    async with embedding(by_words(16)) as words, serving(told) as server:
        given = replace(settings, embed_url=words.address, chat_url=server.address, chat_key="k")
        async with open_memory(given) as memory:
            context = memory.context(OWNER)
            await receive(context, NOTE, b"Mira opens the gate at six.")
            await work_off(context)
            assert await texts(context) == ["Mira opens the gate at six."]
            found = await call(context, "model_usage")
            status = await call(context, "status")
    [(path, headers, body)] = server.requests
    assert (path, headers["authorization"]) == ("/chat/completions", "Bearer k")
    assert (body["model"], body["temperature"], body["stream_options"]) == (
        "small",
        0,
        {"include_usage": True},
    )
    assert [(use.calls, use.tokens_in, use.tokens_out) for use in found.uses] == [(1, 1_000, 500)]
    assert found.usd_today == pytest.approx(0.006)
    assert status.model_bindings["extract"] == "small"
