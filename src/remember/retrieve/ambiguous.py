"""A name that several entities bear: who they are and what tells them apart. Nobody is picked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.domain.questions import outermost
from remember.domain.scopes import Reader
from remember.retrieve.question import Question
from remember.store import entity_details, held_facts, names
from remember.store.database import Transaction
from remember.store.held_facts import Held
from remember.wire import CandidateContext, EntityCandidate

MOST_CANDIDATES = 10
"""Candidates that are told apart."""

MOST_TOLD = 5
"""Names, facts and documents that are told of each candidate of an ambiguous name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Whom the names of a question may mean, where several bear one; else nobody."""

    entities: tuple[EntityCandidate, ...] = ()
    contexts: tuple[CandidateContext, ...] = ()

    def beside(self, fact_ids: Collection[UUID]) -> tuple[CandidateContext, ...]:
        """What tells them apart, with which of these facts are about each."""
        return tuple(
            one.model_copy(update={"fact_ids": tuple(id for id in one.fact_ids if id in fact_ids)})
            for one in self.contexts
        )


async def candidates_of(
    tx: Transaction, held: Held, question: Question, fact_ids: Collection[UUID]
) -> Candidates:
    """Whom a question may be about where a name in it leaves that open, each with those of these facts."""
    several = [question.known[name] for name in outermost(question.known) if len(question.known[name]) > 1]
    ids = sorted(frozenset().union(*several))[:MOST_CANDIDATES]
    if not ids:
        return Candidates()
    shown = await names.shown(tx, held.reader, ids)
    about = await held_facts.about(tx, held.reader, ids, fact_ids)
    contexts = await told_apart(tx, held.reader, [id for id in ids if id in shown])
    return Candidates(
        entities=tuple(
            EntityCandidate(entity_id=id, canonical_name=shown[id], tier="T0", context_hits=0)
            for id in ids
            if id in shown
        ),
        contexts=tuple(
            one.model_copy(update={"fact_ids": tuple(about.get(one.entity_id, ()))}) for one in contexts
        ),
    )


async def told_apart(
    tx: Transaction, reader: Reader, entity_ids: Sequence[UUID]
) -> tuple[CandidateContext, ...]:
    """What tells these entities from each other, in their order."""
    known = await entity_details.told_apart(tx, reader, entity_ids, most=MOST_TOLD)
    return tuple(
        CandidateContext(
            entity_id=one.entity_id,
            kinds=tuple(one.kinds),
            names=tuple(one.names),
            facts=tuple(one.facts),
            documents=tuple(one.documents),
            mention_count=one.mentions,
            document_count=one.document_count,
        )
        for one in (known[entity_id] for entity_id in entity_ids)
    )
