"""Sealed cursors: a place in a listing that a caller can keep and send back, and can neither read nor change.

A cursor opens only for the operation, the filters and the caller it was made for. The keys live in the
database, so every process of a memory opens the cursors of every other.
"""

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from remember.errors import Incorrect
from remember.store.database import Database, many, none

# "cursors" as a number: held while the first key is made.
_LOCK = 0x637572736F7273
_FORMAT = b"\x01"
_NONCE = 12


@dataclass(frozen=True, slots=True)
class _Key:
    key_id: int
    secret: bytes


class CursorSeal:
    """Seals and opens cursors with the keys of one database."""

    def __init__(self, keys: list[_Key]) -> None:
        self._newest = keys[0]
        self._secrets = {key.key_id: key.secret for key in keys}

    @classmethod
    async def load(cls, database: Database) -> "CursorSeal":
        """The keys there are; the first call on a new database makes one."""
        async with database.write() as tx:
            await none(tx, "cursors.lock_keys", lock=_LOCK)
            keys = await many(tx, "cursors.keys", _Key)
            if not keys:
                await none(tx, "cursors.add_key", secret=os.urandom(32))
                keys = await many(tx, "cursors.keys", _Key)
        return cls(keys)

    def seal(self, position: Mapping[str, Any], *, purpose: Mapping[str, Any]) -> str:
        """A cursor for `position`, a JSON object; it opens for the same `purpose` only."""
        header = _FORMAT + self._newest.key_id.to_bytes(4, "big")
        nonce = os.urandom(_NONCE)
        sealed = AESGCM(self._newest.secret).encrypt(nonce, _json(position), header + _digest(purpose))
        return base64.urlsafe_b64encode(header + nonce + sealed).decode().rstrip("=")

    def open(self, cursor: str, *, purpose: Mapping[str, Any]) -> dict[str, Any]:
        """The position that was sealed; raises `Incorrect` (`cursor_malformed`) for whatever was not."""
        header, nonce, sealed = _split(cursor)
        secret = self._secrets.get(int.from_bytes(header[1:], "big"))
        if secret is None:
            raise _malformed()
        try:
            opened = AESGCM(secret).decrypt(nonce, sealed, header + _digest(purpose))
        except InvalidTag:
            raise _malformed() from None
        position: dict[str, Any] = json.loads(opened)
        return position


def _split(cursor: str) -> tuple[bytes, bytes, bytes]:
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise _malformed() from None
    header, nonce, sealed = raw[:5], raw[5 : 5 + _NONCE], raw[5 + _NONCE :]
    if header[:1] != _FORMAT or len(nonce) != _NONCE:
        raise _malformed()
    return header, nonce, sealed


def _digest(purpose: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(_json(purpose)).digest()


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _malformed() -> Incorrect:
    return Incorrect(
        "cursor is malformed",
        code="cursor_malformed",
        hint="send a cursor unchanged, with the same filters; or start again without one",
    )
