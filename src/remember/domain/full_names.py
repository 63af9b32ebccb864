"""The full name of somebody who is named by one word further on, where a passage leaves no doubt."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from remember.domain.claims import Mention, MentionKind
from remember.domain.names import folded, without_honorifics

_PART = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")
_MOST_WORDS = 3


@dataclass(slots=True)
class FullNames:
    """The people that a passage named in full so far; `alone` are names that somebody bears as they are."""

    text: str
    alone: Collection[str]
    _bearers: dict[str, set[str]] = field(default_factory=dict)
    _people: set[str] = field(default_factory=set)

    def add(self, name: str) -> None:
        """Somebody named in full, by first name and surname."""
        words = without_honorifics(name).split()
        if 1 < len(words) <= _MOST_WORDS and all(_PART.fullmatch(w) and w[0].isupper() for w in words):
            for word in (words[0], words[-1]):
                self._bearers.setdefault(folded(word), set()).add(" ".join(words))

    def see(self, name: str) -> None:
        """Somebody who is a person for certain, by whatever name."""
        if " " in name:
            self._people.add(name)

    def completed(self, mention: Mention) -> Mention:
        """The mention by its full name, where its one word is part of only one person's name here.

        A mention by a full name that a person was seen to bear is told as a person's.
        """
        if mention.kind is MentionKind.UNKNOWN and mention.name in self._people:
            return replace(mention, kind=MentionKind.PERSON)
        bearers = self._bearers.get(folded(mention.name), ())
        if len(bearers) != 1 or mention.kind not in {MentionKind.UNKNOWN, MentionKind.PERSON}:
            return mention
        full = next(iter(bearers))
        if folded(mention.name) in self.alone or self._is_shared(mention.name, full):
            return mention
        return replace(mention, name=full, kind=MentionKind.PERSON)

    def _is_shared(self, word: str, full: str) -> bool:
        """Whether the passage has the word beside another name, before or after: two may bear it."""
        beside = rf"(?:[^\W\d_]+ )?\b{re.escape(word)}\b(?: [^\W\d_]+)?"
        for found in re.finditer(beside, self.text):
            words = [part for part in found[0].split() if part[0].isupper()]
            rest = [part for part in words if part not in full.split()]
            if len(words) > 1 and rest and not _starts_sentence(self.text, found.start(), words[0], rest):
                return True
        return False


def _starts_sentence(text: str, start: int, first: str, rest: list[str]) -> bool:
    """ "Yesterday Ravi called": a capital that only opens a sentence names nobody."""
    return rest == [first] and (start == 0 or text[:start].rstrip()[-1:] in {"", ".", "!", "?", ":", "\n"})
