"""One error tree. Every surface maps from it, and from nothing else.

RememberError
├── Incorrect      the request cannot be right as it stands       422  exit 2
│   └── EvidenceRequestError  a question with its evidence breaks its rules  422  exit 2
├── Forbidden      the caller may not do this                     403  exit 1
│   └── Unauthenticated  the caller did not say who they are      401  exit 1
├── NotFound       the thing named does not exist for the caller  404  exit 1
├── Conflict       the state is not the one the request needs     409  exit 1
├── Unsupported    well formed, but this memory cannot do it      422  exit 1
├── TooLarge       the body passes the configured limit           413  exit 1
├── Busy           too much at once; the same request may pass    429  exit 1
├── Unavailable    something we need does not answer              503  exit 1
├── Interrupted    stopped before the end (time-out, shutdown)    503  exit 130
│   ├── EvidenceTimeout    the model gave no answer in time        503  exit 130
│   └── EvidenceCancelled  the caller's signal stopped an answer   503  exit 130
└── Fault          a defect of ours                               500  exit 1
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class RememberError(Exception):
    """What happened (`message`), what to do (`hint`), and a stable `code` to branch on.

    `data` holds the values concerned; it never holds private text or secrets.
    """

    category: ClassVar[str] = "fault"
    http_status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        hint: str | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.category
        self.hint = hint
        self.data = dict(data or {})

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class Incorrect(RememberError, ValueError):
    """The request cannot be right as it stands; repeating it will not help."""

    category = "incorrect"
    http_status = 422
    exit_code = 2


class EvidenceRequestError(Incorrect):
    """A question with its evidence breaks the rules of the answering contract; no model was called."""

    @property
    def issues(self) -> tuple[tuple[str, str], ...]:
        """Where each breach is (a path such as `sources[2].id`) and its code; never what was given."""
        return tuple((issue["path"], issue["code"]) for issue in self.data.get("issues", ()))


class Forbidden(RememberError):
    """The caller may not do this."""

    category = "forbidden"
    http_status = 403


class Unauthenticated(Forbidden):
    """The caller did not say who they are, or it could not be verified."""

    http_status = 401


class NotFound(RememberError):
    """The thing named does not exist, as far as this caller may know."""

    category = "not_found"
    http_status = 404


class Conflict(RememberError):
    """The state is not the one that the request needs; read it again, then decide."""

    category = "conflict"
    http_status = 409


class Unsupported(RememberError):
    """Well formed, but this memory (its database, platform or settings) cannot do it."""

    category = "unsupported"
    http_status = 422


class TooLarge(RememberError):
    """The body passes the configured limit."""

    category = "incorrect"
    http_status = 413


class Busy(RememberError):
    """Too much at once; the same request may pass a little later."""

    category = "busy"
    http_status = 429


class Unavailable(RememberError):
    """Something this call needs does not answer."""

    category = "unavailable"
    http_status = 503


class Interrupted(RememberError):
    """Stopped before the end: a time-out, a cancellation, a shutdown."""

    category = "interrupted"
    http_status = 503
    exit_code = 130


class EvidenceTimeout(Interrupted, TimeoutError):
    """The model gave no answer in time; it was told to stop, and may have gone on at its owner's cost."""


class EvidenceCancelled(Interrupted):
    """The signal that the caller gave stopped the answer, without a reason of its own."""


class Fault(RememberError):
    """A defect of ours. Please report it with the code and the data."""
