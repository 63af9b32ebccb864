"""What the memory holds true: facts, the evidence for and against each, every side of a contradiction."""

from collections.abc import Iterator, Sequence
from typing import cast
from uuid import UUID

from remember.context import Context
from remember.domain.facts import Stance
from remember.domain.ranking import take_turns
from remember.errors import Interrupted
from remember.retrieve import account
from remember.retrieve.contradiction import told_of
from remember.retrieve.facts import MOST_CANDIDATES, FactsRequest, FoundFacts, find_facts, stopped
from remember.retrieve.moment import scope_of
from remember.retrieve.question import Question, anchored, unanchored
from remember.retrieve.rank import reranked
from remember.retrieve.reading import reading
from remember.retrieve.refusal import TOOK_TOO_LONG, UNSETTLED
from remember.store.held_facts import HeldFact, LinkedClaim
from remember.wire import Envelope, EvidenceResult, EvidenceTotal, FactEvidence, FactKind, Grain

MOST_CLAIMS = 60
"""Claims that the evidence of one envelope holds at most, of all its facts together."""


async def facts_context(context: Context, query: str, request: FactsRequest | None = None) -> Envelope:
    """The facts that have most to do with the question, as one envelope of belief."""
    request = request or FactsRequest()
    question = await (anchored if request.entity_ids else unanchored)(context, query)
    found: FoundFacts | None = None
    try:
        async with reading(context, question, request.mode, most=MOST_CANDIDATES) as read:
            found = stopped(read, TOOK_TOO_LONG)
            found = await find_facts(read, request) if read.moment.is_settled else stopped(read, UNSETTLED)
    except Interrupted as end:
        if found is None or end.code != "took_too_long":
            raise
    return await facts_envelope(context, question, found, request)


async def facts_envelope(
    context: Context, question: Question, found: FoundFacts, request: FactsRequest
) -> Envelope:
    """What was found, cut to what was asked for. May ask the reranker, so no transaction may be open."""
    labels = {fact.fact_id: fact.label for fact in found.facts.values()}
    shown = [one for one in found.order if one.item in labels]
    order = (await reranked(context, question, shown, labels))[: request.k]
    facts = [found.facts[one.item] for one in order]
    links = _links(found, facts)
    envelope = Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(found.moment),
        entities=found.candidates.entities,
        facts=tuple(told_of(context, found.moment, fact, found.sides) for fact in facts),
        evidence=tuple(evidence_told(found, links)),
        fact_evidence=tuple(links_told(found, links)),
        evidence_totals=tuple(totals_told(found, facts, links)),
        nodes=tuple(found.nodes),
        ranking=account.ranking_of(order),
        freshness=account.freshness_of(found.moment.read_at),
        truncation=account.truncation_of(
            returned=len(facts), found=len(found.order), is_exact=found.is_exact
        ),
        dropped_by_hydration=found.dropped,
        negative=found.negative,
    )
    evidence = [found.claims[claim.claim_id] for claim in envelope.evidence]
    told = account.told_of(evidence, found.standing, envelope)
    return told.accounting(
        independent_sources=account.of_facts(found.independent, envelope),
        candidates=found.candidates.beside({fact.fact_id for fact in envelope.facts}),
    )


def _links(found: FoundFacts, facts: Sequence[HeldFact]) -> list[LinkedClaim]:
    """The links of these facts in their order, supporting ones first, as far as the claims have room."""
    by_stance = [
        [link for link in found.links if (link.fact_id, link.stance) == (fact.fact_id, stance)]
        for fact in facts
        for stance in Stance
    ]
    kept = take_turns([[link.claim_id for link in links] for links in by_stance], most=MOST_CLAIMS)
    return [link for links in by_stance for link in links if link.claim_id in kept]


def evidence_told(found: FoundFacts, links: Sequence[LinkedClaim]) -> Iterator[EvidenceResult]:
    """Each claim once, where it is first needed; evidence as then believed counts as then."""
    for claim_id in dict.fromkeys(link.claim_id for link in links):
        told = account.evidence_of(found.claims[claim_id])
        yield told.model_copy(update={"is_current_testimony": True})


def links_told(found: FoundFacts, links: Sequence[LinkedClaim]) -> Iterator[FactEvidence]:
    """Which of the claims backs, or speaks against, which of the facts."""
    for link in links:
        yield FactEvidence(
            fact_kind=_kind(found, link.fact_id),
            fact_id=link.fact_id,
            claim_id=link.claim_id,
            stance=link.stance.value,
        )


def totals_told(
    found: FoundFacts, facts: Sequence[HeldFact], links: Sequence[LinkedClaim]
) -> Iterator[EvidenceTotal]:
    """One line a fact and stance, zeros included."""
    totals = {(link.fact_id, link.stance): link.total for link in found.links}
    for fact in facts:
        for stance in Stance:
            yield EvidenceTotal(
                fact_kind=_kind(found, fact.fact_id),
                fact_id=fact.fact_id,
                stance=stance.value,
                returned=sum((link.fact_id, link.stance) == (fact.fact_id, stance) for link in links),
                total=totals.get((fact.fact_id, stance), 0),
            )


def _kind(found: FoundFacts, fact_id: UUID) -> FactKind:
    return cast(FactKind, found.facts[fact_id].kind)
