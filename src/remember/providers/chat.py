"""What we ask of a chat model, and how it is told to stop."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal, Protocol

from remember.errors import EvidenceCancelled


class CancelSignal:
    """Stops whatever listens to it, once and for good. Any thread may cancel it or listen."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._reason: BaseException | None = None
        self._listeners: dict[object, Callable[[BaseException], object]] = {}

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._reason is not None

    @property
    def reason(self) -> BaseException | None:
        """What whoever waits will raise; `None` until it is cancelled."""
        return self._reason

    def cancel(self, reason: BaseException | None = None) -> None:
        """Tell every listener why, `EvidenceCancelled` by default; only the first call counts."""
        with self._lock:
            if self._reason is not None:
                return
            self._reason = told = reason or EvidenceCancelled(
                "the signal of the caller stopped the answer", code="evidence_cancelled"
            )
            listeners = list(self._listeners.values())
            self._listeners.clear()
        for listener in listeners:
            listener(told)

    def raise_if_cancelled(self) -> None:
        """Raises the reason itself, if there is one."""
        if self._reason is not None:
            raise self._reason

    def on_cancel(self, listener: Callable[[BaseException], object]) -> Callable[[], None]:
        """Call `listener` with the reason, in the thread that cancels; at once if it has happened.

        Returns what takes the listener away again; it may be called at any time, and twice.
        """
        key = object()
        with self._lock:
            reason = self._reason
            if reason is None:
                self._listeners[key] = listener
        if reason is not None:
            listener(reason)
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One call of a chat model: its two prompts and its limits. The model has no tools and sees nothing else.

    `max_tokens` is the output limit to request. A reply longer than `max_response_chars` UTF-16 code units
    is useless, and may be cut off as soon as it is longer. `signal` is cancelled when nobody waits any
    more. `schema` is a JSON schema of the reply, where one was asked for.
    """

    system: str
    user: str
    json: Literal[True] = True
    max_tokens: int
    signal: CancelSignal
    max_response_chars: int
    timeout_ms: int
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What a chat model wrote, and how many tokens that took by its own count, where it tells."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None


class Chat(Protocol):
    """A model that writes: one attempt a call, no tools, and it heeds the limits and the signal."""

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The whole reply."""
        ...


class ConfiguredChat:
    """`Chat` by a model whose client is made when it is first asked; what that raises, asking raises."""

    def __init__(self, model_id: str, load: Callable[[], Chat]) -> None:
        self.model_id = model_id
        self._load = load
        self._chat: Chat | None = None

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The whole reply."""
        if self._chat is None:
            self._chat = self._load()
        return await self._chat.generate(request)
