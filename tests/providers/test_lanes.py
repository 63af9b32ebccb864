"""One thread for the models: who goes first, who is dropped, who hears of an error."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from remember.errors import Interrupted
from remember.providers.lanes import MOST_QUESTIONS_IN_A_ROW, Lane, Lanes


@pytest.fixture
async def lanes() -> AsyncIterator[Lanes]:
    lanes = Lanes()
    yield lanes
    lanes.close()


class Blocked:
    """Keeps the thread of the lanes busy until it is let go."""

    def __init__(self, lanes: Lanes) -> None:
        self._busy = threading.Event()
        self._free = threading.Event()
        self._task = asyncio.ensure_future(lanes.run(Lane.INGEST, self._wait))

    def _wait(self) -> None:
        self._busy.set()
        self._free.wait()

    async def __aenter__(self) -> None:
        await asyncio.to_thread(self._busy.wait)

    async def __aexit__(self, *_: object) -> None:
        self._free.set()
        await self._task


async def submitted(*_: asyncio.Task[None]) -> None:
    """Let each task run until it waits for its turn."""
    await asyncio.sleep(0)


async def test_a_question_overtakes_ingest_that_waits(lanes: Lanes) -> None:
    order: list[str] = []
    async with Blocked(lanes):
        waiting = [
            asyncio.ensure_future(lanes.run(lane, order.append, name))
            for lane, name in [
                (Lane.INGEST, "first ingest"),
                (Lane.INGEST, "second ingest"),
                (Lane.QUESTION, "first question"),
                (Lane.QUESTION, "second question"),
            ]
        ]
        await submitted(*waiting)
    await asyncio.gather(*waiting)
    assert order == ["first question", "second question", "first ingest", "second ingest"]


async def test_ingest_gets_a_turn_among_endless_questions(lanes: Lanes) -> None:
    order: list[str] = []
    async with Blocked(lanes):
        waiting = [asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, "ingest"))]
        waiting += [
            asyncio.ensure_future(lanes.run(Lane.QUESTION, order.append, "question"))
            for _ in range(MOST_QUESTIONS_IN_A_ROW + 1)
        ]
        await submitted(*waiting)
    await asyncio.gather(*waiting)
    assert order == ["question"] * MOST_QUESTIONS_IN_A_ROW + ["ingest", "question"]


async def test_a_call_that_is_cancelled_while_it_waits_never_runs(lanes: Lanes) -> None:
    order: list[str] = []
    async with Blocked(lanes):
        dropped = asyncio.ensure_future(lanes.run(Lane.QUESTION, order.append, "dropped"))
        kept = asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, "kept"))
        await submitted(dropped, kept)
        dropped.cancel()
        await asyncio.gather(dropped, return_exceptions=True)
    await kept
    assert order == ["kept"]


async def test_a_call_that_is_cancelled_while_it_runs_leaves_the_lanes_in_order(lanes: Lanes) -> None:
    free = threading.Event()
    begun = threading.Event()

    def slow() -> str:
        begun.set()
        free.wait()
        return "dropped"

    running = asyncio.ensure_future(lanes.run(Lane.INGEST, slow))
    await asyncio.to_thread(begun.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    free.set()
    assert await lanes.run(Lane.INGEST, lambda: "next") == "next"


async def test_an_error_goes_to_the_caller_and_to_nobody_else(lanes: Lanes) -> None:
    def fail() -> None:
        raise ZeroDivisionError("mine")

    failed, fine = await asyncio.gather(
        lanes.run(Lane.INGEST, fail), lanes.run(Lane.INGEST, lambda: "fine"), return_exceptions=True
    )
    assert (repr(failed), fine) == ("ZeroDivisionError('mine')", "fine")


async def test_every_call_runs_on_one_thread_that_is_not_the_event_loops(lanes: Lanes) -> None:
    threads = await asyncio.gather(
        *(lanes.run(lane, threading.get_ident) for lane in (Lane.QUESTION, Lane.INGEST) for _ in range(5))
    )
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()


async def test_closing_runs_what_waits_and_refuses_what_comes_after() -> None:
    lanes = Lanes()
    order: list[str] = []
    waiting = [asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, name)) for name in ("one", "two")]
    await submitted(*waiting)

    lanes.close()

    assert order == ["one", "two"]
    await asyncio.gather(*waiting)
    with pytest.raises(Interrupted) as refused:
        await lanes.run(Lane.QUESTION, order.append, "three")
    assert refused.value.code == "models_closed"
    assert order == ["one", "two"]
