"""Whom a question is about, by its wording alone: phrases that may be names, and words that look like one."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from remember.domain.names import folded, is_honorific
from remember.domain.words import FUNCTION_WORDS

_MOST_WORDS = 64
_LONGEST_NAME = 5
_WORD = re.compile(r"[^\W_]+(?:[-.'’&/][^\W_]+)*['’]?")
_SENTENCE_END = re.compile(r"[.!?:]\s*$")
_POSSESSIVE = re.compile(r"['’]s?$")
# Words that may have a capital and name nobody in a memory.
_NAMELESS = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday christmas easter
    english french german spanish italian chinese japanese
    tell list show give find describe summarise summarize explain name say remind compare please ok okay
    yes no not both each every all since until after before during according also besides
"""
_NO_NAMES = frozenset(_NAMELESS.split()) | FUNCTION_WORDS
# Words that ask for an answer and say nothing of what it is about.
_ASKING = """
    tell list show give get find describe summarise summarize explain say remind know known learn recall
    anything everything something information info fact facts detail details overview profile
"""
ASKING_WORDS = frozenset(_ASKING.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionNames:
    """`phrases`: folded runs of words that may be a known name; `spans`: what looks like a name anywhere.

    A span that opens a sentence may begin with a word that is none of it: "Phone Ana Moe". `openings` has
    the rest of each such span.
    """

    phrases: tuple[str, ...]
    spans: tuple[str, ...]
    openings: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    text: str
    opens: bool
    joined: bool

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper() and _POSSESSIVE.sub("", self.text).casefold() not in _NO_NAMES


def names_in(question: str) -> QuestionNames:
    """What of a question may name something; only its first 64 words are looked at."""
    tokens = list(_tokens(question))
    runs = list(_runs(tokens))
    return QuestionNames(
        phrases=tuple(dict.fromkeys(_phrases(tokens))),
        spans=tuple(_name(run) for run in runs),
        openings={_name(run): _name(run[1:]) for run in runs if run[0].opens and len(run) > 1},
    )


def outermost(phrases: Iterable[str]) -> tuple[str, ...]:
    """The phrases that are not a part of another, longest first."""
    kept: list[str] = []
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        if not any(f" {phrase} " in f" {longer} " for longer in kept):
            kept.append(phrase)
    return tuple(kept)


def _tokens(question: str) -> Iterator[_Token]:
    end, word = 0, ""
    for match in islice(_WORD.finditer(question), _MOST_WORDS):
        gap = question[end : match.start()]
        if gap == ". " and is_honorific(word):
            gap = " "
        opens = end == 0 or _SENTENCE_END.search(gap) is not None
        end, word = match.end(), match.group()
        yield _Token(text=word, opens=opens, joined=gap == " ")


def _phrases(tokens: Sequence[_Token]) -> Iterator[str]:
    for size in range(1, _LONGEST_NAME + 1):
        for start in range(len(tokens) - size + 1):
            phrase = folded(" ".join(token.text for token in tokens[start : start + size]))
            if phrase and phrase not in FUNCTION_WORDS:
                yield phrase


def _runs(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Runs of words with a capital that look like a name."""
    run: list[_Token] = []
    for token in tokens:
        if run and not (token.is_capital and token.joined):
            yield from _named(run)
            run = []
        if token.is_capital:
            run.append(token)
    yield from _named(run)


def _named(run: list[_Token]) -> Iterator[list[_Token]]:
    """The run, unless its only capital may just open a sentence; without a word before a title that does."""
    if len(run) > 1 and run[0].opens and is_honorific(run[1].text) and not is_honorific(run[0].text):
        yield run[1:]
    elif len(run) > 1 or (run and (not run[0].opens or _POSSESSIVE.search(run[0].text))):
        yield run


def _name(run: Sequence[_Token]) -> str:
    return _POSSESSIVE.sub("", " ".join(token.text for token in run))
