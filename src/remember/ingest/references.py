"""The references of versions that were taken in before references were kept, read from their stored texts."""

from uuid import UUID

from remember.context import Context
from remember.ingest.convert import pointing_of, shown_as
from remember.store import references, versions
from remember.store.references import UnreadVersion


async def unread(context: Context, before: UUID | None) -> UnreadVersion | None:
    """The newest version, below one where that is given, that nobody has looked through for references."""
    async with context.database.read() as tx:
        return await references.unread(tx, context.tenant_id, before=before)


async def read_references(context: Context, version: UnreadVersion) -> None:
    """Keep what a version points at, in one transaction and once, however many try or are killed.

    Raises `Unsupported` where nothing converts its type any more: what its text leaves out cannot be read.
    """
    async with context.database.read() as tx:
        work = await versions.work(tx, context.tenant_id, version.version_id)
    stored = await context.content.get(context.tenant_id, version.text_hash)
    text = shown_as(work.mime, stored.decode())
    found = await pointing_of(context, work, text, version.text_hash)
    async with context.database.write() as tx:
        if await references.read(tx, context.tenant_id, version.version_id):
            await references.add(tx, context.tenant_id, work.doc_id, version.version_id, found)
