"""A short answer taken apart: a yes or no, words without a verb of their own, a verb without the rest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from remember.domain.claims import Passage
from remember.domain.dates import Reading, find
from remember.domain.parsed import Sentence, Token
from remember.domain.syntax import Span, Tree, clauses, is_elliptic
from remember.domain.utterances import Utterance
from remember.domain.wordlists import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ellipsis:
    """ "Lena Brook is": a subject with a finite verb that stands for more."""

    words: Span
    end: int
    subject: str
    negated: bool
    is_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A sentence that may answer in short.

    `yes` is what it says to a question of yes or no, `more` what it adds to a no ("yet"), `words` are its
    other words; `place` is where all of it stands in the stored text, `words_place` where these do. `kind`
    is what the words are, by their first or main one. `is_loud` where it ends in "!", `is_noise` where it is
    only an "oh".
    """

    utterance: Utterance
    tree: Tree
    words: Span
    yes: bool | None
    more: str
    ellipsis: Ellipsis | None
    place: tuple[int, int]
    words_place: tuple[int, int]
    kind: str
    has_time: bool
    is_day: bool
    has_noun: bool
    is_unknown: bool
    is_loud: bool
    is_noise: bool

    @property
    def is_named(self) -> bool:
        """Whether its words hold a name or a number."""
        return any(token.tag in {"NNP", "NNPS", "CD"} for token in self.tree.words(self.words))

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing that could answer."""
        return self.yes is None and self.ellipsis is None and not self.words


_YES = listed("yes yeah yep yup yea aye definitely absolutely exactly correct indeed certainly of_course")
_NO = listed("no nope nah not_at_all")
_NOT = {"not yet": "yet", "not any more": "any more", "not anymore": "any more", "no longer": "any more"}
_OPENERS = listed("oh well um uh hmm hm ah actually so")
_CLOSERS = listed("thanks thank you please sorry mate cheers")
_UNKNOWN = listed("idea clue dunno unsure unknown depends nothing something maybe perhaps sure")
_PLACES = listed(
    "here there upstairs downstairs outside inside abroad nearby home everywhere nowhere away overseas"
)
_OFTEN = listed(
    "every weekly monthly daily yearly hourly twice once always never rarely sometimes often each"
)
_NEARLY = listed("about around over under")
_POINTERS = listed("it they that this he she")
_LEADING_DAYS = listed("last next this tomorrow yesterday today tonight the")
_WITH_TIME = listed("after before during until till by")
_WORDS_MOST = 12
_WORD = re.compile(r"[A-Za-z]+")
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


def reply_of(passage: Passage, utterance: Utterance, tree: Tree, sentence: Sentence) -> Reply | None:
    """The sentence as an answer; None where it is a statement of its own."""
    tokens = tree.tokens
    first, end = _trimmed(tree, sentence)
    hidden, start = _left_out(passage, utterance, sentence)
    yes, more, at = _polarity(tokens, first, end)
    if yes is None:
        yes = _said_before(hidden)
    ellipsis = _ellipsis(tree, sentence, at)
    body = utterance.body
    if ellipsis is None and (end - at > _WORDS_MOST or _is_statement(tree, at, end)):
        return None if yes is None or not hidden else _before(utterance, tree, yes, hidden, start)
    words = Span(at, at) if ellipsis is not None else Span(at, end)
    last = tokens[(ellipsis.end if ellipsis else end) - 1] if end > first else None
    stop = body.places[last.end - 1] + 1 if last is not None else body.places[sentence.end - 1] + 1
    opening = body.places[sentence.start] if yes is None or not hidden else start
    said, parsed = tree.text(words), tree.parsed
    times = find(said, Reading(None))
    return Reply(
        utterance=utterance,
        tree=tree,
        words=words,
        yes=yes,
        more=more,
        ellipsis=ellipsis,
        place=(opening, _closed(passage, stop)),
        words_place=(body.places[tokens[at].start] if at < end else opening, _closed(passage, stop)),
        kind=_kind(tree, words),
        has_time=bool(times) or (bool(words) and _tells_time(tree, words)),
        is_day=bool(times) and times[0].lead_start == 0 and _is_bare_day(said, times[0].text),
        has_noun=any(token.tag in {"NN", "NNS", "NNP"} for token in tree.words(words)),
        is_unknown=any(token.text.casefold() in _UNKNOWN for token in tree.words(words)),
        is_noise=all(map(_is_noise, parsed.words_of(sentence))),
        is_loud="!" in tree.parsed.text[tokens[end - 1].start : sentence.end] if end > first else False,
    )


def _before(utterance: Utterance, tree: Tree, yes: bool, hidden: str, start: int) -> Reply:
    """The yes or no before a statement that is read by itself."""
    place = start, start + len(hidden.rstrip(" ,"))
    return Reply(
        utterance=utterance, tree=tree, words=Span(0, 0), yes=yes, more="", ellipsis=None, place=place,
        words_place=place, kind="", has_time=False, is_day=False, has_noun=False, is_unknown=False,
        is_loud=False, is_noise=False,
    )  # fmt: skip


def _trimmed(tree: Tree, sentence: Sentence) -> tuple[int, int]:
    """The words of a sentence without marks, "oh" and "well" before and "thanks" behind them."""
    tokens, first, end = tree.tokens, sentence.first_token, sentence.end_token
    while end > first and (tokens[end - 1].pos == "PUNCT" or tokens[end - 1].text.casefold() in _CLOSERS):
        end -= 1
    while first < end and (tokens[first].pos == "PUNCT" or tokens[first].text.casefold() in _OPENERS):
        first += 1
    return first, end


def _left_out(passage: Passage, utterance: Utterance, sentence: Sentence) -> tuple[str, int]:
    """What stands before a sentence and was left out of the words that are read ("Yes,"), and where."""
    places, at = utterance.body.places, sentence.start
    start = places[at - 1] + 1 if at else utterance.words_at
    start = places[at] if start is None else start
    hidden = passage.text[start - passage.char_start : places[at] - passage.char_start]
    return hidden.strip(), start + len(hidden) - len(hidden.lstrip())


def _said_before(hidden: str) -> bool | None:
    words = {word.casefold() for word in _WORD.findall(hidden)}
    found = {True for _ in words & _YES} | {False for _ in words & _NO}
    return found.pop() if len(found) == 1 else None


def _polarity(tokens: Sequence[Token], first: int, end: int) -> tuple[bool | None, str, int]:
    """A yes or no that a sentence begins with, what it adds to a no, and the word behind both."""
    words = [token.text.casefold() for token in tokens[first:end]]
    for count in (3, 2, 1):
        said = " ".join(words[:count])
        follows = words[count : count + 1]
        if len(words) < count:
            continue
        if said in _NOT:
            return False, _NOT[said], _behind(tokens, first + count, end)
        # "No idea" and "no problem" are no noes.
        if said in _YES or (said in _NO and (not follows or follows == [","] or said != "no")):
            return said in _YES, "", _behind(tokens, first + count, end)
    return None, "", first


def _behind(tokens: Sequence[Token], at: int, end: int) -> int:
    while at < end and (tokens[at].pos == "PUNCT" or tokens[at].text.casefold() in _OPENERS | {"and", "but"}):
        at += 1
    return at


def _ellipsis(tree: Tree, sentence: Sentence, at: int) -> Ellipsis | None:
    found = clauses(tree, sentence)
    if not found or not is_elliptic(tree, found[0]) or not found[0].subject or found[0].subject.first < at:
        return None
    clause = found[0]
    words = list(tree.words(clause.subject))
    end = clause.whole.end
    while tree.tokens[end - 1].pos == "PUNCT":
        end -= 1
    return Ellipsis(
        words=clause.subject,
        end=end,
        subject=tree.text(clause.subject),
        negated=clause.negated,
        is_named=all(token.text.casefold() not in _POINTERS for token in words),
    )


def _is_statement(tree: Tree, first: int, end: int) -> bool:
    """Whether some words have a verb of their own: then they are no fragment."""
    if first >= end:
        return False
    tokens = tree.tokens
    if tokens[first].text.casefold() == "because":
        return False
    for number in range(first, end):
        token = tokens[number]
        follows = tokens[number + 1].pos if number + 1 < end else ""
        if token.text in {"'s", "’s"} and follows in {"ADV", "DET", "PRON", "ADP"}:
            return True  # "guitar's mostly my thing"
        if token.tag not in _FINITE and not (token.tag == "VB" and number == first):
            continue
        own = token.dep != "relcl" and not (token.tag == "VBD" and number == first and token.pos == "VERB")
        if own:
            return True
    return False


def _is_noise(token: Token) -> bool:
    return token.pos == "PUNCT" or token.text.casefold() in _OPENERS


def _kind(tree: Tree, words: Span) -> str:
    """What some words are: a thing, a number, a place, a reason, a quality, a doing, or how often."""
    if not words:
        return ""
    tokens = list(tree.words(words))
    first = tokens[0]
    said = first.text.casefold()
    if said == "because" or (first.tag == "TO" and len(tokens) > 1 and tokens[1].tag == "VB"):
        return "reason"
    if said in _OFTEN:
        return "often"
    if said in _PLACES or (first.pos in {"ADP", "SCONJ"} and said not in _NEARLY):
        return "place"
    if first.tag in {"VBG", "VBD", "VBN"} and first.pos in {"VERB", "AUX"}:
        return "doing"
    if any(token.tag == "CD" for token in tokens):
        return "number"
    head = next((token for token in tokens if token.tag[:2] == "NN" or token.tag == "PRP"), None)
    if head is not None and all(token.pos != "VERB" or token.dep == "relcl" for token in tokens):
        return "thing"
    return "quality" if any(token.pos == "ADJ" for token in tokens) else ""


def _tells_time(tree: Tree, words: Span) -> bool:
    first = tree.tokens[words.first].text.casefold()
    counts = any(token.tag == "CD" for token in tree.words(words))
    return first in _WITH_TIME or (first in {"at", "around", "about"} and counts)


def _is_bare_day(said: str, time: str) -> bool:
    return (
        said.startswith(time) and time.split()[0].casefold() not in _LEADING_DAYS and len(time.split()) <= 3
    )


def _closed(passage: Passage, stop: int) -> int:
    """The end of a quote with the mark that closes it."""
    following = passage.text[stop - passage.char_start : stop - passage.char_start + 1]
    return stop + (following != "" and following in ".!…")
