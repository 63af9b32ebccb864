"""A text line by line, whatever ends its lines, with a look at the next one."""

import re
from dataclasses import dataclass

from remember.domain.long_texts import found_in

SCAN = 400
"""As much of a line is looked at to tell what it is."""

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its range without its end, where the next one starts, and its first characters."""

    start: int
    end: int
    next: int
    head: str
    blank: bool


class LineReader:
    """The lines of a text, with a look at the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ahead: Line | None = self._line(0)

    def _line(self, start: int) -> Line | None:
        if start >= len(self.text):
            return None
        found = next(found_in(_LINE_END, self.text, start, len(self.text)), None)
        end, following = found.span() if found else (len(self.text), len(self.text))
        head = self.text[start : min(end, start + SCAN)]
        return Line(start, end, following, head, not head.strip() and not self.text[start:end].strip())

    def peek(self) -> Line | None:
        """The next line, which stays the next one."""
        return self._ahead

    def take(self) -> Line | None:
        """The next line; the one after it becomes the next."""
        line = self._ahead
        if line is not None:
            self._ahead = self._line(line.next)
        return line

    def seek(self, position: int) -> None:
        """Go on, or back, to the line that starts here."""
        self._ahead = self._line(position)
