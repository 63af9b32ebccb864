"""What makes text of bytes: one converter a family of types, found by the declared MIME type."""

from collections.abc import Sequence
from typing import Protocol

from remember.domain.conversations import CONVERSATION, messages_in, write
from remember.domain.documents import media_type
from remember.domain.rows import layout_of
from remember.domain.text import decode
from remember.providers.html_markdown import HtmlMarkdown
from remember.providers.mail import Mail


class Convert(Protocol):
    """Makes the stored text of bytes. The same bytes give the same text for one name and version."""

    @property
    def name(self) -> str:
        """Recorded with the text, so that a better converter is known from a worse one."""
        ...

    @property
    def version(self) -> str:
        """Raised whenever the same bytes may give another text."""
        ...

    @property
    def mimes(self) -> frozenset[str]:
        """The types that it converts, in lower case and without parameters."""
        ...

    def convert(self, content: bytes, charset: str | None) -> str:
        """The stored text of the bytes. Takes processor time; raises `Incorrect` for damaged input."""
        ...

    def links(self, content: bytes, charset: str | None) -> Sequence[str]:
        """Where the bytes link to, as far as the stored text does not say it."""
        ...


class PlainText:
    """The converter of what is text already: Markdown and plain text are stored as they were written."""

    name = "plain-text"
    version = "1"
    mimes = frozenset({"text/markdown", "text/x-markdown", "text/plain"})

    def convert(self, content: bytes, charset: str | None) -> str:
        """The stored text of the bytes; `Incorrect` names the first one that is not text."""
        return decode(content, charset)

    def links(self, content: bytes, charset: str | None) -> Sequence[str]:
        """None: the text says it all."""
        return ()


class Conversation:
    """The converter of messages: each becomes a turn with its speaker and time."""

    name = "conversation"
    version = "1"
    mimes = frozenset({CONVERSATION})

    def convert(self, content: bytes, charset: str | None) -> str:
        """The stored text of the messages; `Incorrect` names the first line that is none."""
        return write(messages_in(decode(content, charset)))

    def links(self, content: bytes, charset: str | None) -> Sequence[str]:
        """None: the text says it all."""
        return ()


_PLAIN_TEXT = PlainText()
_CONVERTERS: tuple[Convert, ...] = (_PLAIN_TEXT, HtmlMarkdown(), Conversation(), Mail())
_BY_MIME = {mime: converter for converter in _CONVERTERS for mime in converter.mimes}


def converter_for(mime: str) -> Convert | None:
    """What converts bytes of this type, its charset aside; None where they are kept and parked."""
    if layout_of(mime) is not None:
        return _PLAIN_TEXT
    return _BY_MIME.get(media_type(mime)[0])
