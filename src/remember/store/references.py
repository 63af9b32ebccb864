"""Where documents point at each other: stored with a version, and resolved whenever they are read."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.graph import Edge, Level, Seen, Way
from remember.domain.references import Pointing, reference_id
from remember.domain.scopes import Reader
from remember.store.database import Transaction, columns, many, maybe, none, none_each
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReference:
    """A reference of a served version. It means `to_doc_id` where exactly one document is a candidate."""

    reference_id: UUID
    kind: str
    raw: str
    char_start: int | None
    char_end: int | None
    places: int
    ordinal: int
    from_doc_id: UUID
    candidates: int
    to_doc_id: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadVersion:
    """A version that nobody has looked through for references, and the hash of its converted text."""

    version_id: UUID
    text_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Titled:
    doc_id: UUID
    title: str


async def add(tx: Transaction, tenant_id: UUID, doc_id: UUID, version_id: UUID, pointing: Pointing) -> None:
    """Keep what a version points at, and by what it can be pointed at."""
    here = {"tenant_id": tenant_id, "doc_id": doc_id, "version_id": version_id}
    await none(tx, "references.add_locators", **here, locators=list(pointing.locators))
    rows = (
        here
        | columns(one)
        | {
            "ordinal": ordinal,
            "reference_id": reference_id(version_id, ordinal),
            "locators": list(one.locators),
        }
        for ordinal, one in enumerate(pointing.references)
    )
    await none_each(tx, "references.add", rows)


async def unread(tx: Transaction, tenant_id: UUID, *, before: UUID | None) -> UnreadVersion | None:
    """The newest version that was taken in before references were kept; of those below one, if given."""
    return await maybe(tx, "references.unread", UnreadVersion, tenant_id=tenant_id, before=before)


async def read(tx: Transaction, tenant_id: UUID, version_id: UUID) -> bool:
    """Note that a version is looked through; False where it was by somebody else, or is deleted."""
    return bool(await none(tx, "references.read", tenant_id=tenant_id, version_id=version_id))


async def edges(tx: Transaction, reader: Reader, level: Level) -> Seen:
    """What these documents point at, or what points at them; what they do most often first."""
    ids = list(level.node_ids)
    found = await many(
        tx,
        "references.edges",
        Edge,
        **seen_by(reader),
        from_ids=ids if level.way is not Way.TO else [],
        to_ids=ids if level.way is not Way.FROM else [],
        known=list(level.known),
        most=level.most + 1,
    )
    return Seen(edges=found[: level.most], is_all=len(found) <= level.most)


async def page(
    tx: Transaction, reader: Reader, doc_id: UUID, *, after: int | None, most: int
) -> list[StoredReference]:
    """What a document points at, in the order of its text."""
    return await many(
        tx, "references.page", StoredReference, **seen_by(reader), doc_id=doc_id, after=after, most=most
    )


async def page_to(
    tx: Transaction, reader: Reader, doc_id: UUID, *, after: tuple[UUID, int] | None, most: int
) -> list[StoredReference]:
    """What points at a document and means it, document by document."""
    after_doc, after_ordinal = after or (None, None)
    return await many(
        tx,
        "references.page_to",
        StoredReference,
        **seen_by(reader),
        doc_id=doc_id,
        after_doc=after_doc,
        after=after_ordinal,
        most=most,
    )


async def titles(tx: Transaction, reader: Reader, doc_ids: Collection[UUID]) -> dict[UUID, str]:
    """What these documents are called; those that may not be seen are left out."""
    found = await many(tx, "references.titles", _Titled, **seen_by(reader), doc_ids=list(doc_ids))
    return {row.doc_id: row.title for row in found}
