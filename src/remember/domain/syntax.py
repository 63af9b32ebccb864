"""A sentence as clauses: who does what, with what after the verb, when, and whether it is denied.

Only shapes that a small parser gets right are relied on: which words are verbs, subjects and negations.
What follows the verb is read in the order of the words, because the parser often hangs a preposition on
the wrong noun.
"""

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from remember.domain.dates import Tense
from remember.domain.parsed import ParsedText, Sentence, Token
from remember.domain.wordlists import WEEKLY_DAYS, listed

SUBJECTS = listed("nsubj expl csubjpass nsubjpass csubj")
_VERB_TAGS = listed("VB VBN MD VBZ VBD VBP VBG")
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_NEGATIVE_ADVERBS = listed("hardly barely never rarely scarcely")
_NOBODY = listed("nobody none nothing neither no no-one noone nowhere")
_NAMED = frozenset({"NNP", "NNPS"})
_SPEECH = listed(
    "say think believe tell ask claim note write add explain report argue guess know hear suppose"
)
_SAYS_NO_MORE = listed("too either also not n't n’t yet already still now so as well indeed actually though")
MODALS = listed("may might could should would can must ought shall")


@dataclass(frozen=True, slots=True)
class Span:
    """Words `[first, end)` of a parsed text."""

    first: int
    end: int

    def __bool__(self) -> bool:
        return self.end > self.first


