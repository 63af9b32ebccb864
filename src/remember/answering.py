"""Answer a question from supplied evidence with the caller's own model: one call, every citation checked.

Nothing is searched, retried or stored here, and nobody's permission is checked: hand over only what the
user may see and the model may process.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Generator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from inspect import isawaitable, iscoroutinefunction
from threading import Thread
from typing import Any, Protocol, TypeVar, cast

from remember.domain.answer_checks import judged, nothing_sent
from remember.domain.answers import (
    REPLY_SCHEMA,
    Citation,
    CitedFact,
    CitedSpan,
    EvidenceAnswer,
    EvidenceOptions,
)
from remember.domain.evidence_request import EvidenceRequest, EvidenceSource, checked
from remember.domain.evidence_selection import repair_prompt, select, user_prompt
from remember.errors import EvidenceRequestError, EvidenceTimeout
from remember.providers.chat import CancelSignal, ChatReply, ChatRequest

__all__ = [
    "CancelSignal",
    "ChatReply",
    "ChatRequest",
    "Citation",
    "CitedFact",
    "CitedSpan",
    "EvidenceAnswer",
    "EvidenceModel",
    "EvidenceOptions",
    "EvidenceRequest",
    "EvidenceSource",
    "answer_from_evidence",
    "answer_from_evidence_sync",
]

BY_THE_CONTRACT = EvidenceOptions()
"""Nothing beyond what every caller gets."""

_THREAD = "remember-answer"
_running: set[asyncio.Task[Any]] = set()
_Result = TypeVar("_Result")


class EvidenceModel(Protocol):
    """A chat model of the caller's. Its reply has a `text`; `generate` may be asynchronous, or block."""

    def generate(self, request: ChatRequest, /) -> Any:
        """The reply, or an awaitable of it."""
        ...


async def answer_from_evidence(
    request: EvidenceRequest | Mapping[str, Any],
    model: EvidenceModel,
    *,
    options: EvidenceOptions = BY_THE_CONTRACT,
) -> EvidenceAnswer:
    """An answer whose citations are checked, an honest refusal, or the code of what is wrong with the reply.

    Raises `EvidenceRequestError` before any model is called, `EvidenceTimeout`, whatever the model raises,
    and whatever cancels it: the task, or the request's `signal` (a `CancelSignal`) with its own reason.
    A `generate` that is not a coroutine function is called on a thread of its own; one that does not stop
    when told to is left behind.
    """
    return await _answer(request, model, options, _signal(request))


def answer_from_evidence_sync(
    request: EvidenceRequest | Mapping[str, Any],
    model: EvidenceModel,
    *,
    options: EvidenceOptions = BY_THE_CONTRACT,
) -> EvidenceAnswer:
    """`answer_from_evidence` for callers that block. Cancel it with the request's `signal`.

    The model is called on another thread, an asynchronous one in an event loop of its own there: a client
    that is bound to the loop of its maker needs the asynchronous form.
    """
    outer, own = _signal(request), CancelSignal()
    unlink = outer.on_cancel(own.cancel)
    answer: Future[EvidenceAnswer] = Future()
    _on_thread(lambda: asyncio.run(_hand_over(_answer(request, model, options, own), answer)))
    try:
        return answer.result()
    except BaseException:
        own.cancel()
        raise
    finally:
        unlink()


async def _answer(
    request: EvidenceRequest | Mapping[str, Any],
    model: EvidenceModel,
    options: EvidenceOptions,
    outer: CancelSignal,
) -> EvidenceAnswer:
    outer.raise_if_cancelled()
    own = CancelSignal()
    conversation = _conversation(request, options, own)
    try:
        asked = next(conversation)
    except StopIteration as end:
        return cast(EvidenceAnswer, end.value)
    timer = asyncio.get_running_loop().call_later(asked.timeout_ms / 1000, _time_out, own, asked.timeout_ms)
    unlink = outer.on_cancel(own.cancel)
    try:
        while True:
            asked = conversation.send(_text(await _reply(model, asked)))
    except StopIteration as end:
        return cast(EvidenceAnswer, end.value)
    except asyncio.CancelledError as reason:
        own.cancel(reason)
        raise
    finally:
        timer.cancel()
        unlink()


