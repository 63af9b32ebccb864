"""List contradictions with every side and its evidence, and walk through the sides of one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC
from uuid import UUID

from remember.context import Context
from remember.domain.time import Current, Mode
from remember.retrieve import account
from remember.retrieve.account import SIDES_INLINE
from remember.retrieve.anchors import members_of
from remember.retrieve.contradiction import walked
from remember.retrieve.fact_pages import FactPage, envelope_of, evidenced
from remember.retrieve.facts import FoundFacts
from remember.retrieve.moment import Moment
from remember.retrieve.paging import turn_page, walk_of
from remember.retrieve.question import reader_of
from remember.store import contradictions
from remember.store.contradictions import Group
from remember.store.database import Transaction
from remember.store.held_facts import Held, Side
from remember.store.lookups import ListedFact
from remember.wire import ChangeRecord, Envelope, NegativeKind

CLAIMS_OF_A_SIDE = 3
"""Claims of each stance that a side is given with."""

_NONE = account.negative(NegativeKind.KNOWN_EMPTY, "no such contradiction is recorded")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionsRequest:
    """Which contradictions: open or closed ones, of one entity or of all.

    Open ones about the time of a mode; `Current` is all that stand open now, whatever time they are about.
    """

    closed: bool = False
    entity_id: UUID | None = None
    mode: Mode = field(default_factory=Current)
    limit: int = 20
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Groups(FactPage):
    groups: Sequence[Group] = ()


async def list_contradictions(context: Context, asked: ContradictionsRequest) -> Envelope:
    """The contradictions that stand open, or those that closed, the latest first."""
    filters = {"closed": asked.closed, "entity": asked.entity_id, "limit": asked.limit}
    walk = walk_of(context, "list_contradictions", asked.continuation, mode=asked.mode, filters=filters)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> _Groups:
        members = await members_of(tx, reader, [asked.entity_id]) if asked.entity_id else None
        if asked.entity_id and members is None:
            return _Groups(found=FoundFacts(moment=moment), negative=account.UNKNOWN_IDS)
        held = moment.held(reader)
        found = await contradictions.page(
            tx,
            held,
            about=None if isinstance(asked.mode, Current) else held.asked,
            closed=asked.closed,
            entity_ids=[member.entity_id for member in members] if members else None,
            before=UUID(walk.position["group_id"]) if walk.position else None,
            most=asked.limit + 1,
        )
        groups = found[: asked.limit]
        sides = await _sides(tx, held, groups, closed=asked.closed)
        return _Groups(
            found=await _evidenced(tx, held, moment, sides),
            facts=sides,
            groups=groups,
            returned=len(groups),
            total=found[0].total if found else 0,
            position={"group_id": str(groups[-1].group_id)} if len(found) > asked.limit else None,
        )

    moment, page = await turn_page(context, walk, read)
    told = envelope_of(context, walk, moment, page, missing=_NONE)
    groups = page.groups if page else ()
    return told.model_copy(update={"changes": tuple(one for group in groups for one in _changes(group))})


async def show_contradiction(
    context: Context, group_id: UUID, *, mode: Mode, limit: int, continuation: str | None
) -> Envelope:
    """The sides of one contradiction, best supported first, each with its evidence for and against."""
    walk = walk_of(context, *walked(group_id, continuation), mode=mode)
    reader = reader_of(context)

    async def read(tx: Transaction, moment: Moment) -> FactPage:
        held = moment.held(reader)
        found = await contradictions.sides(tx, held, group_id, after=walk.position, most=limit + 1)
        sides = found[:limit]
        return FactPage(
            found=await _evidenced(tx, held, moment, sides),
            facts=sides,
            returned=len(sides),
            total=found[0].total if found else 0,
            position=sides[-1].position if len(found) > limit else None,
        )

    return envelope_of(context, walk, *await turn_page(context, walk, read), missing=_NONE)


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
    beside = [_side(side) for side in sides]
    return await evidenced(tx, held, moment, sides, beside, most=CLAIMS_OF_A_SIDE)


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


def _changes(group: Group) -> list[ChangeRecord]:
    opened = ChangeRecord(
        kind="contradiction", change="new", id=group.group_id, label=None, at=group.opened_at.astimezone(UTC)
    )
    if group.closed_at is None:
        return [opened]
    closed = {"change": "invalidated", "at": group.closed_at.astimezone(UTC)}
    return [opened, opened.model_copy(update=closed)]
