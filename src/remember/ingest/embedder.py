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
    """The embedder of a memory; a new memory gets this one, with the dimension that `measure` tells.

    Raises `Conflict` (`embedder_changed`) where the vectors are of another.
    """
    async with database.read() as tx:
        known = await embedders.of_tenant(tx, tenant_id)
    if known is None:
        new = Embedder(model_id=model_id, dimension=await measure())
        async with database.write() as tx:
            await embedders.lock(tx)
            known = await embedders.of_tenant(tx, tenant_id) or await _give(tx, tenant_id, new)
    if known.model_id != model_id:
        raise Conflict(
            f"the vectors of this memory are of the embedder {known.model_id}, not of {model_id}",
            code="embedder_changed",
            hint="set embed_model back, or ingest into a new memory with the other embedder",
            data={"kept": known.model_id, "configured": model_id},
        )
    return known


async def _give(tx: Transaction, tenant_id: UUID, new: Embedder) -> Embedder:
    if not 1 <= new.dimension <= MOST_NUMBERS:
        raise Unsupported(
            f"the vectors of {new.model_id} have {new.dimension} numbers, more than {MOST_NUMBERS}",
            code="embedding_dimension",
            hint="choose an embedder with shorter vectors",
        )
    column = await embedders.column_dimension(tx)
    if column != new.dimension and not await embedders.set_column_dimension(tx, new.dimension):
        raise Unsupported(
            f"vectors of this database have {column} numbers, those of {new.model_id} {new.dimension}",
            code="embedding_dimension",
            hint="give the memory a database of its own, or choose an embedder of that dimension",
        )
    await embedders.add(tx, tenant_id, new)
    return new
