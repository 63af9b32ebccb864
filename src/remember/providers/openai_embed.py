"""An embedder at any address that speaks OpenAI's embeddings: theirs, a gateway, or a local server.

Needs `remember-engine[openai]`.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import httpx2
import numpy as np
import openai
from numpy.typing import NDArray

from remember.errors import Busy, RememberError, Unavailable
from remember.providers.openai import OPENAI

MOST_TEXTS = 64
"""Texts of one request."""

MOST_CHARACTERS = 24_000
"""As much of a text as is sent; what comes after would be cut off by the model."""

FIRST_WAIT = 1.0
"""Seconds before a request is tried again; each wait is twice the one before."""

_ATTEMPTS = 3
_TIMEOUT = 60.0
_HALF = re.compile("[\ud800-\udfff]")


class OpenAIEmbed:
    """`Embed` by the official client. Its dimension is what the model gives; `measure` asks for it.

    A connection is made for each request, so that any event loop may ask.
    """

    def __init__(self, model: str, *, base_url: str = OPENAI, api_key: str = "none") -> None:
        self.model_id = model
        self._base_url = base_url
        self._api_key = api_key
        self._dimension: int | None = None
        self._tls = httpx2.create_ssl_context()

    @property
    def dimension(self) -> int:
        """How many numbers a vector has; 0 until it was measured."""
        return self._dimension or 0

    async def measure(self) -> int:
        """Ask the model once how many numbers its vectors have."""
        self._dimension = (await self._asked(["."], None)).shape[1]
        return self._dimension

    def expect(self, dimension: int) -> None:
        """From now on a vector of any other number of numbers is refused."""
        self._dimension = dimension

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text, of length 1, in the order given."""
        parts = [texts[at : at + MOST_TEXTS] for at in range(0, len(texts), MOST_TEXTS)]
        vectors = [await self._asked(part, self._dimension) for part in parts]
        return np.concatenate(vectors) if vectors else np.empty((0, self.dimension), np.float32)

    async def embed_question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        vector: NDArray[np.float32] = (await self._asked([text], self._dimension))[0]
        return vector

    async def _asked(self, texts: Sequence[str], dimension: int | None) -> NDArray[np.float32]:
        """The vectors of a request; tried again while the model is busy or does not answer."""
        sent = [_HALF.sub("\ufffd", text[:MOST_CHARACTERS]) or " " for text in texts]
        failed: RememberError | None = None
        for attempt in range(_ATTEMPTS):
            if attempt:
                await asyncio.sleep(FIRST_WAIT * 2 ** (attempt - 1))
            try:
                return _vectors(await self._reply(sent), len(texts), dimension)
            except (openai.APIError, httpx2.HTTPError) as error:
                failed = _failure(error, self.model_id)
                if not _may_pass(error):
                    break
        assert failed is not None
        raise failed

    async def _reply(self, texts: list[str]) -> Any:
        async with openai.AsyncOpenAI(
            base_url=self._base_url,
            api_key=self._api_key,
            max_retries=0,
            timeout=_TIMEOUT,
            http_client=httpx2.AsyncClient(verify=self._tls, follow_redirects=False),
        ) as client:
            return await client.embeddings.create(model=self.model_id, input=texts, encoding_format="float")


def _vectors(reply: Any, count: int, dimension: int | None) -> NDArray[np.float32]:
    """The vectors in the order of their texts, each of length 1; whatever else came is refused."""
    try:
        ordered = sorted(reply.data, key=lambda one: one.index)
        numbers = np.array([one.embedding for one in ordered], np.float32)
    except (AttributeError, TypeError, ValueError):
        raise _unreadable("it is no list of vectors") from None
    if numbers.ndim != 2 or len(numbers) != count or not numbers.shape[1]:
        raise _unreadable(f"it is not one vector for each of {count} texts")
    if dimension is not None and numbers.shape[1] != dimension:
        raise _unreadable(f"a vector has {numbers.shape[1]} numbers, not {dimension}")
    lengths = np.linalg.norm(numbers, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise _unreadable("a vector has no direction")
    scaled: NDArray[np.float32] = numbers / lengths
    return scaled


def _unreadable(why: str) -> Unavailable:
    return Unavailable(
        f"the reply of the embedder cannot be read: {why}",
        code="embedder_unreadable",
        hint="check that the address is that of an embedder of this kind",
    )


def _may_pass(error: Exception) -> bool:
    status = getattr(error, "status_code", None)
    return status is None or status == 429 or status >= 500


def _failure(error: Exception, model: str) -> RememberError:
    """The error of ours. The client's own text is left out: it may repeat what was sent."""
    status = getattr(error, "status_code", None)
    data = {"model": model, "status": status, "error": type(error).__name__}
    if status == 429:
        return Busy(
            f"the embedder {model} takes no more requests",
            code="embedder_busy",
            hint="ask again a little later",
            data=data,
        )
    return Unavailable(
        f"the embedder {model} does not answer" if status is None else f"the embedder {model} says {status}",
        code="embedder_unreachable",
        hint="check its name, its address and its key, and that it runs",
        data=data,
    )
