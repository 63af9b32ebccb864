"""One claim with all that is known of it: how it was read, where it stands, when it counted, and for what."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from remember.domain.scopes import Reader
from remember.store.database import Transaction, many, maybe
from remember.store.held_facts import Held
from remember.store.search import seen_by


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDetail:
    """How a claim was read; `added_context` is what its wording adds to its span."""

    version_id: UUID
    version_no: int | None
    is_hedged: bool
    added_context: list[dict[str, Any]]
    speaker: str | None
    extractor_version: str
    ingested_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A stretch of belief in which a claim counted, and why that began and ended."""

    counted_from: datetime
    counted_until: datetime | None
    began: str
    ended: str | None

    def as_of(self, at: datetime | None) -> Self:
        """The stretch as it was known at an instant; None is now."""
        is_over = self.counted_until is not None and (at is None or self.counted_until <= at)
        return self if is_over else replace(self, counted_until=None, ended=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrying:
    """A place where a version carries a claim, of `total`."""

    version_id: UUID
    version_no: int
    is_served: bool
    char_start: int
    char_end: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """One thing that a claim asserts. `valid_until` is exclusive."""

    kind: str
    subject_id: UUID | None
    predicate: str
    object_id: UUID | None
    positive: bool
    effect: str
    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str
    supposed: str | None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A mention in a claim; `entity_id` is None where nobody was found to be meant."""

    mention_id: UUID
    surface: str
    role: str
    entity_id: UUID | None
    method: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoreOn:
    """A fact that a claim bears on, or bore on, of `total`."""

    fact_id: UUID
    kind: str
    label: str
    stance: str
    linked_from: datetime
    linked_until: datetime | None
    is_held: bool
    holds: bool
    total: int

    @property
    def position(self) -> dict[str, str]:
        """The place of the list after this fact, for a cursor."""
        return {"after_time": self.linked_from.isoformat(), "after_id": str(self.fact_id)}


async def detail(tx: Transaction, reader: Reader, claim_id: UUID) -> ClaimDetail | None:
    """How a claim was read; None where it may not be seen."""
    return await maybe(tx, "claim_details.detail", ClaimDetail, **seen_by(reader), claim_id=claim_id)


async def currency(tx: Transaction, reader: Reader, claim_id: UUID) -> list[Counted]:
    """When a claim counted, from the first time on."""
    here = {"tenant_id": reader.tenant_id, "claim_id": claim_id}
    return await many(tx, "claim_details.currency", Counted, **here)


async def occurrences(tx: Transaction, reader: Reader, claim_id: UUID, *, most: int) -> list[Carrying]:
    """Which versions carry a claim and where, the newest first."""
    here = {"tenant_id": reader.tenant_id, "claim_id": claim_id, "most": most}
    return await many(tx, "claim_details.occurrences", Carrying, **here)


async def asserted(tx: Transaction, reader: Reader, claim_id: UUID) -> list[Asserted]:
    """What a claim asserts."""
    here = {"tenant_id": reader.tenant_id, "claim_id": claim_id}
    return await many(tx, "claim_details.asserted", Asserted, **here)


async def named(tx: Transaction, reader: Reader, claim_id: UUID) -> list[Named]:
    """Whom a claim mentions, in the order of its text."""
    return await many(tx, "claim_details.named", Named, **seen_by(reader), claim_id=claim_id)


async def facts(
    tx: Transaction,
    held: Held,
    claim_id: UUID,
    *,
    as_of: datetime | None,
    after: Mapping[str, Any] | None,
    most: int,
) -> list[BoreOn]:
    """The facts that a claim came to bear on by an instant of belief; with `as_of`, that it bore on then."""
    values = held.values() | {"claim_id": claim_id, "as_of": as_of, "most": most}
    place = {"after_time": None, "after_id": None, **(after or {})}
    return await many(tx, "claim_details.facts", BoreOn, **values, **place)
