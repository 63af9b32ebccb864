"""What a fact's own row says of a past belief is what its revisions and links say.

Whatever was told, deleted, merged and taken back: reads as of a belief after each step give the same when
every fact's row is made to know nothing of the past, and again when a migration fills in what it may know.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from remember.context import Context
from remember.errors import Conflict, NotFound
from remember.operations.registry import call
from remember.store.migrate import migrations
from remember.wiring import Memory
from tests.retrieve.histories import ASKED, REFS, Delete, Tell, fresh, people, rows, tell

_TOLD = ("facts", "nodes", "edges", "evidence", "fact_evidence", "evidence_totals", "truncation", "negative")


@dataclass(frozen=True)
class _DeleteVersion:
    """The first version of a document that is left is deleted."""

    ref: str


@dataclass(frozen=True)
class _Decide:
    """A person decides: about the two people, or about one of the facts that are held."""

    what: Literal["merge", "split", "retract", "restore"]
    which: int


_STEPS = st.lists(
    st.one_of(
        st.builds(Tell, REFS, st.lists(rows(), min_size=1, max_size=3).map(tuple)),
        st.builds(Tell, REFS, st.lists(rows(), min_size=1, max_size=3).map(tuple)),
        st.builds(Delete, REFS),
        st.builds(_DeleteVersion, REFS),
        st.builds(_Decide, st.sampled_from(("merge", "split", "retract", "restore")), st.integers(0, 5)),
    ),
    min_size=3,
    max_size=6,
)


class _History:
    """One memory, and what its steps leave to go on from."""

    def __init__(self, context: Context, people: list[UUID]) -> None:
        self.context = context
        self.people = [str(person) for person in people]
        self._documents: dict[str, UUID] = {}
        self._events: dict[str, list[str]] = {"merge": [], "retract": []}

    async def step(self, step: Tell | Delete | _DeleteVersion | _Decide) -> None:
        """Do this, unless there is nothing yet, or no more, that it could be done to."""
        with suppress(NotFound, Conflict, LookupError):
            await self._do(step)

    async def _do(self, step: Tell | Delete | _DeleteVersion | _Decide) -> None:
        match step:
            case Tell(ref=ref):
                self._documents[ref] = await tell(self.context, ref, step.rows, step.mode)
            case Delete(ref=ref):
                await self._call("delete_document", doc_id=str(self._documents[ref]))
            case _DeleteVersion(ref=ref):
                doc_id = str(self._documents[ref])
                shown = await self._call("show_document", doc_id=doc_id)
                version_id = str(shown.versions[0].version_id)
                await self._call("delete_version", doc_id=doc_id, version_id=version_id)
            case _Decide(what="merge"):
                pair = {"survivor_id": self.people[0], "absorbed_id": self.people[1]}
                made = await self._call("merge_entities", **pair, reason="one person")
                self._events["merge"].append(str(made.event_id))
            case _Decide(what="split"):
                await self._call("split_entity", event_id=self._events["merge"][-1], reason="two after all")
            case _Decide(what="retract", which=which):
                held = await self._call("lookup_relations", k=200)
                fact = held.facts[min(which, len(held.facts) - 1)]
                made = await self._call("retract", fact_id=str(fact.fact_id), reason="not so")
                self._events["retract"].append(str(made.retraction_id))
            case _Decide(what="restore"):
                retraction_id = self._events["retract"].pop()
                await self._call("restore", retraction_id=retraction_id, reason="it was so")

    async def _call(self, name: str, **arguments: Any) -> Any:
        return await call(self.context, name, arguments)

    async def now(self) -> str:
        """The instant of a read of now."""
        found = await self._call("lookup_relations")
        assert found.temporal_scope is not None
        return str(found.temporal_scope.evaluated_at.isoformat())

    async def told(self, moments: list[str]) -> dict[tuple[str, ...], Mapping[str, Any]]:
        """Everything that is read as of each of these beliefs about some instants of the world."""
        one, other = self.people
        asked: dict[str, tuple[str, dict[str, Any]]] = {
            "found": ("facts_context", {"query": "who works for whom, and is well", "k": 30}),
            "about": ("facts_context", {"query": "anything", "entity_ids": [one], "k": 30}),
            "anybody": ("lookup_relations", {"k": 200}),
            "relations": ("lookup_relations", {"subject_entity_id": one}),
            "observations": ("lookup_observations", {"entity_id": one}),
            "near": ("graph_neighborhood", {"entity_id": one}),
            "others": ("graph_neighborhood", {"entity_id": other}),
        }
        told = {}
        for believed_at in moments:
            for valid_at in ASKED[1:3]:
                time = {"mode": "as_of", "valid_at": valid_at, "believed_at": believed_at}
                for what, (name, arguments) in asked.items():
                    found = await self._call(name, **arguments, time=time)
                    told[believed_at, valid_at, what] = found.model_dump(mode="json", include=set(_TOLD))
        return told

    async def write(self, statement: str) -> int:
        """Change rows of this memory behind its back; how many."""
        async with self.context.database.write() as tx:
            cursor = await tx.execute(statement.encode(), {"tenant_id": self.context.tenant_id})
            return cursor.rowcount


_FORGET = """
update facts set believed_since = 'infinity', counted_since = 'infinity'
where tenant_id = %(tenant_id)s and invalidated_at is null
    and greatest(believed_since, counted_since) < 'infinity'
"""


def _filled_in() -> str:
    """What the migration does to the facts of one memory."""
    text = next(one.sql for one in migrations() if one.name.endswith("since_when"))
    return (
        "update facts f" + text.split("update facts f")[1].split(";")[0] + " and f.tenant_id = %(tenant_id)s"
    )


_UNHURRIED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def _works(ref: str, since: str) -> Tell:
    row = {"subject": "Ines", "predicate": "works_for", "object": "Corvo", "valid_from": since}
    return Tell(ref, (row | {"effect": "begins"},))


@given(steps=_STEPS)
@example(steps=[_works("wiki", "2024-07-01"), _works("log", "2024-01-01"), Delete("wiki"), Delete("log")])
@settings(max_examples=8, deadline=None, suppress_health_check=_UNHURRIED)
@pytest.mark.timeout(600)
async def test_rows_say_of_the_past_what_revisions_and_links_say(
    opened: Memory, steps: list[Tell | Delete | _DeleteVersion | _Decide]
) -> None:
    context = await fresh(opened)
    history = _History(context, await people(context))
    moments = [await history.now()]
    for step in steps:
        await history.step(step)
        moments.append(await history.now())
    by_rows = await history.told(moments)
    known = await history.write(_FORGET)
    assert known > 0
    assert await history.told(moments) == by_rows
    assert await history.write(_filled_in()) == known
    assert await history.told(moments) == by_rows
