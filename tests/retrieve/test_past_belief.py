"""What was believed: a read of the past gives what a read of now gave then, but for documents deleted since.

Histories of tellings and deletions are generated; after each step the memory is asked about several days of
the world, and at the end the same is asked again as it was believed after each step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remember.context import Context
from remember.operations.registry import call
from remember.wire import Envelope, FactResult
from remember.wiring import Memory
from tests.retrieve.histories import ASKED, REFS, Delete, Tell, fresh, people, rows, tell

_STEPS = st.lists(
    st.one_of(
        st.builds(Tell, REFS, st.lists(rows(), min_size=1, max_size=3).map(tuple)),
        st.builds(Tell, REFS, st.lists(rows(), min_size=1, max_size=3).map(tuple)),
        st.builds(Delete, REFS),
    ),
    min_size=2,
    max_size=6,
)


# --- what a read tells ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Seen:
    """A fact as one read gives it, but for what rests on its documents."""

    label: str
    window: tuple[Any, ...]
    match: str
    group: UUID | None
    support: str


@dataclass(frozen=True)
class _Told:
    """Everything that a memory tells of some day: its facts, their counts, and the sides of each."""

    facts: Mapping[UUID, _Seen]
    counts: Mapping[UUID, int]
    sides: Mapping[UUID, Mapping[UUID, int]]
    looked_up: frozenset[UUID]


def _seen(fact: FactResult) -> _Seen:
    window = fact.validity
    return _Seen(
        label=fact.label,
        window=(window.valid_from, window.valid_until, str(window.valid_precision), window.ingested_at),
        match=str(fact.temporal_match),
        group=fact.contradiction_group,
        support=str(fact.support),
    )


class _Reader:
    """Asks one memory about the same people again and again."""

    def __init__(self, context: Context, people: Sequence[UUID]) -> None:
        self._context = context
        self._people = [str(person) for person in people]

    async def ask(self, name: str, **arguments: Any) -> Envelope:
        found = await call(self._context, name, arguments)
        assert isinstance(found, Envelope)
        return found

    async def told(self, time: Mapping[str, str]) -> _Told:
        """What is held of the people at a time, by question and by pattern."""
        found = await self.ask(
            "facts_context", query="anything", entity_ids=self._people, k=30, time=dict(time)
        )
        assert not found.truncation.truncated
        looked_up = [
            await self.ask("lookup_relations", subject_entity_id=person, time=dict(time))
            for person in self._people
        ]
        return _Told(
            facts={fact.fact_id: _seen(fact) for fact in found.facts},
            counts={fact.fact_id: fact.evidence_count for fact in found.facts},
            sides={
                fact.fact_id: {side.fact_id: side.evidence_count for side in fact.contradiction.co_members}
                for fact in found.facts
                if fact.contradiction
            },
            looked_up=frozenset(fact.fact_id for page in looked_up for fact in page.facts),
        )

    async def links(self, fact_id: UUID, time: Mapping[str, str] | None = None) -> frozenset[tuple[Any, ...]]:
        """Every claim for and against a fact, with its document."""
        for kind in ("relation", "observation"):
            given = {f"{kind}_id": str(fact_id), "limit": 400} | ({"time": dict(time)} if time else {})
            found = await self.ask(f"hydrate_{kind}", **given)
            if found.facts:
                docs = {claim.claim_id: claim.doc_id for claim in found.evidence}
                return frozenset(
                    (one.claim_id, one.stance, docs[one.claim_id]) for one in found.fact_evidence
                )
        return frozenset()


@dataclass(frozen=True)
class _Moment:
    """What was told after one step, at an instant, day by day."""

    at: datetime
    days: Mapping[str, _Told]
    links: Mapping[UUID, frozenset[tuple[Any, ...]]]


async def _record(reader: _Reader) -> _Moment:
    days = {day: await reader.told({"mode": "at", "at": day}) for day in ASKED}
    concerned = {fact for told in days.values() for fact in told.facts}
    concerned |= {side for told in days.values() for sides in told.sides.values() for side in sides}
    links = {fact: await reader.links(fact) for fact in concerned}
    found = await reader.ask("facts_context", query="anything")
    return _Moment(at=found.temporal_scope.evaluated_at, days=days, links=links)


def _without(moment: _Moment, day: str, gone: frozenset[UUID]) -> _Told:
    """What was told then, less everything that rests on documents that are gone."""
    told = moment.days[day]
    counts = {
        fact: len({doc for _, stance, doc in links if stance == "supports" and doc not in gone})
        for fact, links in moment.links.items()
    }
    facts = {fact: seen for fact, seen in told.facts.items() if counts[fact]}
    sides = {
        fact: {side: counts[side] for side in told.sides[fact] if counts[side]}
        for fact in facts
        if fact in told.sides
    }
    return _Told(
        facts=facts,
        counts={fact: counts[fact] for fact in facts},
        sides={fact: others for fact, others in sides.items() if others},
        looked_up=frozenset(fact for fact in told.looked_up if counts[fact]),
    )


# --- the property ---------------------------------------------------------------------------------


@given(steps=_STEPS)
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@pytest.mark.timeout(600)
async def test_a_read_as_of_a_past_belief_gives_what_a_read_of_now_gave_then(
    opened: Memory, steps: list[Tell | Delete]
) -> None:
    context = await fresh(opened)
    reader = _Reader(context, await people(context))
    documents: dict[str, UUID] = {}
    alive: set[str] = set()
    moments = []
    for step in steps:
        if isinstance(step, Tell):
            documents[step.ref] = await tell(context, step.ref, step.rows, step.mode)
            alive.add(step.ref)
        elif step.ref in alive:
            await call(context, "delete_document", {"doc_id": str(documents[step.ref])})
            alive.discard(step.ref)
        moments.append(await _record(reader))
    gone = frozenset(doc for ref, doc in documents.items() if ref not in alive)
    for moment in moments:
        for day in ASKED:
            time = {"mode": "as_of", "valid_at": day, "believed_at": moment.at.isoformat()}
            assert await reader.told(time) == _without(moment, day, gone)
            for fact in moment.days[day].facts:
                kept = frozenset(link for link in moment.links[fact] if link[2] not in gone)
                if any(stance == "supports" for _, stance, _ in kept):
                    assert await reader.links(fact, time) == kept
