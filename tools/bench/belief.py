"""What belief costs as it grows: one claim about a busy entity, and a read of a past belief."""

import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from psycopg import AsyncConnection

from remember.context import OWNER, Context
from remember.ingest import version as pipeline
from remember.operations import facts, recall
from remember.operations.registry import call
from remember.providers.lanes import Lanes
from remember.providers.local import LocalParse
from remember.providers.local_parse import EnglishParser
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedRerank
from remember.settings import Settings
from remember.store import jobs
from remember.wiring import Memory, open_memory
from tools.bench.corpus import people, questions, sentences
from tools.bench.fill import fill
from tools.bench.report import heading, line, median_ms, milliseconds

_FEW, _MANY = 10, 10_000
_ROUNDS = 60
_WARM_UP = 6
_MOST_TIMES = 3.0
_FACTS = 10_000
_REVISIONS = 10
_MOST_PAST = 1.5


async def measure_belief(folder: Path) -> None:
    """Print a line each: adjudication beside many facts, and reads as of a belief beside reads of now."""
    assert facts.__doc__ and recall.__doc__
    async with without_models(folder / "busy") as memory:
        await _adjudication(memory)
    async with without_models(folder / "revised") as memory:
        await _past(memory)


@asynccontextmanager
async def without_models(folder: Path) -> AsyncIterator[Memory]:
    """A memory that asks no model: vectors by words, so that what is measured is ours and the database's."""
    async with open_memory(Settings(data_dir=folder)) as memory:
        embed = ScriptedEmbed()
        embed.model_id = memory.providers.embed.model_id  # a memory takes vectors of its own embedder only
        memory.providers = Providers(
            embed=embed, parse=LocalParse(Lanes(), EnglishParser), rerank=ScriptedRerank()
        )
        yield memory


# --- adjudication ---------------------------------------------------------------------------------


async def _adjudication(memory: Memory) -> None:
    context = memory.context(OWNER)
    begun = time.perf_counter()
    for count in (_FEW, _MANY):
        await tell(context, f"fill-{count}", [_row(f"Hub {count}", n, "first", 1) for n in range(count)])
    heading(f"Adjudicating one claim of an entity (median / 95th percentile of {_ROUNDS}, no model)")
    line("filled in", f"{time.perf_counter() - begun:.0f} s")
    took: dict[int, list[float]] = {_FEW: [], _MANY: []}
    for round_no in range(_ROUNDS + _WARM_UP):
        for count, seconds in took.items():
            row = _row(f"Hub {count}", round_no % _FEW, f"value {round_no}", 2 + round_no)
            seconds.append(await tell(context, f"one-{count}-{round_no}", [row]))
    few, many = (seconds[_WARM_UP:] for seconds in took.values())
    ratio = median_ms(many) / median_ms(few)
    line(f"with {_FEW} facts", milliseconds(few))
    line(
        f"with {_MANY:,} facts",
        milliseconds(many),
        goal=f"<= {_MOST_TIMES:g} x",
        met=ratio <= _MOST_TIMES,
        bare=f"{ratio:.2f} x, n = {len(many)}",
    )


def _row(subject: str, attribute: int, value: str, day: int) -> str:
    since = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=day)
    row = {"subject": subject, "predicate": f"attribute:property {attribute}", "value": value}
    return json.dumps(row | {"effect": "begins", "valid_from": since.isoformat()})


async def tell(context: Context, ref: str, lines: Sequence[str]) -> float:
    """Take rows in and process them; how long their adjudication took."""
    sent = {"filename": "a.jsonl", "mime": "application/x-ndjson", "source_kind": "bench", "source_ref": ref}
    await call(context, "ingest_facts", sent, body="\n".join(lines).encode())
    async with context.database.write() as tx:
        lease = await jobs.lease_next(tx, uuid4(), leased_by=1, lease_seconds=3_600)
    assert lease is not None
    took = 0.0
    stages = vars(pipeline)
    adjudicate = stages["adjudicate"]

    async def timed(*arguments: Any) -> Any:
        nonlocal took
        begun = time.perf_counter()
        done = await adjudicate(*arguments)
        took += time.perf_counter() - begun
        return done

    stages["adjudicate"] = timed
    try:
        await pipeline.process(context, lease, pipeline.Progress())
    finally:
        stages["adjudicate"] = adjudicate
    return took


