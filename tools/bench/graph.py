"""What reads of the graph cost: around an entity and between two, now and as once believed."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from psycopg import AsyncConnection

from remember.context import OWNER, Context
from remember.operations import graph as operations
from remember.operations.registry import call
from tools.bench.belief import as_of, tell, without_models
from tools.bench.report import heading, line, median_ms, milliseconds

_ENTITIES = 1_500
_RELATIONS = 5_000
_OBSERVATIONS = 5_000
_REDATED = 1_000
_A_FILE = 100
_ROUNDS = 60
_WARM_UP = 6
_MOST_PAST = 1.5
_PREDICATES = ("knows", "works_on", "uses", "part_of", "depends_on")


async def measure_graph(folder: Path) -> None:
    """Print a line each: neighbourhoods and paths of now, as of now, and as of before a tenth was redated."""
    assert operations.__doc__
    async with without_models(folder / "graph") as memory:
        context = memory.context(OWNER)
        relations = list(_relations(random.Random(7)))
        begun = time.perf_counter()
        await _take_in(context, "said", [*relations, *_observations()])
        before = datetime.now(UTC)
        redated = [row | {"valid_from": "2024-05-01"} for row in relations[:_REDATED]]
        await _take_in(context, "corrected", redated)
        async with await AsyncConnection.connect(memory.dsn, autocommit=True) as connection:
            await connection.execute("vacuum analyze")
        heading(
            f"The graph, at {_RELATIONS + _OBSERVATIONS:,} claims, {_RELATIONS:,} relations of {_ENTITIES:,} "
            f"entities, {_REDATED:,} of them corrected (median / 95th percentile of {_ROUNDS}, no model)"
        )
        line("filled in", f"{time.perf_counter() - begun:.0f} s")
        await _measure(context, before)


async def _measure(context: Context, before: datetime) -> None:
    rng = random.Random(8)
    names = [_name(rng.randrange(_ENTITIES)) for _ in range(2 * (_ROUNDS + _WARM_UP))]
    found = [(await call(context, "resolve_entity", {"name": name})).entities for name in names]
    ids = [str(entities[0].entity_id) for entities in found if entities]
    pairs = list(zip(ids[::2], ids[1::2], strict=False))
    await _compare(context, "graph_neighborhood", [{"entity_id": one} for one, _ in pairs], before)
    ends = [{"from_entity_id": one, "to_entity_id": other} for one, other in pairs if one != other]
    await _compare(context, "graph_path", ends, before)


async def _compare(
    context: Context, name: str, arguments: Sequence[dict[str, Any]], before: datetime
) -> None:
    now = datetime.now(UTC)
    times = {"now": {}, "as of now": as_of(now, now), "as of before the corrections": as_of(now, before)}
    took: dict[str, list[float]] = {when: [] for when in times}
    edges: dict[str, list[int]] = {when: [] for when in times}
    for asked in arguments:
        for when, asked_at in times.items():
            begun = time.perf_counter()
            found = await call(context, name, asked | asked_at)
            took[when].append(time.perf_counter() - begun)
            edges[when].append(len(found.edges))
    for when in times:
        kept = took[when][_WARM_UP:]
        ratio = median_ms(kept) / median_ms(took["now"][_WARM_UP:])
        goal = {} if when == "now" else {"goal": f"<= {_MOST_PAST:g} x", "met": ratio <= _MOST_PAST}
        mean = sum(edges[when]) / len(edges[when])
        told = f"{ratio:.2f} x, n = {len(kept)}, {mean:.0f} edges in the mean"
        line(f"{name}, {when}", milliseconds(kept), bare=told, **goal)  # type: ignore[arg-type]


def _name(number: int) -> str:
    """Names of letters alone, none of which is another one misspelt."""
    letters = "".join(chr(ord("a") + number // 26**place % 26) for place in range(3))
    return f"{letters[0].upper()}{letters[1]}o{letters[2]}a Station"


def _relations(rng: random.Random) -> Iterator[dict[str, Any]]:
    """Each entity is as likely as its number is low, so that some have many relations and most have few."""
    seen: set[tuple[int, str, int]] = set()
    while len(seen) < _RELATIONS:
        one, other = (int(_ENTITIES * rng.random() ** 1.5) for _ in range(2))
        edge = one, rng.choice(_PREDICATES), other
        if one != other and edge not in seen:
            seen.add(edge)
            row = {"subject": _name(one), "predicate": edge[1], "object": _name(other)}
            yield row | {"valid_from": "2024-01-01", "effect": "begins"}


def _observations() -> Iterator[dict[str, Any]]:
    for number in range(_OBSERVATIONS):
        name = _name(number % _ENTITIES)
        yield {"subject": name, "predicate": f"attribute:reading {number // _ENTITIES}", "value": str(number)}


async def _take_in(context: Context, ref: str, rows: Sequence[dict[str, Any]]) -> None:
    rest = iter(rows)
    for number in range(len(rows)):
        if not (part := list(islice(rest, _A_FILE))):
            return
        await tell(context, f"{ref}-{number}", [json.dumps(row) for row in part])
