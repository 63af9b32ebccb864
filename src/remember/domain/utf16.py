"""Text measured, trimmed and compared in UTF-16 code units, as the answering contract counts it.

Python counts code points. The two differ for characters beyond U+FFFF, which are two units, and for
halves of them that stand alone.
"""

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What the contract trims. `str.strip()` differs: it keeps U+FEFF, and takes U+001C to U+001F and U+0085."""


def units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_longer(text: str, most: int) -> bool:
    """Whether a text has more code units than that. It is encoded only where its code points do not tell."""
    return len(text) > most or (2 * len(text) > most and units(text) > most)


def trimmed(text: str) -> str:
    """The text without white space at its ends."""
    return text.strip(WHITE_SPACE)


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space."""
    return not trimmed(text)


def has_half(text: str) -> bool:
    """Whether half a character (an unpaired surrogate) is in the text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def paired(text: str) -> str:
    """The same code units, with no two adjacent halves left that make one character together."""
    if not has_half(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def find(text: str, wanted: str) -> tuple[int, int] | None:
    """Where the code units of `wanted` first stand in `text`: code points [start, end); `None` if nowhere.

    A span that begins or ends within a character takes in the whole of it. Both texts must be `paired`.
    """
    if not has_half(wanted):
        start = text.find(wanted)
        return (start, start + len(wanted)) if start >= 0 else None
    there, sought = _units(text), _units(wanted)
    at = there.find(sought)
    while at >= 0 and at % 2:
        at = there.find(sought, at + 1)
    return (_point(there, at), _end(there, at + len(sought))) if at >= 0 else None


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _point(encoded: bytes, at: int) -> int:
    return len(encoded[:at].decode("utf-16-le", "surrogatepass")) - _splits(encoded, at)


def _end(encoded: bytes, at: int) -> int:
    return len(encoded[:at].decode("utf-16-le", "surrogatepass"))


def _splits(encoded: bytes, at: int) -> bool:
    """Whether the unit before `at` and the one there are the two halves of one character."""
    before, there = encoded[at - 2 : at], encoded[at : at + 2]
    return len(before + there) == 4 and 0xD8 <= before[1] <= 0xDB and 0xDC <= there[1] <= 0xDF
