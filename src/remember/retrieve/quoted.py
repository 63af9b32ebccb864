"""Find where a quote stands: in one text, or in all passages that are served."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.quotes import find_folded, folded
from remember.errors import Incorrect
from remember.providers.stem import terms
from remember.store import search, sentences
from remember.store.sentences import HoldingChunk

_AT_ONCE = 200
_ENOUGH_WORDS = 4
_MOST_FOLDED = 2_000_000
"""Characters of a text in which a quote in another form is looked for: a second of work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One place of a quote, in offsets of its version's text."""

    chunk_id: UUID
    version_id: UUID
    char_start: int
    char_end: int

    @property
    def position(self) -> dict[str, Any]:
        """Where the search goes on, for a cursor."""
        return {"chunk_id": str(self.chunk_id), "start": self.char_start}


def stands_at(text: str, quote: str, *, exactly: bool = False) -> list[tuple[int, int]]:
    """Where a quote stands, in the order of the text: exactly, else in another form of Unicode or spacing."""
    exact, start = [], text.find(quote)
    while start >= 0:
        exact.append((start, start + len(quote)))
        start = text.find(quote, start + len(quote))
    if exact or exactly or len(text) > _MOST_FOLDED:
        return exact
    near = find_folded(folded(text), quote)
    return [near] if near else []


async def find_quote(context: Context, quote: str, *, after: Mapping[str, Any], most: int) -> list[Found]:
    """Places of a quote in served passages, by passage, at most `most` of them, after a position."""
    wanted = _inner_words(quote)
    # The passage of the last place may hold the quote again, so it is looked at once more.
    last, start = after.get("chunk_id"), int(after.get("start", -1))
    place = UUID(int=UUID(last).int - 1) if last else None
    found: list[Found] = []
    while len(found) < most:
        async with context.database.read() as tx:
            await search.begin(tx, most=1)
            chunks = await sentences.holding(tx, context.reader, wanted, after=place, most=_AT_ONCE)
        for one in await asyncio.to_thread(_standing, chunks, quote):
            if str(one.chunk_id) != last or one.char_start > start:
                found.append(one)
        if len(chunks) < _AT_ONCE:
            break
        place = chunks[-1].chunk_id
    return found[:most]


def _standing(chunks: list[HoldingChunk], quote: str) -> list[Found]:
    return [
        Found(
            chunk_id=chunk.chunk_id,
            version_id=chunk.version_id,
            char_start=chunk.char_start + first,
            char_end=chunk.char_start + end,
        )
        for chunk in chunks
        for first, end in stands_at(chunk.chunk_text, quote)
    ]


def _inner_words(quote: str) -> tuple[int, ...]:
    """Words that a passage must have to hold the quote; its first and last may be parts of longer ones."""
    words = quote.split()
    inner = words[1:-1] if len(words) >= _ENOUGH_WORDS else words
    ids = terms(" ".join(inner)).ids or terms(quote).ids
    if not ids:
        raise Incorrect(
            "the quote has no word to look for in all documents",
            code="invalid_parameter",
            hint="name the document or the version that it stands in",
        )
    return tuple(ids)