def _conversation(
    request: EvidenceRequest | Mapping[str, Any], options: EvidenceOptions, signal: CancelSignal
) -> Generator[ChatRequest, object, EvidenceAnswer]:
    """What is asked of the model, given the text of each reply; at most one call, and one more to repair."""
    asked = checked(request, with_trust=options.with_trust)
    selection = select(asked.sources, asked.max_context_tokens)
    if not selection.sources:
        return nothing_sent(selection)
    prompts = ["answer_from_evidence"]
    if any(source.trust for source in selection.sources):
        prompts.append("trust_of_sources")
    first = ChatRequest(
        system="\n".join(_prompt(name) for name in prompts),
        user=user_prompt(asked, selection),
        max_tokens=asked.max_output_tokens,
        signal=signal,
        max_response_chars=asked.max_response_chars,
        timeout_ms=asked.timeout_ms,
        schema=REPLY_SCHEMA if options.with_schema else None,
    )
    text = yield first
    answer = judged(text, asked, selection, options)
    if options.repair and answer.validation_errors:
        text = yield _repair(first, text, answer)
        answer = judged(text, asked, selection, options, calls=2)
    return answer


def _repair(first: ChatRequest, text: object, answer: EvidenceAnswer) -> ChatRequest:
    (code,) = answer.validation_errors
    shown = text if isinstance(text, str) and code != "response_size_or_type" else None
    return replace(
        first,
        system=f"{first.system}\n{_prompt('repair_answer')}",
        user=repair_prompt(first.user, shown, code=code, at=answer.fault_at),
    )


async def _reply(model: EvidenceModel, asked: ChatRequest) -> Any:
    """What the model gives, unless the signal comes first; a model that goes on is left behind."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[BaseException | None] = loop.create_future()
    unlisten = asked.signal.on_cancel(lambda reason: _settle_soon(loop, ended, reason))
    task = loop.create_task(_generate(model, asked))
    _running.add(task)
    task.add_done_callback(_running.discard)
    task.add_done_callback(lambda _: _settle(ended, None))
    task.add_done_callback(_retrieve)
    try:
        reason = await ended
    finally:
        unlisten()
        task.cancel()
    if reason is not None:
        raise reason
    return task.result()


async def _generate(model: EvidenceModel, asked: ChatRequest) -> Any:
    asked.signal.raise_if_cancelled()
    generate = model.generate
    if iscoroutinefunction(generate):
        return await generate(asked)
    reply = await asyncio.wrap_future(_on_thread(lambda: generate(asked)))
    return await reply if isawaitable(reply) else reply


def _settle_soon(
    loop: asyncio.AbstractEventLoop, ended: asyncio.Future[BaseException | None], reason: BaseException
) -> None:
    # The loop may be closed by the time that another thread cancels: nobody waits then.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_settle, ended, reason)


def _settle(ended: asyncio.Future[BaseException | None], reason: BaseException | None) -> None:
    if not ended.done():
        ended.set_result(reason)


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Looks at the error of a task that nobody may await any more, so that it is not reported as lost."""
    if not task.cancelled():
        task.exception()


def _time_out(signal: CancelSignal, timeout_ms: int) -> None:
    signal.cancel(
        EvidenceTimeout(
            f"the model gave no answer within {timeout_ms} ms",
            code="evidence_timeout",
            hint="give it more time with timeout_ms, or fewer sources",
            data={"timeout_ms": timeout_ms},
        )
    )


def _on_thread(call: Callable[[], _Result]) -> Future[_Result]:
    """The outcome of a call on a thread of its own, which does not keep the process alive."""
    outcome: Future[_Result] = Future()
    outcome.set_running_or_notify_cancel()
    within = contextvars.copy_context()

    def run() -> None:
        try:
            result = within.run(call)
        except StopIteration as error:
            # No future can carry it; a coroutine would turn it into the same.
            outcome.set_exception(RuntimeError(f"generate raised {error!r}"))
        except BaseException as error:  # noqa: BLE001 - a thread's edge: the error goes to who waits
            outcome.set_exception(error)
        else:
            outcome.set_result(result)

    Thread(target=run, name=_THREAD, daemon=True).start()
    return outcome


async def _hand_over(coming: Awaitable[_Result], outcome: Future[_Result]) -> None:
    """Hands a result to another thread at once, however long the loop then takes to end."""
    try:
        outcome.set_result(await coming)
    except BaseException as error:  # noqa: BLE001 - a thread's edge: the error goes to who waits
        outcome.set_exception(error)


def _signal(request: object) -> CancelSignal:
    given = request.get("signal") if isinstance(request, Mapping) else getattr(request, "signal", None)
    if given is None:
        return CancelSignal()
    if not isinstance(given, CancelSignal):
        raise EvidenceRequestError(
            "the signal of the evidence request cannot cancel it",
            code="evidence_request_invalid",
            hint="give a remember.CancelSignal",
            data={"issues": [{"path": "signal", "code": "wrong_type"}]},
        )
    return given


def _text(reply: object) -> object:
    return reply.get("text") if isinstance(reply, Mapping) else getattr(reply, "text", None)


@cache
def _prompt(name: str) -> str:
    return (files("remember") / "providers" / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
