"""Facts, their revisions and the evidence they rest on."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from psycopg.types.json import Jsonb

from remember.domain.facts import (
    ALWAYS,
    Added,
    Believed,
    Changes,
    Link,
    Outcome,
    Revised,
    SaidRange,
    Stance,
    Support,
)
from remember.domain.time import UNDATED, Period
from remember.store.assertions import HeardAssertion
from remember.store.database import Transaction, many, none, none_each, one
from remember.store.windows import Window


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldFact(Window):
    """A fact as it is held now, without its evidence."""

    fact_id: UUID
    fact_key: UUID
    slot_key: UUID
    label: str
    kind: str
    said_since: datetime | None
    said_until: datetime | None
    contradiction_group: UUID | None
    support: str
    revision_no: int
    evidence_count: int

    def believed(self, links: Mapping[UUID, Stance]) -> Believed:
        """The fact as it is settled."""
        return Believed(
            fact_id=self.fact_id,
            fact_key=self.fact_key,
            window=self.period(),
            said=SaidRange(since=self.said_since, until=self.said_until),
            group=self.contradiction_group,
            support=Support(self.support),
            links=links,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedFact(HeldFact):
    """A fact that is not held any more since `invalidated_at`, as it was held last."""

    invalidated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """The assertion that names a new fact, and the words by which its label is found."""

    assertion: HeardAssertion
    term_ids: Sequence[int]
    frequencies: Sequence[int]
    word_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """One decision about one fact, for whoever asks why it is as it is."""

    adjudication_id: UUID
    fact_id: UUID
    related_fact_id: UUID | None
    claim_id: UUID | None
    outcome: Outcome
    features: Mapping[str, Any]
    decided_by: Literal["auto", "human"] = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlabelled:
    """A fact whose label has no vector yet."""

    fact_id: UUID
    label: str


@dataclass(frozen=True, slots=True)
class _Linked:
    fact_id: UUID
    claim_id: UUID
    stance: str


@dataclass(frozen=True, slots=True)
class _Counted:
    fact_id: UUID
    evidence_count: int


@dataclass(frozen=True, slots=True)
class _Grouped:
    fact_id: UUID
    contradiction_group: UUID | None


async def held_in_slots(
    tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]
) -> list[tuple[HeldFact, Believed]]:
    """The facts held in some slots, each with the claims that bear on it."""
    here = {"tenant_id": tenant_id, "slot_keys": list(slot_keys)}
    held = await many(tx, "facts.believed_in_slots", HeldFact, **here)
    links = _by_fact(held, await many(tx, "facts.links_in_slots", _Linked, **here))
    return [(fact, fact.believed(links[fact.fact_id])) for fact in held]


async def merged_in_slots(
    tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]
) -> list[tuple[HeldFact, Believed]]:
    """The facts of some slots that became one with others, as they were last held; nothing bears on them."""
    here = {"tenant_id": tenant_id, "slot_keys": list(slot_keys)}
    gone = await many(tx, "facts.merged_in_slots", ClosedFact, **here)
    return [(fact, replace(fact.believed({}), closed_at=fact.invalidated_at)) for fact in gone]


async def retracted_of(
    tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID]
) -> list[tuple[HeldFact, Believed]]:
    """The retracted facts that one of these claims spoke for to the end, each with what bore on it last."""
    if not claim_ids:
        return []
    gone = await many(tx, "facts.retracted_of", ClosedFact, tenant_id=tenant_id, claim_ids=list(claim_ids))
    fact_ids = [fact.fact_id for fact in gone]
    rows = await many(tx, "facts.links_of", _Linked, tenant_id=tenant_id, fact_ids=fact_ids)
    links = _by_fact(gone, rows)
    return [
        (
            fact,
            replace(
                fact.believed(links[fact.fact_id]),
                closed_at=fact.invalidated_at,
                returns_as=Outcome.RESTORED,
            ),
        )
        for fact in gone
    ]


async def groups_at(
    tx: Transaction, tenant_id: UUID, fact_ids: Collection[UUID], before: datetime
) -> dict[UUID, UUID | None]:
    """The contradiction group of each fact that was held just before an instant of belief."""
    here = {"tenant_id": tenant_id, "fact_ids": list(fact_ids), "before": before}
    rows = await many(tx, "facts.groups_at", _Grouped, **here)
    return {row.fact_id: row.contradiction_group for row in rows}


async def stamp(
    tx: Transaction, tenant_id: UUID, fact_ids: Collection[UUID], claim_ids: Collection[UUID] = ()
) -> datetime:
    """The belief time at which changes to these facts, and to whether these claims count, are saved.

    Take it once, after the locks.
    """
    here = {"tenant_id": tenant_id, "fact_ids": list(fact_ids), "claim_ids": list(claim_ids)}
    return await one(tx, "facts.stamp", datetime, **here)


async def save(
    tx: Transaction,
    tenant_id: UUID,
    changes: Changes,
    *,
    named_by: Mapping[UUID, Naming],
    at: datetime,
    cause: str,
    caused_by: UUID | None,
) -> None:
    """Save what settling changed, in one go; `named_by` has a naming for each new fact."""
    here = {"tenant_id": tenant_id, "stamp": at}
    ended = [revised.fact_id for revised in changes.revised] + [closed.fact_id for closed in changes.closed]
    if ended:
        await none(tx, "facts.end_revisions", fact_ids=ended, **here)
    closed = (here | {"fact_id": closed.fact_id, "into": closed.into} for closed in changes.closed)
    await none_each(tx, "facts.close", closed)
    if changes.reopened:
        await none(tx, "facts.reopen", tenant_id=tenant_id, fact_ids=list(changes.reopened))
    await none_each(tx, "facts.revise", (here | _revised(revised) for revised in changes.revised))
    await none_each(tx, "facts.add", (here | _added(fact, named_by[fact.fact_id]) for fact in changes.added))
    told = {"cause": cause, "caused_by": caused_by}
    newest = [revised.fact_id for revised in changes.revised] + [fact.fact_id for fact in changes.added]
    await none_each(tx, "facts.add_revision", (here | told | {"fact_id": fact_id} for fact_id in newest))
    await none_each(tx, "facts.end_link", (here | _link(link) for link in changes.unlinked))
    if changes.linked:
        await none(tx, "facts.add_links", **here, **_links(changes.linked))
    await _keep_counts(tx, tenant_id, changes)


async def _keep_counts(tx: Transaction, tenant_id: UUID, changes: Changes) -> None:
    added = [fact.fact_id for fact in changes.added]
    closed = [fact.fact_id for fact in changes.closed]
    come = added + list(changes.reopened)
    if come:
        await none(tx, "facts.count_terms", tenant_id=tenant_id, fact_ids=come, sign=1)
    if closed:
        await none(tx, "facts.count_terms", tenant_id=tenant_id, fact_ids=closed, sign=-1)
    supported = {link.fact_id for link in changes.linked if link.stance is Stance.SUPPORTS}
    await reach(tx, tenant_id, ends=come, mentions=supported)


async def reach(
    tx: Transaction, tenant_id: UUID, *, ends: Collection[UUID], mentions: Collection[UUID]
) -> None:
    """Reach facts from their two ends, and others from whomever a claim that speaks for them mentions."""
    if ends:
        await none(tx, "facts.reach_from_ends", tenant_id=tenant_id, fact_ids=list(ends))
    if mentions:
        await none(tx, "facts.reach_from_mentions", tenant_id=tenant_id, fact_ids=sorted(mentions))


async def recount(
    tx: Transaction, tenant_id: UUID, fact_ids: Iterable[UUID], changes: Changes, at: datetime
) -> dict[UUID, int]:
    """Bring the copies of the evidence counts on these facts up to now; how many support those that changed.

    `changes` are what was saved of them at the belief time `at`, since when they count as they do.
    """
    moved = (link for link in (*changes.linked, *changes.unlinked) if link.stance is Stance.SUPPORTS)
    others = {link.fact_id for link in moved}.union(changes.reopened)
    values = {"fact_ids": sorted(set(fact_ids)), "others": sorted(others), "stamp": at}
    rows = await many(tx, "facts.recount", _Counted, tenant_id=tenant_id, **values)
    return {row.fact_id: row.evidence_count for row in rows}


_DECIDED = ("adjudication_id", "fact_id", "related_fact_id", "claim_id", "outcome", "decided_by")


async def add_adjudications(
    tx: Transaction, tenant_id: UUID, adjudications: Iterable[Adjudication], at: datetime
) -> None:
    """Keep why facts are as they are."""
    rows = list(adjudications)
    if not rows:
        return
    arrays: dict[str, list[Any]] = {f"{name}s": [getattr(row, name) for row in rows] for name in _DECIDED}
    arrays["features"] = [Jsonb(dict(row.features)) for row in rows]
    await none(tx, "facts.add_adjudications", tenant_id=tenant_id, stamp=at, **arrays)


async def without_vector(tx: Transaction, tenant_id: UUID, doc_id: UUID, *, most: int) -> list[Unlabelled]:
    """Facts that a document's claims speak about and that cannot be found by meaning yet."""
    return await many(tx, "facts.without_vector", Unlabelled, tenant_id=tenant_id, doc_id=doc_id, most=most)


