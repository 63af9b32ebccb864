"""A memory has one embedder: vectors of two of them cannot be compared."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from remember.errors import Conflict, Unsupported
from remember.store import embedders
from remember.store.database import Database, Transaction
from remember.store.embedders import Embedder

MOST_NUMBERS = 4_000
"""Of a vector that can be searched."""


async def settle(
    database: Database, tenant_id: UUID, model_id: str, measure: Callable[[], Awaitable[int]]
) -> Embedder:
    """The embedder of a memory; a new memory gets this one, with the dimension that `measure` tells."""
    async with database.read() as tx:
        known = await embedders.of_tenant(tx, tenant_id)
    if known is None:
        new = Embedder(model_id=model_id, dimension=await measure())
        async with database.write() as tx:
            await embedders.lock(tx)
            known = await embedders.of_tenant(tx, tenant_id) or await _give(tx, tenant_id, new)
    return known


def changed(kept: Embedder, model_id: str) -> Conflict:
    """The error for a memory whose vectors are of another embedder than the one configured."""
    return Conflict(
        f"the vectors of this memory are of the embedder {kept.model_id}, not of {model_id}",
        code="embedder_changed",
        hint="set embed_model back, or set reindex to give the memory the other embedder",
        data={"kept": kept.model_id, "configured": model_id},
    )


def require_searchable(new: Embedder) -> None:
    """Raises `Unsupported` (`embedding_dimension`) for vectors too long to be searched."""
    if not 1 <= new.dimension <= MOST_NUMBERS:
        raise Unsupported(
            f"the vectors of {new.model_id} have {new.dimension} numbers, more than {MOST_NUMBERS}",
            code="embedding_dimension",
            hint="choose an embedder with shorter vectors",
        )


async def _give(tx: Transaction, tenant_id: UUID, new: Embedder) -> Embedder:
    require_searchable(new)
    column = await embedders.column_dimension(tx)
    if column != new.dimension and not await embedders.set_column_dimension(tx, new.dimension):
        raise Unsupported(
            f"vectors of this database have {column} numbers, those of {new.model_id} {new.dimension}",
            code="embedding_dimension",
            hint="give the memory a database of its own, or choose an embedder of that dimension",
        )
    await embedders.add(tx, tenant_id, new)
    return new
