"""Pages of facts, each fact with the first claims for and against it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from remember.context import Context
from remember.retrieve import account
from remember.retrieve.contradiction import told_of
from remember.retrieve.facts import FoundFacts
from remember.retrieve.facts_context import evidence_told, links_told, totals_told
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk
from remember.retrieve.refusal import UNSETTLED
from remember.store import held_facts, testimony
from remember.store.database import Transaction
from remember.store.held_facts import Held, HeldFact, Side
from remember.wire import Envelope, Grain, Negative


@dataclass(frozen=True, slots=True, kw_only=True)
class FactPage:
    """Some facts of a list that has `total` items, of which the page has `returned`."""

    found: FoundFacts
    facts: Sequence[HeldFact] = ()
    returned: int = 0
    total: int = 0
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def evidenced(
    tx: Transaction,
    held: Held,
    moment: Moment,
    facts: Sequence[HeldFact],
    sides: Sequence[Side],
    *,
    most: int,
) -> FoundFacts:
    """These facts with `most` claims of each stance, and how many independent sources each has."""
    links = await held_facts.evidence(tx, held, [fact.fact_id for fact in facts], most=most)
    claims = {link.claim_id for link in links}
    return FoundFacts(
        moment=moment,
        facts={fact.fact_id: fact for fact in facts},
        links=links,
        claims=await testimony.show_claims(tx, held.reader, claims, grouped=False),
        sides=sides,
        independent=await independent_sources(tx, held, facts),
    )


def envelope_of(
    context: Context, walk: Walk, moment: Moment, page: FactPage | None, *, missing: Negative
) -> Envelope:
    """The page as it is told; `missing` is the kind of no where the whole list is empty."""
    page = page or FactPage(found=FoundFacts(moment=moment), negative=UNSETTLED)
    found = page.found
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        facts=tuple(told_of(context, moment, fact, found.sides) for fact in page.facts),
        evidence=tuple(evidence_told(found, found.links)),
        fact_evidence=tuple(links_told(found, found.links)),
        evidence_totals=tuple(totals_told(found, page.facts, found.links)),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(context, moment, page.position, returned=page.returned, total=page.total),
        negative=page.negative or (None if page.facts or walk.position else missing),
    ).accounting(independent_sources=found.independent)
