"""An embedder over HTTP, against a server on loopback."""

from typing import Any

import numpy as np
import pytest

from remember.errors import Busy, RememberError, Unavailable
from remember.providers import openai_embed
from remember.providers.openai_embed import MOST_CHARACTERS, MOST_TEXTS, OpenAIEmbed
from tests.providers.chat_server import Respond, status
from tests.providers.embed_server import Reply, by_words, embedding, sent


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_embed, "FIRST_WAIT", 0.0)


async def test_texts_become_vectors_of_length_one_in_their_order() -> None:
    texts = [f"gate {n} opens" for n in range(MOST_TEXTS + 3)]
    async with embedding(by_words(32)) as server:
        embed = OpenAIEmbed("small", base_url=server.address, api_key="k")
        assert (await embed.measure(), embed.dimension) == (32, 32)
        vectors = await embed.embed_passages(texts)
        alone = await embed.embed_question(texts[-1])
    assert vectors.shape == (MOST_TEXTS + 3, 32)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(vectors[-1], alone)
    assert [len(body["input"]) for _, _, body in server.requests] == [1, MOST_TEXTS, 3, 1]
    path, headers, body = server.requests[0]
    assert (path, headers["authorization"], body["model"]) == ("/embeddings", "Bearer k", "small")


async def test_of_nothing_no_vector_is_asked() -> None:
    async with embedding(by_words(8)) as server:
        assert (await OpenAIEmbed("small", base_url=server.address).embed_passages([])).shape == (0, 0)
    assert server.requests == []


async def test_any_text_is_sent_as_text_and_no_longer_than_it_is_read() -> None:
    async with embedding(by_words(8)) as server:
        embed = OpenAIEmbed("small", base_url=server.address)
        await embed.embed_passages(["", "half \ud800", "x" * (MOST_CHARACTERS + 9)])
    assert sent(server) == [" ", "half \ufffd", "x" * MOST_CHARACTERS]


async def test_an_embedder_that_is_busy_is_asked_again() -> None:
    async with embedding(by_words(8), first=[status(429, {}), status(503, {})]) as server:
        assert await OpenAIEmbed("small", base_url=server.address).measure() == 8
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("answer", "kind", "code", "requests"),
    [
        (status(429, {"error": "secret"}), Busy, "embedder_busy", 3),
        (status(500, {"error": "secret"}), Unavailable, "embedder_unreachable", 3),
        (status(401, {"error": "secret"}), Unavailable, "embedder_unreachable", 1),
    ],
)
async def test_an_embedder_that_stays_away_is_told_without_what_was_sent(
    answer: Respond, kind: type[RememberError], code: str, requests: int
) -> None:
    async with embedding(by_words(8), first=[answer] * 9) as server:
        with pytest.raises(kind) as failed:
            await OpenAIEmbed("small", base_url=server.address).embed_question("secret")
    assert failed.value.code == code
    assert "secret" not in str(failed.value)
    assert len(server.requests) == requests


def _told(*vectors: Any) -> Reply:
    data = [{"object": "embedding", "index": at, "embedding": one} for at, one in enumerate(vectors)]
    return lambda texts: {"object": "list", "data": data}


@pytest.mark.parametrize(
    "reply",
    [
        _told(),
        _told([1.0, 0.0], [0.0, 1.0]),
        _told([1.0, 0.0, 0.0]),
        _told([0.0, 0.0]),
        _told([]),
        _told(["a", "b"]),
        lambda texts: {"object": "list"},
        lambda texts: "vectors",
        lambda texts: {"data": [{"index": 0}]},
    ],
)
async def test_what_is_no_vector_of_the_expected_dimension_is_refused(reply: Reply) -> None:
    async with embedding(reply) as server:
        embed = OpenAIEmbed("small", base_url=server.address)
        embed.expect(2)
        with pytest.raises(Unavailable) as refused:
            await embed.embed_question("gate")
    assert refused.value.code == "embedder_unreadable"
