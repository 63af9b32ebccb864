"""Entities that may be two of one name: nominated by their contradictions, proposed by who says what."""

from collections.abc import Sequence
from uuid import UUID

from remember.context import Context
from remember.domain.parting import Parting, parting
from remember.retrieve.listing import Listing, Page, Part, Position, page
from remember.store import names, partings
from remember.store.database import Transaction
from remember.wire import NamedEntity, SplitPart, SplitProposal


async def list_split_proposals(context: Context, listing: Listing) -> Page[SplitProposal]:
    """Who may be two, and why; only from what the caller may see."""

    async def read(tx: Transaction, position: Position | None) -> Part[SplitProposal]:
        after = UUID(position["entity_id"]) if position else None
        disputed = await partings.disputed(tx, context.reader, after=after, most=listing.limit + 1)
        looked = disputed[: listing.limit]
        items = await _proposed(tx, context, looked)
        more = len(disputed) > listing.limit
        return Part(items=items, position={"entity_id": str(looked[-1])} if more else None)

    return await page(context, listing, read)


async def _proposed(tx: Transaction, context: Context, entity_ids: Sequence[UUID]) -> list[SplitProposal]:
    if not entity_ids:
        return []
    said = await partings.said(tx, context.reader, entity_ids)
    agreed = await partings.agreed(tx, context.reader, entity_ids)
    found = {id: parting(said[id], agreed[id]) for id in entity_ids}
    shown = await names.shown(tx, context.reader, entity_ids)
    return [_told(id, shown[id], parted) for id, parted in found.items() if parted and id in shown]


def _told(entity_id: UUID, name: str, found: Parting) -> SplitProposal:
    one, other = (SplitPart(doc_ids=part.doc_ids, facts=part.labels) for part in found.parts)
    return SplitProposal(
        entity=NamedEntity(entity_id=entity_id, name=name),
        predicates=found.predicates,
        in_turn=found.in_turn,
        parts=(one, other),
    )
