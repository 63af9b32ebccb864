"""Dead letters: versions that are not tried any more, until somebody asks for it."""

from uuid import UUID

from remember.context import Context
from remember.errors import NotFound
from remember.store import jobs, stages, versions
from remember.store.jobs import DeadLetter


async def dead_letters(context: Context, most: int = 100) -> list[DeadLetter]:
    """The jobs that are not tried any more, the latest first, of documents that the caller sees."""
    async with context.database.read() as tx:
        return await jobs.dead(tx, context.tenant_id, context.scope_ids, most)


async def replay(context: Context, job_id: UUID) -> UUID:
    """Try a dead letter again from the stage where it failed; the version that it is about."""
    async with context.database.write() as tx:
        version_id = await jobs.replay(tx, context.tenant_id, context.scope_ids, job_id)
        if version_id is None:
            raise NotFound(
                f"there is no dead letter {job_id}",
                code="dead_letter_not_found",
                hint="list_dead_letters gives their ids",
            )
        await stages.retry(tx, context.tenant_id, version_id)
        await versions.retry(tx, context.tenant_id, version_id)
        await jobs.announce(tx)
    context.wake()
    return version_id
