"""One fact: what it rests on, and how it came to be as it is."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.accounted import accounted
from remember.operations.parameters import Continuation
from remember.operations.registry import operation
from remember.retrieve import provenance
from remember.retrieve.moment import mode_of
from remember.retrieve.provenance import HydrateRequest
from remember.wire import Envelope, TimeRequest

RelationId = Annotated[UUID, Field(description="Which relation")]
ObservationId = Annotated[UUID, Field(description="Which observation")]
Most = Annotated[int, Field(ge=1, le=400, description="Most claims to return")]
When = Annotated[TimeRequest, Field(description="Which time is asked about; left out: the fact as it is")]


@operation(
    "hydrate_relation",
    reads=True,
    agents=True,
    route="GET /hydrate/relation/{relation_id}",
    grain="composite",
    intent="see what a relation rests on",
)
async def hydrate_relation(
    context: Context,
    *,
    relation_id: RelationId,
    limit: Most = 100,
    time: When | None = None,
    continuation: Continuation | None = None,
) -> Envelope:
    """A relation with every claim for and against it, and the documents that say so.

    A closed relation is given with what it rested on last; those claims count no more.
    """
    asked = HydrateRequest(
        kind="relation", fact_id=relation_id, limit=limit, mode=mode_of(time), continuation=continuation
    )
    return await accounted(context, provenance.hydrate(context, asked))


@operation(
    "hydrate_observation",
    reads=True,
    agents=True,
    route="GET /hydrate/observation/{observation_id}",
    grain="composite",
    intent="see what an observation rests on",
)
async def hydrate_observation(
    context: Context,
    *,
    observation_id: ObservationId,
    limit: Most = 100,
    time: When | None = None,
    continuation: Continuation | None = None,
) -> Envelope:
    """An observation with every claim for and against it, and the documents that say so.

    A closed observation is given with what it rested on last; those claims count no more.
    """
    asked = HydrateRequest(
        kind="observation", fact_id=observation_id, limit=limit, mode=mode_of(time), continuation=continuation
    )
    return await accounted(context, provenance.hydrate(context, asked))


@operation(
    "transcript_relation",
    reads=True,
    agents=True,
    route="GET /transcript/relation/{relation_id}",
    grain="composite",
    intent="see the decisions about a relation",
)
async def transcript_relation(
    context: Context, *, relation_id: RelationId, continuation: Continuation | None = None
) -> Envelope:
    """The decisions that made a relation what it is: the 40 latest, oldest first.

    A continuation gives those before them.
    """
    asked = provenance.transcript(context, "relation", relation_id, continuation=continuation)
    return await accounted(context, asked)


@operation(
    "transcript_observation",
    reads=True,
    agents=True,
    route="GET /transcript/observation/{observation_id}",
    grain="composite",
    intent="see the decisions about an observation",
)
async def transcript_observation(
    context: Context, *, observation_id: ObservationId, continuation: Continuation | None = None
) -> Envelope:
    """The decisions that made an observation what it is: the 40 latest, oldest first.

    A continuation gives those before them.
    """
    asked = provenance.transcript(context, "observation", observation_id, continuation=continuation)
    return await accounted(context, asked)
