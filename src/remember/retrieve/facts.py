"""Find what the memory holds true on a question, with the evidence for and against it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from remember.domain.ranking import Channel, Ranked
from remember.domain.relevance import COMPANY_ALLOWANCE
from remember.domain.time import Current, Mode
from remember.retrieve import account
from remember.retrieve.ambiguous import Candidates, candidates_of
from remember.retrieve.anchors import Neighbourhood, members_of, neighbourhood
from remember.retrieve.candidates import Nominated, nominate, with_asked
from remember.retrieve.contradiction import sides_of
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment
from remember.retrieve.rank import ranked
from remember.retrieve.reading import Reading, standing_of
from remember.retrieve.refusal import NOTHING_HELD, unknown_subject
from remember.retrieve.together import both
from remember.store import held_facts, names, testimony
from remember.store.held_facts import HeldFact, LinkedClaim, Side, Standing
from remember.store.names import Member
from remember.store.search import Field
from remember.store.term_counts import Corpus
from remember.store.testimony import ShownClaim
from remember.wire import GraphNode, Negative

MOST_CANDIDATES = 200

MOST_CONFIRMED = 1_000
"""Facts about anchors that are counted one by one; beyond them the total is an estimate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsRequest:
    """What is asked: `k` facts at most, with `evidence_per_fact` claims of each stance."""

    entity_ids: tuple[UUID, ...] = ()
    k: int = 15
    evidence_per_fact: int = 3
    hops: int = 1
    predicate: str | None = None
    mode: Mode = field(default_factory=Current)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFacts:
    """What a snapshot gave. The order is whole; of its facts, as many as can be returned are in `facts`."""

    moment: Moment
    order: Sequence[Ranked[UUID]] = ()
    facts: Mapping[UUID, HeldFact] = field(default_factory=dict)
    links: Sequence[LinkedClaim] = ()
    claims: Mapping[UUID, ShownClaim] = field(default_factory=dict)
    standing: Mapping[UUID, Standing] = field(default_factory=dict)
    sides: Sequence[Side] = ()
    independent: Mapping[UUID, int] = field(default_factory=dict)
    nodes: Sequence[GraphNode] = ()
    candidates: Candidates = field(default_factory=Candidates)
    dropped: int = 0
    is_exact: bool = True
    negative: Negative | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Nominated:
    """Candidates in order, and whether there may have been more."""

    order: list[Ranked[UUID]]
    is_full: bool
    nodes: Sequence[GraphNode] = ()


def stopped(read: Reading, negative: Negative) -> FoundFacts:
    """Nothing, and why the read came no further."""
    return FoundFacts(moment=read.moment, negative=negative)


async def find_facts(read: Reading, request: FactsRequest) -> FoundFacts:
    """What the snapshot of this read holds on its question, and whom it may mean by a name of several."""
    if unknown := await unknown_subject(read):
        return FoundFacts(moment=read.moment, negative=unknown)
    if request.entity_ids:
        anchors = await members_of(read.tx, read.reader, request.entity_ids)
        if anchors is None:
            return FoundFacts(moment=read.moment, negative=account.UNKNOWN_IDS)
        near = await neighbourhood(read, anchors, hops=request.hops, predicate=request.predicate)
        nominated = await _about(read, near)
    else:
        nominated = await _anywhere(read)
    found = await _confirmed(read, request, nominated)
    held = read.moment.held(read.reader)
    return replace(found, candidates=await candidates_of(read.tx, held, read.question, list(found.facts)))


async def _about(read: Reading, near: Neighbourhood) -> _Nominated:
    """Facts that touch the neighbourhood: those about more of the anchors first, then by rank."""
    coverage = await held_facts.reached(read.tx, read.moment.held(read.reader), near.members, near.hops)
    found = await nominate(read, _field(read, list(coverage)), most=MOST_CANDIDATES)
    order = ranked(found, rrf_k=read.settings.rrf_k)
    order += _unranked(coverage.keys() - {one.item for one in order})
    order.sort(key=lambda one: -coverage[one.item])
    return _Nominated(
        order=order[:MOST_CONFIRMED],
        is_full=len(order) > MOST_CONFIRMED,
        nodes=await _nodes(read, near),
    )


