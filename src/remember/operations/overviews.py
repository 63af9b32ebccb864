"""Overviews: how many there are, in groups, and what held when of one entity."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.domain.time import AsOf, Current
from remember.operations.accounted import accounted
from remember.operations.parameters import Continuation, PageSize, When
from remember.operations.registry import invalid_parameter, operation
from remember.retrieve import aggregate as counting
from remember.retrieve import timeline as lives
from remember.retrieve.aggregate import AggregateRequest, Grouping, Subject
from remember.retrieve.moment import mode_of
from remember.retrieve.timeline import TimelineRequest
from remember.wire import Envelope, FactKind, TimeRequest

Predicate = Annotated[str, Field(min_length=1, max_length=200, description="Only those of this predicate")]
Kind = Annotated[FactKind, Field(description="Only relations, or only observations")]


@operation(
    "aggregate",
    reads=True,
    agents=True,
    route="GET /aggregate",
    grain="fact",
    intent="count what is held or said",
)
async def aggregate(
    context: Context,
    *,
    of: Annotated[
        Subject, Field(description="facts: what is held true; claims: what sources said")
    ] = "facts",
    by: Annotated[
        Grouping,
        Field(description="month: when a fact began, or a claim was said; state: see explain_fact"),
    ] = "predicate",
    entity_id: Annotated[UUID, Field(description="Only those about this entity")] | None = None,
    predicate: Predicate | None = None,
    kind: Kind | None = None,
    doc_id: Annotated[UUID, Field(description="Only those that this document supports or says")]
    | None = None,
    time: When | None = None,
    limit: PageSize = 50,
    continuation: Continuation | None = None,
) -> Envelope:
    """How many facts hold, or claims count, in groups, the largest first; `total` is of all, and exact.

    A fact of two entities or documents is in both groups, and in `total` once. By `state`, every fact that
    was ever held is counted, and every claim, also those that count no more. Claims know no other time than
    now and `as_of`: those that counted at `believed_at` and were said by `valid_at`.
    """
    mode = mode_of(time)
    if of == "claims" and not isinstance(mode, Current | AsOf):
        raise invalid_parameter("claims are counted as of now or, with mode as_of, as of an earlier time")
    asked = AggregateRequest(
        of=of,
        by=by,
        entity_id=entity_id,
        predicate=predicate,
        kind=kind,
        doc_id=doc_id,
        mode=mode,
        limit=limit,
        continuation=continuation,
    )
    return await accounted(context, counting.aggregate(context, asked))


@operation(
    "timeline",
    reads=True,
    agents=True,
    route="GET /entities/{entity_id}/timeline",
    grain="fact",
    intent="see what held when of an entity",
)
async def timeline(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Whose facts")],
    predicate: Predicate | None = None,
    time: Annotated[
        TimeRequest,
        Field(description="Left out: all times; as_of: what had begun by valid_at, as believed then"),
    ]
    | None = None,
    evidence_per_fact: Annotated[
        int, Field(ge=1, le=5, description="Most claims of each stance to return for a fact")
    ] = 1,
    limit: PageSize = 50,
    continuation: Continuation | None = None,
) -> Envelope:
    """The facts of an entity in the order of the world, ended or not, those to come included.

    Each stands where it began, or ended if nothing says when it began; undated ones come last, in the order
    in which they were said. Pages go on as believed when the first one was read.
    """
    asked = TimelineRequest(
        entity_id=entity_id,
        predicate=predicate,
        mode=mode_of(time) if time else None,
        limit=limit,
        evidence_per_fact=evidence_per_fact,
        continuation=continuation,
    )
    return await accounted(context, lives.timeline(context, asked))
