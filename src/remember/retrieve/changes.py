"""What changed about what is held true between two belief times, the latest change first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.time import AsOf, Current
from remember.errors import Incorrect
from remember.retrieve.entities import members_of
from remember.retrieve.moment import Moment, in_utc
from remember.retrieve.paging import begun, turn_page, unsettled, walk_of
from remember.store import revisions
from remember.store.database import Transaction
from remember.store.revisions import ChangeRow, Grounds, Wanted
from remember.wire import ChangePage, FactChange, HeldAs

CLAIMS_OF_A_CHANGE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesRequest:
    """Which changes: after one belief time and up to another; left out, since ever and until now."""

    believed_after: datetime | None = None
    believed_until: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    entity_id: UUID | None = None
    kinds: tuple[str, ...] | None = None
    limit: int = 50
    cursor: str | None = None

    def __post_init__(self) -> None:
        _refuse_backward("believed_until", self.believed_until, "believed_after", self.believed_after)
        _refuse_backward("valid_until", self.valid_until, "valid_from", self.valid_from)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    until: datetime
    changes: tuple[FactChange, ...] = ()
    total: int = 0
    position: Mapping[str, Any] | None = None


async def changes(context: Context, asked: ChangesRequest) -> ChangePage:
    """The changes that are asked for. Raises `NotFound` (`entity_not_found`)."""
    filters = {
        "after": asked.believed_after,
        "first": asked.valid_from,
        "last": asked.valid_until,
        "entity": asked.entity_id,
        "kinds": asked.kinds,
    }
    until = asked.believed_until
    mode = AsOf(valid_at=until, believed_at=until) if until else Current()
    walk = await begun(context, walk_of(context, "changes", asked.cursor, mode=mode, filters=filters))

    async def read(tx: Transaction, moment: Moment) -> _Page:
        until = moment.believed_at or moment.evaluated_at
        _refuse_backward("now", until, "believed_after", asked.believed_after)
        facts = None
        if asked.entity_id:
            _, members = await members_of(tx, context, asked.entity_id)
            facts = await revisions.about(tx, context.tenant_id, members)
        wanted = Wanted(
            until=until,
            after=asked.believed_after,
            fact_ids=facts,
            kinds=asked.kinds,
            first=asked.valid_from,
            last=asked.valid_until,
        )
        found = await revisions.changes(
            tx, context.reader, wanted, before=walk.position, most=asked.limit + 1
        )
        shown = found[: asked.limit]
        return _Page(
            until=until,
            changes=await changes_told(tx, context, shown),
            total=found[0].total if found else 0,
            position=shown[-1].position if len(found) > asked.limit else None,
        )

    moment, page = await turn_page(context, walk, read)
    if page is None:
        raise unsettled()
    return ChangePage(
        believed_after=in_utc(asked.believed_after),
        believed_until=page.until.astimezone(UTC),
        changes=page.changes,
        total=page.total,
        cursor=walk.continuation(context, moment, page.position),
    )


async def changes_told(
    tx: Transaction, context: Context, rows: Sequence[ChangeRow]
) -> tuple[FactChange, ...]:
    """These changes, each with its grounds."""
    grounds = await revisions.grounds(tx, context.reader, rows, most=CLAIMS_OF_A_CHANGE)
    return tuple(_change(row, grounds[(row.fact_id, row.at)]) for row in rows)


def _change(row: ChangeRow, grounds: Grounds) -> FactChange:
    return FactChange(
        at=row.at.astimezone(UTC),
        changes=tuple(row.kinds),
        fact_id=row.fact_id,
        kind=row.kind,
        label=row.label,
        before=_before(row) if row.was_held else None,
        after=_after(row) if row.is_held else None,
        related_id=row.related_id,
        related_label=row.related_label,
        cause=row.cause,
        caused_by=row.caused_by,
        outcome=grounds.outcome,
        method=grounds.method,
        decided_by=grounds.decided_by,
        claim_ids=tuple(grounds.claim_ids or ()),
        claim_count=grounds.claims,
    )


def _before(row: ChangeRow) -> HeldAs:
    return HeldAs(
        valid_from=in_utc(row.from_before),
        valid_until=in_utc(row.until_before),
        valid_precision=row.precision_before,
        said_since=in_utc(row.said_since_before),
        said_until=in_utc(row.said_until_before),
        contradiction_group=row.group_before,
        support=row.support_before,
    )


def _after(row: ChangeRow) -> HeldAs:
    return HeldAs(
        valid_from=in_utc(row.from_after),
        valid_until=in_utc(row.until_after),
        valid_precision=row.precision_after,
        said_since=in_utc(row.said_since_after),
        said_until=in_utc(row.said_until_after),
        contradiction_group=row.group_after,
        support=row.support_after,
    )


def _refuse_backward(end: str, until: datetime | None, start: str, since: datetime | None) -> None:
    if until is not None and since is not None and until < since:
        raise Incorrect(
            f"{end} {until.isoformat()} is before {start} {since.isoformat()}",
            code="invalid_parameter",
            hint="time runs forward: swap the two",
        )
