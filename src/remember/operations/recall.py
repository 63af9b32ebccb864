"""Recall: names to entities, what sources said, what the memory holds true, and both side by side."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.operations.accounted import accounted
from remember.operations.parameters import When
from remember.operations.registry import invalid_parameter, operation, unique
from remember.retrieve import claims_and_sources as testimony
from remember.retrieve import combined_context as both
from remember.retrieve import facts_context as belief
from remember.retrieve import resolve_entity as naming
from remember.retrieve.facts import FactsRequest
from remember.retrieve.moment import mode_of
from remember.wire import ContextBundleV2, Envelope

Query = Annotated[str, Field(min_length=1, max_length=8192, description="The question, in plain words")]
Name = Annotated[str, Field(min_length=1, max_length=500, description="The name, as it was said")]
Anchors = Annotated[
    tuple[UUID, ...],
    Field(min_length=1, max_length=19, description="Entities that the question is about"),
    AfterValidator(unique),
]
Hops = Annotated[int, Field(ge=1, le=2, description="How far from the entities facts may lie")]
Predicate = Annotated[
    str,
    Field(min_length=1, max_length=200, description="Follow only relations of this kind"),
]


@operation(
    "resolve_entity", reads=True, agents=True, grain="fact", version=1, intent="find whom a name may mean"
)
async def resolve_entity(context: Context, *, name: Name) -> Envelope:
    """Everybody and everything that a name may mean.

    Several candidates mean that the name is ambiguous: ask, or tell them apart by what is known of each.
    """
    return await accounted(context, naming.resolve_entity(context, name))


@operation(
    "claims_and_sources_context",
    reads=True,
    agents=True,
    grain="evidence",
    version=2,
    intent="find what sources said",
)
async def claims_and_sources_context(
    context: Context,
    *,
    query: Query,
    entity_ids: Annotated[
        tuple[UUID, ...],
        Field(min_length=1, max_length=20, description="Entities that claims must mention"),
        AfterValidator(unique),
    ]
    | None = None,
    k: Annotated[int, Field(ge=1, le=100, description="Most claims, and most passages, to return")] = 50,
    candidate_k: Annotated[
        int, Field(ge=1, le=400, description="Candidates that each channel nominates; at least k")
    ] = 200,
) -> Envelope:
    """What sources said: claims with their exact spans, and passages.

    This is testimony. Whether it holds, and now, is what `facts_context` answers.
    """
    if candidate_k < k:
        raise invalid_parameter(f"candidate_k is {candidate_k}: must be at least k, which is {k}")
    request = testimony.TestimonyRequest(entity_ids=entity_ids or (), k=k, candidate_k=candidate_k)
    return await accounted(context, testimony.claims_and_sources_context(context, query, request))


@operation("facts_context", reads=True, agents=True, grain="fact", version=3, intent="find what is held true")
async def facts_context(
    context: Context,
    *,
    query: Query,
    entity_ids: Anchors | None = None,
    k: Annotated[int, Field(ge=1, le=30, description="Most facts to return")] = 15,
    evidence_per_fact: Annotated[
        int, Field(ge=1, le=5, description="Most claims of each stance to return for a fact")
    ] = 3,
    hops: Hops = 1,
    predicate: Predicate | None = None,
    time: When | None = None,
) -> Envelope:
    """What the memory holds true, with the claims for and against it and every side of a contradiction.

    `confirmed` facts have a complete window; `possible` ones are only not ruled out. Report every side
    of a contradiction.
    """
    request = FactsRequest(
        entity_ids=entity_ids or (),
        k=k,
        evidence_per_fact=evidence_per_fact,
        hops=hops,
        predicate=predicate,
        mode=mode_of(time),
    )
    return await accounted(context, belief.facts_context(context, query, request))


@operation(
    "combined_context", reads=True, agents=True, version=4, intent="find what was said and what is held true"
)
async def combined_context(
    context: Context,
    *,
    query: Query,
    entity_ids: Anchors | None = None,
    hops: Hops = 1,
    predicate: Predicate | None = None,
    time: When | None = None,
) -> ContextBundleV2:
    """Both at one instant: what sources said, and what the memory holds true.

    Two envelopes that are never merged. Read each on its own: its negative, its truncation, its drops.
    """
    request = both.CombinedRequest(
        entity_ids=entity_ids or (), hops=hops, predicate=predicate, mode=mode_of(time)
    )
    return await accounted(context, both.combined_context(context, query, request))
