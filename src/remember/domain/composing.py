"""A text with its letters and accents composed, as a parser knows them, and where each of them stands."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A text in the form NFC. Character `i` of it begins at `starts[i]` of the text as written.

    `starts` has one number more than the text has characters: where it ends.
    """

    text: str
    starts: Sequence[int]


def composed(text: str) -> Composed:
    """The text composed; as it stands where it is so already."""
    if unicodedata.is_normalized("NFC", text):
        return Composed(text=text, starts=range(len(text) + 1))
    pieces: list[str] = []
    starts: list[int] = []
    first = 0
    while first < len(text):
        end = first + 1
        made = unicodedata.normalize("NFC", text[first])
        while end < len(text):
            longer = unicodedata.normalize("NFC", text[first : end + 1])
            if not unicodedata.combining(text[end]) and len(longer) > len(made):
                break
            made, end = longer, end + 1
        pieces.append(made)
        starts += [first + min(n, end - first - 1) for n in range(len(made))]
        first = end
    return Composed(text="".join(pieces), starts=[*starts, len(text)])
