"""Convert: bytes of a declared type become the text that every offset counts in."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from remember.context import Context
from remember.domain.conversations import CONVERSATION
from remember.domain.documents import media_type
from remember.domain.locators import Place
from remember.domain.references import Pointing, pointing
from remember.domain.rows import Layout, layout_of
from remember.domain.structure import Markup
from remember.errors import Unsupported
from remember.ingest.stages import CONVERTED, PASSAGES
from remember.providers.convert import Convert, converter_for
from remember.store import content, jobs, references, stages, versions
from remember.store.content import Conversion, Representation
from remember.store.jobs import Lease
from remember.store.versions import VersionWork

_MARKUPS = {
    "text/plain": Markup.PLAIN,
    "message/rfc822": Markup.PLAIN,
    "message/global": Markup.PLAIN,
    CONVERSATION: Markup.CONVERSATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The converted text of a version: rows in a layout, or prose with the rules that its blocks follow."""

    text: str
    markup: Markup
    layout: Layout | None = None


def has_route(mime: str) -> bool:
    """Whether something converts bytes of this type."""
    return converter_for(mime) is not None


async def convert(context: Context, lease: Lease, work: VersionWork) -> Text:
    """The text of a version; it is converted once a content and converter, and stored before it is named."""
    converter, charset = _route(work.mime)
    conversion = Conversion(
        content_hash=work.content_hash,
        mime=work.mime,
        converter=converter.name,
        converter_version=converter.version,
    )
    async with context.database.read() as tx:
        made = await content.representation(tx, lease.tenant_id, conversion)
    if made is not None:
        stored = await context.content.get(lease.tenant_id, made.text_hash)
        text = await asyncio.to_thread(stored.decode)
    else:
        text, made = await _make(context, lease, work, converter, charset)
    shown = shown_as(work.mime, text)
    if work.representation_id is None:
        found = await pointing_of(context, work, shown, made.text_hash)
        await _save(context, lease, conversion, made, found)
    return shown


def converted(mime: str, body: bytes) -> Text:
    """The text that bytes of a type become; nothing is kept. Raises `Unsupported` (`no_route`)."""
    converter, charset = _route(mime)
    return shown_as(mime, converter.convert(body, charset))


def _route(mime: str) -> tuple[Convert, str | None]:
    essence, charset = media_type(mime)
    converter = converter_for(mime)
    if converter is None:
        raise Unsupported(
            f"nothing converts {essence}",
            code="no_route",
            hint="ingest it as text, or install the files extra",
        )
    return converter, charset


def shown_as(mime: str, text: str) -> Text:
    """The converted text of bytes of a type, with how it is read."""
    markup = _MARKUPS.get(media_type(mime)[0], Markup.MARKDOWN)
    return Text(text=text, markup=markup, layout=layout_of(mime))


async def _make(
    context: Context, lease: Lease, work: VersionWork, converter: Convert, charset: str | None
) -> tuple[str, Representation]:
    body = await context.content.get(lease.tenant_id, work.content_hash)
    text = await asyncio.to_thread(converter.convert, body, charset)
    encoded = text.encode()
    unchanged = encoded == body
    text_hash = work.content_hash if unchanged else await context.content.put(lease.tenant_id, encoded)
    return text, Representation(
        representation_id=context.new_id(), text_hash=text_hash, text_length=len(text)
    )


async def pointing_of(context: Context, work: VersionWork, text: Text, text_hash: str) -> Pointing:
    """What a version points at, and by what it can be pointed at."""
    links = await _links(context, work, text_hash)
    return await asyncio.to_thread(_pointing, text, work, links)


async def _links(context: Context, work: VersionWork, text_hash: str) -> Sequence[str]:
    if text_hash == work.content_hash:
        return ()  # The text is what was sent.
    converter, charset = _route(work.mime)
    body = await context.content.get(context.tenant_id, work.content_hash)
    return await asyncio.to_thread(converter.links, body, charset)


def _pointing(text: Text, work: VersionWork, links: Sequence[str]) -> Pointing:
    place = Place(source_kind=work.source_kind, source_ref=work.source_ref, filename=work.filename)
    markup = text.markup if text.layout is None else None
    return pointing(text.text, markup, place, work.title, links=links)


async def _save(
    context: Context, lease: Lease, conversion: Conversion, made: Representation, found: Pointing
) -> None:
    async with context.database.write() as tx:
        await jobs.hold(tx, lease)
        kept = await content.add_representation(tx, lease.tenant_id, conversion, made)
        await references.add(tx, lease.tenant_id, lease.doc_id, lease.version_id, found)
        await versions.set_text(tx, lease.tenant_id, lease.version_id, kept.representation_id)
        await stages.pass_on(tx, lease.tenant_id, lease.version_id, CONVERTED, PASSAGES)
