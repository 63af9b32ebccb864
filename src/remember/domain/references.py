"""References: where a text points at other documents, found by its marks alone.

Markdown links and pictures, definitions of links, wiki links, addresses of the web, and in the header of a
mail the message that it answers. Code is left out: what stands there is shown, not meant.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from uuid import UUID, uuid5

from remember.domain.locators import Place, borne, of_link, of_message, of_wiki_link
from remember.domain.mail import HEADER_LINES_MAX, header
from remember.domain.structure import BlockKind, Markup, blocks

MOST_REFERENCES = 2_000
"""Documents that one version may point at; what comes after them is left out."""

_REFERENCES = UUID("0c9f4f0e-6f0b-5d0d-9a51-3b1f6f8e2d17")


class ReferenceKind(StrEnum):
    """How a document points at another one."""

    LINKS_TO = "links_to"
    ATTACHES = "attaches"
    REPLIES_TO = "replies_to"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One document that a text points at, as it is written where it first does, `places` times in all.

    `locators` say which document that may be, the surest first. What the converted text does not show has
    no span.
    """

    kind: ReferenceKind
    raw: str
    locators: tuple[str, ...]
    char_start: int | None = None
    char_end: int | None = None
    places: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointing:
    """What a version points at, and the locators by which others point at its document."""

    references: Sequence[Reference]
    locators: Sequence[str]


def pointing(
    text: str, markup: Markup | None, place: Place, title: str | None, *, links: Sequence[str] = ()
) -> Pointing:
    """What a text points at and how it is pointed at; `links` are those that its conversion left out.

    A text without a markup is rows, and points at nothing.
    """
    fields = {} if markup is None else header(text[:_HEADER_MAX].splitlines()[:HEADER_LINES_MAX])
    found = [] if markup is None else [*_answered(text, fields), *_written(text, markup, place)]
    hidden = (
        Reference(kind=ReferenceKind.LINKS_TO, raw=link[:RAW_MAX], locators=of_link(link, place))
        for link in links
    )
    ids = _MESSAGE_ID.findall(fields.get("message-id", ""))
    return Pointing(
        references=list(islice(_joined([*found, *hidden]), MOST_REFERENCES)),
        locators=borne(place, title, ids[0] if ids else None),
    )


def reference_id(version_id: UUID, ordinal: int) -> UUID:
    """The identity of a version's reference."""
    return uuid5(_REFERENCES, f"{version_id}:{ordinal}")


RAW_MAX = 2_048
_HEADER_MAX = 20_000
_MESSAGE_ID = re.compile(r"<([^<>\s@]{1,250}@[^<>\s]{1,250})>")
_TARGET = r"(?:<([^<>\n]{1,2000})>|([^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,4}))"
_TITLE = r"""(?:[ \t\n]{1,3}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)))?"""
_INLINE = re.compile(
    rf"(?:(!?)\[(?:[^\[\]\\\n]|\\.){{0,500}}\]|(?<=\))\])\([ \t]{{0,3}}{_TARGET}{_TITLE}[ \t]{{0,3}}\)"
)
_DEFINED = re.compile(rf"^ {{0,3}}\[(?!\^)[^\[\]\n]{{1,300}}\]:[ \t]{{0,10}}{_TARGET}", re.MULTILINE)
_WIKI = re.compile(r"(!?)\[\[([^\[\]|\n]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]")
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"'`\[\]{}|\\^]{1,2000}", re.IGNORECASE)
_INLINE_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,1000}(?<!`)\1(?!`)")
_CLOSING = ".,;:!?*_~"


def _written(text: str, markup: Markup, place: Place) -> list[Reference]:
    """What the text itself points at, in the order of the text."""
    found: dict[int, Reference] = {}
    free = bytearray(_shown(text, markup))
    for start, end, reference in _marked(text, markup, place):
        if not any(free[start:end]):
            free[start:end] = b"\1" * (end - start)
            found[start] = replace(reference, char_start=start, char_end=end)
    return [found[start] for start in sorted(found)]


def _shown(text: str, markup: Markup) -> bytearray:
    """One byte a character: 1 where code only shows it."""
    taken = bytearray(len(text))
    if markup is Markup.MARKDOWN:
        spans = [(one.char_start, one.char_end) for one in blocks(text, markup) if one.kind is BlockKind.CODE]
        spans += [found.span() for found in _INLINE_CODE.finditer(text)]
        for start, end in spans:
            taken[start:end] = b"\1" * (end - start)
    return taken


def _marked(text: str, markup: Markup, place: Place) -> Iterator[tuple[int, int, Reference]]:
    """Every mark with its span, the surest marks first: what one of them covers is no other."""
    if markup is not Markup.PLAIN:
        for found in _WIKI.finditer(text):
            yield *found.span(), _reference(found[2], found[1], of_wiki_link(found[2], place))
        for found in _INLINE.finditer(text):
            target = found[2] or found[3]
            yield *found.span(), _reference(target, found[1], of_link(target, place))
        for found in _DEFINED.finditer(text):
            target = found[1] or found[2]
            yield *found.span(), _reference(target, None, of_link(target, place))
    for found in _ADDRESS.finditer(text):
        address = _without_closing(found[0])
        yield found.start(), found.start() + len(address), _reference(address, None, of_link(address, place))


def _reference(raw: str, mark: str | None, locators: tuple[str, ...]) -> Reference:
    kind = ReferenceKind.ATTACHES if mark == "!" else ReferenceKind.LINKS_TO
    return Reference(kind=kind, raw=raw[:RAW_MAX], locators=locators)


def _without_closing(address: str) -> str:
    """An address in a sentence, without the signs that end the sentence or a bracket around it."""
    end, unopened = len(address), address.count(")") - address.count("(")
    while address[end - 1] in _CLOSING or (address[end - 1] == ")" and unopened > 0):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _answered(text: str, fields: dict[str, str]) -> Iterator[Reference]:
    """The message that a mail answers: the one that it names so, else the last of the thread."""
    answered = _MESSAGE_ID.findall(fields.get("in-reply-to", ""))[:1]
    for message_id in answered or _MESSAGE_ID.findall(fields.get("references", ""))[-1:]:
        start = text.find(message_id, 0, _HEADER_MAX)
        yield Reference(
            kind=ReferenceKind.REPLIES_TO,
            raw=f"<{message_id}>",
            locators=of_message(message_id),
            char_start=start,
            char_end=start + len(message_id),
        )


def _joined(found: Iterable[Reference]) -> list[Reference]:
    """Each document that is pointed at in one way once, where it first is, with how often."""
    first: dict[tuple[ReferenceKind, tuple[str, ...]], Reference] = {}
    for one in found:
        if one.locators:
            key = one.kind, one.locators
            before = first.get(key)
            first[key] = one if before is None else replace(before, places=before.places + 1)
    return list(first.values())
