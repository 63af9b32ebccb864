"""The keys of what is asserted: equal for whatever meets in one slot, and for one and the same proposition.

An end that is an entity is written by whom it answers as today; the entity itself is kept beside the keys,
so a merge or split makes them anew from what was first resolved.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID, uuid5

from remember.domain.claims import Effect
from remember.domain.time import UNDATED, Period
from remember.domain.vocabulary import is_exclusive

# Fixed for ever: the keys of stored facts are derived from it.
_KEYS = UUID("6b0f6a52-2f0c-5f0e-9a59-3f6f1d0c7b11")
_UNSAID = "statement:"
# PostgreSQL keeps no index entry of more than a third of a page.
_LONGEST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The subject of an assertion and what is said of it, as keys and, where resolved, as entities."""

    subject_id: UUID | None
    subject_key: str
    object_id: UUID | None
    value_key: str

    def answering_as(self, survivors: Mapping[UUID, UUID]) -> "Ends":
        """The same ends, their keys made anew for the entities that `survivors` tells of."""
        subject, value = self.subject_key, self.value_key
        if self.object_id is not None and self.object_id in survivors:
            value = entity_value(survivors[self.object_id])
        if self.subject_id is not None and self.subject_id in survivors:
            subject = entity_value(survivors[self.subject_id])
        elif subject.startswith(_UNSAID):
            subject = unsaid_subject(value)
        return Ends(
            subject_id=self.subject_id, subject_key=subject, object_id=self.object_id, value_key=value
        )

    def given_to(self, entity_id: UUID, members: Collection[UUID]) -> "Ends":
        """The same ends with one entity, its own survivor, where any of `members` was."""
        subject, target = (entity_id if end in members else end for end in (self.subject_id, self.object_id))
        given = replace(self, subject_id=subject, object_id=target)
        return given.answering_as({entity_id: entity_id})


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """How an assertion or a fact is found again."""

    subject_key: str
    value_key: str
    fact_key: UUID
    slot_key: UUID


def unsaid_subject(value_key: str) -> str:
    """The subject of a statement that names none: itself, the only thing that another can agree with."""
    return f"{_UNSAID}{indexed(value_key)}"


def indexed(key: str) -> str:
    """A key that fits into an index entry beside others; a longer one by its hash."""
    encoded = key.encode()
    return key if len(encoded) <= _LONGEST else f"sha256:{sha256(encoded).hexdigest()}"


def occurrence(effect: Effect, period: Period) -> Period:
    """The period by which a dated occurrence is told apart from others; undated for whatever lasts."""
    return period if effect is Effect.HAPPENS and period.valid_until is not None else UNDATED


def keys_of(scope_id: UUID, ends: Ends, predicate: str, *, positive: bool, happens: Period = UNDATED) -> Keys:
    """The keys in a scope; `happens` is the period of a dated occurrence, which is told apart by it."""
    subject, value = ends.subject_key, ends.value_key
    exclusive = is_exclusive(predicate)
    return Keys(
        subject_key=subject,
        value_key=value,
        fact_key=fact_key(scope_id, subject, predicate, value, positive=positive, event=happens),
        slot_key=slot_key(scope_id, subject, predicate, value, exclusive=exclusive),
    )


def entity_value(entity_id: UUID) -> str:
    """How a subject or object that is an entity is written into keys."""
    return f"entity:{entity_id}"


def phrase_value(folded: str) -> str:
    """How a subject or value that is only a phrase, number or date is written into keys."""
    return f"phrase:{folded}"


def slot_key(scope_id: UUID, subject: str, predicate: str, value: str, *, exclusive: bool) -> UUID:
    """Where rivals meet: all values of an exclusive predicate, or one proposition and its denial."""
    parts = [str(scope_id), subject, predicate] + ([] if exclusive else [value])
    return uuid5(_KEYS, _joined("slot", *parts))


def fact_key(
    scope_id: UUID, subject: str, predicate: str, value: str, *, positive: bool, event: Period = UNDATED
) -> UUID:
    """The identity of a proposition in a scope; `event` is the period of a dated occurrence."""
    bounds = [moment.isoformat() if moment else "" for moment in (event.valid_from, event.valid_until)]
    polarity = "+" if positive else "-"
    return uuid5(_KEYS, _joined("fact", str(scope_id), subject, predicate, value, polarity, *bounds))


def _joined(*parts: str) -> str:
    return "".join(f"{len(part)}:{part}" for part in parts)
