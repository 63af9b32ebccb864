"""The graph of what is held true, and that of documents: who is near whom, and how two are joined."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.domain.time import AsOf, Mode
from remember.operations.accounted import accounted
from remember.operations.parameters import When
from remember.operations.registry import invalid_parameter, operation, unique
from remember.retrieve import graph
from remember.retrieve.citations import CitationRequest, citation_path
from remember.retrieve.graph import NeighbourhoodRequest, PathRequest
from remember.retrieve.moment import mode_of
from remember.wire import Envelope, TimeRequest, UtcRequestDateTime

Predicates = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=200)], ...],
    Field(max_length=100, description="Follow only relations of these kinds; none: of every kind"),
    AfterValidator(unique),
]
ValidAt = Annotated[UtcRequestDateTime, Field(description="The world at this instant, in UTC")]
BelievedAt = Annotated[UtcRequestDateTime, Field(description="As believed at this instant, in UTC")]


@operation(
    "graph_neighborhood",
    reads=True,
    agents=True,
    route="POST /graph/neighborhood",
    grain="fact",
    intent="find who and what is near an entity",
)
async def graph_neighborhood(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Around whom")],
    hops: Annotated[int, Field(ge=1, le=4, description="How many relations away at most")] = 2,
    predicates: Predicates = (),
    valid_at: ValidAt | None = None,
    believed_at: BelievedAt | None = None,
    time: When | None = None,
    limit: Annotated[int, Field(ge=1, le=500, description="Most nodes of a page")] = 500,
    continuation: Annotated[str, Field(max_length=200, description="Where the page before ended")]
    | None = None,
    include_paths: Annotated[bool, Field(description="Give a shortest path to each node, too")] = False,
) -> Envelope:
    """Who and what is within some hops of an entity, the nearest first, and the relations on the way.

    Relations are followed both ways; undated ones too. Each edge is on the page of the later of its two
    nodes. `valid_at` and `believed_at`, given together, are short for a `time` of mode `as_of`.
    `truncation.reason` names the budget that ended the search, if one did.
    """
    asked = NeighbourhoodRequest(
        entity_id=entity_id,
        hops=hops,
        predicates=predicates,
        mode=_mode(valid_at, believed_at, time),
        limit=limit,
        include_paths=include_paths,
        continuation=continuation,
    )
    return await accounted(context, graph.neighbourhood(context, asked))


@operation(
    "graph_path",
    reads=True,
    agents=True,
    route="POST /graph/path",
    grain="fact",
    intent="find how two entities are joined",
)
async def graph_path(
    context: Context,
    *,
    from_entity_id: Annotated[UUID, Field(description="Where the paths begin")],
    to_entity_id: Annotated[UUID, Field(description="Where the paths end")],
    max_hops: Annotated[int, Field(ge=1, le=6, description="How many relations a path has at most")] = 4,
    predicates: Predicates = (),
    valid_at: ValidAt | None = None,
    believed_at: BelievedAt | None = None,
    time: When | None = None,
) -> Envelope:
    """The shortest paths over relations from one entity to another, at most ten, all of one length.

    Relations are followed both ways. A path is given whole or not at all; over a range or a history its
    edges need not have held at one time. Where the search ended before it had looked everywhere, the
    negative is `boundary` and `truncation.reason` says why; `known_empty` means that no path is there.
    """
    if from_entity_id == to_entity_id:
        raise invalid_parameter(f"both ends are the entity {from_entity_id}: a path joins two")
    asked = PathRequest(
        from_entity_id=from_entity_id,
        to_entity_id=to_entity_id,
        max_hops=max_hops,
        predicates=predicates,
        mode=_mode(valid_at, believed_at, time),
    )
    return await accounted(context, graph.path(context, asked))


@operation(
    "graph_citation_path",
    reads=True,
    agents=True,
    route="POST /graph/citation-path",
    grain="fact",
    intent="find how one document leads to another",
)
async def graph_citation_path(
    context: Context,
    *,
    from_doc_id: Annotated[UUID, Field(description="Where the paths begin")],
    to_doc_id: Annotated[UUID, Field(description="Where the paths end")],
    max_hops: Annotated[int, Field(ge=1, le=6, description="How many references a path has at most")] = 6,
) -> Envelope:
    """The shortest paths over references from one document to another, at most ten, all of one length.

    References are followed in their direction; nodes are documents, edges what one points at in another.
    The versions that are served count. For the references of one document see `document_references`.
    """
    if from_doc_id == to_doc_id:
        raise invalid_parameter(f"both ends are the document {from_doc_id}: a path joins two")
    asked = CitationRequest(from_doc_id=from_doc_id, to_doc_id=to_doc_id, max_hops=max_hops)
    return await accounted(context, citation_path(context, asked))


def _mode(valid_at: datetime | None, believed_at: datetime | None, time: TimeRequest | None) -> Mode:
    if valid_at is None and believed_at is None:
        return mode_of(time)
    if valid_at is None or believed_at is None:
        raise invalid_parameter("valid_at and believed_at are given together or not at all")
    if time is not None:
        raise invalid_parameter("valid_at and believed_at were given beside time: send one of them")
    return AsOf(valid_at=valid_at, believed_at=believed_at)