async def some_without_vector(
    tx: Transaction, tenant_id: UUID, fact_ids: Collection[UUID]
) -> list[Unlabelled]:
    """Those of these facts that cannot be found by meaning yet."""
    here = {"tenant_id": tenant_id, "fact_ids": list(fact_ids)}
    return await many(tx, "facts.some_without_vector", Unlabelled, **here)


async def set_vectors(tx: Transaction, tenant_id: UUID, vectors: Sequence[tuple[UUID, str]]) -> None:
    """Keep the vectors of facts' labels, each written as pgvector reads it."""
    rows = ({"tenant_id": tenant_id, "fact_id": fact_id, "embedding": vector} for fact_id, vector in vectors)
    await none_each(tx, "facts.set_vector", rows)


def _by_fact(held: Iterable[HeldFact], rows: Iterable[_Linked]) -> dict[UUID, dict[UUID, Stance]]:
    links: dict[UUID, dict[UUID, Stance]] = {fact.fact_id: {} for fact in held}
    for row in rows:
        links[row.fact_id][row.claim_id] = Stance(row.stance)
    return links


def _revised(revised: Revised) -> dict[str, Any]:
    return {
        "fact_id": revised.fact_id,
        "contradiction_group": revised.group,
        "support": revised.support.value,
    } | _times(revised.window, revised.said)


