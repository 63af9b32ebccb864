"""What a person took back: facts and claims that stay retracted however often they are said again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.facts import FoldedFact, Testimony
from remember.domain.folding import fold
from remember.domain.time import UNDATED, Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """A fact that a person retracted, as it was held last, and the claims that are linked to it."""

    fact_id: UUID
    fact_key: UUID
    window: Period
    claims: frozenset[UUID]

    def covers(self, fact: FoldedFact) -> bool:
        """Whether that is the same fact said again: at the time of this one, or at no known time.

        A past period that was not so says nothing of today.
        """
        if fact.fact_key != self.fact_key:
            return False
        if self.window == UNDATED:
            return True
        if fact.window == UNDATED:
            return self.window.valid_until is None
        return self.window.overlaps(fact.window)


@dataclass(frozen=True, slots=True)
class RefutedStatement:
    """What a claim asserted that a person retracted: its document is not heard on this, in any wording."""

    doc_id: UUID
    fact_key: UUID
    effect: Effect
    period: Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """What a person took back of one slot."""

    tombstones: Sequence[Tombstone] = ()
    statements: Collection[RefutedStatement] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedSlot:
    """The facts of a slot that stand, and which claims say a retracted one, beyond those linked to it."""

    facts: Sequence[FoldedFact]
    said_again: Mapping[UUID, frozenset[UUID]]


def fold_standing(testimony: Iterable[Testimony], retracted: Retracted, *, exclusive: bool) -> FoldedSlot:
    """The facts that a slot's testimony amounts to without what a person took back.

    What speaks for a retracted fact ends and dates nothing any more: what it had ended goes on. Like
    `fold` a function of sets: it is no matter what came first, the testimony or the retraction.
    """
    heard = [item for item in testimony if not is_refuted(item, retracted)]
    if not retracted.tombstones:
        return FoldedSlot(facts=fold(heard, exclusive=exclusive), said_again={})
    said = {stone.fact_id: set[UUID]() for stone in retracted.tombstones}
    facts = fold(heard, exclusive=exclusive)
    while covered := [
        (stone, fact) for fact in facts for stone in retracted.tombstones if stone.covers(fact)
    ]:
        for stone, fact in covered:
            said[stone.fact_id] |= fact.supports
        # With those that only say when it ended.
        gone = {(claim, fact.fact_key) for _, fact in covered for claim in fact.supports | fact.contradicts}
        heard = [item for item in heard if (item.claim_id, item.fact_key) not in gone]
        facts = fold(heard, exclusive=exclusive)
    again = {stone.fact_id: frozenset(said[stone.fact_id] - stone.claims) for stone in retracted.tombstones}
    return FoldedSlot(facts=facts, said_again=again)


def is_refuted(item: Testimony, retracted: Retracted) -> bool:
    """Whether a person took back what this document says here."""
    statement = RefutedStatement(item.doc_id, item.fact_key, item.effect, item.period)
    return statement in retracted.statements
