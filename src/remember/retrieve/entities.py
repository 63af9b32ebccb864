"""Entities as a person looks them up: who one is, where it is mentioned, and what was decided about whom."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from remember.context import Context
from remember.domain import identity as rules
from remember.domain.identity import DecisionKind
from remember.domain.unknown import no_entity
from remember.retrieve.listing import Listing, Page, Part, Position, cut, latest_decided, page
from remember.retrieve.moment import in_utc
from remember.store import entity_details, identity, names
from remember.store.database import Transaction
from remember.store.entity_details import ExcludedPair, MentionRow
from remember.wire import (
    EntityDetail,
    EntityName,
    Exclusion,
    IdentityEvent,
    MentionDetail,
    NamedEntity,
)

MOST_LISTED = 100
"""Names, merged entities and merges shown with an entity; mentions and events have lists of their own."""

_REVERSED_WITH = {
    DecisionKind.MERGE: "split_entity",
    DecisionKind.SPLIT: "merge_entities",
    DecisionKind.ADD_ALIAS: "remove_alias",
    DecisionKind.REMOVE_ALIAS: "add_alias",
    DecisionKind.EXCLUDE: "allow_pair",
    DecisionKind.ALLOW: "exclude_pair",
    DecisionKind.EXCLUDE_SPLIT: "allow_split",
    DecisionKind.ALLOW_SPLIT: "exclude_split",
}


async def show_entity(context: Context, entity_id: UUID) -> EntityDetail:
    """An entity with all that answer as it; one that is merged into another is shown as that one.

    Raises `NotFound` (`entity_not_found`).
    """
    async with context.database.read() as tx:
        return await entity_told(tx, context, *await members_of(tx, context, entity_id))


async def entity_told(
    tx: Transaction, context: Context, survivor_id: UUID, members: Sequence[UUID]
) -> EntityDetail:
    """An entity with all that answer as it."""
    reader = context.reader
    shown = await names.shown(tx, reader, [survivor_id])
    borne = await entity_details.names(tx, reader, members, most=MOST_LISTED)
    known = await entity_details.summary(tx, reader, members)
    merges = await identity.events(
        tx, reader, entity_ids=members, kinds=[DecisionKind.MERGE], most=MOST_LISTED
    )
    merged = [member for member in members if member != survivor_id]
    return EntityDetail(
        entity_id=survivor_id,
        name=shown[survivor_id],
        kinds=tuple(known.kinds),
        names=tuple(
            EntityName(name=one.name, given_by="person" if one.by_person else "document") for one in borne
        ),
        name_count=borne[0].total if borne else 0,
        merged_ids=tuple(merged[:MOST_LISTED]),
        merged_count=len(merged),
        mention_count=known.mentions,
        document_count=known.documents,
        fact_count=known.facts,
        first_said_at=in_utc(known.first_said_at),
        last_said_at=in_utc(known.last_said_at),
        merges=tuple(event_told(one) for one in merges if one.reversed_by is None),
    )


async def list_mentions(context: Context, listing: Listing, entity_id: UUID) -> Page[MentionDetail]:
    """Where an entity is mentioned, with all that answer as it, in the order in which that was read.

    Raises `NotFound` (`entity_not_found`).
    """

    async def read(tx: Transaction, position: Position | None) -> Part[MentionDetail]:
        _, members = await members_of(tx, context, entity_id)
        after = UUID(position["mention_id"]) if position else None
        rows = await entity_details.mentions(tx, context.reader, members, after=after, most=listing.limit + 1)
        part = cut(rows, listing.limit, lambda row: {"mention_id": str(row.mention_id)})
        return Part(items=[mention_told(row) for row in part.items], position=part.position)

    return await page(context, listing, read)


async def list_identity_events(
    context: Context, listing: Listing, entity_id: UUID | None
) -> Page[IdentityEvent]:
    """What was decided about who is who, the latest first; about one entity, where it is given.

    Raises `NotFound` (`entity_not_found`).
    """

    async def read(
        tx: Transaction, before: tuple[datetime, UUID] | None, most: int
    ) -> list[rules.IdentityEvent]:
        about = None if entity_id is None else (await members_of(tx, context, entity_id))[1]
        return await identity.events(tx, context.reader, entity_ids=about, before=before, most=most)

    return await latest_decided(context, listing, read, event_told, decision_id=lambda row: row.event_id)


async def list_exclusions(context: Context, listing: Listing) -> Page[Exclusion]:
    """Pairs that are never proposed as one, as far as the caller may see both."""

    async def read(tx: Transaction, position: Position | None) -> Part[Exclusion]:
        after = position and (UUID(position["one_id"]), UUID(position["other_id"]))
        rows = await entity_details.exclusions(
            tx, context.reader, after=after or None, most=listing.limit + 1
        )
        part = cut(rows, listing.limit, _place_of_pair)
        pairs = {id for row in part.items for id in (row.one_survivor_id, row.other_survivor_id)}
        shown = await names.shown(tx, context.reader, pairs)
        seen = [row for row in part.items if {row.one_survivor_id, row.other_survivor_id} <= shown.keys()]
        return Part(items=[_exclusion(row, shown) for row in seen], position=part.position)

    return await page(context, listing, read)


async def members_of(tx: Transaction, context: Context, entity_id: UUID) -> tuple[UUID, list[UUID]]:
    """Whom an entity answers as, and all that do; raises `NotFound` (`entity_not_found`)."""
    survivor_id = await identity.survivor_of(tx, context.tenant_id, entity_id)
    seen = await names.members(tx, context.reader, [survivor_id])
    if not seen:
        raise no_entity(entity_id)
    return survivor_id, sorted(member.entity_id for member in seen)


def _place_of_pair(pair: ExcludedPair) -> Position:
    return {"one_id": str(pair.one_id), "other_id": str(pair.other_id)}


def event_told(event: rules.IdentityEvent) -> IdentityEvent:
    """A decision, with the operation that takes it back."""
    kind = DecisionKind(event.kind)
    return IdentityEvent(
        event_id=event.event_id,
        kind=kind.value,
        entity_id=event.entity_id,
        other_id=event.other_id,
        name=event.name,
        reason=event.reason,
        decided_by_kind=event.decided_by_kind,
        decided_by_ref=event.decided_by_ref,
        decided_at=event.decided_at.astimezone(UTC),
        reversed_by=event.reversed_by,
        reverse_with=None if event.reversed_by else _REVERSED_WITH[kind],
    )


def mention_told(row: MentionRow) -> MentionDetail:
    """A mention, and why it is taken to be of its entity."""
    return MentionDetail(
        mention_id=row.mention_id,
        claim_id=row.claim_id,
        doc_id=row.doc_id,
        document_title=row.title,
        surface=row.surface,
        claim_text=row.claim_text,
        method=row.method,
        reason=row.reason,
        decided_at=row.decided_at.astimezone(UTC),
    )


def _exclusion(row: ExcludedPair, shown: Mapping[UUID, str]) -> Exclusion:
    because: Literal["excluded", "split"] = "split" if row.kind == DecisionKind.SPLIT else "excluded"
    one_id, other_id = row.one_survivor_id, row.other_survivor_id
    return Exclusion(
        one=NamedEntity(entity_id=one_id, name=shown[one_id]),
        other=NamedEntity(entity_id=other_id, name=shown[other_id]),
        because=because,
        reason=row.reason,
        event_id=row.event_id,
        decided_at=row.decided_at.astimezone(UTC),
    )
