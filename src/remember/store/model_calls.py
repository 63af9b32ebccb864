"""What language models were asked on the write path, what that cost, and the replies that are used again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from remember.store.database import Transaction, columns, many, maybe, none, one

Purpose = Literal["extract", "judge"]
Outcome = Literal["used", "unusable", "timed_out", "busy", "refused", "unreachable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCall:
    """One call that was made; `is_estimated` where the model did not tell its tokens."""

    call_id: UUID
    purpose: Purpose
    model: str
    version_id: UUID | None
    input_hash: str
    outcome: Outcome
    tokens_in: int
    tokens_out: int
    is_estimated: bool
    usd: float
    milliseconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCall:
    """One call as it is shown."""

    call_id: UUID
    purpose: Purpose
    model: str
    version_id: UUID | None
    outcome: Outcome
    tokens_in: int
    tokens_out: int
    is_estimated: bool
    usd: float
    milliseconds: int
    called_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """The calls of one model for one purpose with one outcome, taken together."""

    purpose: Purpose
    model: str
    outcome: Outcome
    calls: int
    tokens_in: int
    tokens_out: int
    is_estimated: bool
    usd: float
    mean_milliseconds: float
    most_milliseconds: int


async def add(tx: Transaction, tenant_id: UUID, call: NewCall) -> None:
    """Keep that a model was called."""
    await none(tx, "model_calls.add", tenant_id=tenant_id, **columns(call))


async def keep_reply(tx: Transaction, tenant_id: UUID, doc_id: UUID, input_hash: str, reply: str) -> None:
    """Keep a reply that was read, to be used again; the last one counts."""
    text = reply.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
    await none(
        tx, "model_calls.keep_reply", tenant_id=tenant_id, doc_id=doc_id, input_hash=input_hash, reply=text
    )


async def reply(tx: Transaction, tenant_id: UUID, input_hash: str) -> str | None:
    """What was replied to exactly this before."""
    return await maybe(tx, "model_calls.reply", str, tenant_id=tenant_id, input_hash=input_hash)


async def spent_today(tx: Transaction, tenant_id: UUID) -> float:
    """What all calls of this day, by UTC, have cost in US dollars: for the budget, and told to nobody."""
    return await one(tx, "model_calls.spent_today", float, tenant_id=tenant_id)


async def told_today(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID]) -> float:
    """What the calls of this day about documents of these scopes have cost in US dollars."""
    return await one(tx, "model_calls.told_today", float, tenant_id=tenant_id, scope_ids=list(scope_ids))


async def usage(tx: Transaction, tenant_id: UUID, scope_ids: Sequence[UUID], since: datetime) -> list[Used]:
    """What was asked since then about documents of these scopes, taken together."""
    return await many(
        tx, "model_calls.usage", Used, tenant_id=tenant_id, scope_ids=list(scope_ids), since=since
    )


async def page(
    tx: Transaction,
    tenant_id: UUID,
    scope_ids: Sequence[UUID],
    *,
    version_id: UUID | None,
    after: tuple[datetime, UUID] | None,
    most: int,
) -> list[StoredCall]:
    """Single calls about documents of these scopes, the newest first; from a place on, and of one version."""
    called_at, call_id = after or (None, None)
    return await many(
        tx,
        "model_calls.page",
        StoredCall,
        tenant_id=tenant_id,
        scope_ids=list(scope_ids),
        version_id=version_id,
        called_at=called_at,
        call_id=call_id,
        most=most,
    )
