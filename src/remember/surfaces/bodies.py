"""The body of a request as it comes, from callers that keep sending."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

from starlette.requests import Request

from remember.errors import Interrupted

PATIENCE_SECONDS = 60.0
"""How long a body may stop coming: what nginx waits by default (`client_body_timeout`)."""

LEAST_BYTES_A_SECOND = 500
"""How slowly it may come for longer than that: the least rate of Apache's `RequestReadTimeout`."""


async def pieces(request: Request) -> AsyncIterator[bytes]:
    """The body, piece by piece; raises `Interrupted` (`upload_stalled`) where it comes too slowly.

    Each wait uses up patience, each byte earns some back; what the memory itself needs is not counted.
    """
    coming = request.stream()
    received, patience = 0, PATIENCE_SECONDS
    while True:
        began = monotonic()
        try:
            async with asyncio.timeout(patience):
                piece = await anext(coming)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise Interrupted(
                f"the body stopped coming after {received} bytes",
                code="upload_stalled",
                hint=f"send it again, at {LEAST_BYTES_A_SECOND} bytes a second or faster",
            ) from None
        received += len(piece)
        earned = len(piece) / LEAST_BYTES_A_SECOND - (monotonic() - began)
        patience = min(PATIENCE_SECONDS, max(0.0, patience + earned))
        yield piece
