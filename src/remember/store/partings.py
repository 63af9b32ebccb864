"""What documents say against each other of one entity, and what they say alike, for readers."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.parting import Said
from remember.domain.scopes import Reader
from remember.store.database import Transaction, many
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    entity_id: UUID
    group_id: UUID
    predicate: str
    label: str
    doc_ids: list[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Agreed:
    entity_id: UUID
    doc_ids: list[UUID]


async def disputed(tx: Transaction, reader: Reader, *, after: UUID | None, most: int) -> list[UUID]:
    """Who is the subject of several open contradictions or values in turn, by id, after one of them."""
    here = seen_by(reader) | {"after_id": after, "most": most}
    return await many(tx, "partings.disputed", UUID, **here)


async def said(tx: Transaction, reader: Reader, entity_ids: Collection[UUID]) -> dict[UUID, list[Said]]:
    """The sides of the contradictions about each of these entities, with the documents that say them.

    Values of a slot that come in turn are sides too, though the later one was taken for a change.
    """
    found: dict[UUID, list[Said]] = {entity_id: [] for entity_id in entity_ids}
    here = seen_by(reader) | {"entity_ids": list(entity_ids)}
    for name, in_turn in (("partings.said", False), ("partings.returned", True)):
        for row in await many(tx, name, _Said, **here):
            side = Said(
                group_id=row.group_id,
                predicate=row.predicate,
                label=row.label,
                doc_ids=frozenset(row.doc_ids),
                in_turn=in_turn,
            )
            found[row.entity_id].append(side)
    return found


async def agreed(
    tx: Transaction, reader: Reader, entity_ids: Collection[UUID]
) -> dict[UUID, list[list[UUID]]]:
    """Of each of these entities, the documents that say the same of it, or are said to be about one."""
    found: dict[UUID, list[list[UUID]]] = {entity_id: [] for entity_id in entity_ids}
    here = seen_by(reader) | {"entity_ids": list(entity_ids)}
    rows = await many(tx, "partings.agreed", _Agreed, **here)
    for row in [*rows, *await many(tx, "partings.one", _Agreed, **here)]:
        found[row.entity_id].append(row.doc_ids)
    return found
