"""Retractions: a person takes back what the memory holds true, or what it heard; and takes that back."""

from datetime import UTC
from typing import Annotated
from uuid import UUID

from pydantic import Field

from remember.context import Context
from remember.ingest import retract as taking_back
from remember.ingest.retract import TakenBack
from remember.operations.parameters import Continuation, PageSize, Reason
from remember.operations.registry import invalid_parameter, operation
from remember.retrieve import retractions
from remember.retrieve.listing import Listing
from remember.wire import RetractionDecided, RetractionPage


@operation("retract", reads=False, route="POST /retractions")
async def retract(
    context: Context,
    *,
    reason: Reason,
    fact_id: Annotated[UUID, Field(description="What is not so")] | None = None,
    claim_id: Annotated[UUID, Field(description="What was read wrongly, instead")] | None = None,
) -> RetractionDecided:
    """Take back a fact that is not so, or a claim that does not say what was read in it.

    A retracted fact stays closed however often it is said again, by whomever; what it had ended goes on. A
    retracted claim is not heard from its document, in no version of it. Reads of earlier beliefs still show
    both. `restore` takes it back.
    """
    if fact_id is not None and claim_id is None:
        return _decided(await taking_back.retract_fact(context, fact_id, reason=reason))
    if claim_id is not None and fact_id is None:
        return _decided(await taking_back.retract_claim(context, claim_id, reason=reason))
    raise invalid_parameter("give either fact_id or claim_id")


@operation("restore", reads=False, route="POST /retractions/restore")
async def restore(
    context: Context,
    *,
    retraction_id: Annotated[UUID, Field(description="Which retraction was a mistake")],
    reason: Reason,
) -> RetractionDecided:
    """Take a retraction back: what is still said is held again, under the same ids."""
    return _decided(await taking_back.restore(context, retraction_id, reason=reason))


@operation("list_retractions", reads=True, route="GET /retractions")
async def list_retractions(
    context: Context,
    *,
    limit: PageSize = 50,
    cursor: Continuation | None = None,
) -> RetractionPage:
    """Who took back which fact or claim, when and why, the latest first; and who restored it."""
    listing = Listing(operation="list_retractions", limit=limit, cursor=cursor)
    page = await retractions.list_retractions(context, listing)
    return RetractionPage(retractions=page.items, cursor=page.cursor)


def _decided(made: TakenBack) -> RetractionDecided:
    return RetractionDecided(
        retraction_id=made.retraction.retraction_id,
        fact_id=made.retraction.fact_id,
        claim_id=made.retraction.claim_id,
        decided_at=made.at.astimezone(UTC),
        relations_closed=made.refolded.relations_closed,
        observations_closed=made.refolded.observations_closed,
        facts_reopened=len(made.refolded.reopened),
        facts_added=len(made.refolded.added),
    )
