"""Testimony and belief on one question, read at one instant and never merged."""

from dataclasses import dataclass, field
from uuid import UUID

from remember.context import Context
from remember.domain.time import Current, Mode
from remember.retrieve.claims_and_sources import TestimonyRequest, find_testimony, testimony_envelope
from remember.retrieve.facts import FactsRequest, find_facts, stopped
from remember.retrieve.facts_context import facts_envelope
from remember.retrieve.question import anchored, unanchored
from remember.retrieve.reading import reading
from remember.retrieve.refusal import UNSETTLED
from remember.retrieve.together import both
from remember.wire import ContextBundleV2


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinedRequest:
    """What is asked of both sides; each returns as much as it does by itself."""

    entity_ids: tuple[UUID, ...] = ()
    hops: int = 1
    predicate: str | None = None
    mode: Mode = field(default_factory=Current)


async def combined_context(
    context: Context, query: str, request: CombinedRequest | None = None
) -> ContextBundleV2:
    """What sources said and what the memory holds true, side by side, from one snapshot."""
    request = request or CombinedRequest()
    said = TestimonyRequest(entity_ids=request.entity_ids)
    held = FactsRequest(
        entity_ids=request.entity_ids, hops=request.hops, predicate=request.predicate, mode=request.mode
    )
    question = await (anchored if request.entity_ids else unanchored)(context, query)
    async with reading(context, question, request.mode, most=said.candidate_k) as read:
        if read.moment.is_settled:
            testimony, facts = await both(find_testimony(read, said), find_facts(read.aside, held))
        else:
            testimony, facts = await find_testimony(read, said), stopped(read, UNSETTLED)
    return ContextBundleV2(
        claims_and_sources=await testimony_envelope(context, question, testimony, said),
        facts=await facts_envelope(context, question, facts, held),
    )
