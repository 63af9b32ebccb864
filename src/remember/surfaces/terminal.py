"""What a terminal is shown: titles and quotations are foreign text, and may not steer it."""

import re
import sys

# Control characters, line and paragraph separators, marks that turn the direction of what follows, and
# unpaired surrogates.
_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(text: str) -> str:
    """The text on one line, with what could move the cursor, colour or reorder it written out: `\\x1b`."""
    return _STEERS.sub(lambda found: repr(found[0])[1:-1], text)


def say(line: str = "", *, error: bool = False) -> None:
    """Print one line of plain text, at once."""
    print(plain(line), file=sys.stderr if error else sys.stdout, flush=True)


def take_any_text() -> None:
    """Write out what the encoding of the terminal does not have, instead of failing on it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
