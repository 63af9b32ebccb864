"""How an operation is reached over HTTP."""

from dataclasses import dataclass
from typing import Any

from remember.wire import ContextBundleV2, Envelope, Result


@dataclass(frozen=True)
class Route:
    """The route of an operation, and what it gives. `body`: it takes the raw body of the request."""

    method: str
    path: str
    result: Any
    body: bool = False

    @property
    def enveloped(self) -> bool:
        """Whether it gives an envelope or a bundle of them, which an account may come with."""
        return self.result in (Envelope, ContextBundleV2, Result)
