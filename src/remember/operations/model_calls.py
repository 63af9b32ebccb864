"""Language models of the write path: what was asked of them, and what it cost."""

from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.registry import operation
from remember.store import model_calls
from remember.store.database import columns
from remember.wire import ModelCall, ModelCallPage, ModelUsage, ModelUse, RequestDateTime

_USUAL = timedelta(days=30)


@operation("model_usage", reads=True, route="GET /model-usage", permission="write")
async def model_usage(
    context: Context,
    *,
    since: Annotated[
        RequestDateTime | None, Field(description="Calls from this instant on; else of the last 30 days")
    ] = None,
) -> ModelUsage:
    """What reading by language models has cost: calls, tokens, dollars and time, by model and outcome.

    Of the documents that the caller sees. A reply that was used again was not called for, and is not counted.
    """
    begun = since or context.clock() - _USUAL
    async with context.database.read() as tx:
        used = await model_calls.usage(tx, context.tenant_id, context.scope_ids, begun)
        today = await model_calls.told_today(tx, context.tenant_id, context.scope_ids)
    return ModelUsage(
        since=begun,
        usd_today=today,
        usd_budget=context.settings.model_budget,
        uses=tuple(ModelUse(**columns(row)) for row in used),
    )


@operation("list_model_calls", reads=True, route="GET /model-calls", permission="write")
async def list_model_calls(
    context: Context,
    *,
    version_id: Annotated[UUID | None, Field(description="Only calls made to read this version")] = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Most calls to return")] = 50,
    cursor: Annotated[str | None, Field(description="Where the page before ended")] = None,
) -> ModelCallPage:
    """Every single call of a language model, the newest first, with what came of it."""
    purpose = {"operation": "list_model_calls", "tenant": str(context.tenant_id), "version": str(version_id)}
    after = _place(context.cursors.open(cursor, purpose=purpose)) if cursor is not None else None
    async with context.database.read() as tx:
        rows = await model_calls.page(
            tx, context.tenant_id, context.scope_ids, version_id=version_id, after=after, most=limit + 1
        )
    shown = rows[:limit]
    more = len(rows) > limit
    return ModelCallPage(
        calls=tuple(ModelCall(**columns(row)) for row in shown),
        cursor=context.cursors.seal(_position(shown[-1]), purpose=purpose) if more else None,
    )


def _position(row: model_calls.StoredCall) -> dict[str, Any]:
    return {"called_at": row.called_at.isoformat(), "call_id": str(row.call_id)}


def _place(position: dict[str, Any]) -> tuple[datetime, UUID]:
    return datetime.fromisoformat(position["called_at"]), UUID(position["call_id"])
