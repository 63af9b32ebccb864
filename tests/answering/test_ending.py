"""How a call ends other than by a reply: time-out, cancellation, and what a model raises."""

import asyncio
import gc
import threading
import weakref
from contextvars import ContextVar
from typing import Any

import pytest

import remember
from tests.answering.conftest import Ask
from tests.answering.models import (
    Model,
    Said,
    Silent,
    Untouchable,
    answer,
    answered,
    refusal,
    refused,
    request,
    said,
)


class Down(Exception):
    """What a model raises."""


class Raises:
    """Raises what it is given, from a coroutine or from a plain function."""

    def __init__(self, error: BaseException, *, blocking: bool) -> None:
        async def generate(request: remember.ChatRequest) -> Any:
            raise error

        def block(request: remember.ChatRequest) -> Any:
            raise error

        self.generate = block if blocking else generate


@pytest.mark.parametrize("blocking", [False, True])
async def test_what_a_model_raises_arrives_unchanged(ask: Ask, blocking: bool) -> None:
    error = Down("model unavailable")
    with pytest.raises(Down) as caught:
        await ask(request(), Raises(error, blocking=blocking))
    assert caught.value is error


async def test_a_model_without_generate_is_the_callers_mistake(ask: Ask) -> None:
    with pytest.raises(AttributeError):
        await ask(request(), object())


async def test_a_signal_cancelled_before_the_call_stops_it_before_the_check(ask: Ask) -> None:
    signal = remember.CancelSignal()
    signal.cancel()
    with pytest.raises(remember.EvidenceCancelled):
        await ask(request(signal=signal), Untouchable())
    with pytest.raises(remember.EvidenceCancelled):
        await ask({"question": 5, "signal": signal}, Untouchable())


async def test_a_reason_of_the_callers_own_is_what_is_raised(ask: Ask) -> None:
    reason, signal = Down("closing the shop"), remember.CancelSignal()
    signal.cancel(reason)
    signal.cancel(Down("too late"))
    with pytest.raises(Down) as caught:
        await ask(remember.EvidenceRequest(question="Which?", sources=[], signal=signal), Untouchable())
    assert caught.value is reason


@pytest.mark.parametrize("blocking", [False, True])
async def test_a_signal_stops_the_wait_for_a_model_that_never_replies(ask: Ask, blocking: bool) -> None:
    reason, signal, never = Down("enough"), remember.CancelSignal(), threading.Event()

    async def generate(asked: remember.ChatRequest) -> Any:
        signal.cancel(reason)
        await asyncio.Event().wait()

    def block(asked: remember.ChatRequest) -> Any:
        signal.cancel(reason)
        never.wait()

    model = Untouchable()
    model.generate = block if blocking else generate
    with pytest.raises(Down) as caught:
        await ask(request(signal=signal), model)
    never.set()
    assert caught.value is reason


async def test_a_reply_after_the_signal_does_not_count(ask: Ask) -> None:
    signal = remember.CancelSignal()

    class TooLate(Model):
        async def generate(self, request: remember.ChatRequest) -> Any:
            signal.cancel()
            return await super().generate(request)

    with pytest.raises(remember.EvidenceCancelled):
        await ask(request(signal=signal), TooLate(said(answered())))


async def test_a_time_out_is_an_error_and_tells_the_model(ask: Ask) -> None:
    model = Silent()
    with pytest.raises(remember.EvidenceTimeout) as caught:
        await ask(request(timeout_ms=1), model)
    assert isinstance(caught.value, TimeoutError)
    assert caught.value.data == {"timeout_ms": 1}
    assert [asked.signal.reason for asked in model.asked] in ([caught.value], [])


@pytest.mark.parametrize("blocking", [False, True])
async def test_a_model_that_does_not_stop_is_left_behind(
    ask: Ask, blocking: bool, caplog: pytest.LogCaptureFixture
) -> None:
    told, ended = threading.Event(), threading.Event()

    async def generate(asked: remember.ChatRequest) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            told.set()
        ended.set()
        raise Down("long after")

    def block(asked: remember.ChatRequest) -> Any:
        asked.signal.on_cancel(lambda _: told.set())
        told.wait()
        ended.set()
        raise Down("long after")

    model = Untouchable()
    model.generate = block if blocking else generate
    with pytest.raises(remember.EvidenceTimeout):
        await ask(request(timeout_ms=30), model)
    await asyncio.to_thread(ended.wait)
    await asyncio.sleep(0)
    gc.collect()
    assert told.is_set()
    assert caplog.records == []


async def test_cancelling_the_task_stops_the_model_and_is_no_refusal() -> None:
    model = Silent()
    task = asyncio.create_task(remember.answer_from_evidence(request(), model))
    await model.started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert isinstance(model.asked[0].signal.reason, asyncio.CancelledError)


async def test_a_deadline_of_the_callers_own_is_the_callers_error() -> None:
    with pytest.raises(TimeoutError) as caught:
        async with asyncio.timeout(0.01):
            await remember.answer_from_evidence(request(), Silent())
    assert not isinstance(caught.value, remember.EvidenceTimeout)


async def test_after_a_reply_the_signal_changes_nothing_and_holds_nothing(ask: Ask) -> None:
    signal = remember.CancelSignal()
    model = Model(said(answered()))
    found = await ask(request(signal=signal), model)
    of_the_model = model.asked[0].signal
    signal.cancel()
    assert found.as_dict() == answer()
    assert not of_the_model.cancelled
    left = weakref.ref(of_the_model)
    model.asked.clear()
    del of_the_model
    gc.collect()
    assert left() is None


async def test_two_calls_of_one_model_do_not_meet() -> None:
    class ByQuestion:
        async def generate(self, asked: remember.ChatRequest) -> Said:
            await asyncio.sleep(0.01 if "first" in asked.user else 0)
            return said(answered() if "first" in asked.user else refused())

    first, second = await asyncio.gather(
        remember.answer_from_evidence(request(question="first?"), ByQuestion()),
        remember.answer_from_evidence(request(question="second?"), ByQuestion()),
    )
    assert (first.as_dict(), second.as_dict()) == (answer(), refusal())


async def test_a_blocking_model_leaves_the_loop_free() -> None:
    beats = threading.Event()

    class Blocks:
        def generate(self, asked: remember.ChatRequest) -> Said:
            assert beats.wait(timeout=60)
            return said(answered())

    asyncio.get_running_loop().call_later(0.01, beats.set)
    assert (await remember.answer_from_evidence(request(), Blocks())).as_dict() == answer()


async def test_a_plain_function_may_return_an_awaitable(ask: Ask) -> None:
    class Returns:
        def generate(self, asked: remember.ChatRequest) -> Any:
            return Model(said(answered())).generate(asked)

    assert (await ask(request(), Returns())).as_dict() == answer()


async def test_the_model_runs_in_the_context_of_the_caller(ask: Ask) -> None:
    who: ContextVar[str] = ContextVar("who", default="nobody")
    seen = []

    class Looks:
        def generate(self, asked: remember.ChatRequest) -> Said:
            seen.append(who.get())
            return said(answered())

    who.set("Mio")
    await ask(request(), Looks())
    assert seen == ["Mio"]


async def test_a_signal_of_another_kind_is_refused(ask: Ask) -> None:
    with pytest.raises(remember.EvidenceRequestError) as caught:
        await ask(request(signal=threading.Event()), Untouchable())
    assert caught.value.issues == (("signal", "wrong_type"),)


async def test_the_blocking_face_works_inside_a_running_loop() -> None:
    assert remember.answer_from_evidence_sync(request(), Model(said(answered()))).as_dict() == answer()
