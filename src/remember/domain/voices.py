"""Who is speaking while a text is read from its top: in a chat, in a mail, in what a mail quotes."""

from collections.abc import Sequence

from remember.domain.mail import Announced, announced, sender
from remember.domain.turns import chat_in


class Voices:
    """The speaker of each block in turn; None where nobody but the document itself speaks."""

    def __init__(self, text: str) -> None:
        self.chat = chat_in(text)
        self.speaker: str | None = None
        self._quoted: dict[int, str] = {}  # by depth of quoting
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
        if self.chat is not None:
            self.speaker = None

    def header(self, lines: Sequence[str]) -> bool:
        """Whether these lines are the header of a mail, whose sender speaks from here on."""
        name = sender(lines)
        if name is None:
            return False
        self.speaker, self._announced = name, None
        self._quoted.clear()
        return True

    def quote(self, depth: int, words: str) -> str | None:
        """Who said this quoted block."""
        if self._announced is not None and depth == 1:
            self._quoted[1] = self._announced.name
        self._announced = None
        speaker = self._quoted.get(depth)
        if found := announced(words):
            self._quoted[depth + 1] = found.name
        return speaker

    def words(self, words: str) -> None:
        """Words that are not quoted, about to be spoken: they may be announced, or announce others."""
        if self._announced is not None and self._announced.sure:
            self.speaker = self._announced.name
        self._announced = announced(words)
