"""A chat model's reply as its server sends it: read while it arrives, and no further than it can be used."""

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Protocol

import httpx2

from remember.domain.utf16 import units
from remember.errors import Busy, RememberError, Unavailable
from remember.providers.chat import ChatReply, ChatRequest

GRACE_SECONDS = 1.0
"""By how much a connection may outlive the time-out: who asked decides first that it is over."""

_DATA = b"data:"
_LAST = b"[DONE]"
_ROOM_OF_AN_EVENT = 65_536
# A character of the reply takes up to six bytes as an escape, and a server may send the reply in one event.
_BYTES_OF_A_UNIT = 6
_LENGTHS = frozenset({"minLength", "maxLength", "minItems", "maxItems"})


class TokenCount:
    """The tokens of a call as the events of its reply tell them; None for what none of them tells."""

    def __init__(self, names_in: Sequence[str], name_out: str) -> None:
        self._names_in = names_in
        self._name_out = name_out
        self.tokens_in: int | None = None
        self.tokens_out: int | None = None

    def note(self, usage: object) -> None:
        """Take what a part of an event says of them; what is none is left aside."""
        if not isinstance(usage, Mapping):
            return
        told = [usage[name] for name in self._names_in if _is_count(usage.get(name))]
        if told:
            self.tokens_in = sum(told)
        if _is_count(usage.get(self._name_out)):
            self.tokens_out = usage[self._name_out]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31


class Streamed(Protocol):
    """A response that is read as it arrives."""

    def iter_bytes(self) -> AsyncIterator[bytes]:
        """Its body, piece by piece."""
        ...


class StreamedChat(ABC):
    """A `Chat` by a maker's own client: one attempt, no tools, no redirects, read as a stream.

    A connection is made for each call, so that any event loop may call.
    """

    failures: ClassVar[type[Exception]]
    """What the client raises."""
    tokens_in: ClassVar[tuple[str, ...]]
    tokens_out: ClassVar[str]
    """How its events name the tokens of a call."""

    def __init__(
        self, model: str, *, base_url: str, api_key: str, parameters: Mapping[str, Any] | None
    ) -> None:
        self.model_id = model
        self._base_url = base_url
        self._api_key = api_key
        self._parameters = dict(parameters or {})
        self._tls = httpx2.create_ssl_context()

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The reply. Raises `Busy` or `Unavailable`, neither of which repeats what was sent."""
        count = TokenCount(self.tokens_in, self.tokens_out)
        try:
            async with self._opened(request) as response:
                text = await read_reply(
                    response.iter_bytes(),
                    lambda event: self._text(event, count),
                    max_response_chars=request.max_response_chars,
                )
        except (self.failures, httpx2.HTTPError) as error:
            raise failure(error, self.model_id) from None
        return ChatReply(text=text, tokens_in=count.tokens_in, tokens_out=count.tokens_out)

    @abstractmethod
    def _opened(self, request: ChatRequest) -> AbstractAsyncContextManager[Streamed]:
        """The response to a request, as long as it is read."""

    @abstractmethod
    def _text(self, event: Mapping[str, Any], count: TokenCount) -> str | None:
        """The text that an event adds to the reply, if any; raises where it tells of a failure."""

    def _reach(self) -> dict[str, Any]:
        return {"base_url": self._base_url, "api_key": self._api_key, "max_retries": 0}

    def _connection(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(verify=self._tls, follow_redirects=False)


ReadEvent = Callable[[Mapping[str, Any]], str | None]
"""The text that an event adds to the reply, if any; raises where it tells of a failure."""


async def read_reply(chunks: AsyncIterator[bytes], text_of: ReadEvent, *, max_response_chars: int) -> str:
    """The whole text of a stream of events; once it is too long, what there is of it, and the stream is left.

    Raises `Unavailable` for what is no such stream. No more is held than the reply and one event.
    """
    parts: list[str] = []
    length = 0
    longest = _ROOM_OF_AN_EVENT + _BYTES_OF_A_UNIT * max_response_chars
    async for data in _events(chunks, longest):
        text = text_of(_event(data))
        if text:
            parts.append(text)
            length += units(text)
        if length > max_response_chars:
            break
    return "".join(parts)


async def _events(chunks: AsyncIterator[bytes], longest: int) -> AsyncIterator[bytes]:
    buffer = bytearray()
    async for chunk in chunks:
        buffer += chunk
        *lines, rest = buffer.split(b"\n")
        buffer = rest
        if len(buffer) > longest:
            raise unreadable(f"an event has more than {longest} bytes")
        for line in lines:
            if line.startswith(_DATA):
                data = bytes(line[len(_DATA) :].strip())
                if data == _LAST:
                    return
                yield data


def _event(data: bytes) -> Mapping[str, Any]:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, Mapping):
        raise unreadable("an event is no JSON object")
    return event


def shape_of(schema: Any) -> Any:
    """A JSON schema without the lengths of its texts and lists.

    They are checked in any case, and some servers that hold a model to a schema refuse or unroll them.
    """
    if isinstance(schema, Mapping):
        return {key: shape_of(value) for key, value in schema.items() if key not in _LENGTHS}
    return [shape_of(value) for value in schema] if isinstance(schema, list) else schema


def unreadable(why: str) -> Unavailable:
    """The error for a stream that is none; it says nothing of what was sent."""
    return Unavailable(
        f"the reply of the chat model cannot be read: {why}",
        code="chat_unreadable",
        hint="check that the address is that of a chat model of this kind",
    )


def failure(error: Exception, model: str) -> RememberError:
    """The error of ours for one of a model's client. Its text is left out: it may repeat the prompt."""
    status = getattr(error, "status_code", None)
    kind = type(error).__name__
    data = {"model": model, "status": status, "error": kind}
    if status == 429:
        return Busy(
            f"the chat model {model} takes no more requests",
            code="chat_busy",
            hint="ask again a little later",
            data=data,
        )
    if status is not None:
        return Unavailable(
            f"the chat model {model} refuses with status {status}",
            code="chat_refused",
            hint="check its name, its key and that it takes requests of this size",
            data=data,
        )
    return Unavailable(
        f"the chat model {model} does not answer: {kind}",
        code="chat_unreachable",
        hint="check its address, and that it runs",
        data=data,
    )
