"""One thread that runs the local models, with two lanes: questions overtake ingest."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum
from typing import Any, TypeVar, TypeVarTuple

from remember.errors import Interrupted

MOST_QUESTIONS_IN_A_ROW = 16

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class Lane(Enum):
    """Who waits for a call of a model: a reader, or the pipeline."""

    QUESTION = "question"
    INGEST = "ingest"


class Lanes:
    """Runs blocking calls one at a time on one thread; usable from any thread and any event loop.

    A question waits for the call that runs and for the questions before it, never for ingest that waits.
    After `MOST_QUESTIONS_IN_A_ROW`, one waiting call of ingest goes first, so that ingest never stops.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="models")
        self._questions: deque[_Call] = deque()
        self._ingest: deque[_Call] = deque()
        self._in_a_row = 0

    async def run(
        self, lane: Lane, call: Callable[[*_Arguments], _Result], *arguments: *_Arguments
    ) -> _Result:
        """The result of `call(*arguments)`, or its error.

        Cancelled while it waits, the call never runs; cancelled while it runs, its result is dropped.
        """
        waiting = _Call(lambda: call(*arguments))
        (self._questions if lane is Lane.QUESTION else self._ingest).append(waiting)
        try:
            self._thread.submit(self._run_next)
        except RuntimeError as closed:
            waiting.outcome.cancel()
            raise Interrupted("the local models are closed", code="models_closed") from closed
        result: _Result = await asyncio.wrap_future(waiting.outcome)
        return result

    def close(self) -> None:
        """Run what waits, then stop the thread. Blocks until then; later calls are refused."""
        self._thread.shutdown(wait=True)

    def _run_next(self) -> None:
        while call := self._next():
            if call.outcome.set_running_or_notify_cancel():
                call.run()
                return

    def _next(self) -> "_Call | None":
        if self._questions and not (self._ingest and self._in_a_row >= MOST_QUESTIONS_IN_A_ROW):
            self._in_a_row = self._in_a_row + 1 if self._ingest else 0
            return self._questions.popleft()
        self._in_a_row = 0
        return self._ingest.popleft() if self._ingest else None


class _Call:
    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.outcome: Future[Any] = Future()

    def run(self) -> None:
        try:
            result = self.work()
        except BaseException as error:  # noqa: BLE001 - a thread's edge: the error goes to who awaits the call
            self.outcome.set_exception(error)
        else:
            self.outcome.set_result(result)
