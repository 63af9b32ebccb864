"""Count facts or claims, in groups, exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from remember.context import Context
from remember.domain.time import AsOf, Current, Mode
from remember.retrieve import account
from remember.retrieve.anchors import members_of
from remember.retrieve.moment import Moment, scope_of
from remember.retrieve.paging import Walk, turn_page, walk_of
from remember.retrieve.refusal import NOTHING, UNSETTLED
from remember.store import aggregates, names
from remember.store.aggregates import Counted, Group
from remember.store.database import Transaction
from remember.store.held_facts import Held
from remember.wire import AggregateBucket, AggregateReport, Envelope, Grain, Negative

Subject = Literal["facts", "claims"]
Grouping = Literal["predicate", "entity", "document", "month", "kind", "state"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateRequest:
    """What is counted, by what, of which time; whatever else is given restricts it."""

    of: Subject
    by: Grouping
    entity_id: UUID | None = None
    predicate: str | None = None
    kind: str | None = None
    doc_id: UUID | None = None
    mode: Mode = field(default_factory=Current)
    limit: int = 50
    continuation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    groups: Sequence[Group] = ()
    shown: Mapping[UUID, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    negative: Negative | None = None


async def aggregate(context: Context, asked: AggregateRequest) -> Envelope:
    """The groups, the largest first, with how many there are of all."""
    filters = {
        "of": asked.of,
        "by": asked.by,
        "entity": asked.entity_id,
        "predicate": asked.predicate,
        "kind": asked.kind,
        "doc": asked.doc_id,
    }
    walk = walk_of(context, "aggregate", asked.continuation, mode=asked.mode, filters=filters)

    async def read(tx: Transaction, moment: Moment) -> _Page:
        members = await members_of(tx, context.reader, [asked.entity_id]) if asked.entity_id else None
        if asked.entity_id and members is None:
            return _Page(negative=account.UNKNOWN_IDS)
        counted = Counted(
            by=asked.by,
            entity_ids=[member.entity_id for member in members] if members else None,
            predicate=asked.predicate,
            kind=asked.kind,
            doc_id=asked.doc_id,
        )
        found = await _groups(tx, moment.held(context.reader), moment, asked, counted, after=walk.position)
        groups = found[: asked.limit]
        ids = [group.entity_id for group in groups if group.entity_id]
        return _Page(
            groups=groups,
            shown=await names.shown(tx, context.reader, ids) if ids else {},
            position=groups[-1].position if len(found) > asked.limit else None,
        )

    return _envelope(context, asked, walk, *await turn_page(context, walk, read))


async def _groups(
    tx: Transaction,
    held: Held,
    moment: Moment,
    asked: AggregateRequest,
    counted: Counted,
    *,
    after: Mapping[str, Any] | None,
) -> list[Group]:
    most = asked.limit + 1
    if asked.of == "facts" and asked.by == "state":
        groups = await aggregates.facts_by_state(tx, held, counted, instant=moment.instant)
        # There are no more than the states that a fact can have, so a page starts by leaving some out.
        return groups[_seen(groups, after) :][:most]
    if asked.of == "facts":
        return await aggregates.facts_by(tx, held, counted, after=after, most=most)
    said_by = moment.mode.valid_at if isinstance(moment.mode, AsOf) else None
    return await aggregates.claims_by(tx, held, counted, said_by=said_by, after=after, most=most)


def _seen(groups: Sequence[Group], position: Mapping[str, Any] | None) -> int:
    if position is None:
        return 0
    return next(
        (at + 1 for at, group in enumerate(groups) if group.key == position["after_key"]), len(groups)
    )


def _envelope(
    context: Context, asked: AggregateRequest, walk: Walk, moment: Moment, page: _Page | None
) -> Envelope:
    page = page or _Page(negative=UNSETTLED)
    first = page.groups[0] if page.groups else None
    missing = None if first or walk.position else NOTHING
    return Envelope(
        grain=Grain.FACT if asked.of == "facts" else Grain.EVIDENCE,
        temporal_scope=scope_of(moment),
        aggregate=AggregateReport(
            form=f"{asked.of} by {asked.by}",
            buckets=tuple(_bucket(group, page.shown) for group in page.groups),
            total=first.total if first else 0,
        ),
        freshness=account.freshness_of(moment.read_at),
        truncation=walk.truncation(
            context, moment, page.position, returned=len(page.groups), total=first.groups if first else 0
        ),
        negative=page.negative or missing,
    )


def _bucket(group: Group, shown: Mapping[UUID, str]) -> AggregateBucket:
    key = group.key if group.entity_id is None else shown.get(group.entity_id)
    return AggregateBucket(key=key, count=group.members, entity_id=group.entity_id)
