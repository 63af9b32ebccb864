"""The threads of a model: who waits for whom, who is dropped, who hears of an error."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from remember.errors import Interrupted
from remember.providers.lanes import Lane, Lanes


@pytest.fixture
async def lanes() -> AsyncIterator[Lanes]:
    lanes = Lanes()
    yield lanes
    lanes.close()


class Blocked:
    """Keeps one thread of ingest busy until it is let go."""

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


async def test_a_question_waits_for_no_ingest(lanes: Lanes) -> None:
    order: list[str] = []
    async with Blocked(lanes):
        waiting = asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, "ingest"))
        await submitted(waiting)
        await lanes.run(Lane.QUESTION, order.append, "question")
        assert order == ["question"]
    await waiting
    assert order == ["question", "ingest"]


async def test_calls_of_one_lane_run_in_their_order(lanes: Lanes) -> None:
    order: list[int] = []
    async with Blocked(lanes):
        waiting = [asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, at)) for at in range(5)]
        await submitted(*waiting)
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2, 3, 4]


async def test_as_many_calls_of_ingest_run_at_a_time_as_the_lane_is_wide() -> None:
    lanes = Lanes(2)
    async with Blocked(lanes):
        other = Blocked(lanes)
        async with other:
            third = asyncio.ensure_future(lanes.run(Lane.INGEST, threading.get_ident))
            await submitted(third)
            assert not third.done()
        await third
    lanes.close()


async def test_a_call_that_is_cancelled_while_it_waits_never_runs(lanes: Lanes) -> None:
    order: list[str] = []
    async with Blocked(lanes):
        dropped = asyncio.ensure_future(lanes.run(Lane.INGEST, order.append, "dropped"))
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


async def test_each_lane_has_a_thread_that_is_not_the_event_loops(lanes: Lanes) -> None:
    threads = [await lanes.run(lane, threading.get_ident) for lane in (*Lane, *Lane)]
    assert threads[:2] == threads[2:]
    assert len({*threads, threading.get_ident()}) == 3


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
