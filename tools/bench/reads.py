"""How long reads take over many claims, beside the same statements without us."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from remember.context import OWNER
from remember.operations import recall
from remember.operations.registry import call
from remember.wiring import Memory
from tools.bench.corpus import Sentence, questions
from tools.bench.report import heading, line, median_ms, milliseconds

_ROUNDS = 60
_WARM_UP = 8
_SINGLE_MS = 25
_COMBINED_MS = 50
_READS = {
    "claims_and_sources_context": _SINGLE_MS,
    "facts_context": _SINGLE_MS,
    "combined_context": _COMBINED_MS,
    "resolve_entity": _SINGLE_MS,
}
Statement = tuple[bytes, dict[str, Any]]


async def measure_reads(memory: Memory, said: Sequence[Sentence]) -> None:
    """Print a line an operation: whole call, goal, and its statements alone."""
    heading(f"Reads at {len(said):,} claims (median / 95th percentile of {_ROUNDS} questions)")
    assert recall.__doc__
    asked = questions(list(said), _ROUNDS + _WARM_UP)
    await _embedding(memory, asked)
    for name, most in _READS.items():
        took, statements = await _measured(memory, name, asked)
        bare = _replayed(memory.dsn, statements)
        line(
            name,
            milliseconds(took),
            goal=f"<= {most} ms",
            met=median_ms(took) <= most,
            bare=f"its SQL alone: {milliseconds(bare)}, {len(statements[0])} statements",
        )


async def _embedding(memory: Memory, asked: Sequence[str]) -> None:
    took = []
    for question in asked:
        begun = time.perf_counter()
        await memory.providers.embed.embed_question(question)
        took.append(time.perf_counter() - begun)
    line("embedding one question (part of each read)", milliseconds(took[_WARM_UP:]))


async def _measured(
    memory: Memory, name: str, asked: Sequence[str]
) -> tuple[list[float], list[list[Statement]]]:
    context = memory.context(OWNER)
    took: list[float] = []
    statements: list[list[Statement]] = []
    for question in asked:
        arguments = {"name": question.split()[3]} if name == "resolve_entity" else {"query": question}
        with _recorded() as recorded:
            await call(context, name, arguments)
        begun = time.perf_counter()
        await call(context, name, arguments)
        took.append(time.perf_counter() - begun)
        statements.append(recorded)
    return took[_WARM_UP:], statements[_WARM_UP:]


@contextmanager
def _recorded() -> Iterator[list[Statement]]:
    """The statements that run in the body, with their values."""
    recorded: list[Statement] = []
    execute = psycopg.AsyncCursor.execute

    async def remember(cursor: Any, query: Any, params: Any = None, **options: Any) -> Any:
        if isinstance(query, bytes) and params is not None:
            recorded.append((query, params))
        return await execute(cursor, query, params, **options)

    psycopg.AsyncCursor.execute = remember  # type: ignore[method-assign, assignment]
    try:
        yield recorded
    finally:
        psycopg.AsyncCursor.execute = execute  # type: ignore[method-assign]


def _replayed(dsn: str, questions_asked: Sequence[Sequence[Statement]]) -> list[float]:
    took = []
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        for statements in questions_asked:
            begun = time.perf_counter()
            with connection.transaction():
                for query, params in statements:
                    connection.execute(query, params).fetchall()
            took.append(time.perf_counter() - begun)
    return took
