"""Who an entity is, and why mentions in different places are taken to be of one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.identity import Merge, joined_by
from remember.errors import NotFound
from remember.retrieve.entities import MOST_LISTED, entity_told, event_told, members_of, mention_told
from remember.retrieve.listing import Listing, Page, Part, Position, cut, page
from remember.store import entity_grounds, identity
from remember.store.database import Transaction
from remember.store.entity_grounds import Ground
from remember.store.entity_grounds import GroundedMention as Row
from remember.wire import EntityDetail, EntityExplanation, GroundedMention, IdentityEvent, NameGround


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainEntity:
    """Which entity; with `mention_ids`, only why those mentions are of it."""

    entity_id: UUID
    mention_ids: tuple[UUID, ...] | None = None
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """The entity itself, which is the same on every page."""

    entity: EntityDetail
    grounds: Sequence[Ground]
    decisions: tuple[IdentityEvent, ...]
    total: int


async def explain_entity(context: Context, asked: ExplainEntity) -> EntityExplanation:
    """An entity explained; one that is merged into another as that one.

    Raises `NotFound` (`entity_not_found`, `mention_not_found`).
    """
    listing = Listing(
        operation="explain_entity",
        limit=asked.limit,
        cursor=asked.cursor,
        filters={"entity_id": asked.entity_id, "mention_ids": asked.mention_ids},
    )
    about: list[_About] = []

    async def read(tx: Transaction, position: Position | None) -> Part[GroundedMention]:
        survivor_id, members = await members_of(tx, context, asked.entity_id)
        after = UUID(position["mention_id"]) if position else None
        rows = await entity_grounds.mentions(
            tx,
            context.reader,
            members,
            mention_ids=asked.mention_ids,
            after=after,
            most=listing.limit + 1,
        )
        _refuse_others(asked, rows)
        merges = await identity.merges_of(tx, context.tenant_id, members)
        about.append(await _about(tx, context, survivor_id, members, rows))
        part = cut(rows, listing.limit, lambda row: {"mention_id": str(row.mention_id)})
        told = [_mention(row, members, merges) for row in part.items]
        return Part(items=told, position=part.position)

    mentions = await page(context, listing, read)
    return _explanation(about[0], mentions)


async def _about(
    tx: Transaction, context: Context, survivor_id: UUID, members: Sequence[UUID], rows: Sequence[Row]
) -> _About:
    events = await identity.events(tx, context.reader, entity_ids=members, most=MOST_LISTED)
    return _About(
        entity=await entity_told(tx, context, survivor_id, members),
        grounds=await entity_grounds.grounds(tx, context.reader, members, most=MOST_LISTED),
        decisions=tuple(event_told(event) for event in events),
        total=rows[0].total if rows else 0,
    )


def _explanation(about: _About, mentions: Page[GroundedMention]) -> EntityExplanation:
    return EntityExplanation(
        entity=about.entity,
        why=_why(about),
        grounds=tuple(_ground(one) for one in about.grounds),
        ground_count=about.grounds[0].total if about.grounds else 0,
        decisions=about.decisions,
        mentions=mentions.items,
        mention_count=about.total,
        cursor=mentions.cursor,
    )


def _why(about: _About) -> str:
    entity = about.entity
    named = ", ".join(f"“{name}”" for name in dict.fromkeys(one.surface for one in about.grounds[:3]))
    by_name = f"{entity.mention_count} mentions in {entity.document_count} documents"
    merged = f"; {entity.merged_count} more answer as it, by decision" if entity.merged_count else ""
    return f"{by_name}{f' by the name {named}' if named else ''}{merged}"


def _refuse_others(asked: ExplainEntity, rows: Sequence[Row]) -> None:
    """A mention that is not of the entity is no part of why it is one."""
    if asked.mention_ids is not None and asked.cursor is None:
        known = rows[0].total if rows else 0
        if known < len(asked.mention_ids):
            raise NotFound(
                f"{len(asked.mention_ids) - known} of the mentions are not of entity {asked.entity_id}",
                code="mention_not_found",
                hint="list_mentions gives the mentions of an entity",
                data={"entity_id": str(asked.entity_id)},
            )


def _ground(one: Ground) -> NameGround:
    return NameGround(
        surface=one.surface,
        method=one.method,
        reason=one.reason,
        entity_id=one.entity_id,
        mention_count=one.mentions,
        document_count=one.documents,
    )


def _mention(row: Row, members: Collection[UUID], merges: Sequence[Merge]) -> GroundedMention:
    return GroundedMention(
        **dict(mention_told(row)),
        entity_id=row.entity_id,
        joined_by=joined_by(row.entity_id, members, merges),
        moved_by=row.moved_by,
    )
