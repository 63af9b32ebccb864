"""A question taken apart: who or what it is about, its verb, and what it leaves open.

Only questions of one clause in the plain order of English are taken apart; any other is unclear, and no
answer to it is completed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from remember.domain.parsed import Sentence, Token
from remember.domain.syntax import SUBJECTS, Span, Tree
from remember.domain.wordlists import listed


class Asks(StrEnum):
    """What a question leaves open."""

    WHETHER = "whether"
    WHO = "who"
    WHAT = "what"
    WHERE = "where"
    WHEN = "when"
    WHY = "why"
    HOW = "how"
    HOW_MANY = "how_many"
    HOW_LONG = "how_long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of one clause. `asked` are its question words, `about` the thing that they count or choose.

    `helper` is its finite verb ("did", "is", "leads"). `subject` is empty where it asks for the subject; else
    `rest` follows it, which `verb` is the first word of where the helper only helps.
    """

    tree: Tree
    asks: Asks
    asked: Span
    about: Span
    helper: int
    subject: Span
    rest: Span
    verb: int | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why no answer to a question can be completed; `is_empty` where there is none yet ("Hm.")."""

    why: str
    is_empty: bool = False


_WH_TAGS = frozenset({"WP", "WRB", "WDT", "WP$"})
_OPENERS = listed("so and but well ok okay then now also oh hey hi hmm um um, by_the_way")
_HELPERS = listed("be do have")
_WORDS = {
    "who": Asks.WHO,
    "whom": Asks.WHO,
    "what": Asks.WHAT,
    "which": Asks.WHAT,
    "where": Asks.WHERE,
    "when": Asks.WHEN,
    "why": Asks.WHY,
    "how": Asks.HOW,
}
_POLITELY = [
    ["you", verb, *to] for verb in ("know", "tell", "say", "remember") for to in ([], ["me"], ["us"])
]
_LASTING = listed("long often far frequently soon")
_ASKED_MOST = 6
_TOLD = frozenset({"acl", "amod", "appos"})
_NOMINAL = frozenset({"DT", "PRP$", "JJ", "NN", "NNS", "NNP", "NNPS", "POS", "CD"})


def question_of(tree: Tree, sentence: Sentence) -> Question | Unclear:
    """What a sentence asks."""
    tokens = tree.tokens
    end = sentence.end_token
    while end > sentence.first_token and tokens[end - 1].pos == "PUNCT":
        end -= 1
    first = _opening(tokens, sentence.first_token, end)
    words = [tokens[n].text.casefold() for n in range(first, end)]
    if "or" in words:
        return Unclear("it offers a choice")
    if {"n't", "n’t", "not"} & set(words):
        return Unclear("it denies")
    if any(tokens[n].text in {":", ";", "-", "–", "—", "..."} for n in range(first, end)):
        return Unclear("it says more than it asks")
    if end - first < 2:
        return Unclear("it has no clause")
    if tokens[first].tag in _WH_TAGS:
        return _open(tree, first, end)
    return _whether(tree, first, end) if _is_helper(tokens[first]) else Unclear("it has no question word")


def _opening(tokens: Sequence[Token], first: int, end: int) -> int:
    """The first word behind "So," or a name that is called."""
    at = first
    while at < end - 1:
        called = tokens[at].text[0].isupper() and tokens[at + 1].text == ","
        opens = tokens[at].text.casefold() in _OPENERS or tokens[at].pos in {"INTJ", "PUNCT"}
        if not (called or opens) or (tokens[at].tag in _WH_TAGS):
            break
        at += 1
    return at


def _is_helper(token: Token) -> bool:
    return token.tag == "MD" or (token.lemma in _HELPERS and token.tag in {"VBZ", "VBP", "VBD"})


def _whether(tree: Tree, first: int, end: int) -> Question | Unclear:
    inner = next((n for n in range(first, end) if tree.tokens[n].tag in {"WP", "WRB", "WP$"}), None)
    if inner is not None:
        return _told_to(tree, first, inner, end)
    parts = _inverted(tree, first, end)
    if parts is None:
        return Unclear("its subject is not certain")
    subject, rest, verb = parts
    if not rest:
        return Unclear("it leaves open what it asks of its subject")
    nothing = Span(first, first)
    return Question(
        tree=tree, asks=Asks.WHETHER, asked=nothing, about=nothing,
        helper=first, subject=subject, rest=rest, verb=verb,
    )  # fmt: skip


def _told_to(tree: Tree, first: int, inner: int, end: int) -> Question | Unclear:
    """ "Do you know who leads it?", "can you tell me where she works?": the question inside."""
    tokens, unclear = tree.tokens, Unclear("it holds another question")
    asks = _WORDS.get(tokens[inner].text.casefold())
    polite = [tokens[n].text.casefold() for n in range(first + 1, inner)]
    helper = next((n for n in range(inner + 1, end) if _is_finite(tokens[n])), None)
    if asks is None or helper is None or polite not in _POLITELY:
        return unclear
    if any(tokens[n].tag in _WH_TAGS for n in range(inner + 1, end)):
        return unclear
    subject = Span(inner + 1, helper)
    if any(tokens[n].tag not in _NOMINAL | {"PRP"} for n in range(subject.first, subject.end)):
        return unclear
    if not subject and asks not in {Asks.WHO, Asks.WHAT}:
        return unclear
    subject = subject or Span(helper, helper)
    nothing, rest = Span(helper, helper), Span(helper + 1, end)
    return Question(
        tree=tree, asks=asks, asked=Span(inner, inner + 1), about=nothing,
        helper=helper, subject=subject, rest=rest, verb=None,
    )  # fmt: skip


def _open(tree: Tree, first: int, end: int) -> Question | Unclear:
    tokens = tree.tokens
    helper = next((n for n in range(first + 1, end) if _is_finite(tokens[n])), None)
    if helper is None or helper - first > _ASKED_MOST:
        return Unclear("its verb is not certain")
    if any(tokens[n].tag in {"WP", "WRB", "WP$"} for n in range(first + 1, end)):
        return Unclear("it holds another question")
    asked = Span(first, helper)
    asks, about = _left_open(tree, asked)
    if asks is None:
        return Unclear("what it leaves open is not certain")
    inverted = _inverted(tree, helper, end, of_who=asks is Asks.WHO) if _is_helper(tokens[helper]) else None
    if inverted is None:
        after = [token.tag for token in tree.words(Span(helper + 1, end))]
        done = tokens[helper].lemma != "do" or after == ["PRP"]  # "who did it?"
        if asks not in {Asks.WHO, Asks.WHAT, Asks.HOW_MANY} or not done:
            return Unclear("its subject is not certain")
        subject, rest, verb = Span(helper, helper), Span(helper + 1, end), None
    else:
        subject, rest, verb = inverted
    return Question(
        tree=tree, asks=asks, asked=asked, about=about, helper=helper, subject=subject, rest=rest, verb=verb
    )


def _is_finite(token: Token) -> bool:
    return token.tag in {"VBZ", "VBP", "VBD", "MD"}


def _left_open(tree: Tree, asked: Span) -> tuple[Asks | None, Span]:
    """What the question words ask for, and the words of it that belong to the answer ("pumps")."""
    words = [token.text.casefold() for token in tree.words(asked)]
    asks = _WORDS.get(words[0])
    none = Span(asked.end, asked.end)
    if asks is None or len(words) == 1:
        return asks, none
    if words[:2] in (["how", "many"], ["how", "much"]):
        return Asks.HOW_MANY, Span(asked.first + 2, asked.end)
    if words[0] == "how":
        if len(words) == 2 and words[1] in _LASTING:
            return Asks.HOW_LONG, none
        is_degree = len(words) == 2 and tree.tokens[asked.first + 1].pos == "ADJ"
        return (Asks.HOW_MANY if is_degree else None), Span(asked.first + 1, asked.end)
    if words in (["what", "time"], ["what", "day"], ["what", "date"], ["which", "day"]):
        return Asks.WHEN, none
    return (Asks.WHAT if words[0] in {"what", "which"} else None), none


def _inverted(
    tree: Tree, helper: int, end: int, *, of_who: bool = False
) -> tuple[Span, Span, int | None] | None:
    """Subject, what follows it, and the verb, where the subject stands behind the finite verb."""
    tokens = tree.tokens
    start = helper + 1
    subject = _subject_at(tree, start, end)
    if subject is None:
        return None
    first = subject.end
    while first < end and tokens[first].pos == "ADV" and tokens[first].tag != "WRB":
        first += 1
    verbal = first < end and tokens[first].tag in {"VB", "VBN", "VBG", "VBD", "VBP"}
    if tokens[helper].lemma == "be":
        return subject, Span(subject.end, end), first if verbal else None
    if verbal:
        return subject, Span(subject.end, end), first
    last = subject.end - 1
    taken = last > start and tokens[last].text.islower() and tokens[last].tag in {"NN", "VB", "VBP"}
    if taken and not of_who and tokens[helper].lemma != "have" and tokens[last - 1].tag != "DT":
        return Span(start, last), Span(last, end), last  # "does Larkfield use": a verb that seems a noun
    return None


def _subject_at(tree: Tree, start: int, end: int) -> Span | None:
    """The subject that begins with a word."""
    tokens = tree.tokens
    if start >= end:
        return None
    if tokens[start].tag == "PRP" or tokens[start].dep == "expl":
        return Span(start, start + 1)
    chunk = next((c for c in tree.parsed.noun_chunks if c.first_token == start), None)
    for number in range(start, end):
        if tokens[number].dep in SUBJECTS and tree.span(number).first == start:
            span = tree.span(number)
            told = [n for n in tree.children[number] if n > number and tokens[n].dep in _TOLD]
            # "Is the contract signed": what is asked of the subject, taken for a part of it.
            taken = [tree.span(n).first for n in told] if span.end == end else []
            return Span(start, min([span.end, end, *taken]))
    if chunk is not None:
        return Span(start, min(chunk.end_token, end))
    last = start
    while last < end and tokens[last].tag in _NOMINAL:
        last += 1
    return Span(start, last) if last > start else None
