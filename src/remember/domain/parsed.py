"""A text as a parser saw it: sentences, words and how they hang together, names, noun phrases.

Every `start` and `end` counts code points of the text that was parsed, half-open. Words are numbered through
the whole text; white space is no word. Labels are those of the English grammar of the parser (`nsubj`,
`dobj`; `VBD`, `NNP`; `PERSON`, `ORG`, `DATE`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

_T = TypeVar("_T")
_Part = TypeVar("_Part", bound="WordRun")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One word or mark. `head` is the number of the word it depends on; a sentence's root names itself."""

    text: str
    start: int
    end: int
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    tense: str | None = None
    number: str | None = None

    @property
    def is_mark(self) -> bool:
        """Whether this is punctuation; the parser takes "T-19" for a quotation mark."""
        return self.pos == "PUNCT" and not any(c.isalnum() for c in self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRun:
    """Some words in a row: their place in the text, and which they are, `[first_token, end_token)`."""

    start: int
    end: int
    first_token: int
    end_token: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence(WordRun):
    """A sentence; `root` is the word that all others depend on."""

    root: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntity(WordRun):
    """A name or a value (date, amount) of the kind `label`, as far as a small model can tell."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NounChunk(WordRun):
    """A noun with the words before it that belong to it; `root` is the noun."""

    root: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedText:
    """All that is known about the grammar of one text; sentences, entities and chunks run in text order."""

    text: str
    tokens: tuple[Token, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    entities: tuple[NamedEntity, ...] = ()
    noun_chunks: tuple[NounChunk, ...] = ()

    def words_of(self, part: WordRun) -> tuple[Token, ...]:
        """The words of a sentence, a name or a noun phrase of this text."""
        return self.tokens[part.first_token : part.end_token]


def placed_in(parsed: ParsedText, text: str, starts: Sequence[int]) -> ParsedText:
    """The reading of another spelling of a text, of which character `i` begins at `starts[i]` of this one."""

    def moved(item: _Part) -> _Part:
        return replace(item, start=starts[item.start], end=starts[item.end])

    return ParsedText(
        text=text,
        tokens=tuple(
            replace(t, text=text[starts[t.start] : starts[t.end]], start=starts[t.start], end=starts[t.end])
            for t in parsed.tokens
        ),
        sentences=tuple(map(moved, parsed.sentences)),
        entities=tuple(map(moved, parsed.entities)),
        noun_chunks=tuple(map(moved, parsed.noun_chunks)),
    )


def joined(text: str, parts: Sequence[tuple[int, ParsedText]]) -> ParsedText:
    """One reading of a text out of readings of its parts, each given with the offset where it starts."""
    if len(parts) == 1 and parts[0][0] == 0 and parts[0][1].text == text:
        return parts[0][1]
    moved = []
    words = 0
    for offset, part in parts:
        moved.append(_moved(part, offset, words))
        words += len(part.tokens)
    return ParsedText(
        text=text,
        tokens=_all(part.tokens for part in moved),
        sentences=_all(part.sentences for part in moved),
        entities=_all(part.entities for part in moved),
        noun_chunks=_all(part.noun_chunks for part in moved),
    )


def _moved(part: ParsedText, by: int, words: int) -> ParsedText:
    return replace(
        part,
        tokens=tuple(
            replace(token, start=token.start + by, end=token.end + by, head=token.head + words)
            for token in part.tokens
        ),
        sentences=tuple(replace(_placed(item, by, words), root=item.root + words) for item in part.sentences),
        entities=tuple(_placed(item, by, words) for item in part.entities),
        noun_chunks=tuple(
            replace(_placed(item, by, words), root=item.root + words) for item in part.noun_chunks
        ),
    )


def _placed(item: _Part, by: int, words: int) -> _Part:
    return replace(
        item,
        start=item.start + by,
        end=item.end + by,
        first_token=item.first_token + words,
        end_token=item.end_token + words,
    )


def _all(groups: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(item for group in groups for item in group)
