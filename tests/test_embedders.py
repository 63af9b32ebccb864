"""The embedder of a memory: any dimension, one for its whole life, and told when it is another."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from remember.context import OWNER
from remember.errors import Conflict, Unavailable, Unsupported
from remember.ingest.receive import receive
from remember.ingest.reindex import reindex
from remember.operations.registry import call
from remember.providers import openai_embed
from remember.settings import Settings
from remember.wiring import open_memory
from remember.worker import working
from tests.ingest.reading import NOTE
from tests.providers.embed_server import by_words, embedding, sent
from tests.working import rows, work_off

_JOBS = "select state, attempts, last_error from jobs"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_embed, "FIRST_WAIT", 0.0)


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(database_url=database_url, data_dir=tmp_path, embed_model="words", relevance_floor=0.0)


async def _open_and_close(settings: Settings) -> None:
    async with open_memory(settings):
        pass


async def test_a_memory_takes_the_dimension_of_its_embedder_and_is_found_by_it(settings: Settings) -> None:
    async with embedding(by_words(72)) as server, AsyncExitStack() as opened:
        given = replace(settings, embed_url=server.address)
        memory = await opened.enter_async_context(open_memory(given))
        context = memory.context(OWNER)
        await receive(context, NOTE, b"Mira opens the gate at six.")
        await work_off(context)
        found = await call(context, "claims_and_sources_context", {"query": "who opens the gate"})
        kept = "select vector_dims(embedding) from chunks union all select vector_dims(embedding) from claims"
        assert await rows(context, kept) == [(72,), (72,)]
    assert [one.claim_text for one in found.evidence] == ["Mira opens the gate at six."]


async def test_the_same_embedder_opens_it_again_though_it_is_away(settings: Settings) -> None:
    async with embedding(by_words(16)) as server:
        given = replace(settings, embed_url=server.address)
        await _open_and_close(given)
    async with open_memory(given) as memory:
        assert memory.providers.embed.dimension == 16
        with pytest.raises(Unavailable):
            await memory.providers.embed.embed_question("gate")


async def test_a_memory_that_is_new_needs_its_embedder_to_be_there(settings: Settings) -> None:
    with pytest.raises(Unavailable) as away:
        await _open_and_close(replace(settings, embed_url="http://127.0.0.1:9"))
    assert away.value.code == "embedder_unreachable"


async def test_another_embedder_is_refused_at_open_with_both_names(settings: Settings) -> None:
    async with embedding(by_words(384)) as server:
        await _open_and_close(replace(settings, embed_url=server.address))
        for other in (None, "other"):
            with pytest.raises(Conflict) as changed:
                await _open_and_close(replace(settings, embed_url=server.address, embed_model=other))
            assert changed.value.code == "embedder_changed"
            assert changed.value.data["kept"] == "words"


async def test_a_memory_is_given_another_embedder_in_the_background_where_that_is_wanted(
    settings: Settings,
) -> None:
    async with embedding(by_words(16), models={"other": by_words(24)}) as server:
        given = replace(settings, embed_url=server.address)
        async with open_memory(given) as memory:
            await receive(memory.context(OWNER), NOTE, b"Mira opens the gate at six.")
            await work_off(memory.context(OWNER))
        wanted = replace(given, embed_model="other", reindex=True)
        async with open_memory(wanted) as memory:
            asked = {"query": "who opens the gate"}
            before = await call(memory.context(OWNER), "claims_and_sources_context", asked)
            async with working(memory) as worker:
                await worker.change_embedder()
            after = await call(memory.context(OWNER), "claims_and_sources_context", asked)
            kept = await rows(memory.context(OWNER), "select vector_dims(embedding) from claims")
        await _open_and_close(replace(wanted, reindex=False))
    assert [one.claim_text for one in before.evidence] == ["Mira opens the gate at six."]
    assert (after.evidence, kept) == (before.evidence, [(24,)])


async def test_a_process_that_is_left_with_the_old_embedder_says_so(settings: Settings) -> None:
    async with embedding(by_words(16), models={"other": by_words(16)}) as server:
        given = replace(settings, embed_url=server.address)
        async with open_memory(given) as left, working(left) as worker:
            async with open_memory(replace(given, embed_model="other", reindex=True)) as memory:
                assert memory.next_embed is not None
                await reindex(memory.context(OWNER), memory.next_embed)
            await worker.notice_embedder()
            with pytest.raises(Conflict) as replaced:
                await call(left.context(OWNER), "search_claims", {"query": "gate"})
    assert (replaced.value.code, replaced.value.data["kept"]) == ("embedder_changed", "other")


async def test_a_worker_that_is_left_with_the_old_embedder_takes_no_work_and_the_other_does_it(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with embedding(by_words(16), models={"other": by_words(16)}) as server:
        given = replace(settings, embed_url=server.address)
        async with open_memory(given) as left, working(left) as worker:
            async with open_memory(replace(given, embed_model="other", reindex=True)) as memory:
                assert memory.next_embed is not None
                await reindex(memory.context(OWNER), memory.next_embed)
            context = left.context(OWNER)
            await receive(context, NOTE, b"Mira opens the gate at six.")
            for _ in range(3):
                await worker.notice_embedder()
                worker.wake()
                assert await rows(context, _JOBS) == [("ready", 0, None)]
            async with open_memory(replace(given, embed_model="other")) as memory, working(memory):
                while await rows(context, _JOBS) != [("done", 0, None)]:  # noqa: ASYNC110 - rows send no event
                    await asyncio.sleep(0.01)
    said = [line for line in capsys.readouterr().err.splitlines() if '"embedder_replaced"' in line]
    assert [("other" in line, "words" in line) for line in said] == [(True, True)]


async def test_a_job_in_hand_when_the_embedder_is_replaced_is_given_back_whole(
    settings: Settings,
) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def first(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.set()
        await go_on.wait()
        return await embed(texts)

    async with embedding(by_words(16), models={"other": by_words(16)}) as server:
        given = replace(settings, embed_url=server.address)
        async with open_memory(given) as left:
            embed = left.providers.embed.embed_passages
            left.providers.embed.embed_passages = first  # type: ignore[method-assign]
            context = left.context(OWNER)
            async with working(left):
                await receive(context, NOTE, b"Mira opens the gate at six.")
                await asked.wait()
                async with open_memory(replace(given, embed_model="other", reindex=True)) as memory:
                    assert memory.next_embed is not None
                    await reindex(memory.context(OWNER), memory.next_embed)
                go_on.set()
                while (found := await rows(context, _JOBS)) != [("ready", 0, None)]:
                    assert found == [("leased", 0, None)]
                    await asyncio.sleep(0.01)
            assert await rows(context, "select count(*) from chunks") == [(0,)]


async def test_a_worker_goes_on_when_the_memory_is_given_its_embedder_back(settings: Settings) -> None:
    async with embedding(by_words(16), models={"other": by_words(16)}) as server:
        given = replace(settings, embed_url=server.address)
        async with open_memory(given) as left, working(left) as worker:
            for other in ("other", "words"):
                async with open_memory(replace(given, embed_model=other, reindex=True)) as memory:
                    assert memory.next_embed is not None
                    await reindex(memory.context(OWNER), memory.next_embed)
                await worker.notice_embedder()
            found = await call(left.context(OWNER), "search_claims", {"query": "gate"})
            assert found.evidence == ()


async def test_a_worker_leaves_the_jobs_of_a_memory_with_another_embedder_alone(settings: Settings) -> None:
    async with embedding(by_words(16), models={"other": by_words(16)}) as server:
        given = replace(settings, embed_url=server.address)
        second = replace(given, tenant="second", embed_model="other")
        async with open_memory(given) as memory, open_memory(second) as other:
            theirs = await receive(other.context(OWNER), NOTE, b"Mira opens the gate at six.")
            async with working(memory):
                ours = await receive(memory.context(OWNER), NOTE, b"Oda lights the lamp at dusk.")
                done = f"select count(*) from jobs where version_id = '{ours.version_id}' and state = 'done'"
                while await rows(memory.context(OWNER), done) != [(1,)]:  # noqa: ASYNC110 - rows send no event
                    await asyncio.sleep(0.01)
            assert [text for text in sent(server) if "gate" in text] == []
            assert await rows(memory.context(OWNER), f"{_JOBS} where version_id = '{theirs.version_id}'") == [
                ("ready", 0, None)
            ]


async def test_a_database_keeps_vectors_of_one_dimension(settings: Settings) -> None:
    async with embedding(by_words(16)) as server, embedding(by_words(17)) as longer:
        await _open_and_close(replace(settings, embed_url=server.address))
        second = replace(settings, tenant="second", embed_url=longer.address, embed_model="longer")
        with pytest.raises(Unsupported) as refused:
            await _open_and_close(second)
        await _open_and_close(replace(second, embed_url=server.address))
    assert refused.value.code == "embedding_dimension"


async def test_vectors_too_long_to_be_searched_are_refused(settings: Settings) -> None:
    async with embedding(by_words(4_001)) as server:
        with pytest.raises(Unsupported, match="4001 numbers"):
            await _open_and_close(replace(settings, embed_url=server.address))