def _added(added: Added, naming: Naming) -> dict[str, Any]:
    named_by = naming.assertion
    return {
        "fact_id": added.fact_id,
        "scope_id": named_by.scope_id,
        "kind": named_by.kind,
        "subject_entity_id": named_by.subject_entity_id,
        "subject_key": named_by.subject_key,
        "predicate": named_by.predicate,
        "object_entity_id": named_by.object_entity_id,
        "value_key": named_by.value_key,
        "polarity": named_by.polarity,
        "fact_key": named_by.fact_key,
        "slot_key": named_by.slot_key,
        "label": named_by.label,
        "named_by": named_by.claim_id,
        "split_from": added.split_from,
        "contradiction_group": added.group,
        "terms": list(naming.term_ids),
        "frequencies": list(naming.frequencies),
        "word_count": naming.word_count,
    } | _times(added.fact.window, added.fact.said)


def _times(window: Period, said: SaidRange) -> dict[str, Any]:
    return {
        "dated": window != UNDATED,
        "valid_from": window.valid_from,
        "valid_until": window.valid_until,
        "valid_precision": window.precision.value,
        "ordered": said != ALWAYS,
        "said_since": said.since,
        "said_until": said.until,
    }


def _links(links: Sequence[Link]) -> dict[str, Any]:
    return {
        "fact_ids": [link.fact_id for link in links],
        "claim_ids": [link.claim_id for link in links],
        "stances": [link.stance.value for link in links],
    }


def _link(link: Link) -> dict[str, Any]:
    return {"fact_id": link.fact_id, "claim_id": link.claim_id, "stance": link.stance.value}
