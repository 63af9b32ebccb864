"""Which kind of "no": nobody by that name, or nothing about it."""

from collections.abc import Mapping
from uuid import UUID

from remember.domain.words import words
from remember.providers.stem import distinct_terms
from remember.retrieve.account import negative
from remember.retrieve.reading import Reading
from remember.store import names, search
from remember.wire import Negative, NegativeKind

NOTHING = negative(
    NegativeKind.KNOWN_EMPTY,
    "nothing in this memory answers the question",
    "ask in other words, or about another time",
)

UNSETTLED = negative(
    NegativeKind.BOUNDARY,
    "what was believed at that instant is still being written",
    "ask again in a moment, or about an earlier believed_at",
)


async def known_names(reading: Reading) -> Mapping[str, frozenset[UUID]]:
    """The phrases of the question that somebody bears as a name, and who."""
    return await names.borne(reading.tx, reading.reader, reading.question.names.phrases)


async def unknown_subject(reading: Reading, known: Mapping[str, frozenset[UUID]]) -> Negative | None:
    """The negative for a question whose only subject is a name that this memory has nowhere."""
    spans = reading.question.names.spans
    if known or not spans:
        return None
    terms = distinct_terms(word for span in spans for word in words(span))
    if await search.has_any(reading.tx, reading.reader, terms):
        return None
    return negative(
        NegativeKind.UNKNOWN_ENTITY,
        f"nothing in this memory is named {' or '.join(spans)}",
        "check the spelling, or try another name",
    )
