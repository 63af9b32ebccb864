"""May a claim be worded like this, given the words that are to say it?

The grounding gate asks whether each word of a claim has a source. A model can lie with the source's own
words: leave out a "not", an "if" or a "said", or swap who did what. So what a model words must be the quote
with few edits: words left out at the seams of the sentence, pronouns written out, a verb that agrees.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby

from remember.domain.resolution import gender_of
from remember.domain.wordlists import listed

# What changes a statement when it goes. A denial, a possibility or an amount changes its own clause; a
# condition, a limit, or whose view it is, all that is joined to it.
_OWN_CLAUSE = listed(
    """
    no not never none nothing nobody nowhere neither nor hardly barely scarcely rarely seldom may might
    could should would can will shall must ought supposedly allegedly apparently probably possibly
    perhaps maybe likely unlikely seemingly almost nearly about approximately around some few many most
    all every each both several half part less more least enough too
    """
)
_VIEWS = listed(
    """
    say says said saying tell tells told claim claims claimed think thinks thought believe believes
    believed guess guesses guessed suppose supposed assume assumed hope hopes hoped hoping want wants
    wanted wish wishes plan plans planned planning intend intends intended try tries tried trying
    promise promises promised refuse refuses refused deny denies denied doubt doubts doubted fail fails
    failed forget forgets forgot agree agrees agreed consider considers considered considering suggest
    suggests suggested ask asks asked expect expects expected according reportedly heard hear hears
    dream dreamed imagine imagined pretend pretended stop stopped quit
    """
)
_LIMITS = listed(
    """
    if unless whether until till when once except only without former formerly ex fake or either than as
    like used because
    """
)
_KEPT = _OWN_CLAUSE | _VIEWS | _LIMITS
_DROPPED = listed(
    """
    the a an that and but so also plus well oh ah hey hi hello yes yeah yep ok okay anyway actually
    really honestly basically btw haha lol wow um uh er hmm
    """
)
_ARTICLES = listed("the a an")
_JOINING = listed("and but so plus")
_FIRST = listed("i me my mine myself")
_SECOND = listed("you your yours yourself")
_MEN, _WOMEN = listed("he him his himself"), listed("she her hers herself")
_THINGS = listed("it its itself they them their theirs themselves this that these those there here")
_AGREES = {
    "am": ("is",),
    "are": ("is",),
    "have": ("has",),
    "do": ("does",),
    "were": ("was",),
    "'s": ("is", "has"),
    "go": ("goes",),
    "is": ("'s",),
    "has": ("'s",),
}
_SPELT_OUT = (
    *(("won't", "will not"), ("can't", "can not"), ("cannot", "can not"), ("shan't", "shall not")),
    *(("n't", " not"), ("'m", " am"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"), ("'d", " would")),
)
_WORD = re.compile(r"\d+(?:[.,:/-]\d+)*|'s\b|[^\W_]+")
_SEAM = re.compile(r"[.,;:!?…()\[\]\"“”\n–—。，！？；]")
_LONGEST_PHRASE = 8
_NO_NAME = (
    *_ARTICLES, *_FIRST, *_SECOND, *_MEN, *_WOMEN, *_THINGS, "we", "us", "our", "'s",
)  # fmt: skip
_NO_END = listed("is was are were has have had does did do will can 's and or of")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a quote stands in: who speaks and who listens, if that is certain, and the text up to its end."""

    speaker: str | None = None
    listener: str | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A pronoun of the quote, and what the claim has in its place."""

    pronoun: str
    name: str
    is_speech: bool
    """Whether it is the speaker or the listener; else it was named before."""


@dataclass(slots=True)
class Rewording:
    """What was found: what is wrong, in words, and which pronouns were written out."""

    faults: list[str] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    text: str
    after_seam: bool


def reworded(claim: str, quote: str, around: Around) -> Rewording:
    """What a claim changes in its quote; it may stand where there is no fault."""
    return _Comparison(list(_words(claim)), list(_words(quote)), around).run()


def _words(text: str) -> Iterator[_Word]:
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").replace("`", "'")
    for short, whole in _SPELT_OUT:
        plain = re.sub(rf"{short}\b", whole, plain, flags=re.IGNORECASE)
    end = 0
    for found in _WORD.finditer(plain):
        yield _Word(found.group().casefold(), found.group(), bool(_SEAM.search(plain, end, found.start())))
        end = found.end()


class _Comparison:
    def __init__(self, claim: Sequence[_Word], quote: Sequence[_Word], around: Around) -> None:
        self.claim = claim
        self.quote = quote
        self.around = around
        self.before = [word.key for word in _words(around.before)]
        self.used = [False] * len(quote)
        self.found = Rewording()

    def run(self) -> Rewording:
        keys = [word.key for word in self.quote], [word.key for word in self.claim]
        for op, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
            if op == "equal":
                self.used[a:b] = [True] * (b - a)
            else:
                self._replaced(range(a, b), c, d)
        unused = [at for at, used in enumerate(self.used) if not used]
        for _, run in groupby(enumerate(unused), key=lambda pair: pair[1] - pair[0]):
            places = [at for _, at in run]
            self._left_out(places[0], places[-1] + 1)
        if not any(self.used):
            self.found.faults.append("it has nothing of its quote")
        return self.found

    def _replaced(self, quoted: range, at: int, end: int) -> None:
        """Words of the quote, and those that stand in the claim in their place."""
        for number in quoted:
            taken = self._taken(self.quote[number], at, end)
            self.used[number] = taken > 0
            at += taken
            while at < end and self.claim[at].key in _ARTICLES:
                at += 1
        while at < end and self.claim[at].key in _ARTICLES:
            at += 1
        self.found.faults += [f"{word.text!r} is not in the quote" for word in self.claim[at:end]]

    def _taken(self, word: _Word, at: int, end: int) -> int:
        """How many words of the claim, from this one on, stand for a word of the quote."""
        if at >= end:
            return 0
        if self.claim[at].key == word.key or _agrees(word.key, self.claim[at].key):
            return 1
        for name in self._names(word.key, at, end):
            if taken := self._named(word, name, at, end):
                return taken
        return 0

    def _names(self, pronoun: str, at: int, end: int) -> list[Sequence[str]]:
        """What the claim may have in the place of a pronoun, as words."""
        if pronoun in _FIRST:
            return _forms(self.around.speaker)
        if pronoun in _SECOND:
            return _forms(self.around.listener)
        if pronoun in _MEN | _WOMEN | _THINGS:
            return [self._named_before(pronoun, at, end)]
        return []

    def _named_before(self, pronoun: str, at: int, end: int) -> Sequence[str]:
        """The longest phrase of the claim, from here on, that was written before, and can be meant."""
        wanted = [word.key for word in self.claim[at : min(end, at + _LONGEST_PHRASE)]]
        if "'s" in wanted:
            wanted = wanted[: wanted.index("'s")]
        for length in range(len(wanted), 0, -1):
            phrase = wanted[:length]
            is_name = not set(phrase) <= set(_NO_NAME) and phrase[-1] not in _NO_END
            if not is_name or not _stands_in(phrase, self.before):
                continue
            others = {"m": _WOMEN, "f": _MEN}.get(gender_of(" ".join(phrase)), frozenset())
            speaking = phrase in [list(form) for form in _forms(self.around.speaker)]
            if pronoun not in others and not speaking:
                return phrase
        return []

    def _named(self, word: _Word, name: Sequence[str], at: int, end: int) -> int:
        """The words that a name takes in the claim, a possessive with it; 0 where it does not stand there."""
        length = len(name)
        if not name or [one.key for one in self.claim[at : min(end, at + length)]] != list(name):
            return 0
        text = " ".join(one.text for one in self.claim[at : at + length])
        is_speech = word.key in _FIRST | _SECOND
        self.found.resolved.append(Resolved(word.text, text, is_speech))
        return length + (at + length < end and self.claim[at + length].key == "'s")

    def _left_out(self, start: int, end: int) -> None:
        run = self.quote[start:end]
        if all(word.key in _DROPPED for word in run):
            return
        kept = [word.text for word in run if word.key in _KEPT - self._own_business(start, end)]
        if kept:
            self.found.faults.append(f"{kept[0]!r} is left out")
        elif not self._between_seams(start, end):
            self.found.faults.append(f"{run[0].text!r} is left out of the middle of a clause")

    def _own_business(self, start: int, end: int) -> frozenset[str]:
        """The words that concern only what is left out: a clause that was joined to the rest by "and"."""
        if start == 0 and end < len(self.quote):
            last = self.quote[end - 1]
            return _OWN_CLAUSE if last.key in _JOINING and last.after_seam else frozenset()
        trails = end == len(self.quote) and self.quote[start].key in _JOINING
        return _OWN_CLAUSE | _VIEWS if trails else frozenset()

    def _between_seams(self, start: int, end: int) -> bool:
        before, after = self.quote[start], self.quote[end - 1]
        opens = start == 0 or before.after_seam or before.key in _JOINING
        joined = after.key in _JOINING
        closes = end == len(self.quote) or self.quote[end].after_seam or joined
        return closes and (opens or joined)


def _agrees(quoted: str, claimed: str) -> bool:
    """Whether a verb only agrees with another subject: "keep" and "keeps"."""
    if claimed in _AGREES.get(quoted, ()):
        return True
    endings = (quoted + "s", quoted + "es", quoted[:-1] + "ies" if quoted.endswith("y") else "")
    return len(quoted) > 1 and quoted.isalpha() and claimed in endings


def _forms(name: str | None) -> list[Sequence[str]]:
    """A speaker's name whole, or the first of its words."""
    words = [word.key for word in _words(name or "")]
    return [words, words[:1]] if len(words) > 1 else [words] if words else []


def _stands_in(phrase: Sequence[str], words: Sequence[str]) -> bool:
    length = len(phrase)
    return any(list(words[at : at + length]) == phrase for at in range(len(words) - length + 1))
