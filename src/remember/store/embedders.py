"""Which embedder the vectors of a memory are of."""

from dataclasses import dataclass
from uuid import UUID

from remember.errors import Interrupted
from remember.store.database import Transaction, maybe, none, one

# "vectors" as a number: held while a memory is given its embedder.
_LOCK = 0x766563746F7273


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedder:
    """An embedder by its name with content hash, and how many numbers its vectors have."""

    model_id: str
    dimension: int


async def lock(tx: Transaction) -> None:
    """Decide alone, until the transaction ends, which embedder a memory has."""
    await none(tx, "embedders.lock", lock=_LOCK)


async def of_tenant(tx: Transaction, tenant_id: UUID) -> Embedder | None:
    """The embedder of a memory; None for a memory that never had one."""
    return await maybe(tx, "embedders.of_tenant", Embedder, tenant_id=tenant_id)


async def require(tx: Transaction, tenant_id: UUID, model_id: str) -> None:
    """Before vectors of this embedder are saved: raises `Interrupted` where the memory has another by now."""
    known = await maybe(tx, "embedders.share", Embedder, tenant_id=tenant_id)
    if known is not None and known.model_id != model_id:
        raise Interrupted(
            f"the vectors of this memory are of the embedder {known.model_id} by now", code="embedder_changed"
        )


async def add(tx: Transaction, tenant_id: UUID, embedder: Embedder) -> None:
    """Give a memory its embedder."""
    await none(
        tx, "embedders.add", tenant_id=tenant_id, model_id=embedder.model_id, dimension=embedder.dimension
    )


async def column_dimension(tx: Transaction) -> int:
    """How many numbers a vector of this database has."""
    return await one(tx, "embedders.column_dimension", int)


async def set_column_dimension(tx: Transaction, dimension: int) -> bool:
    """Let every vector of this database have so many numbers; False where there may be some already."""
    return await one(tx, "embedders.set_column_dimension", bool, dimension=dimension)
