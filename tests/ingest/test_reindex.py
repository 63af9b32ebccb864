"""A memory is given another embedder: old vectors are searched until everything has a new one."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from remember.context import Context
from remember.errors import Conflict, Interrupted, Unavailable
from remember.ingest.embedder import settle
from remember.ingest.receive import receive
from remember.ingest.reindex import reindex
from remember.ingest.version import Progress, process
from remember.operations.registry import call
from remember.providers.scripted import ScriptedEmbed
from remember.store import reindexing
from remember.store.embedders import Embedder
from tests.ingest.reading import NOTE
from tests.working import lease_next, rows, work_off

_TEXT = "# Gate\n\nMira opens the gate at six.\n\n# Well\n\nTomas checks the well on Mondays.\n"
_LATER = "# Lamp\n\nOda lights the lamp at dusk.\n"
_DIMENSIONS = "select distinct vector_dims(embedding) from {} where embedding is not null"
_INDEXES = "select indexdef from pg_indexes where indexdef like '%halfvec_cosine_ops%' order by 1"


class Following(ScriptedEmbed):
    """The embedder that the memory is to have; it can do something before it embeds."""

    def __init__(self, dimension: int, meanwhile: Callable[[], Any] | None = None) -> None:
        super().__init__(dimension=dimension)
        self.model_id = f"following@{dimension}"
        self.meanwhile = meanwhile

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text."""
        if self.meanwhile is not None:
            await self.meanwhile()
        return await super().embed_passages(texts)


@pytest.fixture
async def told(context: Context) -> Context:
    """A memory that has its embedder, a few facts, and a profile of each entity."""
    embed = context.providers.embed

    async def dimension() -> int:
        return embed.dimension

    await settle(context.database, context.tenant_id, embed.model_id, dimension)
    await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    return context


def _with(context: Context, embed: Following) -> Context:
    return replace(context, providers=replace(context.providers, embed=embed))


async def _found(context: Context, query: str) -> list[str]:
    envelope = await call(context, "claims_and_sources_context", {"query": query})
    return [one.claim_text for one in envelope.evidence][:1]


@pytest.mark.parametrize("dimension", [384, 48])
async def test_everything_has_a_vector_of_the_new_embedder_and_is_found_by_it(
    told: Context, dimension: int
) -> None:
    profiles = await rows(told, "select scope_id, entity_id from entity_profiles order by 1, 2")
    before = await rows(told, "select embedding::text from claims order by claim_id")
    indexes = await rows(told, _INDEXES)
    new = Following(dimension)
    await reindex(told, new)
    for table in ("chunks", "claims", "facts", "entity_profiles"):
        assert await rows(told, _DIMENSIONS.format(table)) == [(dimension,)]
    assert await rows(told, "select model_id, dimension, next_model_id from embedders") == [
        (new.model_id, dimension, None)
    ]
    assert await rows(told, "select count(*) from claims where next_embedding is not null") == [(0,)]
    assert await rows(told, "select scope_id, entity_id from entity_profiles order by 1, 2") == profiles
    if dimension == 384:
        assert await rows(told, "select embedding::text from claims order by claim_id") == before
    assert await rows(told, _INDEXES) == indexes
    assert await _found(_with(told, new), "who opens the gate") == ["Mira opens the gate at six."]


async def test_an_unchanged_passage_keeps_its_new_vector_in_the_next_version(told: Context) -> None:
    new = Following(48)
    await reindex(told, new)
    new.asked.clear()
    context = _with(told, new)
    await receive(context, NOTE, (_TEXT + _LATER).encode())
    await work_off(context)
    assert [text for text in new.asked if "gate" in text or "well" in text] == []
    assert await _found(context, "who lights the lamp") == ["Oda lights the lamp at dusk."]


async def test_reads_and_writes_go_on_with_the_old_vectors_meanwhile(told: Context) -> None:
    seen: list[list[str]] = []

    async def meanwhile() -> None:
        if not seen:
            await receive(told, replace(NOTE, source_ref="later"), _LATER.encode())
            await work_off(told)
        seen.append(await _found(told, "who lights the lamp"))

    new = Following(48, meanwhile)
    await reindex(told, new)
    assert len(seen) >= 3
    assert seen == [["Oda lights the lamp at dusk."]] * len(seen)
    assert await _found(_with(told, new), "who lights the lamp") == ["Oda lights the lamp at dusk."]
    assert await rows(told, _DIMENSIONS.format("claims")) == [(48,)]


