"""Mail as text: the header that says who wrote it and when, then its words, then each mail it forwards.

The fields are those of RFC 5322 and the parts those of RFC 2045 to 2049 and 2183. Of a message that is sent
in two forms its plain text is read, else its HTML as Markdown. What is attached is named in the header and
left out. A damaged message is read as far as it goes.
"""

import email
import email.policy
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser

from remember.domain.text import decode, stored_text
from remember.errors import Incorrect
from remember.providers.html_markdown import HtmlMarkdown

# Every field that is shown, in the order in which it is; the names are those that a reader of mail knows.
_FIELDS = ("From", "To", "Cc", "Date", "Subject", "Message-ID", "In-Reply-To", "References")
_NAMED_MOST = 30
_NESTED_MOST = 20
_BROKEN = (ValueError, LookupError, TypeError, AttributeError, HeaderParseError)
"""What the standard library raises for fields and parts that are written wrong."""


class Mail:
    """The converter of messages as mail programs save them (`.eml`)."""

    name = "mail"
    version = "1"
    mimes = frozenset({"message/rfc822", "message/global"})

    def convert(self, content: bytes, charset: str | None) -> str:
        """Header and words of the message. `Incorrect` where it has no field, and so is no mail.

        `charset` is that of words for which the message declares none; without it they are UTF-8 if they
        can be, else Western European.
        """
        return stored_text("\n\n".join(_message(_parsed(content), charset, depth=0)) + "\n")

    def links(self, content: bytes, charset: str | None) -> list[str]:
        """Where the links of what was written as HTML lead, in order; plain text says its own."""
        message = _parsed(content)
        pages = [part for part in _shown(message) if part.get_content_type() == "text/html"]
        html = HtmlMarkdown()
        return [link for page in pages for link in html.links(_words(page, charset).encode(), "utf-8")]


def _parsed(content: bytes) -> Message:
    try:
        message = email.message_from_bytes(content, policy=email.policy.compat32)
    except RecursionError:
        # Thousands of parts in each other are no letter of anybody's: who sent it is still told.
        message = BytesHeaderParser(policy=email.policy.compat32).parsebytes(content)
        message.set_payload("")
    if not any(message[field] for field in _FIELDS):
        raise Incorrect(
            "the body is no mail: it begins with no field such as From, Date or Subject",
            code="mail_without_header",
            hint="send it with the mime type of what it is",
        )
    return message


def _message(message: Message, charset: str | None, *, depth: int) -> Iterator[str]:
    """The header, the words, and the messages that are forwarded in it."""
    body: list[str] = []
    left_out: list[str] = []
    forwarded: list[Message] = []
    for part in _parts(message):
        if part.get_content_type() in Mail.mimes and part.is_multipart():
            forwarded += _inner(part) if depth < _NESTED_MOST else []
        elif _is_words(part):
            body.append(_read(part, charset))
        else:
            left_out.append(_attachment(part))
    fields = [(field, _field(message, field)) for field in _FIELDS]
    fields.append(("Attachments", _told(left_out)))
    yield "\n".join(f"{name}: {value}" for name, value in fields if value or name == "From")
    yield from (words for words in body if words)
    for inner in forwarded:
        yield from _message(inner, charset, depth=depth + 1)


def _told(left_out: list[str]) -> str:
    named = ", ".join(left_out[:_NAMED_MOST])
    more = f", and {len(left_out) - _NAMED_MOST} more" if len(left_out) > _NAMED_MOST else ""
    return f"{named}{more}; left out, for only the words of a mail are read" if named else ""


def _parts(message: Message) -> Iterator[Message]:
    """The parts that are shown or attached, in order: of two forms of the same words only one."""
    todo = [message]
    while todo:
        part = todo.pop()
        kind = part.get_content_type()
        if not part.is_multipart() or kind in Mail.mimes:
            yield part
        else:
            inner = _inner(part)
            todo += reversed(_best(inner) if kind == "multipart/alternative" else inner)


def _inner(part: Message) -> list[Message]:
    return [one for one in part.get_payload() if isinstance(one, Message)]


def _best(forms: list[Message]) -> list[Message]:
    """The form of a message that is read: plain text if it has words, else HTML, else any."""

    def has_words(form: Message, wanted: str) -> bool:
        return any(
            part.get_content_type() == wanted and _payload(part).strip() and _is_words(part)
            for part in form.walk()
        )

    plain = [form for form in forms if has_words(form, "text/plain")]
    return (plain or [form for form in forms if has_words(form, "text/html")] or forms)[:1]


def _shown(message: Message) -> list[Message]:
    return [part for part in _parts(message) if _is_words(part)]


def _is_words(part: Message) -> bool:
    """Whether a part is what was written, and not attached; parts that never end are taken as they stand."""
    broken = part.get_content_maintype() == "multipart" and not part.is_multipart()
    words = broken or part.get_content_type() in {"text/plain", "text/html", "text/markdown"}
    return words and not (part.get_content_disposition() == "attachment" or _filename(part))


def _read(part: Message, charset: str | None) -> str:
    words = _words(part, charset)
    if part.get_content_type() == "text/html":
        page = HtmlMarkdown().convert(words.encode(), "utf-8")
        return page.strip()
    return "\n".join(words.splitlines()).strip("\n")


def _words(part: Message, charset: str | None) -> str:
    return _decoded(_payload(part), _declared(part) or charset)


def _payload(part: Message) -> bytes:
    """The bytes of a part without their transfer encoding; as they stand where that is written wrong."""
    try:
        payload = part.get_payload(decode=True)
    except _BROKEN:
        payload = str(part.get_payload()).encode("utf-8", "replace")
    return payload if isinstance(payload, bytes) else b""


def _declared(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except _BROKEN:
        return None


def _decoded(content: bytes, charset: str | None) -> str:
    """The words of some bytes: as declared if they are, else UTF-8, else Western European."""
    for codec in (charset, "utf-8", "cp1252"):
        if codec:
            try:
                return decode(content, codec)
            except Incorrect:
                continue
    return stored_text(content.decode("utf-8", "replace"))


def _field(message: Message, name: str) -> str:
    """A field on one line, its encoded words (RFC 2047) decoded."""
    return next((_line(value) for key, value in message.raw_items() if key.lower() == name.lower()), "")


def _line(value: str) -> str:
    # The parser keeps bytes that are no ASCII as halves of characters.
    text = " ".join(_decoded(value.encode("utf-8", "surrogateescape"), None).split())
    try:
        pieces = decode_header(text)
    except _BROKEN:
        pieces = []
    words = "".join(_decoded(one, charset) if isinstance(one, bytes) else one for one, charset in pieces)
    return " ".join(words.split()) or text


def _attachment(part: Message) -> str:
    name = _filename(part)
    kind, size = part.get_content_type(), len(_payload(part))
    return f"{name} ({kind}, {size} bytes)" if name else f"{kind} ({size} bytes)"


def _filename(part: Message) -> str:
    try:
        return _line(part.get_filename() or "")
    except _BROKEN:
        return ""
