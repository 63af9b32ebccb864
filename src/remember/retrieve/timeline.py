"""An entity's facts in the order of the world, ended or not, page by page."""

from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.time import Asked, AsOf, History, Mode
from remember.retrieve import account
from remember.retrieve.anchors import members_of
from remember.retrieve.contradiction import sides_of
from remember.retrieve.fact_pages import FactPage, envelope_of, evidenced
from remember.retrieve.facts import FoundFacts
from remember.retrieve.moment import Moment
from remember.retrieve.paging import turn_page, walk_of
from remember.retrieve.refusal import NOTHING
from remember.store import timelines
from remember.store.database import Transaction
from remember.wire import Envelope


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRequest:
    """Whose facts, of which predicate; without a mode all of them, what is still to come included."""

    entity_id: UUID
    predicate: str | None = None
    mode: Mode | None = None
    limit: int = 50
    evidence_per_fact: int = 1
    continuation: str | None = None


async def timeline(context: Context, asked: TimelineRequest) -> Envelope:
    """The facts in the order of the world; undated ones last."""
    filters = {"entity": asked.entity_id, "predicate": asked.predicate, "whole": asked.mode is None}
    mode = asked.mode or History()
    walk = walk_of(context, "timeline", asked.continuation, mode=mode, filters=filters)

    async def read(tx: Transaction, moment: Moment) -> FactPage:
        members = await members_of(tx, context.reader, [asked.entity_id])
        if members is None:
            return FactPage(found=FoundFacts(moment=moment), negative=account.UNKNOWN_IDS)
        held = moment.held(context.reader)
        listed = await timelines.facts_of(
            tx,
            held,
            [member.entity_id for member in members],
            within=_within(asked, moment),
            predicate=asked.predicate,
            after=walk.position,
            most=asked.limit + 1,
        )
        facts = listed[: asked.limit]
        sides = await sides_of(tx, held, facts)
        return FactPage(
            found=await evidenced(tx, held, moment, facts, sides, most=asked.evidence_per_fact),
            facts=facts,
            returned=len(facts),
            total=listed[0].total if listed else 0,
            position=facts[-1].position if len(listed) > asked.limit else None,
        )

    moment, page = await turn_page(context, walk, read)
    told = envelope_of(context, walk, moment, page, missing=NOTHING)
    if page is None:
        return told
    said = (page.found.claims[link.claim_id] for link in page.found.links)
    return told.model_copy(update={"sources": account.sources_of(said)})


def _within(asked: TimelineRequest, moment: Moment) -> Asked | None:
    """The stretch that the timeline shows: as of an instant, everything that had begun by then."""
    if asked.mode is None:
        return None
    if isinstance(asked.mode, AsOf):
        return Asked(first=None, last=asked.mode.valid_at)
    return moment.asked
