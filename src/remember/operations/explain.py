"""Explain: why a fact, a claim, an entity or a sentence is in the memory as it is, or is not."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.registry import operation
from remember.retrieve import explain_fact as facts
from remember.retrieve.explain_fact import ExplainFact
from remember.retrieve.moment import mode_of
from remember.wire import FactExplanation, TimeRequest

Limit = Annotated[int, Field(ge=1, le=200, description="Most items of each list")]
Cursor = Annotated[str, Field(description="Where the page before ended")]
When = Annotated[TimeRequest, Field(description="Which time is asked about; left out: now")]


@operation(
    "explain_fact",
    reads=True,
    agents=True,
    route="GET /explain/fact/{fact_id}",
    intent="see why a fact is held",
)
async def explain_fact(
    context: Context,
    *,
    fact_id: Annotated[UUID, Field(description="Which relation or observation")],
    time: When | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> FactExplanation:
    """Why a fact is held, or is not any more: its rivals, the claims for and against it, and its history.

    Each change has both times and what it rests on. Facts that ended, were retracted or merged are explained
    too; with `time` of mode `as_of`, as the memory believed then.
    """
    asked = ExplainFact(fact_id=fact_id, mode=mode_of(time), limit=limit, cursor=cursor)
    return await facts.explain_fact(context, asked)
