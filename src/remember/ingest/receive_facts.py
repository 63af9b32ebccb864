"""Take structured facts in: every row is checked before anything is stored; a document a source."""

import asyncio
from collections.abc import Callable

from remember.context import Context
from remember.domain.documents import IngestRequest, Source, media_type
from remember.domain.row_files import Part, parts
from remember.domain.rows import Layout, facts_type, layout_of
from remember.domain.text import decode
from remember.ingest.receive import receive
from remember.store.content import Body
from remember.wire import IngestedFacts

MakeRequest = Callable[[Source | None, str], IngestRequest]
"""The request for the rows of a source (None: of no source), which are sent as bytes of this type."""


async def receive_facts(
    context: Context, make: MakeRequest, body: Body, *, mime: str, own: Source | None
) -> IngestedFacts:
    """Store the rows of each source as a version of its document, unless they equal the newest one.

    `own` is the source of rows that name none. Raises `Incorrect` (`row_invalid`) with each wrong row and
    field; then nothing was stored.
    """
    stored_as = facts_type(mime)
    async with context.content.receive(body, most=context.settings.body_max_bytes) as incoming:
        content = await asyncio.to_thread(incoming.path.read_bytes)
    found = await asyncio.to_thread(_parts, content, stored_as, own)
    if len(found) > 1:
        # What is written anew is written in UTF-8, whatever came.
        stored_as = facts_type(media_type(mime)[0])
    requests = [make(part.source, stored_as) for part in found]
    bodies = [part.text.encode() for part in found] if len(found) > 1 else [content]
    sent = zip(requests, bodies, strict=True)
    return IngestedFacts(
        versions=tuple([await receive(context, request, rows) for request, rows in sent]),
        rows=sum(part.rows for part in found),
    )


def _parts(content: bytes, stored_as: str, own: Source | None) -> list[Part]:
    text = decode(content, media_type(stored_as)[1])
    return parts(text, layout_of(stored_as) or Layout.JSON_LINES, own)
