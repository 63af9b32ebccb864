"""Who is speaking while a text is read from its top: in a chat, in a mail, in what a mail quotes."""

from collections.abc import Sequence
from datetime import datetime

from remember.domain.mail import Announced, announced, comment, sender
from remember.domain.turns import chat_in


class Voices:
    """The speaker of each block in turn; None where nobody but the document itself speaks."""

    def __init__(self, text: str) -> None:
        self.chat = chat_in(text)
        self.speaker: str | None = None
        self.said_at: datetime | None = None
        self._quoted: dict[int, Announced] = {}  # by depth of quoting
        self.mail = False  # whether the header of a mail was read
        self._comments = False
        self._announced: Announced | None = None
        self._asked: tuple[int, str | None] = (-1, None)

    def opening(self, at: int, line: str) -> str | None:
        """Who speaks from this line on, if it opens a turn; `at` is where it stands."""
        if self.chat is None:
            return None
        if self._asked[0] != at:
            opening = self.chat.opening(line)
            self._asked = (at, opening.speaker if opening else None)
        return self._asked[1]

    def blank(self) -> None:
        """A blank line: in a text that is more than a conversation, it ends a turn."""
        if self.chat is not None and not self.chat.whole:
            self.speaker = None

    def heading(self) -> None:
        """A heading: what follows is nobody's turn yet."""
        if self.chat is not None or self._comments:
            self.speaker = self.said_at = None

    def comment(self, line: str) -> bool:
        """Whether this line is only the head of a comment, whose writer speaks until the next heading."""
        found = None if self.chat is not None and self.chat.whole else comment(line)
        if found is None:
            return False
        self.speaker, self.said_at, self._comments = found.name, found.at, True
        return True

    def header(self, lines: Sequence[str]) -> bool:
        """Whether these lines are the header of a mail, whose sender speaks from here on."""
        sent = sender(lines)
        if sent is None:
            return False
        self.speaker, self.said_at, self._announced = sent.name, sent.at, None
        self._quoted.clear()
        self.mail = True
        return True

    def quote(self, depth: int, words: str) -> tuple[str | None, datetime | None]:
        """Who said this quoted block, and when where that is told."""
        if self._announced is not None and depth == 1:
            self._quoted[1] = self._announced
        self._announced = None
        by = self._quoted.get(depth)
        if found := announced(words):
            self._quoted[depth + 1] = found
        return (by.name, by.at) if by else (None, None)

    def words(self, words: str) -> None:
        """Words that are not quoted, about to be spoken: they may be announced, or announce others."""
        if self._announced is not None and self._announced.sure:
            self.speaker, self.said_at = self._announced.name, self._announced.at
        self._announced = announced(words)
