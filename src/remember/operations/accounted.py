"""What is told beside the answer of a read."""

from collections.abc import Coroutine
from time import perf_counter
from typing import Any, TypeVar

from remember.context import Context
from remember.store import jobs
from remember.wire import ContextBundleV2, Envelope

Answer = TypeVar("Answer", Envelope, ContextBundleV2)

MOST_PENDING = 100
"""Versions that an account names at most."""


async def accounted(context: Context, answering: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer with what it may not hold yet: what is being processed when it is asked for."""
    begun = perf_counter()
    async with context.database.read() as tx:
        pending = await jobs.pending(tx, context.tenant_id, context.scope_ids, MOST_PENDING)
    answer = await answering
    timing = {"total": round((perf_counter() - begun) * 1000, 3)}
    return answer.accounting(pending_version_ids=tuple(pending), timing_ms=timing)
