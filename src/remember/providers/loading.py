"""A model that is loaded once, behind the back of whoever opens a memory."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Generic, TypeVar

from remember.errors import Unavailable
from remember.providers.models import INSTALL

_Model = TypeVar("_Model")


class LoadOnce(Generic[_Model]):
    """A value that takes long to make: made at first need, on a thread of its own, for all who ask.

    Its own thread, because spaCy takes most of a second to load and no question shall wait behind that.
    A failure goes to everyone who waits; whoever asks later starts another attempt.
    """

    def __init__(self, name: str, load: Callable[[], _Model]) -> None:
        self._name = name
        self._load = load
        self._lock = Lock()
        self._future: Future[_Model] | None = None

    def start(self) -> Future[_Model]:
        """Begin to load, if nobody has, and return at once."""
        with self._lock:
            if self._future is None or (self._future.done() and self._future.exception()):
                loader = ThreadPoolExecutor(1, thread_name_prefix=f"load-{self._name}")
                self._future = loader.submit(self._loaded)
                loader.shutdown(wait=False)
            return self._future

    async def get(self) -> _Model:
        """The value, after it is loaded; cancelling this leaves the loading to those who still wait."""
        future = self.start()
        if future.done():
            return future.result()
        return await asyncio.shield(asyncio.wrap_future(future))

    def _loaded(self) -> _Model:
        try:
            return self._load()
        except ModuleNotFoundError as missing:
            raise Unavailable(
                f"the {self._name} model cannot be loaded: there is no package {missing.name}",
                code="model_missing",
                hint=INSTALL,
                data={"model": self._name, "package": missing.name},
            ) from missing
