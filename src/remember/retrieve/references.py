"""What a document points at, and what points at it."""

from collections.abc import Mapping, Sequence
from typing import Literal, cast
from uuid import UUID

from remember.context import Context
from remember.domain.unknown import no_document
from remember.retrieve.listing import Listing, Page, Part, Position, cut, page
from remember.store import documents, references
from remember.store.database import Transaction
from remember.store.references import StoredReference
from remember.wire import DocumentReference, EvidenceSpan, ReferenceKind

Direction = Literal["from", "to"]


async def list_references(
    context: Context, listing: Listing, doc_id: UUID, direction: Direction
) -> Page[DocumentReference]:
    """The references of the served version of a document, or those of others that mean it.

    Raises `NotFound` (`document_not_found`).
    """
    look = _pointed_at if direction == "from" else _pointing

    async def read(tx: Transaction, position: Position | None) -> Part[DocumentReference]:
        if await documents.get(tx, context.tenant_id, doc_id, context.scope_ids) is None:
            raise no_document(doc_id)
        rows = await look(tx, context, doc_id, position, most=listing.limit + 1)
        part = cut(rows, listing.limit, _place)
        ends = {end for row in part.items for end in (row.from_doc_id, row.to_doc_id) if end is not None}
        titles = await references.titles(tx, context.reader, ends)
        return Part(items=[_told(row, titles) for row in part.items], position=part.position)

    return await page(context, listing, read)


async def _pointed_at(
    tx: Transaction, context: Context, doc_id: UUID, position: Position | None, *, most: int
) -> Sequence[StoredReference]:
    after = int(position["ordinal"]) if position else None
    return await references.page(tx, context.reader, doc_id, after=after, most=most)


async def _pointing(
    tx: Transaction, context: Context, doc_id: UUID, position: Position | None, *, most: int
) -> Sequence[StoredReference]:
    after = (UUID(position["doc_id"]), int(position["ordinal"])) if position else None
    return await references.page_to(tx, context.reader, doc_id, after=after, most=most)


def _place(row: StoredReference) -> Position:
    return {"doc_id": str(row.from_doc_id), "ordinal": str(row.ordinal)}


def _told(row: StoredReference, titles: Mapping[UUID, str]) -> DocumentReference:
    spanned = row.char_start is not None and row.char_end is not None
    return DocumentReference(
        reference_id=row.reference_id,
        kind=cast(ReferenceKind, row.kind),
        raw=row.raw,
        span=EvidenceSpan(char_start=row.char_start, char_end=row.char_end) if spanned else None,
        places=row.places,
        from_doc_id=row.from_doc_id,
        from_title=titles[row.from_doc_id],
        to_doc_id=row.to_doc_id,
        to_title=titles.get(row.to_doc_id) if row.to_doc_id else None,
        candidates=row.candidates,
    )
