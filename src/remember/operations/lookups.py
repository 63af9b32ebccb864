"""Lookups: a name near others, and facts by their pattern, without a question."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.domain.time import At, Mode
from remember.operations.accounted import accounted
from remember.operations.parameters import Continuation, When
from remember.operations.recall import Name
from remember.operations.registry import invalid_parameter, operation, unique
from remember.retrieve import lookup
from remember.retrieve import resolve_entity as naming
from remember.retrieve.lookup import ObservationPattern, RelationPattern
from remember.retrieve.moment import mode_of
from remember.wire import Envelope, TimeRequest, UtcRequestDateTime


@operation(
    "resolve",
    reads=True,
    route="GET /resolve",
    grain="fact",
    intent="find whom a name may mean, near others",
)
async def resolve(
    context: Context,
    *,
    name: Name,
    context_entity_ids: Annotated[
        tuple[UUID, ...],
        Field(max_length=8, description="Entities that the name is said near to"),
        AfterValidator(unique),
    ] = (),
) -> Envelope:
    """Everybody and everything that a name may mean, first who has most relations to the context.

    The context only orders: `context_hits` counts the current relations. Several candidates mean that the
    name is ambiguous all the same.
    """
    answering = naming.resolve_entity(context, name, context_entity_ids=context_entity_ids)
    return await accounted(context, answering)


@operation(
    "lookup_relations",
    reads=True,
    agents=True,
    route="GET /lookup/relations",
    grain="fact",
    intent="find relations by their pattern",
)
async def lookup_relations(
    context: Context,
    *,
    subject_entity_id: Annotated[UUID, Field(description="Whose relations")] | None = None,
    predicate: Annotated[str, Field(min_length=1, max_length=200, description="Relations of this kind")]
    | None = None,
    object_entity_id: Annotated[UUID, Field(description="To whom or to what")] | None = None,
    valid_at: Annotated[UtcRequestDateTime, Field(description="The world at this instant, in UTC")]
    | None = None,
    k: Annotated[int, Field(ge=1, le=400, description="Most relations to return")] = 50,
    time: When | None = None,
    continuation: Continuation | None = None,
) -> Envelope:
    """The relations that fit a pattern, best supported first, then the longest held.

    Everything given must fit. `valid_at` is short for a `time` of mode `at`.
    """
    asked = RelationPattern(
        subject_entity_id=subject_entity_id,
        predicate=predicate,
        object_entity_id=object_entity_id,
        k=k,
        mode=_mode(valid_at, time),
        continuation=continuation,
    )
    return await accounted(context, lookup.lookup_relations(context, asked))


@operation(
    "lookup_observations",
    reads=True,
    agents=True,
    route="GET /lookup/observations",
    grain="fact",
    intent="find what is noted of an entity",
)
async def lookup_observations(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Whose observations")],
    property_query: Annotated[
        str, Field(min_length=1, max_length=4096, description="The property asked for, in plain words")
    ]
    | None = None,
    k: Annotated[int, Field(ge=1, le=400, description="Most observations to return")] = 10,
    time: When | None = None,
    continuation: Continuation | None = None,
) -> Envelope:
    """The observations of an entity, best supported first; with a property, the nearest in meaning first."""
    asked = ObservationPattern(
        entity_id=entity_id,
        property_query=property_query,
        k=k,
        mode=mode_of(time),
        continuation=continuation,
    )
    return await accounted(context, lookup.lookup_observations(context, asked))


def _mode(valid_at: datetime | None, time: TimeRequest | None) -> Mode:
    if valid_at is None:
        return mode_of(time)
    if time is not None:
        raise invalid_parameter("valid_at and time were both given: send one of them")
    return At(at=valid_at)