def _unranked(fact_ids: Collection[UUID]) -> list[Ranked[UUID]]:
    """Facts that no channel brought: beyond its width, or without a vector yet. They count all the same."""
    return [Ranked(item=fact_id, score=0.0, signals={}) for fact_id in sorted(fact_ids)]


async def _nodes(read: Reading, near: Neighbourhood) -> list[GraphNode]:
    away = {entity: hops for entity, hops in near.hops.items() if hops > 0}
    shown = await names.shown(read.tx, read.reader, list(away)) if away else {}
    return [
        GraphNode(entity_id=entity, name=shown[entity], hops=hops)
        for entity, hops in away.items()
        if entity in shown
    ]


async def _anywhere(read: Reading) -> _Nominated:
    """Facts that mean or say what is asked, joined by those about whoever the question names."""
    anywhere = nominate(read, _field(read, None), most=MOST_CANDIDATES)
    if known := read.question.known:
        members = await names.members(read.tx, read.reader, frozenset().union(*known.values()))
        near = _joined(*await both(anywhere, _named(read, members)))
        found = await with_asked(read, Corpus.FACTS, near, members)
    else:
        found = await anywhere
    bar = read.question.bar(read.settings.relevance_floor)
    if not found.reaches(bar):
        return _Nominated(order=[], is_full=found.is_full)
    order = ranked(found, rrf_k=read.settings.rrf_k, bar=bar.lowered(COMPANY_ALLOWANCE))
    return _Nominated(order=order, is_full=found.is_full)


async def _named(read: Reading, members: Sequence[Member]) -> Nominated:
    near = Neighbourhood(hops={member.survivor_id: 0 for member in members}, members=members)
    coverage = await held_facts.reached(read.tx, read.moment.held(read.reader), near.members, near.hops)
    found = await nominate(read, _field(read, list(coverage)), most=MOST_CANDIDATES)
    order = [one.item for one in ranked(found, rrf_k=read.settings.rrf_k)]
    order.sort(key=lambda item: -coverage[item])
    about = {item: replace(relevance, names_subject=True) for item, relevance in found.relevance.items()}
    entity = Channel(name="entity", items=order)
    return Nominated(channels=(entity,), relevance=about, is_full=found.is_full)


def _joined(one: Nominated, other: Nominated) -> Nominated:
    return Nominated(
        channels=one.channels + other.channels,
        relevance={**one.relevance, **other.relevance},
        is_full=one.is_full,
    )


def _field(read: Reading, fact_ids: Collection[UUID] | None) -> Field:
    held = read.moment.held(read.reader)
    return Field(
        corpus=Corpus.FACTS,
        reader=read.reader,
        item_ids=fact_ids,
        asked=held.asked,
        believed_at=held.believed_at,
    )


async def _confirmed(read: Reading, request: FactsRequest, nominated: _Nominated) -> FoundFacts:
    held = read.moment.held(read.reader)
    live = await held_facts.confirm(read.tx, held, [one.item for one in nominated.order])
    order = [one for one in nominated.order if one.item in live]
    if not order:
        return FoundFacts(
            moment=read.moment,
            nodes=nominated.nodes,
            dropped=len(nominated.order),
            negative=NOTHING_HELD,
        )
    returned = [one.item for one in order[: max(request.k, read.settings.rerank_depth)]]
    links = await held_facts.evidence(read.tx, held, returned, most=request.evidence_per_fact)
    claim_ids = {link.claim_id for link in links}
    claims, standing = await both(
        testimony.show_claims(read.tx, read.reader, claim_ids, grouped=False),
        standing_of(read.aside, claim_ids),
    )
    return FoundFacts(
        moment=read.moment,
        order=order,
        facts={fact: live[fact] for fact in returned},
        links=links,
        claims=claims,
        standing=standing,
        sides=await sides_of(read.tx, held, [live[fact] for fact in returned]),
        independent=await independent_sources(read.tx, held, [live[fact] for fact in returned]),
        nodes=nominated.nodes,
        dropped=len(nominated.order) - len(order),
        is_exact=not nominated.is_full,
    )
