"""The threads that run a local model: one for questions, and others for ingest."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from typing import TypeVar, TypeVarTuple

from remember.errors import Interrupted

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class Lane(Enum):
    """Who waits for a call of a model: a reader, or the pipeline."""

    QUESTION = "question"
    INGEST = "ingest"


class Lanes:
    """Runs blocking calls, those of each lane in their order; usable from any thread and any event loop.

    `width` calls of ingest run at a time, and one question beside them: it waits for the questions before
    it and never for ingest. A thread begins with the first call that needs it.
    """

    def __init__(self, width: int = 1) -> None:
        self.width = width
        self._threads = {
            Lane.QUESTION: ThreadPoolExecutor(1, thread_name_prefix="questions"),
            Lane.INGEST: ThreadPoolExecutor(width, thread_name_prefix="ingest"),
        }

    async def run(
        self, lane: Lane, call: Callable[[*_Arguments], _Result], *arguments: *_Arguments
    ) -> _Result:
        """The result of `call(*arguments)`, or its error.

        Cancelled while it waits, the call never runs; cancelled while it runs, its result is dropped.
        """
        try:
            outcome = self._threads[lane].submit(call, *arguments)
        except RuntimeError as closed:
            raise Interrupted("the local models are closed", code="models_closed") from closed
        return await asyncio.wrap_future(outcome)

    def close(self) -> None:
        """Run what waits, then stop the threads. Blocks until then; later calls are refused."""
        for threads in self._threads.values():
            threads.shutdown(wait=True)
