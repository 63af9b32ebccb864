"""Explain: why a fact, a claim, an entity or a sentence is in the memory as it is, or is not."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.operations.registry import invalid_parameter, operation
from remember.retrieve import explain_fact as facts
from remember.retrieve import explain_sentence as sentences
from remember.retrieve.explain_fact import ExplainFact
from remember.retrieve.explain_sentence import ExplainSentence
from remember.retrieve.moment import mode_of
from remember.wire import FactExplanation, SentenceExplanation, TimeRequest

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


@operation(
    "explain_sentence",
    reads=True,
    agents=True,
    route="POST /explain/sentence",
    intent="see why a sentence is not in memory",
)
async def explain_sentence(
    context: Context,
    *,
    doc_id: Annotated[UUID, Field(description="In what this document serves")] | None = None,
    version_id: Annotated[UUID, Field(description="In this version, instead")] | None = None,
    char_start: Annotated[
        int, Field(ge=0, description="The sentence at this character of the converted text")
    ]
    | None = None,
    char_end: Annotated[int, Field(ge=1, description="With char_start: all of [char_start, char_end)")]
    | None = None,
    quote: Annotated[
        str, Field(min_length=1, max_length=4096, description="Its words as the source has them, instead")
    ]
    | None = None,
    limit: Annotated[int, Field(ge=1, le=100, description="Most places of the page")] = 20,
    cursor: Cursor | None = None,
) -> SentenceExplanation:
    """What became of a sentence: the claims that came of it, or why it is not in memory.

    It was left out for a reason, not grounded, not read yet, parked or failed, or counts no more since its
    version was superseded or deleted. Give a document or version with `char_start` or `quote`, or a `quote`
    alone.
    """
    if (doc_id is None) == (version_id is None) and not (quote is not None and doc_id is None):
        raise invalid_parameter("give one of doc_id and version_id, or a quote alone")
    if (char_start is None) == (quote is None):
        raise invalid_parameter("give one of char_start and quote")
    if char_end is not None and (char_start is None or char_end <= char_start):
        raise invalid_parameter(f"char_end {char_end} is not after char_start {char_start}")
    asked = ExplainSentence(
        doc_id=doc_id,
        version_id=version_id,
        char_start=char_start,
        char_end=char_end,
        quote=quote,
        limit=limit,
        cursor=cursor,
    )
    return await sentences.explain_sentence(context, asked)
