"""Dead letters: work that is not tried any more, until somebody asks for it."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.ingest import replay
from remember.operations.registry import operation
from remember.wire import DeadLetter, Retried


@operation("list_dead_letters", reads=True, route="GET /dead-letters", permission="write")
async def list_dead_letters(
    context: Context,
    *,
    limit: Annotated[int, Field(ge=1, le=1000, description="Most dead letters to return")] = 100,
) -> tuple[DeadLetter, ...]:
    """What is not tried any more, the latest first, and of what each failed."""
    return tuple(
        DeadLetter(
            job_id=letter.job_id,
            version_id=letter.version_id,
            doc_id=letter.doc_id,
            attempts=letter.attempts,
            error=_last_line(letter.last_error),
            failed_at=letter.finished_at,
        )
        for letter in await replay.dead_letters(context, limit)
    )


@operation("retry_dead_letter", reads=False, route="POST /dead-letters/{job_id}/retry")
async def retry_dead_letter(
    context: Context, *, job_id: Annotated[UUID, Field(description="Which dead letter")]
) -> Retried:
    """Try a dead letter again, with a new set of attempts, from the stage where it failed."""
    return Retried(version_id=await replay.replay(context, job_id))


def _last_line(error: str | None) -> str | None:
    lines = (error or "").strip().splitlines()
    return lines[-1] if lines else None
