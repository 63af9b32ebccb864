"""How an operation is reached over HTTP."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Route:
    """The route of an operation, and what it gives. `body`: it takes the raw body of the request."""

    method: str
    path: str
    result: Any
    body: bool = False

    @property
    def named(self) -> bool:
        """Whether it is posted under its name, with a JSON object of arguments."""
        return self.path.startswith("/operations/")
