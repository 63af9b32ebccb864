"""The one event loop thread of a process, and how other threads and loops run something in it."""

import asyncio
import atexit
import os
import threading
from collections.abc import Coroutine
from concurrent.futures.thread import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

from remember.errors import Fault

Result = TypeVar("Result")


class Leaves(Protocol):
    """What has to be left in order before the interpreter ends."""

    async def close(self, *, drain: bool) -> None:
        """Leave; without `drain`, at once."""
        ...


class Portal:
    """Runs coroutines on a loop in a thread of its own, which starts with the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: WeakSet[Leaves] = WeakSet()

    def close_at_exit(self, opened: Leaves) -> None:
        """Close this at the end of the process, if nobody has by then."""
        self._open.add(opened)

    def leave(self) -> None:
        """Close what is still open."""
        for opened in list(self._open):
            self.run(opened.close(drain=False))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Block until it is done; interrupting the wait cancels the work."""
        future = asyncio.run_coroutine_threadsafe(work, self._elsewhere(work))
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    async def wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for it from another loop; cancelling the wait cancels the work."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._elsewhere(work)))

    def _elsewhere(self, work: Coroutine[Any, Any, Any]) -> asyncio.AbstractEventLoop:
        loop = self._running()
        try:
            inside = asyncio.get_running_loop() is loop
        except RuntimeError:
            inside = False
        if inside:
            work.close()
            raise Fault(
                "a client was called from inside the memory's own event loop", code="portal_reentered"
            )
        return loop

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                # Before the executors of the process are shut down, which `atexit` comes after: a job
                # that runs must be given back, and not fail for want of a thread. These run last in,
                # first out, and importing the executors registered theirs.
                getattr(threading, "_register_atexit", atexit.register)(self.leave)
                self._loop = asyncio.new_event_loop()
                self._loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix="remember"))
                threading.Thread(target=self._loop.run_forever, name="remember", daemon=True).start()
            return self._loop


portal = Portal()
"""The portal of this process. A forked child gets its own."""


def _renew() -> None:
    portal.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
