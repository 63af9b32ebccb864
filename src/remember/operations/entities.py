"""Entities: who one is, where it is mentioned, who may be the same, and what was decided about them."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.parameters import Continuation, PageSize
from remember.operations.registry import operation
from remember.retrieve import entities, entity_proposals, split_proposals
from remember.retrieve.listing import Listing
from remember.wire import (
    EntityDetail,
    EntityProposalPage,
    ExclusionPage,
    IdentityEventPage,
    MentionPage,
    SplitProposalPage,
)

EntityId = Annotated[UUID, Field(description="Which entity")]


@operation(
    "show_entity",
    reads=True,
    agents=True,
    route="GET /entities/{entity_id}",
    intent="see who or what an entity is",
)
async def show_entity(context: Context, *, entity_id: EntityId) -> EntityDetail:
    """One entity: its names, how much is known of it, and who was merged into it.

    An entity that was merged into another is shown as that one: compare `entity_id` with the one asked for.
    """
    return await entities.show_entity(context, entity_id)


@operation(
    "list_mentions",
    reads=True,
    agents=True,
    route="GET /entities/{entity_id}/mentions",
    intent="see where an entity is mentioned, and why",
)
async def list_mentions(
    context: Context, *, entity_id: EntityId, limit: PageSize = 50, cursor: Continuation | None = None
) -> MentionPage:
    """Where documents mention an entity, with the reason why each mention is taken to be of it."""
    listing = Listing(operation="list_mentions", limit=limit, cursor=cursor, filters={"entity_id": entity_id})
    page = await entities.list_mentions(context, listing, entity_id)
    return MentionPage(mentions=page.items, cursor=page.cursor)


@operation(
    "list_entity_proposals",
    reads=True,
    agents=True,
    route="GET /entity-proposals",
    intent="find entities that may be one",
)
async def list_entity_proposals(
    context: Context, *, limit: PageSize = 50, cursor: Continuation | None = None
) -> EntityProposalPage:
    """Pairs of entities that may be one, with the names that say so and why. Nothing is merged by itself.

    Pairs that were excluded or split are left out. A page may be short, even empty: go on until `cursor`
    is null.
    """
    listing = Listing(operation="list_entity_proposals", limit=limit, cursor=cursor)
    page = await entity_proposals.list_entity_proposals(context, listing)
    return EntityProposalPage(proposals=page.items, cursor=page.cursor)


@operation(
    "list_split_proposals",
    reads=True,
    agents=True,
    route="GET /split-proposals",
    intent="find entities that may be two of one name",
)
async def list_split_proposals(
    context: Context, *, limit: PageSize = 50, cursor: Continuation | None = None
) -> SplitProposalPage:
    """Entities that may be two of one name: documents that contradict each other on several things.

    They disagree on two predicates at least, at once or in turn, and say nothing alike. Nothing is split by
    itself. A page may be short, even empty: go on until `cursor` is null.
    """
    listing = Listing(operation="list_split_proposals", limit=limit, cursor=cursor)
    page = await split_proposals.list_split_proposals(context, listing)
    return SplitProposalPage(proposals=page.items, cursor=page.cursor)


@operation("list_exclusions", reads=True, route="GET /entity-exclusions")
async def list_exclusions(
    context: Context, *, limit: PageSize = 50, cursor: Continuation | None = None
) -> ExclusionPage:
    """Pairs that are never proposed as one, each with the decision that says so."""
    listing = Listing(operation="list_exclusions", limit=limit, cursor=cursor)
    page = await entities.list_exclusions(context, listing)
    return ExclusionPage(exclusions=page.items, cursor=page.cursor)


@operation("list_identity_events", reads=True, route="GET /identity-events")
async def list_identity_events(
    context: Context,
    *,
    entity_id: EntityId | None = None,
    limit: PageSize = 50,
    cursor: Continuation | None = None,
) -> IdentityEventPage:
    """Who decided what about who is who, when and why, the latest first; about one entity, or about all.

    `reverse_with` names the operation that takes a decision back; it is null where that was done.
    """
    listing = Listing(
        operation="list_identity_events", limit=limit, cursor=cursor, filters={"entity_id": entity_id}
    )
    page = await entities.list_identity_events(context, listing, entity_id)
    return IdentityEventPage(events=page.items, cursor=page.cursor)
