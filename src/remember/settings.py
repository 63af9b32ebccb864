"""Every knob there is, each with a default that works. The only reader of the environment.

`Settings()` are the defaults, `Settings.from_environment()` lays the environment over them. A field's
variable is its name in capitals behind `REMEMBER_`.
"""

import os
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from remember.errors import Incorrect

PREFIX = "REMEMBER_"
Value = TypeVar("Value")


def _knob(default: Value, says: str, *, least: float | None = None, secret: bool = False) -> Value:
    """One setting: what it does, the least that a number may be, and whether it may be shown."""
    told = {"doc": says, "least": least, "secret": secret}
    return field(default=default, repr=not secret, metadata=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The configuration of one process. Frozen; take `dataclasses.replace` for a variation."""

    # Where the memory is
    data_dir: Path | None = _knob(
        None, "Folder of an embedded memory. Left out: the platform's folder for user data."
    )
    database_url: str | None = _knob(
        None,
        "Address of a PostgreSQL (16 or newer, with pgvector) that takes the place of the embedded one.",
        secret=True,
    )
    api_url: str | None = _knob(
        None, "Address of a running `remember serve`; clients and commands call it instead of a folder."
    )
    api_key: str | None = _knob(None, "Key that clients and commands send to that address.", secret=True)
    tenant: str = _knob("default", "Name of the memory inside its database; it is made when first opened.")

    # Who may ask
    server_key: str | None = _knob(
        None,
        "Key that callers of `remember serve` must send. Needed to bind more than loopback.",
        secret=True,
    )
    trusted_perimeter: bool = _knob(
        False, "Whether whoever can reach the server is trusted to say who ingests (attribution headers)."
    )
    allowed_hosts: tuple[str, ...] = _knob(
        (), "Host names, separated by commas, that requests may name beside the address that is bound."
    )
    body_max_bytes: int = _knob(
        100_000_000, "Largest body of one ingest, in bytes. 0 switches the limit off.", least=0
    )

    # The embedded database
    embedded_user: str | None = _knob(
        None, "Unprivileged user that runs PostgreSQL when we are root. Left out: `postgres`, else `nobody`."
    )
    embedded_keep: bool = _knob(False, "Whether the last process leaves the embedded PostgreSQL running.")
    database_connections: int = _knob(8, "Most connections one process opens to the database.", least=2)

    # The write path
    workers: int = _knob(0, "Worker processes that `remember serve` starts beside its own worker.", least=0)
    lease_seconds: float = _knob(30.0, "How long a job stays with a worker that gives no sign.", least=1)
    max_attempts: int = _knob(3, "How often a job is tried before it is kept as a dead letter.", least=1)
    model_threads: int = _knob(2, "Threads on which the local models embed and rerank.", least=1)
    drain_seconds: float = _knob(
        30.0, "How long closing a client waits for its own versions to be processed.", least=0
    )

    # The read path
    relevance_floor: float = _knob(
        0.62, "Cosine that the best answer to a question without anchors must reach. 0: any will do.", least=0
    )
    rrf_k: int = _knob(10, "Constant of reciprocal rank fusion: smaller favours the first ranks.", least=1)
    semantic_weight: float = _knob(1.0, "Weight of the channel that searches by meaning.", least=0)
    bm25_weight: float = _knob(1.0, "Weight of the channel that searches by words.", least=0)
    rerank_depth: int = _knob(0, "How many of the first candidates the reranker reads. 0: none.", least=0)
    rerank_budget_ms: int = _knob(500, "Milliseconds after which a read goes without the reranker.", least=0)

    # What is found by meaning
    embed_model: str | None = _knob(
        None, "Name of an embedder at an address that speaks OpenAI's embeddings. Left out: the local one."
    )
    embed_url: str | None = _knob(
        None, "Address of that embedder. Left out: that of the language models, else OpenAI's."
    )

    reindex: bool = _knob(False, "Whether a memory of another embedder is given this one, in the background.")

    # Language models that read
    extract_model: str | None = _knob(
        None,
        "Name of a language model, at the address of the chat model, that reads claims. Left out: rules.",
    )
    model_fallback: bool = _knob(
        True, "Whether rules read a passage that the model failed at; else its document fails."
    )
    model_timeout: float = _knob(
        60.0, "Seconds after which one call of such a model is given up.", least=0.001
    )
    model_calls_at_once: int = _knob(4, "Most calls that one process has under way at a time.", least=1)
    model_tokens: int = _knob(4_000, "Most tokens of one reply that reads a passage.", least=1)
    model_price_in: float = _knob(0.0, "US dollars for a million tokens that are sent.", least=0)
    model_price_out: float = _knob(0.0, "US dollars for a million tokens of replies.", least=0)
    model_budget: float | None = _knob(
        None,
        "US dollars that reading may cost in a day (UTC); what is left waits. Left out: no limit.",
        least=0,
    )

    # Answering
    chat_provider: str = _knob(
        "openai", "Kind of language model: openai (any address that speaks it) or anthropic."
    )
    chat_model: str | None = _knob(
        None, "Name of the chat model that answers. Left out: answers are extracts, word for word."
    )
    chat_url: str | None = _knob(None, "Address of the language models. Left out: that of their provider.")
    chat_key: str | None = _knob(None, "Key for the language models and the embedder.", secret=True)
    answer_floor: float = _knob(
        -7.0, "Least score by the reranker, about -11 to 11, of words that answer by extract."
    )
    answer_margin: float = _knob(
        0.0, "By how much these must outscore what another speaker says of themselves; below it, no answer."
    )

    # Telling
    log_level: str = _knob("warning", "Least level that is logged: debug, info, warning or error.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The defaults with the environment over them; raises `Incorrect` naming the variable."""
        given = os.environ if environment is None else environment
        found = {
            knob.name: _read(knob, given[variable(knob)]) for knob in knobs() if given.get(variable(knob))
        }
        return cls(**found)

    def folder(self) -> Path:
        """The folder of the embedded memory: the one set, else the platform's for user data."""
        return self.data_dir or _platform_folder()


def knobs() -> tuple[Field[Any], ...]:
    """Every setting in the order of the page; `metadata["doc"]` says what it does."""
    return fields(Settings)


def variable(knob: Field[Any]) -> str:
    """The environment variable of a setting."""
    return PREFIX + knob.name.upper()


def _read(knob: Field[Any], text: str) -> Any:
    try:
        value = _PARSERS[_kind(knob.name)](text)
    except ValueError as reason:
        raise _wrong(knob, text, str(reason)) from reason
    least = knob.metadata["least"]
    if least is not None and not value >= least:
        raise _wrong(knob, text, f"must be at least {least:g}")
    if knob.name == "chat_provider" and value not in ("openai", "anthropic"):
        raise _wrong(knob, text, "must be openai or anthropic")
    if knob.name == "log_level" and value not in ("debug", "info", "warning", "error"):
        raise _wrong(knob, text, "must be debug, info, warning or error")
    return value


def _wrong(knob: Field[Any], text: str, reason: str) -> Incorrect:
    shown = "***" if knob.metadata["secret"] else text
    return Incorrect(
        f"{variable(knob)} is {shown!r}: {reason}", code="setting_invalid", hint=knob.metadata["doc"]
    )


def _kind(name: str) -> Any:
    hint = get_type_hints(Settings)[name]
    if get_origin(hint) in (Union, types.UnionType):
        return next(part for part in get_args(hint) if part is not type(None))
    return get_origin(hint) or hint


def _flag(text: str) -> bool:
    known = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(
        ("0", "false", "no", "off"), False
    )
    if text.strip().lower() not in known:
        raise ValueError("must be true or false")
    return known[text.strip().lower()]


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError as reason:
        raise ValueError("must be a number") from reason
    return value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError as reason:
        raise ValueError("must be a whole number") from reason


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


_PARSERS: Mapping[Any, Callable[[str], Any]] = {
    str: str.strip,
    Path: lambda text: Path(text).expanduser(),
    bool: _flag,
    int: _whole,
    float: _number,
    tuple: _names,
}


def _platform_folder() -> Path:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # A home folder of root cannot be entered by the user that PostgreSQL runs as.
        return Path("/var/lib/remember")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "remember"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "remember"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "remember"
