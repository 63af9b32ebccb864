"""The keys of assertions and facts, for whoever decides anew who is who."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.keys import Ends, Keys, occurrence
from remember.domain.time import Period
from remember.store.assertions import Slot
from remember.store.database import Transaction, many, none
from remember.store.windows import Window


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedAssertion(Window):
    """An assertion as its keys need it, with the keys that it has."""

    claim_id: UUID
    ordinal: int
    scope_id: UUID
    subject_entity_id: UUID | None
    subject_key: str
    predicate: str
    object_entity_id: UUID | None
    value_key: str
    polarity: bool
    effect: str
    fact_key: UUID
    slot_key: UUID

    @property
    def place(self) -> tuple[UUID, int]:
        """What it is found by."""
        return self.claim_id, self.ordinal

    def ends(self) -> Ends:
        """Its two ends as they are keyed."""
        return _ends(self)

    def happens(self) -> Period:
        """The period of a dated occurrence; of anything else, none."""
        return occurrence(Effect(self.effect), self.period())


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedFact:
    """A fact with its keys; one that is not held became one with another, or is retracted by a person."""

    fact_id: UUID
    subject_entity_id: UUID | None
    subject_key: str
    predicate: str
    object_entity_id: UUID | None
    value_key: str
    fact_key: UUID
    slot_key: UUID
    is_held: bool

    def ends(self) -> Ends:
        """Its two ends as they are keyed."""
        return _ends(self)

    def slot(self) -> Slot:
        """Where it meets others."""
        return Slot(slot_key=self.slot_key, subject_key=self.subject_key, predicate=self.predicate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rekeyed:
    """New ends and keys."""

    ends: Ends
    keys: Keys


def _ends(row: KeyedAssertion | KeyedFact) -> Ends:
    return Ends(
        subject_id=row.subject_entity_id,
        subject_key=row.subject_key,
        object_id=row.object_entity_id,
        value_key=row.value_key,
    )


@dataclass(frozen=True, slots=True)
class _Speaking:
    fact_id: UUID
    claim_id: UUID


async def assertions_about(
    tx: Transaction, tenant_id: UUID, entity_ids: Collection[UUID]
) -> list[KeyedAssertion]:
    """What claims assert of these entities, at either end."""
    here = {"tenant_id": tenant_id, "entity_ids": list(entity_ids)}
    return await many(tx, "keys.assertions_about", KeyedAssertion, **here)


async def assertions_of(
    tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID], entity_ids: Collection[UUID]
) -> list[KeyedAssertion]:
    """What some claims assert of these entities, at either end."""
    here = {"tenant_id": tenant_id, "claim_ids": list(claim_ids), "entity_ids": list(entity_ids)}
    return await many(tx, "keys.assertions_of", KeyedAssertion, **here)


async def assertions_in(
    tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]
) -> list[KeyedAssertion]:
    """Everything that was ever asserted in these slots."""
    here = {"tenant_id": tenant_id, "slot_keys": list(slot_keys)}
    return await many(tx, "keys.assertions_in", KeyedAssertion, **here)


async def facts_in(tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]) -> list[KeyedFact]:
    """The facts of these slots that are held, became one with others, or are retracted by a person."""
    here = {"tenant_id": tenant_id, "slot_keys": list(slot_keys)}
    return await many(tx, "keys.facts_in", KeyedFact, **here)


async def speaking_for(
    tx: Transaction, tenant_id: UUID, fact_ids: Collection[UUID]
) -> dict[UUID, list[UUID]]:
    """For each fact, the claims that speak for it."""
    here = {"tenant_id": tenant_id, "fact_ids": list(fact_ids)}
    found: dict[UUID, list[UUID]] = {fact_id: [] for fact_id in fact_ids}
    for row in await many(tx, "keys.speaking_for", _Speaking, **here):
        found[row.fact_id].append(row.claim_id)
    return found


async def set_on_assertions(
    tx: Transaction, tenant_id: UUID, changed: Sequence[tuple[KeyedAssertion, Rekeyed]]
) -> None:
    """Write the ends and keys of assertions anew."""
    places = {
        "claim_ids": [row.claim_id for row, _ in changed],
        "ordinals": [row.ordinal for row, _ in changed],
    }
    new = _lists([rekeyed for _, rekeyed in changed])
    await none(tx, "keys.set_on_assertions", tenant_id=tenant_id, **places, **new)


async def set_on_facts(
    tx: Transaction, tenant_id: UUID, changed: Sequence[tuple[KeyedFact, Rekeyed]]
) -> None:
    """Write the ends and keys of facts anew. Those that are held need a new revision for it."""
    fact_ids = [row.fact_id for row, _ in changed]
    new = _lists([rekeyed for _, rekeyed in changed])
    await none(tx, "keys.set_on_facts", tenant_id=tenant_id, fact_ids=fact_ids, **new)


async def facts_of_claims(tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID]) -> list[UUID]:
    """The facts that these claims speak for."""
    return await many(tx, "keys.facts_of_claims", UUID, tenant_id=tenant_id, claim_ids=list(claim_ids))


async def unreach(
    tx: Transaction, tenant_id: UUID, fact_ids: Collection[UUID], entity_ids: Collection[UUID] | None
) -> None:
    """These facts are reached from these entities, or from any, only where that is still so."""
    who = None if entity_ids is None else list(entity_ids)
    await none(tx, "keys.unreach", tenant_id=tenant_id, fact_ids=list(fact_ids), entity_ids=who)


def _lists(rekeyed: Sequence[Rekeyed]) -> dict[str, list[UUID | None] | list[UUID] | list[str]]:
    return {
        "subject_ids": [one.ends.subject_id for one in rekeyed],
        "subject_keys": [one.keys.subject_key for one in rekeyed],
        "object_ids": [one.ends.object_id for one in rekeyed],
        "value_keys": [one.keys.value_key for one in rekeyed],
        "fact_keys": [one.keys.fact_key for one in rekeyed],
        "slot_keys": [one.keys.slot_key for one in rekeyed],
    }
