"""List contradictions with every side and its evidence, and walk through the sides of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.time import AsOf, Current, Mode
from remember.retrieve import account
from remember.retrieve.account import SIDES_INLINE
from remember.retrieve.anchors import members_of
from remember.retrieve.contradiction import told_of, walked
from remember.retrieve.facts import FoundFacts
from remember.retrieve.facts_context import evidence_told, links_told, totals_told
from remember.retrieve.independence import independent_sources
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.question import reader_of
from remember.retrieve.refusal import UNSETTLED
from remember.store import contradictions, held_facts, testimony
from remember.store.contradictions import Group
from remember.store.database import Transaction
from remember.store.held_facts import Held, Side
from remember.store.lookups import ListedFact
from remember.wire import ChangeRecord, Envelope, Grain, Negative, NegativeKind

CLAIMS_OF_A_SIDE = 3
"""Claims of each stance that a side is given with."""

_NONE = account.negative(NegativeKind.KNOWN_EMPTY, "no such contradiction is recorded")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionsRequest:
    """Which contradictions: open or closed ones, of one entity or of all."""

    closed: bool = False
    entity_id: UUID | None = None
    mode: Current | AsOf = field(default_factory=Current)
    limit: int = 20
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    found: FoundFacts
    sides: Sequence[ListedFact] = ()
    groups: Sequence[Group] = ()
    returned: int = 0
    total: int = 0
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def list_contradictions(context: Context, asked: ContradictionsRequest) -> Envelope:
    """The contradictions that stand open, or those that closed, the latest first."""
    filters = {"closed": asked.closed, "entity": asked.entity_id, "limit": asked.limit}
    walk = walk_of(context, "list_contradictions", asked.continuation, mode=asked.mode, filters=filters)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> _Page:
        members = await members_of(tx, reader, [asked.entity_id]) if asked.entity_id else None
        if asked.entity_id and members is None:
            return _Page(found=FoundFacts(moment=moment), negative=account.UNKNOWN_IDS)
        held = moment.held(reader)
        found = await contradictions.page(
            tx,
            held,
            closed=asked.closed,
            entity_ids=[member.entity_id for member in members] if members else None,
            before=UUID(walk.position["group_id"]) if walk.position else None,
            most=asked.limit + 1,
        )
        groups = found[: asked.limit]
        sides = await _sides(tx, held, groups, closed=asked.closed)
        return _Page(
            found=await _evidenced(tx, held, moment, sides),
            sides=sides,
            groups=groups,
            returned=len(groups),
            total=found[0].total if found else 0,
            position={"group_id": str(groups[-1].group_id)} if len(found) > asked.limit else None,
        )

    return _envelope(context, walk, *await turn_page(context, walk, read))


async def show_contradiction(
    context: Context, group_id: UUID, *, mode: Mode, limit: int, continuation: str | None
) -> Envelope:
    """The sides of one contradiction, best supported first, each with its evidence for and against."""
    walk = walk_of(context, *walked(group_id, continuation), mode=mode)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> _Page:
        held = moment.held(reader)
        found = await contradictions.sides(tx, held, group_id, after=walk.position, most=limit + 1)
        sides = found[:limit]
        return _Page(
            found=await _evidenced(tx, held, moment, sides),
            sides=sides,
            returned=len(sides),
            total=found[0].total if found else 0,
            position=sides[-1].position if len(found) > limit else None,
        )

    return _envelope(context, walk, *await turn_page(context, walk, read))


async def _sides(tx: Transaction, held: Held, groups: Sequence[Group], *, closed: bool) -> list[ListedFact]:
    if closed:
        ids = [group.group_id for group in groups]
        return await contradictions.closed_sides(tx, held.reader, ids, most=SIDES_INLINE + 1)
    return [
        side
        for group in groups
        for side in await contradictions.sides(tx, held, group.group_id, after=None, most=SIDES_INLINE + 1)
    ]


async def _evidenced(tx: Transaction, held: Held, moment: Moment, sides: Sequence[ListedFact]) -> FoundFacts:
    links = await held_facts.evidence(tx, held, [side.fact_id for side in sides], most=CLAIMS_OF_A_SIDE)
    claims = {link.claim_id for link in links}
    return FoundFacts(
        moment=moment,
        facts={side.fact_id: side for side in sides},
        links=links,
        claims=await testimony.show_claims(tx, held.reader, claims, grouped=False),
        sides=[_side(side) for side in sides],
        independent=await independent_sources(tx, held, sides),
    )


def _side(fact: ListedFact) -> Side:
    assert fact.contradiction_group is not None
    return Side(
        fact_id=fact.fact_id,
        label=fact.label,
        evidence_count=fact.evidence_count,
        contradiction_group=fact.contradiction_group,
        valid_from=fact.valid_from,
        valid_until=fact.valid_until,
        valid_precision=fact.valid_precision,
        ingested_at=fact.ingested_at,
        invalidated_at=fact.invalidated_at,
        total=fact.total,
    )


def _envelope(context: Context, walk: Walk, moment: Moment, page: _Page | None) -> Envelope:
    page = page or _Page(found=FoundFacts(moment=moment), negative=UNSETTLED)
    found = page.found
    missing = None if page.sides or walk.position else _NONE
    return Envelope(
        grain=Grain.FACT,
        temporal_scope=scope_of(moment),
        facts=tuple(told_of(context, moment, side, found.sides) for side in page.sides),
        evidence=tuple(evidence_told(found, found.links)),
        fact_evidence=tuple(links_told(found, found.links)),
        evidence_totals=tuple(totals_told(found, page.sides, found.links)),
        changes=tuple(change for group in page.groups for change in _changes(group)),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(context, moment, page.position, returned=page.returned, total=page.total),
        negative=page.negative or missing,
    ).accounting(independent_sources=found.independent)


def _changes(group: Group) -> list[ChangeRecord]:
    opened = ChangeRecord(
        kind="contradiction", change="new", id=group.group_id, label=None, at=group.opened_at.astimezone(UTC)
    )
    if group.closed_at is None:
        return [opened]
    closed = {"change": "invalidated", "at": group.closed_at.astimezone(UTC)}
    return [opened, opened.model_copy(update=closed)]