@dataclass(frozen=True, slots=True)
class Complement:
    """A stretch after the verb: its preposition ("" for an object) and its words."""

    prep: str
    words: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One statement of a sentence; `whole` are its words, `subject` may be empty.

    `verb` is the word that carries the meaning ("be" for "is on call"), `group` the verb with its
    auxiliaries, `rest` what follows. `of_none` where it denies by its subject ("nobody noticed").
    """

    whole: Span
    subject: Span
    subject_head: int
    group: Span
    verb: int
    rest: Span
    negated: bool
    no_longer: bool
    passive: bool
    modal: str
    perfect: bool
    tense: Tense
    of_none: bool = False


class Tree:
    """A parsed text with the words that hang on each word."""

    def __init__(self, parsed: ParsedText) -> None:
        self.parsed = parsed
        self.tokens: Sequence[Token] = parsed.tokens
        children: list[list[int]] = [[] for _ in self.tokens]
        for number, token in enumerate(self.tokens):
            if token.head != number:
                children[token.head].append(number)
        self.children = children

    def span(self, number: int) -> Span:
        """The words from the first to the last that hang on a word."""
        first = last = number
        todo = [number]
        while todo:
            for child in self.children[todo.pop()]:
                first, last = min(first, child), max(last, child)
                todo.append(child)
        return Span(first, last + 1)

    def span_of(self, chars: tuple[int, int]) -> Span:
        """The words that begin within some characters."""
        first, end = (bisect_left(self.tokens, char, key=lambda token: token.start) for char in chars)
        return Span(first, end)

    def text(self, span: Span) -> str:
        """The characters of a span."""
        if not span:
            return ""
        return self.parsed.text[self.tokens[span.first].start : self.tokens[span.end - 1].end]

    def words(self, span: Span) -> Iterator[Token]:
        """The words of a span."""
        return (self.tokens[number] for number in range(span.first, span.end))

    def child(self, number: int, *deps: str) -> int | None:
        """The first word that hangs on a word in one of these ways."""
        return next((child for child in self.children[number] if self.tokens[child].dep in deps), None)


def main_verb(tree: Tree, sentence: Sentence) -> int | None:
    """The word that states something: the root, or the finite verb where the parser took a noun for root."""
    root = tree.tokens[sentence.root]
    if (verb := _before_than(tree, sentence.root)) is not None:
        return verb
    if root.tag in _VERB_TAGS or root.pos in {"VERB", "AUX"}:
        return sentence.root
    for number in range(sentence.first_token, sentence.end_token):
        token = tree.tokens[number]
        if token.tag in _FINITE and token.dep in {
            "dobj",
            "appos",
            "acl",
            "parataxis",
            "conj",
            "ROOT",
            "ccomp",
        }:
            return number
    return None


def _before_than(tree: Tree, root: int) -> int | None:
    """ "The move finished two days earlier than planned": the parser may take the last word for the verb."""
    subject = tree.child(root, *SUBJECTS)
    if subject is None or root == 0 or tree.tokens[root - 1].text.casefold() not in {"than", "as"}:
        return None
    return tree.child(subject, "acl")


def clauses(tree: Tree, sentence: Sentence) -> list[Clause]:
    """The coordinate clauses of a sentence that have subjects of their own, each a run of words.

    "A moved and B took over" is two; "A moved and took over" is one. None where nothing is stated.
    """
    if assigned := _assigned(tree, sentence):
        return [assigned]
    verb = main_verb(tree, sentence)
    if verb is None:
        return []
    verbs = [verb]
    for number in verbs:
        verbs.extend(child for child in tree.children[number] if _stands_beside(tree, child, number))
    verbs = [number for number in verbs if not _is_joint_subject(tree, number, verbs)]
    edges = _edges(tree, sentence, sorted(verbs))
    return [clause(tree, number, span) for number, span in zip(sorted(verbs), edges, strict=True)]


def _assigned(tree: Tree, sentence: Sentence) -> Clause | None:
    """ "Dana to write the runbook": names, "to" and a verb, which says what they will do."""
    first = at = sentence.first_token
    while at < sentence.end_token and (tree.tokens[at].tag in _NAMED or (at > first and _joins(tree, at))):
        at += 1
    verb = at + 1
    if not first < at < sentence.end_token - 2 or (tree.tokens[at].tag, tree.tokens[verb].tag) != (
        "TO",
        "VB",
    ):
        return None
    whole = Span(first, sentence.end_token)
    return Clause(
        whole=whole,
        subject=Span(first, at),
        subject_head=at - 1,
        group=Span(at, verb + 1),
        verb=verb,
        rest=Span(verb + 1, _end_of_statement(tree, whole)),
        negated=False,
        no_longer=False,
        passive=False,
        modal="to",
        perfect=False,
        tense=Tense.FUTURE,
    )


def _joins(tree: Tree, number: int) -> bool:
    return tree.tokens[number].text.casefold() in {"and", ",", "&"}


def _is_joint_subject(tree: Tree, verb: int, verbs: Sequence[int]) -> bool:
    """ "Reading and painting is fun": a part of the subject that the parser took for a statement."""
    if tree.tokens[verb].tag != "VBG" or any(
        tree.tokens[n].dep in {*SUBJECTS, "aux"} for n in tree.children[verb]
    ):
        return False
    subjects = (tree.child(other, *SUBJECTS) for other in verbs if other > verb)
    return any(subject is not None and tree.tokens[subject].tag == "VBG" for subject in subjects)


def _stands_beside(tree: Tree, child: int, verb: int) -> bool:
    """Whether a verb has a statement of its own beside another: joined by "and", or only by a dash."""
    token = tree.tokens[child]
    if tree.child(child, *SUBJECTS) is None or tree.child(child, "mark") is not None:
        return False
    if _is_otherwise(tree, max(child, verb)):
        return False
    if token.dep == "conj":
        return not _is_or_so(tree, tree.span(child).first)
    if token.dep == "ccomp" and child < verb:
        subject = tree.child(verb, *SUBJECTS)
        ordered = subject is None and tree.tokens[verb].tag == "VB"  # "she is away, please tell them"
        end = verb if ordered else child if subject is None else subject
        marks = {tree.tokens[n].text for n in range(child, end)}
        spliced = "," in marks and (ordered or tree.tokens[verb].lemma not in _SPEECH)
        return spliced or bool(marks & {"-", "–", "—", "--", ";", "..."})
    return False


def _is_or_so(tree: Tree, first: int) -> bool:
    """ "Or so I heard": a remark on what stands before it."""
    return [tree.tokens[n].text.casefold() for n in (first - 1, first)] == ["or", "so"]


def _is_otherwise(tree: Tree, verb: int) -> bool:
    """ "Keep it dry, otherwise it rusts": what happens if not, which says nothing alone."""
    return any(tree.tokens[n].text.casefold() == "otherwise" and n < verb for n in tree.children[verb])


def _edges(tree: Tree, sentence: Sentence, verbs: list[int]) -> list[Span]:
    """Where each coordinate clause begins and ends; the joining word belongs to neither."""
    starts = [sentence.first_token]
    for before, verb in pairwise(verbs):
        subject = tree.child(verb, *SUBJECTS)
        own = [n for n in tree.children[verb] if n > before and tree.span(n).first > before]
        first = min([verb, *(tree.span(n).first for n in own if subject is None or n <= subject)])
        starts.append(first)
    ends = []
    for start in starts[1:]:
        end = start
        while end > sentence.first_token and (
            tree.tokens[end - 1].dep in {"cc", "punct"} or tree.tokens[end - 1].text in {",", ";"}
        ):
            end -= 1
        ends.append(end)
    last = sentence.end_token
    starts = [_after_marks(tree, start, sentence.end_token) for start in starts]
    return [Span(start, end) for start, end in zip(starts, [*ends, last], strict=True)]


def sharing_subject(tree: Tree, found: Clause) -> list[Clause]:
    """The statements that a clause joins about its subject: "works for Corvo and lives in Vigo" is two."""
    verbs = [found.verb]
    for number in verbs:
        verbs.extend(n for n in tree.children[number] if n > number and _shares_subject(tree, n, found))
    if len(verbs) == 1:
        return [found]
    verbs.sort()
    starts = [found.whole.first, *(_group(tree, verb, found.whole).first for verb in verbs[1:])]
    parts = []
    for verb, start, end in zip(verbs, starts, [*starts[1:], found.rest.end], strict=True):
        while tree.tokens[end - 1].dep in {"cc", "punct"} and end > verb + 1:
            end -= 1
        part = clause(tree, verb, Span(start, end))
        either = _is_neither(tree, found) or (verb != found.verb and _joined_by(tree, verb) in _EITHER)
        tense = found.tense if either or part.tense is Tense.NONE else part.tense
        part = replace(part, subject=found.subject, subject_head=found.subject_head, tense=tense)
        if either:
            part = replace(part, negated=not found.no_longer, no_longer=found.no_longer)
        parts.append(part)
    return parts


_EITHER = frozenset({"or", "nor"})


def _joined_by(tree: Tree, verb: int) -> str:
    """The word that joins a verb to the one before it."""
    words = (tree.tokens[n] for n in range(verb - 1, tree.tokens[verb].head, -1))
    return next((word.text.casefold() for word in words if word.dep == "cc"), "")


def _is_neither(tree: Tree, found: Clause) -> bool:
    """ "Neither works here nor lives there": what is joined is denied."""
    return any(tree.tokens[n].text.casefold() == "neither" for n in range(found.whole.first, found.rest.end))


def _shares_subject(tree: Tree, child: int, found: Clause) -> bool:
    """Whether a verb says more of the subject of another, in a form that needs no helper of that one."""
    token, helpers = tree.tokens[child], [tree.tokens[n] for n in tree.children[child]]
    if token.dep != "conj" or child >= found.rest.end or any(t.dep in {*SUBJECTS, "mark"} for t in helpers):
        return False
    if (
        _joined_by(tree, child) in _EITHER
    ):  # of two that are denied each is; of two that may be neither is told
        return found.negated or found.no_longer or _is_neither(tree, found)
    finite = {token.tag, *(t.tag for t in helpers if t.dep in {"aux", "auxpass"})} & _FINITE
    alone = found.group.end - found.group.first == 1
    if token.tag in {"VB", "VBP"} and finite <= {"VBP"}:
        # "Does not work here or live there": the bare verb, however it is tagged, shares the helper.
        return alone and (token.tag == "VBP" or tree.tokens[found.verb].tag == "VBP")
    return bool(finite)


def _after_marks(tree: Tree, start: int, end: int) -> int:
    while start + 1 < end and tree.tokens[start].pos == "PUNCT" and tree.tokens[start].text not in "\"'“‘([":
        start += 1
    return start


def clause(tree: Tree, verb: int, whole: Span) -> Clause:
    """The parts of a clause around its verb."""
    tokens = tree.tokens
    copula = tokens[verb].lemma == "be"
    group = _group(tree, verb, whole)
    subject = _subject(tree, verb)
    if subject is None and tokens[verb].dep == "dobj" and tokens[verb].head < verb:
        subject = tokens[verb].head  # the parser took the subject for the root
    if subject is None and tokens[verb].dep == "acl" and tokens[tokens[verb].head].dep in SUBJECTS:
        subject = tokens[verb].head
    if subject is None:
        subject = _behind_weekdays(tree, group, whole)
    span = _subject_span(tree, subject, group, whole)
    if any(token.text == ":" for token in tree.words(Span(span.end, group.first))):
        subject, span = None, Span(group.first, group.first)  # "docs: add a page": a label, not who does it
    helpers = [tokens[n] for n in range(group.first, group.end) if n != verb]
    modal = next((t.lemma.lower() for t in helpers if t.lemma.lower() in MODALS), "")
    no_longer = _no_longer(tree, whole)
    return Clause(
        whole=whole,
        subject=span,
        subject_head=subject if subject is not None else -1,
        group=group,
        verb=verb,
        rest=Span(group.end, _end_of_statement(tree, whole)),
        negated=(_negated(tree, verb, group) or _has_none(tree, group, whole)) and not no_longer,
        no_longer=no_longer,
        passive=any(t.dep == "auxpass" for t in helpers) or (not copula and _passive_subject(tree, verb)),
        modal=modal,
        perfect=any(t.lemma == "have" and t.tag != "VBD" for t in helpers) and tokens[verb].tag == "VBN",
        tense=_tense(tokens[verb], helpers),
        of_none=_is_none(tree, span, subject),
    )


def _is_none(tree: Tree, words: Span, head: int | None) -> bool:
    """ "Nobody", "none of the teams", "no data", "neither party": a statement of these denies."""
    if not words or head is None:
        return False
    near = {head, *(n for n in tree.children[head] if tree.tokens[n].dep in {"det", "preconj", "neg"})}
    said = {tree.tokens[n].text.casefold() for n in near if words.first <= n < words.end}
    opens = tree.tokens[words.first].text.casefold() == "not"  # "not everyone agrees"
    return opens or bool(said & _NOBODY)


def is_elliptic(tree: Tree, found: Clause) -> bool:
    """ "Dana did", "Mio will too", "Lena Brook is": the words that the verb stands for are left out."""
    verb = tree.tokens[found.verb]
    helps = verb.tag == "MD" or (verb.lemma in {"be", "do", "have"} and verb.tag not in {"VBN", "VBG"})
    taken = verb.text.casefold() in _SAYS_NO_MORE and tree.child(found.verb, "aux") is not None
    if not (helps or taken):  # "we haven't yet": a parser may take "yet" for the verb
        return False
    said = [tree.tokens[n] for n in range(found.group.end, found.whole.end)]
    before = range(found.whole.first, found.group.first)
    told = [n for n in before if not found.subject.first <= n < found.subject.end]
    if not found.subject or any(tree.tokens[n].tag in {"WP", "WRB", "WDT", "IN", "RB"} for n in told):
        return False
    return all(token.pos == "PUNCT" or token.text.casefold() in _SAYS_NO_MORE for token in said)


def _passive_subject(tree: Tree, verb: int) -> bool:
    return tree.child(verb, "nsubjpass", "csubjpass") is not None


def _group(tree: Tree, verb: int, whole: Span) -> Span:
    """The verb with its auxiliaries, negation and the adverbs between them; an inverted question has none."""
    first = verb
    for number in range(verb - 1, whole.first - 1, -1):
        token = tree.tokens[number]
        if token.head == verb and token.dep in {"aux", "auxpass", "neg"}:
            first = number
        elif not (token.pos in {"ADV", "PART"} or (token.dep == "neg")):
            break
    end = verb + 1
    while end < whole.end and tree.tokens[end].dep in {"prt", "neg"} and tree.tokens[end].head == verb:
        end += 1
    return Span(first, end)


def _subject_span(tree: Tree, subject: int | None, group: Span, whole: Span) -> Span:
    if subject is None or subject >= group.first:
        return Span(group.first, group.first)
    span = tree.span(subject) if tree.tokens[subject].dep in SUBJECTS else Span(whole.first, subject + 1)
    end = min(span.end, group.first)
    while end > subject + 1 and (tree.tokens[end - 1].is_mark or tree.tokens[end - 1].pos == "ADV"):
        end -= 1
    first = max(span.first, whole.first)
    # "On Mondays Mira works from home", "on Mondays and Fridays Mira works from home".
    days = [n for n in range(first, subject) if tree.tokens[n].text.casefold() in WEEKLY_DAYS]
    if days and tree.tokens[first].tag in {*_NAMED, "IN"}:
        first = days[-1] + 1
    return Span(first, end)


def _behind_weekdays(tree: Tree, group: Span, whole: Span) -> int | None:
    """ "On Mondays and Fridays Mira works": the parser may join the name to the days before it."""
    before = [tree.tokens[n] for n in range(whole.first, group.first)]
    days = [n for n, token in enumerate(before) if token.text.casefold() in WEEKLY_DAYS]
    if len(days) < 2 or days[-1] + 1 == len(before) or before[0].pos != "ADP":
        return None
    between = {token.text.casefold() for token in before[1 : days[-1]]} - WEEKLY_DAYS
    named = all(token.tag in _NAMED for token in before[days[-1] + 1 :])
    return group.first - 1 if named and between <= {"and", ",", "or"} else None


def _subject(tree: Tree, verb: int) -> int | None:
    """The head of the subject; behind a name that only says who speaks ("Wei, one concern is the cost")."""
    # In a short sentence the parser hangs the subject on the helper: "Kestrel is closed".
    helpers = [n for n in tree.children[verb] if tree.tokens[n].dep in {"aux", "auxpass"}]
    near = (n for head in (verb, *helpers) for n in tree.children[head])
    found = sorted(n for n in near if tree.tokens[n].dep in SUBJECTS)
    called = len(found) > 1 and tree.tokens[found[0]].tag in _NAMED
    if called and tree.tokens[found[0] + 1].text == "," and found[-1] < verb:
        return found[-1]
    return found[0] if found else None


def _end_of_statement(tree: Tree, whole: Span) -> int:
    end = whole.end
    while end > whole.first and tree.tokens[end - 1].pos in {"PUNCT", "SPACE"}:
        end -= 1
    return end


def _no_longer(tree: Tree, whole: Span) -> bool:
    lowered = [token.text.lower() for token in tree.words(whole)]
    pairs = list(itertools.pairwise(lowered))
    return (
        ("no", "longer") in pairs
        or ("not", "anymore") in pairs
        or (
            bool({"anymore", ("any", "more"), ("any", "longer")} & {*lowered, *pairs})
            and bool({"n't", "n’t", "not"} & set(lowered))
        )
    )


def _negated(tree: Tree, verb: int, group: Span) -> bool:
    near = set(range(group.first, min(group.end + 2, len(tree.tokens))))
    for number in near:
        token = tree.tokens[number]
        if token.dep == "neg" and (token.head == verb or number < group.end) and token.text.lower() != "no":
            return True
        if token.text.lower() in _NEGATIVE_ADVERBS and number <= group.end:
            return True
    return False


def _has_none(tree: Tree, group: Span, whole: Span) -> bool:
    """ "Keeps no card numbers" denies as much as "does not keep card numbers"; so does "neither ... nor"."""
    return group.end + 1 < whole.end and tree.tokens[group.end].text.casefold() in {"no", "neither"}


def _tense(verb: Token, helpers: Sequence[Token]) -> Tense:
    lemmas = {token.lemma.lower() for token in helpers}
    tags = {token.tag for token in helpers} | {verb.tag}
    if lemmas & {"will", "shall", "'ll"} or any(t.text.lower() in {"will", "'ll", "’ll"} for t in helpers):
        return Tense.FUTURE
    if "VBD" in tags:
        return Tense.PAST
    if "have" in lemmas and verb.tag == "VBN":
        return Tense.PAST
    if tags & {"VBZ", "VBP", "MD"}:
        return Tense.PRESENT
    return Tense.PAST if verb.tag == "VBN" else Tense.NONE


def complements(tree: Tree, found: Clause, preps: frozenset[str]) -> list[Complement]:
    """What follows the verb, cut at these prepositions; the piece before the first has the prep ""."""
    pieces: list[Complement] = []
    start, prep = found.rest.first, ""
    for number in range(found.rest.first, found.rest.end):
        token = tree.tokens[number]
        if token.pos in {"ADP", "SCONJ", "PART"} and token.text.lower() in preps:
            if number > start or prep:
                pieces.append(Complement(prep, Span(start, number)))
            start, prep = number + 1, token.text.lower()
    if start < found.rest.end:
        pieces.append(Complement(prep, Span(start, found.rest.end)))
    return pieces
