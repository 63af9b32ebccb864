"""Which kind of "no": nobody by that name, or nothing about it."""

from remember.domain.names import Likeness, compare, folded, without_honorifics
from remember.domain.words import words
from remember.providers.stem import distinct_terms
from remember.retrieve.account import negative
from remember.retrieve.reading import Reading
from remember.store import names, search
from remember.wire import Negative, NegativeKind

_MOST_NAMESAKES = 200

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
    """The negative for a question whose only subjects are names that this memory has nowhere.

    A name in full may share a word with a name that is known: "Ana Ruiz" is nowhere where only Eva Ruiz is.
    """
    strangers = reading.question.strangers
    if not strangers or not all([await _names_nobody(reading, name) for name in strangers]):
        return None
    return negative(
        NegativeKind.UNKNOWN_ENTITY,
        f"nothing in this memory is named {' or '.join(strangers)}",
        "check the spelling, or try another name",
    )


async def _names_nobody(reading: Reading, name: str) -> bool:
    """Whether a name is nowhere, also without the word that opens a sentence: "Phone" in "Phone Ana Moe".

    Of two words, "Ask Ana", the second is known only where it begins a name: "Eva Ruiz" makes no "Ana Ruiz".
    """
    if not await _is_nowhere(reading, name):
        return False
    rest = reading.question.openings.get(name)
    if rest is None or " " in rest:
        return rest is None or await _is_nowhere(reading, rest)
    first = folded(rest)
    others = await names.namesakes(reading.tx, reading.reader, first, most=_MOST_NAMESAKES)
    return not any(folded(other).startswith(f"{first} ") for other in others)


async def _is_nowhere(reading: Reading, name: str) -> bool:
    heard = [await _is_heard(reading, word) for word in words(without_honorifics(name))]
    if all(heard) or not any(heard):
        return not any(heard)
    others = await names.namesakes(
        reading.tx, reading.reader, folded(without_honorifics(name)), most=_MOST_NAMESAKES
    )
    different = [compare(name, other).likeness is Likeness.DIFFERENT for other in others]
    return bool(others) and all(different)


async def _is_heard(reading: Reading, word: str) -> bool:
    return await search.has_any(reading.tx, reading.reader, distinct_terms([word]))
