"""Pairs of entities that may be one: nominated by the spelling of their names, proposed by their parts."""

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from remember.context import Context
from remember.domain.proposals import Proposal, proposal
from remember.retrieve.listing import Listing, Page, Part, Position, page
from remember.store import entity_details, names
from remember.store.database import Transaction
from remember.store.entity_details import Place, SimilarPair
from remember.wire import EntityProposal, NamedEntity

_ENTITIES_A_LOOK = 200
_PAIRS_A_LOOK = 500
_LOOKS = 5
"""A page looks so often for more, each time at so many entities and pairs; the next page does the rest."""

_Found = tuple[SimilarPair, Proposal]


async def list_entity_proposals(context: Context, listing: Listing) -> Page[EntityProposal]:
    """Who may be whom, and why; excluded pairs and those that answer as one already are left out."""

    async def read(tx: Transaction, position: Position | None) -> Part[EntityProposal]:
        after = (UUID(position["one_id"]), UUID(position["other_id"])) if position else None
        found: list[_Found] = []
        for _ in range(_LOOKS):
            looked, after = await _look(tx, context, after)
            room = listing.limit - len(found)
            found += looked[:room]
            if len(looked) > room:
                after = looked[room - 1][0].one_id, looked[room - 1][0].other_id
            if after is None or len(found) == listing.limit:
                break
        shown = await names.shown(tx, context.reader, {id for pair, _ in found for id in _ids(pair)})
        items = [_proposed(pair, why, shown) for pair, why in found if shown.keys() >= set(_ids(pair))]
        return Part(items=items, position=_position(after))

    return await page(context, listing, read)


async def _look(tx: Transaction, context: Context, after: Place | None) -> tuple[list[_Found], Place | None]:
    """Proposals among the next pairs, and the last place looked at; None for it at the end of all."""
    reader = context.reader
    start = after[0] if after else None
    lefts = await entity_details.survivors_from(tx, reader, start, most=_ENTITIES_A_LOOK + 1)
    batch, more = lefts[:_ENTITIES_A_LOOK], lefts[_ENTITIES_A_LOOK:]
    if not batch:
        return [], None
    pairs = await entity_details.pairs(tx, reader, batch, after=after, most=_PAIRS_A_LOOK)
    kinds = await entity_details.kinds(tx, reader, {id for pair in pairs for id in _ids(pair)})
    if len(pairs) == _PAIRS_A_LOOK:
        after = _ids(pairs[-1])
    else:
        # Nobody has a smaller id than the first of the next look, so no pair of it was seen.
        after = (more[0], UUID(int=0)) if more else None
    return list(_proposals(pairs, kinds)), after


def _proposals(pairs: Sequence[SimilarPair], kinds: Mapping[UUID, set[str]]) -> Iterator[_Found]:
    for pair in pairs:
        spellings = [(one, other) for one, other in pair.spellings]
        why = proposal(spellings, kinds.get(pair.one_id, ()), kinds.get(pair.other_id, ()))
        if why is not None:
            yield pair, why


def _proposed(pair: SimilarPair, why: Proposal, shown: Mapping[UUID, str]) -> EntityProposal:
    likeness = why.comparison.likeness
    return EntityProposal(
        one=NamedEntity(entity_id=pair.one_id, name=shown[pair.one_id]),
        other=NamedEntity(entity_id=pair.other_id, name=shown[pair.other_id]),
        names=why.names,
        likeness="same" if likeness == "same" else "possible",
        reasons=why.comparison.reasons,
    )


def _ids(pair: SimilarPair) -> Place:
    return pair.one_id, pair.other_id


def _position(place: Place | None) -> Position | None:
    return {"one_id": str(place[0]), "other_id": str(place[1])} if place else None