async def test_what_was_left_off_half_way_goes_on_where_it_was(told: Context) -> None:
    new = Following(48)
    embed = new.embed_passages

    async def until_claims(texts: Sequence[str]) -> NDArray[np.float32]:
        if any("\n" not in text for text in texts):
            raise Unavailable("the embedder does not answer", code="embedder_unreachable")
        return await embed(texts)

    new.embed_passages = until_claims  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        await reindex(told, new)
    passages = len(new.asked)
    assert passages == 2
    assert await _found(told, "who opens the gate") == ["Mira opens the gate at six."]
    new.embed_passages = embed  # type: ignore[method-assign]
    await reindex(told, new)
    assert [text for text in new.asked[passages:] if "\n" in text] == []


async def test_another_embedder_begins_anew(told: Context) -> None:
    async def away() -> None:
        if first.asked:
            raise Unavailable("the embedder does not answer", code="embedder_unreachable")

    first, second = Following(48), Following(64)
    first.meanwhile = away
    with pytest.raises(Unavailable):
        await reindex(told, first)
    await reindex(told, second)
    for table in ("chunks", "claims", "facts"):
        assert await rows(told, _DIMENSIONS.format(table)) == [(64,)]


async def test_whoever_was_overtaken_keeps_no_vector_and_says_who_came(told: Context) -> None:
    async def overtaken() -> None:
        async with told.database.write() as tx:
            await reindexing.begin(tx, told.tenant_id, Embedder(model_id="second@64", dimension=64))

    with pytest.raises(Conflict, match="second@64") as stopped:
        await reindex(told, Following(48, overtaken))
    assert stopped.value.code == "embedder_changed"
    kept = "select count(*) from chunks where next_embedding is not null"
    assert await rows(told, kept) == [(0,)]
    assert await rows(told, "select next_model_id from embedders") == [("second@64",)]


async def test_whoever_comes_to_the_end_of_nothing_says_what_the_memory_has_now(told: Context) -> None:
    async def overtaken() -> None:
        first.meanwhile = None
        await reindex(told, Following(64))

    first = Following(48, overtaken)
    with pytest.raises(Conflict, match="following@64"):
        await reindex(told, first)
    assert await rows(told, "select model_id, next_model_id from embedders") == [("following@64", None)]
    assert await rows(told, _DIMENSIONS.format("chunks")) == [(64,)]


async def test_what_has_the_embedder_already_is_not_embedded_again(told: Context) -> None:
    await reindex(told, Following(48))
    again = Following(48)
    await reindex(told, again)
    assert again.asked == []
    assert await rows(told, "select model_id, next_model_id from embedders") == [("following@48", None)]


async def test_whoever_still_has_the_old_embedder_saves_no_vector(told: Context) -> None:
    await receive(told, replace(NOTE, source_ref="later"), _LATER.encode())
    lease = await lease_next(told)
    assert lease is not None
    await reindex(told, Following(384))
    with pytest.raises(Interrupted) as stopped:
        await process(told, lease, Progress())
    assert stopped.value.code == "embedder_changed"
    assert await rows(told, "select count(*) from chunks where chunk_text like '%lamp%'") == [(0,)]


async def test_one_process_at_a_time_makes_the_vectors_and_the_next_goes_on_for_a_killed_one(
    told: Context, database_url: str, tmp_path: Path
) -> None:
    async with _reindexing(database_url, tmp_path, calls=1) as first:
        made = [await _line(first.stdout) for _ in range(3)]
        assert made[2] == "no answer"
        async with _reindexing(database_url, tmp_path, calls=100) as second:
            while "reindexing_elsewhere" not in await _line(second.stderr):
                pass
            first.kill()
            output, _ = await second.communicate()
    asked = output.decode().splitlines()
    assert [text for text in asked if text in made] == []
    assert sorted(asked) == sorted(
        [
            *(text for (text,) in await rows(told, "select claim_text from claims")),
            *(text for (text,) in await rows(told, "select label from facts")),
        ]
    )
    assert await rows(told, "select model_id, next_model_id from embedders") == [("following@48", None)]


@asynccontextmanager
async def _reindexing(dsn: str, folder: Path, *, calls: int) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.ingest.reindexing_process", dsn, str(folder), str(calls)),
        cwd=Path(__file__).parents[2],
        env={"PYTHONPATH": "src:.", "PATH": os.environ["PATH"]},
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _line(stream: asyncio.StreamReader | None) -> str:
    assert stream is not None
    line = await stream.readline()
    assert line, "the process ended"
    return line.decode().strip()
