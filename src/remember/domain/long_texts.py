"""Regular expressions over long texts, a piece at a time.

A search that runs through a hundred megabytes at once holds up every other thread for as long: nothing is
answered, and no lease is renewed.
"""

import re
from collections.abc import Iterator

AT_ONCE = 65_536
"""Characters that are searched at once: some ten milliseconds."""


def found_in(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text, start, end)` finds.

    The pattern may look behind as it likes, and ahead only at what it takes in.
    """
    at, stop = start, -1
    while stop < end:
        stop = min(at + AT_ONCE, end)
        for found in pattern.finditer(text, at, stop):
            if found.end() < stop or stop == end:
                yield found
            elif found.start() < stop:
                whole = pattern.match(text, found.start(), end)  # it may go on behind the piece
                assert whole is not None
                yield whole
                stop = whole.end()
                break
        at = stop


def in_pieces(text: str) -> Iterator[str]:
    """The text in pieces."""
    for start in range(0, len(text), AT_ONCE):
        yield text[start : start + AT_ONCE]
