"""Every read of facts takes the five modes of time, or stands here with the reason why it does not."""

import importlib
import json
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from remember import operations
from remember.context import Context
from remember.operations.registry import Operation, call, find
from remember.operations.registry import operations as declared
from remember.wire import Envelope
from tests.working import work_off

for _module in pkgutil.iter_modules(operations.__path__):
    importlib.import_module(f"remember.operations.{_module.name}")

_NOT_ASKED_FOR_A_TIME = {
    "graph_citation_path": "it goes over documents and their references, and reads no fact",
    "resolve": "it reads names, and who bears a name is always told as of today",
    "resolve_entity": "it reads names, and who bears a name is always told as of today",
    "transcript_observation": "it is the record of every decision, each with its own time",
    "transcript_relation": "it is the record of every decision, each with its own time",
}


@dataclass(frozen=True)
class World:
    """Ines worked for Corvo, then for Duna; one source says that she is well, another that she is ill."""

    before: datetime
    ines: UUID
    corvo: UUID
    works: UUID
    status: UUID
    group: UUID
    claim: UUID


_ARGUMENTS: Mapping[str, Callable[[World], dict[str, Any]]] = {
    "aggregate": lambda world: {"by": "entity", "entity_id": world.ines},
    "ask": lambda world: {"query": "Where does Ines work?", "entity_ids": [world.ines]},
    "combined_context": lambda world: {"query": "Where does Ines work?", "entity_ids": [world.ines]},
    "explain_claim": lambda world: {"claim_id": world.claim},
    "explain_fact": lambda world: {"fact_id": world.works},
    "facts_context": lambda world: {"query": "Where does Ines work?", "entity_ids": [world.ines]},
    "graph_neighborhood": lambda world: {"entity_id": world.ines, "hops": 1},
    "graph_path": lambda world: {"from_entity_id": world.ines, "to_entity_id": world.corvo},
    "hydrate_observation": lambda world: {"observation_id": world.status},
    "hydrate_relation": lambda world: {"relation_id": world.works},
    "list_contradictions": lambda _: {},
    "lookup_observations": lambda world: {"entity_id": world.ines},
    "lookup_relations": lambda world: {"subject_entity_id": world.ines},
    "show_contradiction": lambda world: {"group_id": world.group},
    "timeline": lambda world: {"entity_id": world.ines},
}
_EMPLOYERS = {"combined_context", "facts_context", "graph_neighborhood", "lookup_relations"}
"""Those whose reply names every employer of the time that is asked about."""


def _reads_facts(operation: Operation) -> bool:
    if not operation.reads or operation.grain is not None:
        return operation.reads and operation.grain in {"fact", "composite"}
    told = json.dumps(operation.descriptor.result_schema)
    return '"FactResult"' in told or '"ClaimFact"' in told


def test_every_read_of_facts_is_asked_here_or_says_why_not() -> None:
    reads = {operation.name for operation in declared() if _reads_facts(operation)}
    assert reads == _ARGUMENTS.keys() | _NOT_ASKED_FOR_A_TIME.keys()
    for name in reads:
        takes_time = "time" in find(name).schema["properties"]
        assert takes_time == (name in _ARGUMENTS), name


def _times(world: World) -> dict[str, dict[str, str]]:
    long_ago = "2021-06-01T00:00:00Z"
    return {
        "current": {},
        "at": {"at": long_ago},
        "overlap": {"from": long_ago, "to": "2023-06-01T00:00:00Z"},
        "history": {},
        "as_of": {"valid_at": long_ago, "believed_at": world.before.isoformat()},
    }


_FOUND = {
    "current": {"Duna"},
    "at": {"Corvo"},
    "overlap": {"Corvo", "Duna"},
    "history": {"Corvo", "Duna"},
    "as_of": set[str](),
}


@pytest.fixture
async def world(context: Context) -> World:
    async with context.database.read() as tx:
        (before,) = await (await tx.execute(b"select clock_timestamp()")).fetchone()
    end = {"effect": "holds", "valid_until": "2022-01-01"}
    await _tell(context, {"predicate": "works_for", "object": "Corvo", "valid_from": "2020-01-01"} | end)
    await _tell(context, {"predicate": "works_for", "object": "Duna", "valid_from": "2022-01-01"})
    for status in ("well", "ill"):
        await _tell(context, {"predicate": "status", "value": status})
    ines, corvo = [await _entity(context, name) for name in ("Ines", "Corvo")]
    relations = await call(context, "lookup_relations", {"subject_entity_id": ines})
    disputed = await call(context, "list_contradictions", {})
    works = await call(context, "hydrate_relation", {"relation_id": relations.facts[0].fact_id})
    return World(
        before=before,
        ines=ines,
        corvo=corvo,
        works=relations.facts[0].fact_id,
        status=disputed.facts[0].fact_id,
        group=disputed.facts[0].contradiction_group,
        claim=works.evidence[0].claim_id,
    )


@pytest.mark.parametrize("name", sorted(_ARGUMENTS))
async def test_a_read_of_facts_answers_for_every_mode_of_time(
    context: Context, world: World, name: str
) -> None:
    for mode, bounds in _times(world).items():
        asked = _ARGUMENTS[name](world) | {"time": {"mode": mode, **bounds}}
        if mode == "as_of" and name == "explain_fact":
            asked["time"]["believed_at"] = (await _now(context)).isoformat()
        reply = await call(context, name, asked)
        envelope = _envelope(reply)
        if envelope is None:
            continue
        assert envelope.temporal_scope.mode == mode
        if name in _EMPLOYERS:
            told = json.dumps([fact.label for fact in envelope.facts] + [str(one) for one in envelope.nodes])
            assert {one for one in ("Corvo", "Duna") if one in told} == _FOUND[mode], mode


def _envelope(reply: Any) -> Envelope | None:
    """The envelope of facts in a reply, if it has one."""
    reply = getattr(reply, "context", reply)
    reply = getattr(reply, "facts", reply) if not isinstance(reply, Envelope) else reply
    return reply if isinstance(reply, Envelope) else None


async def _now(context: Context) -> datetime:
    found = await call(context, "changes", {})
    assert isinstance(found.believed_until, datetime)
    return found.believed_until


async def _entity(context: Context, name: str) -> UUID:
    found = await call(context, "resolve_entity", {"name": name})
    assert isinstance(found.entities[0].entity_id, UUID)
    return found.entities[0].entity_id


async def _tell(context: Context, row: Mapping[str, str]) -> None:
    body = json.dumps({"subject": "Ines", **row}).encode()
    how = {"filename": "a.jsonl", "mime": "application/x-ndjson", "source_kind": "n"}
    await call(context, "ingest_facts", how | {"source_ref": json.dumps(dict(row))}, body=body)
    await work_off(context)
