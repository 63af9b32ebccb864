"""An entity's facts in the order of the world, ended or not, page by page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.time import Asked, AsOf, History, Mode
from remember.retrieve import account
from remember.retrieve.anchors import members_of
from remember.retrieve.contradiction import sides_of, told_of
from remember.retrieve.facts import FoundFacts
from remember.retrieve.facts_context import evidence_told, links_told, totals_told
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.refusal import NOTHING, UNSETTLED
from remember.store import held_facts, testimony, timelines
from remember.store.database import Transaction
from remember.store.timelines import TimedFact
from remember.wire import Envelope, Grain, Negative


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRequest:
    """Whose facts, of which predicate; without a mode all of them, what is still to come included."""

    entity_id: UUID
    predicate: str | None = None
    mode: Mode | None = None
    limit: int = 50
    evidence_per_fact: int = 1
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    found: FoundFacts
    facts: Sequence[TimedFact] = ()
    total: int = 0
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def timeline(context: Context, asked: TimelineRequest) -> Envelope:
    """The facts in the order of the world; undated ones last."""
    filters = {"entity": asked.entity_id, "predicate": asked.predicate, "whole": asked.mode is None}
    mode = asked.mode or History()
    walk = walk_of(context, "timeline", asked.continuation, mode=mode, filters=filters)

    async def read(tx: Transaction, moment: Moment) -> _Page:
        members = await members_of(tx, context.reader, [asked.entity_id])
        if members is None:
            return _Page(found=FoundFacts(moment=moment), negative=account.UNKNOWN_IDS)
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
        links = await held_facts.evidence(
            tx, held, [fact.fact_id for fact in facts], most=asked.evidence_per_fact
        )
        claims = await testimony.show_claims(
            tx, held.reader, {link.claim_id for link in links}, grouped=False
        )
        return _Page(
            found=FoundFacts(
                moment=moment,
                facts={fact.fact_id: fact for fact in facts},
                links=links,
                claims=claims,
                sides=await sides_of(tx, held, facts),
                independent=await independent_sources(tx, held, facts),
            ),
            facts=facts,
            total=listed[0].total if listed else 0,
            position=facts[-1].position if len(listed) > asked.limit else None,
        )

    return _envelope(context, walk, *await turn_page(context, walk, read))


def _within(asked: TimelineRequest, moment: Moment) -> Asked | None:
    """The stretch that the timeline shows: as of an instant, everything that had begun by then."""
    if asked.mode is None:
        return None
    if isinstance(asked.mode, AsOf):
        return Asked(first=None, last=asked.mode.valid_at)
    return moment.asked


def _envelope(context: Context, walk: Walk, moment: Moment, page: _Page | None) -> Envelope:
    page = page or _Page(found=FoundFacts(moment=moment), negative=UNSETTLED)
    found = page.found
    missing = None if page.facts or walk.position else NOTHING
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        facts=tuple(told_of(context, moment, fact, found.sides) for fact in page.facts),
        evidence=tuple(evidence_told(found, found.links)),
        fact_evidence=tuple(links_told(found, found.links)),
        evidence_totals=tuple(totals_told(found, page.facts, found.links)),
        sources=account.sources_of(found.claims[link.claim_id] for link in found.links),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(
            context, moment, page.position, returned=len(page.facts), total=page.total
        ),
        negative=page.negative or missing,
    ).accounting(independent_sources=found.independent)