# --- past belief ----------------------------------------------------------------------------------


async def _past(memory: Memory) -> None:
    said = sentences(_FACTS)
    await fill(memory, said)
    middle = await _revise(memory)
    context = memory.context(OWNER)
    heading(
        f"Reads as of a belief, at {_FACTS * _REVISIONS:,} fact revisions "
        f"(median / 95th percentile of {_ROUNDS} questions, no model)"
    )
    asked = questions(list(said), _ROUNDS + _WARM_UP)
    names = people()[: len(asked)]
    anchors = [
        str((await call(context, "resolve_entity", {"name": name})).entities[0].entity_id) for name in names
    ]
    reads: dict[str, list[dict[str, Any]]] = {
        "facts_context": [{"query": question} for question in asked],
        "facts_context about an entity": [
            {"query": question, "entity_ids": [anchors[at % len(anchors)]]}
            for at, question in enumerate(asked)
        ],
        "lookup_observations": [{"entity_id": anchors[at % len(anchors)]} for at in range(len(asked))],
    }
    for name, arguments in reads.items():
        await _compare(context, name, arguments, middle)


async def _compare(
    context: Context, name: str, arguments: Sequence[dict[str, Any]], middle: datetime
) -> None:
    now = datetime.now(UTC)
    times = {
        "now": {},
        "as of now": as_of(now, now),
        f"as of {_REVISIONS // 2} revisions ago": as_of(now, middle),
    }
    took: dict[str, list[float]] = {when: [] for when in times}
    for asked in arguments:
        for when, asked_at in times.items():
            begun = time.perf_counter()
            found = await call(context, name.split()[0], asked | asked_at)
            took[when].append(time.perf_counter() - begun)
            assert found.facts or "entity_id" not in str(asked), (name, when)
    kept = {when: seconds[_WARM_UP:] for when, seconds in took.items()}
    for when, seconds in kept.items():
        ratio = median_ms(seconds) / median_ms(kept["now"])
        goal = {} if when == "now" else {"goal": f"<= {_MOST_PAST:g} x", "met": ratio <= _MOST_PAST}
        line(f"{name}, {when}", milliseconds(seconds), bare=f"{ratio:.2f} x, n = {len(seconds)}", **goal)  # type: ignore[arg-type]


def as_of(valid_at: datetime, believed_at: datetime) -> dict[str, Any]:
    """The argument that asks about a past belief."""
    return {
        "time": {
            "mode": "as_of",
            "valid_at": valid_at.isoformat(),
            "believed_at": believed_at.isoformat(),
        }
    }


async def _revise(memory: Memory) -> datetime:
    """Give every fact revisions of an hour each before its present one; an instant in the midst of them."""
    begin = "'2023-12-10Z'::timestamptz"
    own = "tenant_id, fact_id, revision_no, fact_key, valid, valid_precision, believed, support, cause"
    hours = f"tstzrange({begin} + n * interval '1 hour', {begin} + (n + 1) * interval '1 hour')"
    series = f"generate_series(1, {_REVISIONS - 1}) n"
    older = f"tenant_id, fact_id, n, fact_key, valid, valid_precision, {hours}, support, 'bench'"
    newest = f"tstzrange({begin} + interval '{_REVISIONS} hours', null)"
    statements = (
        # As far as links and claims go, everything was there before the first revision.
        "update fact_evidence set linked = tstzrange('2023-12-01Z', null)",
        "update claim_currency set during = tstzrange('2023-12-01Z', null)",
        f"update facts set revision_no = {_REVISIONS}, ingested_at = {begin}, counted_since = '2023-12-01Z'",
        f"update facts set believed_since = {begin} + interval '{_REVISIONS} hours'",
        f"update fact_revisions set revision_no = {_REVISIONS}, believed = {newest}",
        f"insert into fact_revisions ({own}) select {older} from fact_revisions, {series}",
        "vacuum analyze",
    )
    async with await AsyncConnection.connect(memory.dsn, autocommit=True) as connection:
        for statement in statements:
            await connection.execute(statement.encode())
    return datetime(2023, 12, 10, tzinfo=UTC) + timedelta(hours=_REVISIONS // 2, minutes=30)
