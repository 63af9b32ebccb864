"""Content objects: bytes in a folder, named by their SHA-256 and stored once a tenant.

    FOLDER/TENANT/ab/cdef...    an object
    FOLDER/incoming/...         bodies that are still arriving

An object is complete before it has its name, and it is stored before a row speaks of it: a crash leaves
at most an object that nobody refers to. Readers check what they read against its name.
"""

import asyncio
import contextlib
import hashlib
import os
import time
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from uuid import UUID, uuid4

from remember.errors import Fault, TooLarge, Unavailable
from remember.store.database import Transaction, maybe, none

Body = bytes | AsyncIterable[bytes]

_ABANDONED = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A body that has arrived whole and has no name yet."""

    path: Path
    content_hash: str
    byte_size: int


class ContentStore:
    """The content objects of every tenant of one memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def receive(self, body: Body, *, most: int = 0) -> AsyncIterator[Incoming]:
        """Take a body in; it is gone again afterwards unless `keep` was called.

        Raises `TooLarge` as soon as more than `most` bytes came (0: no limit).
        """
        path = self._folder / "incoming" / uuid4().hex
        try:
            yield await self._take_in(path, body, most)
        finally:
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def keep(self, tenant_id: UUID, incoming: Incoming) -> None:
        """Give a body its name, for good; nothing is written where the object is there already."""
        await asyncio.to_thread(_name, incoming, self._path(tenant_id, incoming.content_hash))

    async def put(self, tenant_id: UUID, body: bytes) -> str:
        """Store bytes; their name."""
        async with self.receive(body) as incoming:
            await self.keep(tenant_id, incoming)
            return incoming.content_hash

    async def get(self, tenant_id: UUID, content_hash: str) -> bytes:
        """The bytes of an object; a `Fault` where they are gone or are not what their name says."""
        return await asyncio.to_thread(_read, self._path(tenant_id, content_hash), content_hash)

    async def sweep(self) -> None:
        """Remove bodies that stopped arriving more than a day ago: their process did not live to do so."""
        await asyncio.to_thread(_sweep, self._folder / "incoming")

    def _path(self, tenant_id: UUID, content_hash: str) -> Path:
        return self._folder / str(tenant_id) / content_hash[:2] / content_hash[2:]

    async def _take_in(self, path: Path, body: Body, most: int) -> Incoming:
        if isinstance(body, bytes):
            check_size(len(body), most)
            return await asyncio.to_thread(_write, path, body)
        digest, size = hashlib.sha256(), 0
        file = await asyncio.to_thread(_create, path)
        try:
            async for piece in body:
                size += len(piece)
                check_size(size, most)
                digest.update(piece)
                await asyncio.to_thread(_append, file, piece)
            await asyncio.to_thread(_sync, file)
        finally:
            file.close()
        return Incoming(path=path, content_hash=digest.hexdigest(), byte_size=size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Representation:
    """One conversion of one content; `text_hash` names the object that holds the text, as UTF-8."""

    representation_id: UUID
    text_hash: str
    text_length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """What a representation is a conversion of, and by what; the same conversion is never made twice."""

    content_hash: str
    mime: str
    converter: str
    converter_version: str


async def record(tx: Transaction, tenant_id: UUID, incoming: Incoming, mime: str) -> None:
    """Note a content object, once; the type it is first declared as stays."""
    await none(
        tx,
        "content.record",
        tenant_id=tenant_id,
        content_hash=incoming.content_hash,
        mime=mime,
        byte_size=incoming.byte_size,
    )


async def representation(tx: Transaction, tenant_id: UUID, conversion: Conversion) -> Representation | None:
    """The result of a conversion that was made before."""
    return await maybe(
        tx, "content.representation", Representation, tenant_id=tenant_id, **_columns(conversion)
    )


async def add_representation(
    tx: Transaction, tenant_id: UUID, conversion: Conversion, made: Representation
) -> Representation:
    """Note the result of a conversion; the earlier one where somebody else was faster."""
    await none(
        tx,
        "content.add_representation",
        tenant_id=tenant_id,
        representation_id=made.representation_id,
        text_hash=made.text_hash,
        text_length=made.text_length,
        **_columns(conversion),
    )
    return await representation(tx, tenant_id, conversion) or made


def _columns(conversion: Conversion) -> dict[str, str]:
    return {
        "content_hash": conversion.content_hash,
        "mime": conversion.mime,
        "converter": conversion.converter,
        "converter_version": conversion.converter_version,
    }


def _sweep(folder: Path) -> None:
    latest = time.time() - _ABANDONED
    for path in folder.glob("*"):
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_mtime < latest:
                path.unlink()


def check_size(size: int, most: int) -> None:
    """Raises `TooLarge` for a body of more than `most` bytes (0: no limit)."""
    if most and size > most:
        raise TooLarge(
            f"the body has more than {most} bytes",
            code="body_too_large",
            hint="send less, or raise the limit",
            data={"limit": most},
        )


def _create(path: Path) -> BinaryIO:
    try:
        _make_folder(path.parent)
        return path.open("xb")
    except OSError as error:
        raise _not_stored(error) from error


def _write(path: Path, body: bytes) -> Incoming:
    with _create(path) as file:
        _append(file, body)
        _sync(file)
    return Incoming(path=path, content_hash=hashlib.sha256(body).hexdigest(), byte_size=len(body))


def _append(file: BinaryIO, piece: bytes) -> None:
    try:
        file.write(piece)
    except OSError as error:
        raise _not_stored(error) from error


def _sync(file: BinaryIO) -> None:
    try:
        file.flush()
        os.fsync(file.fileno())
    except OSError as error:
        raise _not_stored(error) from error


def _name(incoming: Incoming, path: Path) -> None:
    if _is_whole(path, incoming):
        return
    try:
        made = not path.parent.exists()
        _make_folder(path.parent)
        incoming.path.replace(path)
        _sync_folder(path.parent)
        if made:
            _sync_folder(path.parent.parent)
    except OSError as error:
        raise _not_stored(error) from error


def _is_whole(path: Path, incoming: Incoming) -> bool:
    try:
        if path.stat().st_size != incoming.byte_size:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == incoming.content_hash
    except FileNotFoundError:
        return False


def _make_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _read(path: Path, content_hash: str) -> bytes:
    try:
        body = path.read_bytes()
    except FileNotFoundError as error:
        raise Fault(
            f"content object {content_hash} is missing",
            code="content_missing",
            hint="put the content folder back beside the database that it belongs to",
        ) from error
    if hashlib.sha256(body).hexdigest() != content_hash:
        raise Fault(
            f"content object {content_hash} holds other bytes than it was given",
            code="content_damaged",
            hint="restore the file from a copy, or ingest the document again",
        )
    return body


def _not_stored(error: OSError) -> Unavailable:
    return Unavailable(
        f"the body could not be stored: {error.strerror}",
        code="content_not_stored",
        hint="check the free space and the permissions of the data folder",
    )
