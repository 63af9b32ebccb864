"""Contradictions: which stand open, which closed, and every side of each."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.domain.time import Current
from remember.operations.accounted import accounted
from remember.operations.parameters import Continuation, When
from remember.operations.registry import invalid_parameter, operation
from remember.retrieve import contradictions
from remember.retrieve.contradictions import ContradictionsRequest
from remember.retrieve.moment import mode_of
from remember.wire import Envelope, TimeRequest


@operation(
    "list_contradictions",
    reads=True,
    agents=True,
    route="GET /contradictions",
    grain="fact",
    intent="find what is disputed",
)
async def list_contradictions(
    context: Context,
    *,
    state: Annotated[
        Literal["open", "closed"], Field(description="closed: one side was retracted or superseded")
    ] = "open",
    entity_id: Annotated[UUID, Field(description="Only those about this entity")] | None = None,
    time: Annotated[
        TimeRequest,
        Field(description="Open ones about this time; left out or current: about any, as it stands open now"),
    ]
    | None = None,
    limit: Annotated[int, Field(ge=1, le=50, description="Most contradictions to return")] = 20,
    continuation: Continuation | None = None,
) -> Envelope:
    """What is disputed, the latest first: every side of each contradiction, with claims for and against it.

    Sides of one contradiction share their `contradiction_group`. `changes` says when each opened (`new`)
    and closed (`invalidated`). `truncation` counts contradictions, not sides. A contradiction is about a time
    if two of its sides may hold then; with mode `as_of` it is one that stood open at `believed_at`.
    """
    mode = mode_of(time)
    if state == "closed" and not isinstance(mode, Current):
        raise invalid_parameter("closed contradictions are listed as of now: leave time out")
    asked = ContradictionsRequest(
        closed=state == "closed", entity_id=entity_id, mode=mode, limit=limit, continuation=continuation
    )
    return await accounted(context, contradictions.list_contradictions(context, asked))


@operation(
    "show_contradiction",
    reads=True,
    agents=True,
    route="GET /contradictions/{group_id}",
    grain="fact",
    intent="see every side of a contradiction",
)
async def show_contradiction(
    context: Context,
    *,
    group_id: Annotated[UUID, Field(description="Which contradiction")],
    limit: Annotated[int, Field(ge=1, le=50, description="Most sides to return")] = 25,
    time: When | None = None,
    continuation: Annotated[
        str, Field(description="Where the page before ended, or the sides that a fact was given with")
    ]
    | None = None,
) -> Envelope:
    """The sides of one contradiction, best supported first, each with claims for and against it.

    Takes the continuation of a fact's `contradiction`, too, with the `time` of the read that gave it.
    """
    asked = contradictions.show_contradiction(
        context, group_id, mode=mode_of(time), limit=limit, continuation=continuation
    )
    return await accounted(context, asked)
