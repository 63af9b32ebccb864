"""Which kind of "no": nobody by that name, or nothing about it."""

from remember.domain.words import words
from remember.providers.stem import distinct_terms
from remember.retrieve.account import negative
from remember.retrieve.reading import Reading
from remember.store import search
from remember.wire import Negative, NegativeKind

NOTHING = negative(
    NegativeKind.KNOWN_EMPTY,
    "nothing in this memory answers the question",
    "ask in other words, or about another time",
)

NOTHING_HELD = negative(
    NegativeKind.KNOWN_EMPTY,
    "nothing that this memory holds true answers the question",
    "ask in other words, about another time, or what sources said: claims_and_sources_context",
)

TOOK_TOO_LONG = negative(
    NegativeKind.BOUNDARY,
    "the memory could not look through all that the question touches in the time a read has",
    "narrow the question: name entities, a predicate or a time, or ask for fewer facts",
)
UNSETTLED = negative(
    NegativeKind.BOUNDARY,
    "what was believed at that instant is still being written",
    "ask again in a moment, or about an earlier believed_at",
)


async def unknown_subject(reading: Reading) -> Negative | None:
    """The negative for a question whose only subject is a name that this memory has nowhere."""
    strangers = reading.question.strangers
    if not strangers:
        return None
    terms = distinct_terms(word for name in strangers for word in words(name))
    if await search.has_any(reading.tx, reading.reader, terms):
        return None
    return negative(
        NegativeKind.UNKNOWN_ENTITY,
        f"nothing in this memory is named {' or '.join(strangers)}",
        "check the spelling, or try another name",
    )
