"""An embedder's server on loopback: vectors by words, or whatever it is told to send."""

import contextlib
import json
from asyncio import StreamWriter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from remember.providers.scripted import ScriptedEmbed
from tests.providers.chat_server import ChatServer, Respond, serving, status

Reply = Callable[[Sequence[str]], Any]


def by_words(dimension: int) -> Reply:
    """Vectors of twice the usual length, the last text first, as a server may send them."""
    embed = ScriptedEmbed(dimension=dimension)

    def reply(texts: Sequence[str]) -> Any:
        vectors = [(embed._vector(text) * 2).tolist() for text in texts]
        data = [{"object": "embedding", "index": at, "embedding": one} for at, one in enumerate(vectors)]
        return {"object": "list", "model": "told", "data": data[::-1], "usage": {"prompt_tokens": 1}}

    return reply


@contextlib.asynccontextmanager
async def embedding(
    reply: Reply, *, first: Sequence[Respond] = (), models: Mapping[str, Reply] | None = None
) -> AsyncIterator[ChatServer]:
    """A server that replies to the texts of each request, after it has answered the first ones as told.

    Some models may have replies of their own.
    """
    waiting, own = list(first), models or {}

    async def respond(writer: StreamWriter) -> None:
        body = server.requests[-1][2]
        told = waiting.pop(0) if waiting else status(200, own.get(body["model"], reply)(body["input"]))
        await told(writer)

    async with serving(respond) as server:
        yield server


def sent(server: ChatServer) -> list[str]:
    """Every text that was sent, in order."""
    return [text for _, _, body in server.requests for text in json.loads(json.dumps(body))["input"]]
