"""Searches of one channel, and the passages around a passage."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.accounted import accounted
from remember.operations.parameters import Continuation
from remember.operations.registry import operation
from remember.retrieve import adjacent, one_channel
from remember.retrieve.one_channel import ChannelName, ChannelSearch
from remember.wire import Envelope

Query = Annotated[str, Field(min_length=1, max_length=4096, description="What to look for")]
Most = Annotated[int, Field(ge=1, le=400, description="Most items to return")]
Channel = Annotated[ChannelName, Field(description="By meaning, or by the words themselves")]


@operation(
    "search_claims",
    reads=True,
    agents=True,
    route="POST /search/claims",
    also="GET /search/claims",
    grain="evidence",
    intent="find claims by one channel",
)
async def search_claims(
    context: Context,
    *,
    query: Query,
    k: Most = 10,
    channel: Channel = "semantic",
    continuation: Continuation | None = None,
) -> Envelope:
    """The claims that one channel finds, best first, with the channel's own score of each.

    Nothing is left out for being far from the query: the score says how near it is. For what answers a
    question use `claims_and_sources_context`.
    """
    asked = ChannelSearch(query=query, k=k, channel=channel, continuation=continuation)
    return await accounted(context, one_channel.search_claims(context, asked))


@operation(
    "search_chunks",
    reads=True,
    agents=True,
    route="POST /search/chunks",
    also="GET /search/chunks",
    grain="evidence",
    intent="find passages by one channel",
)
async def search_chunks(
    context: Context,
    *,
    query: Query,
    k: Most = 10,
    channel: Channel = "semantic",
    continuation: Continuation | None = None,
) -> Envelope:
    """The passages that one channel finds, best first, with the channel's own score of each.

    A passage is the raw text of a source; what it says was not read for this.
    """
    asked = ChannelSearch(query=query, k=k, channel=channel, continuation=continuation)
    return await accounted(context, one_channel.search_chunks(context, asked))


@operation(
    "adjacent_chunks",
    reads=True,
    agents=True,
    route="GET /chunks/{chunk_id}/adjacent",
    also="POST /chunks/adjacent",
    grain="evidence",
    intent="read around a passage",
)
async def adjacent_chunks(
    context: Context,
    *,
    chunk_id: Annotated[UUID, Field(description="The passage to read around")],
    window: Annotated[int, Field(ge=1, le=2, description="How many passages before and after it")] = 1,
) -> Envelope:
    """A passage between its neighbours, in the order of the document."""
    return await accounted(context, adjacent.adjacent_chunks(context, chunk_id, window=window))
