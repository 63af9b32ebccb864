"""Explain: why a fact, a claim, an entity or a sentence is in the memory as it is, or is not."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.operations.parameters import Continuation, When
from remember.operations.registry import invalid_parameter, operation, unique
from remember.retrieve import explain_claim as claims
from remember.retrieve import explain_entity as entities
from remember.retrieve import explain_fact as facts
from remember.retrieve import explain_sentence as sentences
from remember.retrieve.explain_claim import ExplainClaim
from remember.retrieve.explain_entity import ExplainEntity
from remember.retrieve.explain_fact import ExplainFact
from remember.retrieve.explain_sentence import ExplainSentence
from remember.retrieve.moment import mode_of
from remember.wire import (
    ClaimExplanation,
    EntityExplanation,
    FactExplanation,
    SentenceExplanation,
)

MOST_CHARACTERS = 2**40
"""More than any text has."""

Limit = Annotated[int, Field(ge=1, le=200, description="Most items of each list")]


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
    cursor: Continuation | None = None,
) -> FactExplanation:
    """Why a fact is held, or is not any more: its rivals, the claims for and against it, and its history.

    Each change has both times and what it rests on. Facts that ended, were retracted or merged are explained
    too; with `time` of mode `as_of`, as the memory believed then.
    """
    asked = ExplainFact(fact_id=fact_id, mode=mode_of(time), limit=limit, cursor=cursor)
    return await facts.explain_fact(context, asked)


@operation(
    "explain_claim",
    reads=True,
    agents=True,
    route="GET /explain/claim/{claim_id}",
    intent="see why a claim counts",
)
async def explain_claim(
    context: Context,
    *,
    claim_id: Annotated[UUID, Field(description="Which claim")],
    time: When | None = None,
    limit: Limit = 50,
    cursor: Continuation | None = None,
) -> ClaimExplanation:
    """How a claim was read, whether it counts as what its source says, and which facts rest on it.

    Its span, the words that it adds to it and where they came from, the versions that carry it, what it
    asserts of whom, and when and why it ceased to count. A fact `holds` if it is held for the `time` asked
    about; with mode `as_of` everything is told as the memory believed then. `cursor` gives further facts.
    """
    asked = ExplainClaim(claim_id=claim_id, mode=mode_of(time), limit=limit, cursor=cursor)
    return await claims.explain_claim(context, asked)


@operation(
    "explain_entity",
    reads=True,
    agents=True,
    route="GET /explain/entity/{entity_id}",
    intent="see why mentions are of one entity",
)
async def explain_entity(
    context: Context,
    *,
    entity_id: Annotated[UUID, Field(description="Which entity")],
    mention_ids: Annotated[
        tuple[UUID, ...],
        Field(min_length=1, max_length=100, description="Only why these mentions are of it"),
        AfterValidator(unique),
    ]
    | None = None,
    limit: Limit = 50,
    cursor: Continuation | None = None,
) -> EntityExplanation:
    """Who an entity is, and why its mentions are taken to be of one: by which name, method and decision.

    Each mention has the entity that it was resolved to and the merges since then. An entity that was merged
    into another is explained as that one. `cursor` gives further mentions.
    """
    asked = ExplainEntity(entity_id=entity_id, mention_ids=mention_ids, limit=limit, cursor=cursor)
    return await entities.explain_entity(context, asked)


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
        int,
        Field(ge=0, le=MOST_CHARACTERS, description="The sentence at this character of the converted text"),
    ]
    | None = None,
    char_end: Annotated[
        int, Field(ge=1, le=MOST_CHARACTERS, description="With char_start: all of [char_start, char_end)")
    ]
    | None = None,
    quote: Annotated[
        str, Field(min_length=1, max_length=4096, description="Its words as the source has them, instead")
    ]
    | None = None,
    limit: Annotated[int, Field(ge=1, le=100, description="Most places of the page")] = 20,
    cursor: Continuation | None = None,
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
    if char_end is not None and char_start is None:
        raise invalid_parameter(f"char_end {char_end} needs a char_start; a quote has its own end")
    if char_end is not None and char_start is not None and char_end <= char_start:
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
