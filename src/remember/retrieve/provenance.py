"""One fact with every claim it rests on, and the decisions that made it what it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.facts import Stance
from remember.domain.time import Current, Mode
from remember.retrieve import account
from remember.retrieve.contradiction import sides_of, told_of
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment, begin, scope_of
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.question import reader_of
from remember.retrieve.refusal import UNSETTLED
from remember.store import provenance, testimony
from remember.store.database import Transaction
from remember.store.held_facts import Held, Side
from remember.store.provenance import Decision, KnownFact, PlacedLink
from remember.store.testimony import ShownClaim
from remember.wire import (
    Envelope,
    EvidenceResult,
    EvidenceTotal,
    FactEvidence,
    FactKind,
    Grain,
    Negative,
    NegativeKind,
    TranscriptEntry,
)

MOST_DECISIONS = 40

_UNKNOWN = account.negative(
    NegativeKind.UNKNOWN_ENTITY,
    "no fact of that kind has that id",
    "look the fact up and use the id and the kind that it is given with",
)
_NOT_THEN = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "the fact does not hold at the time asked about",
    "leave time out to see it whatever its time",
)
_UNDECIDED = account.negative(
    NegativeKind.KNOWN_EMPTY,
    "no decision about a fact with that id is recorded",
    "look the fact up and use the id and the kind that it is given with",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HydrateRequest:
    """Which fact, with how many claims a page. In the mode `current` its time in the world is no matter."""

    kind: FactKind
    fact_id: UUID
    limit: int = 100
    mode: Mode = field(default_factory=Current)
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hydrated:
    """A fact with some of its claims; `position` is where there are more."""

    fact: KnownFact | None = None
    sides: Sequence[Side] = ()
    independent: Mapping[UUID, int] = field(default_factory=dict)
    links: Sequence[PlacedLink] = ()
    claims: Mapping[UUID, ShownClaim] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def hydrate(context: Context, asked: HydrateRequest) -> Envelope:
    """A fact with every claim for and against it and their documents, closed or not."""
    walk = hydrate_walk(context, asked)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> Hydrated:
        held = moment.held(reader)
        known = await provenance.fact(tx, held, asked.fact_id, asked.kind)
        if known is None:
            return Hydrated(negative=_UNKNOWN)
        if not (known.holds or isinstance(asked.mode, Current)):
            return Hydrated(negative=_NOT_THEN)
        after = int((walk.position or {}).get("place", 0))
        return await hydrated(tx, held, known, after=after, limit=asked.limit)

    return told(context, walk, *await turn_page(context, walk, read))


def hydrate_walk(context: Context, asked: HydrateRequest) -> Walk:
    """The walk through the claims of a fact."""
    filters = {"fact_id": asked.fact_id, "limit": asked.limit}
    return walk_of(context, f"hydrate_{asked.kind}", asked.continuation, mode=asked.mode, filters=filters)


async def hydrated(tx: Transaction, held: Held, known: KnownFact, *, after: int, limit: int) -> Hydrated:
    """A fact with its claims after a place."""
    found = await provenance.links(tx, held, known, after=after, most=limit + 1)
    links = found[:limit]
    claims = {link.claim_id for link in links}
    return Hydrated(
        fact=known,
        sides=await sides_of(tx, held, [known]),
        independent=await independent_sources(tx, held, [known]),
        links=links,
        claims=await testimony.show_claims(tx, held.reader, claims, grouped=False),
        position={"place": links[-1].place} if len(found) > limit else None,
    )


def told(context: Context, walk: Walk, moment: Moment, page: Hydrated | None) -> Envelope:
    """A fact with its claims as an envelope; None where what was believed then is still being written."""
    page = page or Hydrated(negative=UNSETTLED)
    totals = page.links[0].totals if page.links else {}
    return Envelope(
        grain=Grain.COMPOSITE,
        temporal_scope=scope_of(moment),
        facts=(told_of(context, moment, page.fact, page.sides),) if page.fact else (),
        evidence=tuple(_evidence(page)),
        fact_evidence=tuple(_fact_evidence(page)),
        evidence_totals=tuple(_totals(page, totals)),
        sources=account.sources_of(page.claims[link.claim_id] for link in page.links),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(
            context,
            moment,
            page.position,
            returned=len(page.links),
            total=sum(totals.values()),
            reason="evidence_limit",
        ),
        negative=page.negative,
    ).accounting(independent_sources=page.independent)


def _evidence(page: Hydrated) -> Iterator[EvidenceResult]:
    for link in page.links:
        told = account.evidence_of(page.claims[link.claim_id])
        yield told.model_copy(update={"is_current_testimony": link.counts})


def _fact_evidence(page: Hydrated) -> Iterator[FactEvidence]:
    for link in page.links if page.fact else ():
        yield FactEvidence(**_named(page.fact), claim_id=link.claim_id, stance=link.stance.value)


def _totals(page: Hydrated, totals: Mapping[Stance, int]) -> Iterator[EvidenceTotal]:
    for stance in Stance if page.fact else ():
        returned = sum(link.stance is stance for link in page.links)
        total = totals.get(stance, 0)
        yield EvidenceTotal(**_named(page.fact), stance=stance.value, returned=returned, total=total)


def _named(fact: KnownFact | None) -> dict[str, Any]:
    return {"fact_kind": fact.kind, "fact_id": fact.fact_id} if fact else {}


async def transcript(
    context: Context, kind: FactKind, fact_id: UUID, *, continuation: str | None = None
) -> Envelope:
    """The decisions about a fact: the latest of them, or the latest before a continuation, oldest first."""
    walk = walk_of(context, f"transcript_{kind}", continuation, filters={"fact_id": fact_id})
    reader = reader_of(context)
    async with context.database.read() as tx:
        moment = await begin(tx, walk.mode, most=1)
        known = await provenance.fact(tx, moment.held(reader), fact_id, kind)
        found = (
            await provenance.decisions(
                tx, reader.tenant_id, fact_id, before=walk.position, most=MOST_DECISIONS + 1
            )
            if known
            else []
        )
    shown = found[:MOST_DECISIONS]
    position = shown[-1].position if len(found) > MOST_DECISIONS else None
    return Envelope(
        grain=Grain.COMPOSITE,
        temporal_scope=scope_of(moment),
        transcript=tuple(entry_of(kind, decision) for decision in reversed(shown)),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(
            context,
            moment,
            position,
            returned=len(shown),
            total=found[0].total if found else 0,
            reason="transcript_limit",
        ),
        negative=None if shown else _UNDECIDED,
    )


def entry_of(kind: str, decision: Decision) -> TranscriptEntry:
    """A decision as an envelope has it; its features name the claim that led to it."""
    claim = {"claim_id": str(decision.claim_id)} if decision.claim_id else {}
    return TranscriptEntry(
        subject_kind=kind,
        outcome=decision.outcome,
        method=decision.method,
        confidence=None,
        related_id=decision.related_fact_id,
        decided_by=decision.decided_by,
        decided_at=decision.decided_at.astimezone(UTC),
        features={**decision.features, **claim} or None,
    )
