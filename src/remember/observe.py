"""What a running memory tells about itself: log, trace, count, cost.

Private text is never told. Fields are numbers, ids and short names; a longer text is replaced by its
length, and an error is told by its code.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import structlog
from prometheus_client import Counter

from remember.errors import RememberError

LONGEST_NAME = 80

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_counters: dict[str, Counter] = {}


class _StandardError:
    """Prints to whatever is standard error at that moment."""

    def msg(self, line: str) -> None:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()

    debug = info = warning = error = msg


def _logger(level: str) -> Any:
    # Not structlog's own configuration: that belongs to the program that we are a library of.
    return structlog.wrap_logger(
        _StandardError(),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
    )


_telling = {"logger": _logger("warning")}


def configure(level: str) -> None:
    """Tell events from `level` up; without this call, from warnings up. One JSON line each."""
    _telling["logger"] = _logger(level)


def log(event: str, *, level: str = "info", **fields: Any) -> None:
    """Tell that something happened. `event` is a fixed name; what varies goes into the fields."""
    told = {name: _told(value) for name, value in fields.items()}
    _telling["logger"].log(_LEVELS[level], event, **told)


@contextmanager
def trace(name: str, **fields: Any) -> Iterator[None]:
    """Tell how long the body took, in milliseconds, and the error that ended it, if one did."""
    begun = perf_counter()
    failed: BaseException | None = None
    try:
        yield
    except BaseException as error:
        failed = error
        raise
    finally:
        ended = {"error": failed} if failed else {}
        log(name, level="debug", ms=round((perf_counter() - begun) * 1000, 3), **fields, **ended)


def count(name: str, by: float = 1, **labels: str) -> None:
    """Add to the counter `remember_<name>_total`. One name always carries the same labels."""
    counter = _counters.get(name)
    if counter is None:
        counter = _counters[name] = Counter(f"remember_{name}", name.replace("_", " "), tuple(sorted(labels)))
    (counter.labels(**labels) if labels else counter).inc(by)


def cost(model: str, *, purpose: str, tokens_in: int = 0, tokens_out: int = 0, usd: float = 0.0) -> None:
    """Account one call of a model that is paid by the token."""
    count("model_calls", model=model, purpose=purpose)
    count("model_tokens_in", tokens_in, model=model, purpose=purpose)
    count("model_tokens_out", tokens_out, model=model, purpose=purpose)
    count("model_usd", usd, model=model, purpose=purpose)
    log("model_call", model=model, purpose=purpose, tokens_in=tokens_in, tokens_out=tokens_out, usd=usd)


def _told(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, RememberError):
        return f"{type(value).__name__}: {value.code}"
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, list | tuple | set | frozenset):
        return [_told(item) for item in value]
    text = str(value)
    return text if len(text) <= LONGEST_NAME else f"<{len(text)} characters>"
