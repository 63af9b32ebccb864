"""Give a memory another embedder: every vector is made anew beside the old one, then they change places.

Reads and writes go on with the old vectors meanwhile. What is left off half-way goes on where it was.
"""

from uuid import UUID

from remember import observe
from remember.context import Context
from remember.errors import Conflict, Unsupported
from remember.providers.protocols import Embed
from remember.store import embedders, reindexing
from remember.store.database import Transaction
from remember.store.embedders import Embedder
from remember.store.reindexing import Kind
from remember.store.vectors import vector_text

_BATCH = 64
_KINDS: tuple[Kind, ...] = ("chunks", "claims", "facts")
_FIRST = UUID(int=0)
_PROFILE_FACTS = 5


async def reindex(context: Context, new: Embed) -> None:
    """Make a vector of the new embedder for everything, and search by them from then on.

    Raises `Unsupported` (`embedding_dimension`) where other memories of the database have vectors of
    another dimension, and `Conflict` (`embedder_changed`) where somebody began with another embedder
    meanwhile: the later word counts.
    """
    embedder = Embedder(model_id=new.model_id, dimension=new.dimension)
    async with context.database.write() as tx:
        if not await reindexing.begin(tx, context.tenant_id, embedder):
            return
    while not await _switched(context, embedder):
        made = 0
        for kind in _KINDS:
            made += await _fill(context, new, embedder, kind)
        observe.log("vectors_made", count=made)


async def _fill(context: Context, new: Embed, embedder: Embedder, kind: Kind) -> int:
    """Make the vectors that one kind of thing lacks; how many."""
    after, made = _FIRST, 0
    while True:
        async with context.database.read() as tx:
            left = await reindexing.left(tx, context.tenant_id, kind, after=after, most=_BATCH)
        if not left:
            return made
        vectors = await new.embed_passages([one.text for one in left])
        rows = [(one.item_id, vector_text(vector)) for one, vector in zip(left, vectors, strict=True)]
        async with context.database.write() as tx:
            if await _is_done(tx, context, embedder, await reindexing.following(tx, context.tenant_id)):
                return made
            await reindexing.set_vectors(tx, context.tenant_id, kind, rows)
        after, made = left[-1].item_id, made + len(left)


async def _switched(context: Context, new: Embedder) -> bool:
    """Whether the new vectors are searched from now on: only where nothing lacks one."""
    async with context.database.write() as tx:
        if await _is_done(tx, context, new, await reindexing.hold(tx, context.tenant_id)):
            return True
        for kind in _KINDS:
            if await reindexing.left(tx, context.tenant_id, kind, after=_FIRST, most=1):
                return False
        before = await embedders.of_tenant(tx, context.tenant_id) or new
        if not await reindexing.take(tx, context.tenant_id, before, new=new, most_facts=_PROFILE_FACTS):
            raise Unsupported(
                f"vectors of this database have {before.dimension} numbers, those of {new.model_id}"
                f" {new.dimension}",
                code="embedding_dimension",
                hint="give the memory a database of its own, or choose an embedder of that dimension",
            )
        return True


async def _is_done(tx: Transaction, context: Context, new: Embedder, following: Embedder | None) -> bool:
    """Whether another process came to the end of it; raises `Conflict` where it makes other vectors."""
    if following == new:
        return False
    kept = following or await embedders.of_tenant(tx, context.tenant_id)
    if kept is None or kept == new:
        return True
    raise Conflict(
        f"the memory was to have the embedder {new.model_id}, and another process gives it {kept.model_id}",
        code="embedder_changed",
        hint="set embed_model to the same one in every process that opens this memory",
        data={"kept": kept.model_id, "configured": new.model_id},
    )
