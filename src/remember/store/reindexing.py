"""Vectors of another embedder, made beside those that are searched, and taken for them in the end."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from remember.store import embedders
from remember.store.connecting import connect
from remember.store.database import Transaction, many, maybe, none, none_each, one
from remember.store.embedders import Embedder

Kind = Literal["chunks", "claims", "facts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Something that has no next vector yet, and the text that it is found by."""

    item_id: UUID
    text: str


@asynccontextmanager
async def alone(dsn: str, tenant_id: UUID) -> AsyncIterator[bool]:
    """Whether no other process re-indexes this memory, and none begins to as long as the body lasts.

    A connection of its own holds the lock, so that a process that is killed loses it.
    """
    async with await connect(dsn, "remember reindexing") as connection:
        yield await one(connection, "reindexing.alone", bool, tenant_id=tenant_id)


async def begin(tx: Transaction, tenant_id: UUID, embedder: Embedder) -> bool:
    """Make vectors of this embedder from now on; those of another that was begun are forgotten.

    False where the memory has this embedder already: nothing is to be made.
    """
    known = await hold(tx, tenant_id)
    if await embedders.of_tenant(tx, tenant_id) == embedder:
        return False
    if known == embedder:
        return True
    await none(tx, "reindexing.forget_chunks", tenant_id=tenant_id)
    await none(tx, "reindexing.forget_claims", tenant_id=tenant_id)
    await none(tx, "reindexing.forget_facts", tenant_id=tenant_id)
    begun = {"model_id": embedder.model_id, "dimension": embedder.dimension}
    await none(tx, "reindexing.begin", tenant_id=tenant_id, **begun)
    return True


async def following(tx: Transaction, tenant_id: UUID) -> Embedder | None:
    """The embedder whose vectors are being made; nobody begins with another until the transaction ends."""
    return await maybe(tx, "reindexing.following", Embedder, tenant_id=tenant_id)


async def hold(tx: Transaction, tenant_id: UUID) -> Embedder | None:
    """The embedder whose vectors are being made; nobody saves a vector until the transaction ends."""
    return await maybe(tx, "reindexing.hold", Embedder, tenant_id=tenant_id)


async def left(tx: Transaction, tenant_id: UUID, kind: Kind, *, after: UUID, most: int) -> list[Left]:
    """Some of what has no next vector yet, in the order of ids, after one of them."""
    here = {"tenant_id": tenant_id, "after": after, "most": most}
    match kind:
        case "chunks":
            return await many(tx, "reindexing.chunks_left", Left, **here)
        case "claims":
            return await many(tx, "reindexing.claims_left", Left, **here)
        case "facts":
            return await many(tx, "reindexing.facts_left", Left, **here)


async def set_vectors(
    tx: Transaction, tenant_id: UUID, kind: Kind, vectors: Iterable[tuple[UUID, str]]
) -> None:
    """Keep next vectors."""
    rows = [{"tenant_id": tenant_id, "item_id": item_id, "embedding": vector} for item_id, vector in vectors]
    match kind:
        case "chunks":
            await none_each(tx, "reindexing.set_chunk", rows)
        case "claims":
            await none_each(tx, "reindexing.set_claim", rows)
        case "facts":
            await none_each(tx, "reindexing.set_fact", rows)


async def take(tx: Transaction, tenant_id: UUID, before: Embedder, *, new: Embedder, most_facts: int) -> bool:
    """Search by the next vectors from now on; False where others keep columns of another dimension."""
    await none(tx, "reindexing.drop_profiles", tenant_id=tenant_id)
    if before.dimension == new.dimension:
        await none(tx, "reindexing.take_chunks", tenant_id=tenant_id)
        await none(tx, "reindexing.take_claims", tenant_id=tenant_id)
        await none(tx, "reindexing.take_facts", tenant_id=tenant_id)
    elif not await one(tx, "reindexing.take_columns", bool, dimension=new.dimension):
        return False
    await none(tx, "reindexing.add_profiles", tenant_id=tenant_id, most_facts=most_facts)
    names = {"model_id": new.model_id, "before": before.model_id}
    await none(tx, "reindexing.rename_stages", tenant_id=tenant_id, **names)
    await none(tx, "reindexing.finish", tenant_id=tenant_id)
    return True
