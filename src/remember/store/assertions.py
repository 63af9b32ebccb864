"""What claims assert, by the slots in which assertions meet."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.claims import Effect, Supposed
from remember.domain.facts import Testimony
from remember.domain.moves import Bearing
from remember.domain.trust import Trust
from remember.store.database import Transaction, columns, many, none_each
from remember.store.windows import Window


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAssertion(Window):
    """One assertion of a stored claim, its ends resolved and its keys made. `valid_until` is exclusive."""

    claim_id: UUID
    ordinal: int
    doc_id: UUID
    kind: str
    subject_entity_id: UUID | None
    subject_key: str
    predicate: str
    object_entity_id: UUID | None
    value_key: str
    polarity: bool
    effect: str
    asserted_at: datetime | None
    char_start: int
    label: str
    fact_key: UUID
    slot_key: UUID
    supposed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardAssertion(StoredAssertion):
    """A stored assertion with its scope, the text of its claim, and the trust in its source."""

    scope_id: UUID
    claim_text: str
    trust: str

    def testimony(self) -> Testimony:
        """The assertion as it is folded."""
        return Testimony(
            claim_id=self.claim_id,
            ordinal=self.ordinal,
            doc_id=self.doc_id,
            fact_key=self.fact_key,
            value=self.value_key,
            positive=self.polarity,
            effect=Effect(self.effect),
            period=self.period(),
            said_at=self.asserted_at,
            char_start=self.char_start,
            trust=Trust(self.trust),
        )

    def bearing(self) -> Bearing:
        """The assertion as it bears on moves of its subject."""
        return Bearing(
            claim_id=self.claim_id,
            ordinal=self.ordinal,
            subject=(self.scope_id, self.subject_key),
            predicate=self.predicate,
            value=self.value_key,
            positive=self.polarity,
            effect=Effect(self.effect),
            supposed=Supposed(self.supposed) if self.supposed else None,
            trust=Trust(self.trust),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place where rivals meet."""

    slot_key: UUID
    subject_key: str
    predicate: str


async def add(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, assertions: Iterable[StoredAssertion]
) -> None:
    """Keep what claims assert."""
    here = {"tenant_id": tenant_id, "scope_id": scope_id}
    await none_each(tx, "assertions.add", (here | columns(assertion) for assertion in assertions))


async def slots_of_version(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, version_id: UUID, *, after: Slot | None, most: int
) -> list[Slot]:
    """The next slots that a version's own claims speak about, by subject."""
    return await many(
        tx,
        "assertions.slots_of_version",
        Slot,
        tenant_id=tenant_id,
        doc_id=doc_id,
        version_id=version_id,
        after_subject=after.subject_key if after else None,
        after_slot=after.slot_key if after else None,
        most=most,
    )


async def slots_of_claims(tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID]) -> list[Slot]:
    """The slots that some claims speak about, by subject."""
    return await many(tx, "assertions.slots_of_claims", Slot, tenant_id=tenant_id, claim_ids=list(claim_ids))


async def in_slots(tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]) -> list[HeardAssertion]:
    """What current claims assert in some slots."""
    return await many(
        tx, "assertions.in_slots", HeardAssertion, tenant_id=tenant_id, slot_keys=list(slot_keys)
    )


async def of_moves_beside(tx: Transaction, tenant_id: UUID, slot_keys: Collection[UUID]) -> list[Slot]:
    """The slots for which a move of the subject of one of these slots is supposed."""
    return await many(tx, "assertions.of_moves_beside", Slot, tenant_id=tenant_id, slot_keys=list(slot_keys))
