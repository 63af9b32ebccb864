"""Finds a quote in spite of another Unicode form, other quotation marks or other white space."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from remember.domain.utf16 import WHITE_SPACE, trimmed

_SPACE = " "
_QUOTATION_MARKS = dict.fromkeys("‘’‚‛′‹›", "'") | dict.fromkeys("“”„‟″«»", '"')


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text in the form in which texts are compared; `origins` has the source's offset of each character.

    Characters are decomposed, quotation marks are straight, and each run of white space is one space.
    """

    text: str
    origins: tuple[int, ...]
    length: int
    """Of the source."""


def folded(text: str) -> FoldedText:
    """The text in its comparable form."""
    pairs = list(_folded_characters(text))
    _order_marks(pairs)
    return FoldedText("".join(c for c, _ in pairs), tuple(at for _, at in pairs), len(text))


def find_folded(within: FoldedText, quote: str) -> tuple[int, int] | None:
    """Where the quote first stands in the source: code points [start, end) of whole characters."""
    wanted = folded(trimmed(quote)).text
    start = within.text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        if _is_boundary(within, start) and _is_boundary(within, end):
            return within.origins[start], _origin(within, end)
        start = within.text.find(wanted, start + 1)
    return None


def _folded_characters(text: str) -> Iterator[tuple[str, int]]:
    before = ""
    for at, character in enumerate(text):
        if character in WHITE_SPACE:
            if before != _SPACE:
                yield _SPACE, at
            before = _SPACE
            continue
        before = character
        if character.isascii():
            yield character, at
        else:
            decomposed = unicodedata.normalize("NFD", _QUOTATION_MARKS.get(character, character))
            yield from ((part, at) for part in decomposed)


def _order_marks(pairs: list[tuple[str, int]]) -> None:
    """Puts each run of combining marks into canonical order, since each character was decomposed alone."""
    start = None
    for at, (character, _) in enumerate([*pairs, ("", 0)]):
        is_mark = bool(character) and not character.isascii() and unicodedata.combining(character) > 0
        if is_mark and start is None:
            start = at
        elif not is_mark and start is not None:
            pairs[start:at] = sorted(pairs[start:at], key=lambda pair: unicodedata.combining(pair[0]))
            start = None


def _is_boundary(within: FoldedText, at: int) -> bool:
    """Whether a whole character of the source begins here: no mark, no later part of a syllable."""
    if at in (0, len(within.text)):
        return True
    character = within.text[at]
    goes_on = unicodedata.combining(character) > 0 or "\u1160" <= character <= "\u11ff"
    return not goes_on and within.origins[at] != within.origins[at - 1]


def _origin(within: FoldedText, at: int) -> int:
    return within.origins[at] if at < len(within.origins) else within.length
