"""Which sentences say something that can be remembered, and why the others do not."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from remember.domain.claims import Reason
from remember.domain.dates import Reading, find
from remember.domain.parsed import ParsedText, Sentence, Token
from remember.domain.syntax import SUBJECTS, Clause, Span, Tree, clauses, is_elliptic
from remember.domain.wordlists import listed

_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|dear|thanks|thank you|thx|cheers|bye|goodbye|good (?:morning|afternoon|evening)"
    r"|good night|welcome|congrats|congratulations|happy (?:birthday|new year)|see (?:you|ya)|take care"
    r"|(?:best |kind )?regards"
    r"|sincerely|no problem|you(?:'|’)re welcome|sounds good|great job|well done|good luck|have fun)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:wish|imagine|suppose|supposing|hypothetically|what if|as if|if only)\b", re.IGNORECASE
)
_UNREAL = listed("would could should might")
_REPORTING = listed("say tell think promise announce know hope believe expect write claim warn explain")
_ADVICE = re.compile(
    r"^\W*(?:please\b|let['’]?s\b|let us\b|feel free\b|make sure\b|don['’]t\b|do not\b"
    r"|never\b(?=\s\w+\s)|try to\b|remember to\b)"
    r"|^(?:\W*\w+,)?\W*you (?:should|must|ought|can|could|need to|have to|may|might want)\b"
    r"|^(?:\W*\w+,)?\W*(?:we|one) should\b|\bif i were you\b|,\s*please\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"^\W*(?:copyright\b|©|all rights reserved|click here|see also\b|table of contents|unsubscribe"
    r"|sent from my\b"
    r"|this (?:e-?mail|message) (?:is|and)|confidential\b|https?://\S+\W*$|join (?:via|us)\b)",
    re.IGNORECASE,
)
_NOMINAL_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_EMPTY_NOUNS = listed("one thing things stuff way lot bit kind sort point fact idea matter")
_EMPTY_VERBS = listed(
    """
    be have do go get seem sound look feel know see mean think say guess let hope make
    """
)
_EMPTY = _EMPTY_NOUNS | _EMPTY_VERBS
_FULL = 4
_CLOCK_WORDS = listed("am pm a.m. p.m. utc gmt cet cest")
_SAYERS = listed("i we he she they")
_COMING = listed("tomorrow tonight today monday tuesday wednesday thursday friday saturday sunday")
_BREAKS = listed("- – — -- ; ... … !")
_TAGS = [
    ["right"],
    ["huh"],
    ["eh"],
    ["no"],
    ["yeah"],
    ["ok"],
    ["okay"],
    ["you", "know"],
    ["how", "about", "you"],
]
_POINTERS = listed("it that this they these those")


# "Guess what I did last week?" announces; it asks nothing.
_GUESS = re.compile(r"guess (?:what|who|where)\s+\w+\s+\w+", re.IGNORECASE)
_GENERIC = re.compile(
    r"\byou (?:never|always) (?:know|get|see)\b|\byou (?:get|reap) what you\b|\bas they say\b", re.IGNORECASE
)
_REFERENCE = re.compile(r"(?:#\d+|https?://\S+)\W*$")


def looks_like_prose(text: str) -> bool:
    """False for what is mostly marks or addresses: code, links, rulers. Figures count for neither."""
    text = _FIGURES.sub("", text)
    letters = sum(character.isalpha() or character in " ,.'’" or _is_mark(character) for character in text)
    return letters * 10 >= len(text) * 7 and any(character.isalpha() for character in text)


def _is_mark(character: str) -> bool:
    """A vowel sign or accent, which many scripts write apart from its letter."""
    return not character.isascii() and unicodedata.category(character)[0] == "M"


# As in "version 2.8.0 (2026-02-02):".
_FIGURES = re.compile(r"(?<!\w)[(\[]?\d[\d.,:/–-]*(?!\w)[)\]]?:?")
_ENDS_OF_SENTENCES = frozenset(".!。！…।॥۔։።")
_UNSPACED = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\u0e01-\u0e4e]")


def is_foreign(text: str) -> bool:
    """Whether most letters of a text are not those that English is written in."""
    letters = [c for c in text if c.isalpha()]
    return sum(c > "\u024f" for c in letters) * 2 > len(letters)


def is_foreign_statement(text: str) -> bool:
    """A sentence in another script: kept as it stands, for want of a parser that reads it."""
    if not is_foreign(text):
        return False
    whole = len(_UNSPACED.findall(text)) >= 4 or len(text.split()) >= 3
    return whole or text.rstrip()[-1:] in _ENDS_OF_SENTENCES


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with what it states; `reason` is why that is no claim, None where it is one.

    `is_whole` where the sentence is one statement; `asks` where it ends in a question about something.
    """

    sentence: Sentence
    clauses: Sequence[Clause]
    reason: Reason | None
    is_whole: bool
    asks: bool = False


def read_sentence(tree: Tree, sentence: Sentence, *, is_decided: bool = False) -> Told:
    """A sentence of a document; what is decided is stated though it orders."""
    text = tree.parsed.text[sentence.start : sentence.end]
    found = [] if is_foreign(text) else clauses(tree, sentence)
    reason = why_dropped(tree, sentence, found)
    if reason is Reason.ADVICE and (stated := [one for one in found if not _advises(tree, one)]):
        return Told(sentence, stated, None, is_whole=False)
    if is_decided and reason in {Reason.ADVICE, Reason.NO_INFO, Reason.INTRO}:
        reason = None if len(content(tree.parsed.words_of(sentence))) > 1 else reason
    return Told(sentence, found, reason, len(found) < 2)


def read_spoken(tree: Tree, sentence: Sentence) -> Told:
    """A sentence of a conversation, where people ask, wish and leave out words beside what they state."""
    told = read_sentence(tree, sentence)
    words = tree.parsed.words_of(sentence)
    if told.reason is Reason.QUESTION and _GUESS.match(tree.parsed.text, sentence.start):
        return replace(told, clauses=(), reason=None, is_whole=True)
    if told.reason is Reason.QUESTION:
        before = before_question(tree, sentence)
        asks = any(word.pos != "ADJ" for word in content(words)) or _asks_for_something(words)
        return read_sentence(tree, before) if before else replace(told, asks=asks)
    if told.reason is Reason.HYPOTHETICAL:
        real = [clause for clause in told.clauses if not _is_hypothetical(tree, clause.whole)]
        return replace(told, clauses=real, reason=None, is_whole=False) if real else told
    if told.reason is Reason.NO_INFO and tells(words):
        return replace(told, reason=None)
    return told


def why_dropped(tree: Tree, sentence: Sentence, found: Sequence[Clause]) -> Reason | None:
    """The reason why a sentence is no claim; None where it is one."""
    text = tree.parsed.text[sentence.start : sentence.end].strip()
    words = tree.parsed.words_of(sentence)
    if is_foreign(text):
        return None if is_foreign_statement(text) else Reason.NO_INFO
    if _BOILERPLATE.search(text) or not looks_like_prose(text):
        return Reason.BOILERPLATE
    if text.rstrip("\"'”’) ").endswith("?") or _asks(words):
        return Reason.QUESTION
    if text.endswith(":") or (not found and _only_dates(text, words)):
        return Reason.INTRO
    if is_greeting(tree, sentence):
        return None if _appoints(words) else Reason.GREETING
    if _is_hypothetical(tree, Span(sentence.first_token, sentence.end_token)):
        return Reason.HYPOTHETICAL
    if _GENERIC.search(text):
        return Reason.GENERIC
    if _REFERENCE.search(text) and not _tells(tree, found):
        return Reason.INTRO
    if _ADVICE.search(text) or (found and _is_imperative(tree, found[0], words)):
        return Reason.ADVICE
    if not _says_something(tree, words, found) and not _is_full(text, words):
        return Reason.NO_INFO
    empty = (is_vague(tree, clause) or is_elliptic(tree, clause) for clause in found)
    return Reason.AMBIGUOUS if found and all(empty) else None


def is_greeting(tree: Tree, sentence: Sentence) -> bool:
    """Whether a sentence only greets, thanks or takes leave."""
    text = tree.parsed.text[sentence.start : sentence.end].strip()
    return bool(_GREETING.match(text)) and not _informs(tree.parsed.words_of(sentence), more_than=4)


def _is_hypothetical(tree: Tree, span: Span) -> bool:
    """Whether some words say what is not so: "would have come", "it would be nice", "if only"."""
    return _HYPOTHETICAL.search(tree.text(span)) is not None or any(
        _is_unreal(tree, number, span.end) for number in range(span.first, span.end)
    )


def _is_unreal(tree: Tree, number: int, end: int) -> bool:
    """ "Should have gone", but not "should have it"; "would be", but not in what somebody announced."""
    if tree.tokens[number].text.casefold() not in _UNREAL:
        return False
    after = [tree.tokens[n] for n in range(number + 1, min(end, number + 6)) if tree.tokens[n].pos != "ADV"]
    after = [token for token in after if token.dep != "neg"]
    if [token.lemma for token in after[:1]] == ["have"]:
        return len(after) > 1 and after[1].tag in {"VBN", "VBD"}
    head = tree.tokens[tree.tokens[number].head]
    announced = head.dep == "ccomp" and tree.tokens[head.head].lemma in _REPORTING
    would_be = tree.tokens[number].text.casefold() == "would" and after and after[0].lemma == "be"
    return bool(would_be) and not announced


def is_vague(tree: Tree, clause: Clause) -> bool:
    """ "It's a lot to take in": something unnamed is somehow, and nothing in it can be looked for."""
    subject = tree.text(clause.subject).casefold()
    copula = tree.tokens[clause.verb].lemma in {"be", "feel", "sound", "look", "seem"}
    return subject in _POINTERS and copula and not _is_definite(tree.words(clause.whole))


def _is_definite(words: Iterable[Token]) -> bool:
    """Whether some words hold a name, a figure, two things, or much of anything."""
    said = content(words)
    nouns = {word.lemma for word in said if word.tag in _NOMINAL_TAGS}
    return len(said) > 2 or len(nouns) > 1 or any(word.pos in {"PROPN", "NUM"} for word in said)


def content(words: Iterable[Token]) -> list[Token]:
    """The words that something can be found by."""
    return [
        word
        for word in words
        if word.pos in {"NOUN", "PROPN", "VERB", "NUM", "ADJ"} and word.lemma.casefold() not in _EMPTY
    ]


def tells(words: Sequence[Token]) -> bool:
    """Whether words without a clause that a parser sees say enough to be kept as what a speaker said."""
    said = content(words)
    least = 2 if words[0].text.casefold() in _SAYERS else 3
    return len(said) >= least and any(word.tag in _NOMINAL_TAGS for word in said)


def before_question(tree: Tree, sentence: Sentence) -> Sentence | None:
    """What a sentence states before it asks: "I finished it - want to see?", "It is cold, isn't it?"."""
    words = tree.parsed.words_of(sentence)
    for at in range(len(words) - 1, 2, -1):
        after = words[at:]
        if words[at - 1].text in _BREAKS or (words[at - 1].text == "," and _is_tag(after)):
            kept = words[: at - 1]
            if (
                len(after) <= 10
                and not _asks(kept)
                and any(w.tag in {"VBD", "VBZ", "VBP", "MD"} for w in kept)
            ):
                return _part_of(tree, sentence, at - 1)
            return None
    return None


def _is_tag(words: Sequence[Token]) -> bool:
    said = [word.text.casefold() for word in words if word.pos != "PUNCT"]
    return said in _TAGS or (
        len(said) in {2, 3} and words[0].pos == "AUX" and words[len(said) - 1].tag == "PRP"
    )


def _part_of(tree: Tree, sentence: Sentence, count: int) -> Sentence:
    first, end = sentence.first_token, sentence.first_token + count
    inside = range(first, end)
    root = next((n for n in inside if tree.tokens[n].head == n or tree.tokens[n].head not in inside), first)
    return replace(sentence, end=tree.tokens[end - 1].end, end_token=end, root=root)


def _tells(tree: Tree, found: Sequence[Clause]) -> bool:
    """Whether a line that ends in a reference says what happened, rather than being its title."""
    return any(
        tree.tokens[clause.verb].tag in {"VBD", "VBN", "VBZ", "VBP"} and clause.subject for clause in found
    )


def _asks(words: Sequence[Token]) -> bool:
    """A question without its mark: "what do we do with this", "can we merge it"."""
    if len(words) < 3:
        return False
    first, second = words[0], words[1]
    if first.tag in {"WP", "WRB", "WDT"}:
        return second.tag == "MD" or second.lemma in {"be", "do", "have"}
    return (first.tag == "MD" or first.pos == "AUX") and second.tag in {"PRP", "DT", "NNP", "EX"}


def _asks_for_something(words: Sequence[Token]) -> bool:
    """ "What have you made so far?": any answer tells something, as a yes or no would not."""
    return words[0].tag in {"WP", "WRB", "WDT"} and sum(word.pos != "PUNCT" for word in words) > 3


def _advises(tree: Tree, found: Clause) -> bool:
    words = list(tree.words(found.whole))
    return bool(_ADVICE.search(tree.text(found.whole))) or _is_imperative(tree, found, words)


def _is_imperative(tree: Tree, found: Clause, words: Sequence[Token]) -> bool:
    verb = tree.tokens[found.verb]
    if found.subject_head >= 0 or verb.tag != "VB" or found.group.first != found.verb:
        return False
    if [word.pos for word in words[1:2]] == ["NUM"] and [word.text for word in words[2:3]] == [":"]:
        return False  # "Run 12: 3.98 g"
    return found.verb == found.whole.first and verb.text.casefold() not in {"gon", "wan", "got"}


def _appoints(words: Sequence[Token]) -> bool:
    """ "See you tomorrow at Rosa's": where and when, though it is a goodbye."""
    named = any(a.pos == "ADP" and b.pos == "PROPN" for a, b in pairwise(words))
    return named and any(word.lemma.casefold() in _COMING for word in words)


def _informs(words: Sequence[Token], more_than: int) -> bool:
    return sum(word.tag in _NOMINAL_TAGS or word.pos in {"VERB", "NUM"} for word in words) > more_than


def _says_something(tree: Tree, words: Sequence[Token], found: Sequence[Clause]) -> bool:
    """Whether there is a statement with something definite in it, or a figure, date or name with a noun."""
    nouns = [w for w in words if w.tag in _NOMINAL_TAGS and w.lemma.casefold() not in _EMPTY_NOUNS]
    numbers = [w for w in words if w.pos == "NUM"]
    if not found:
        return any(n.dep == "nummod" and tree.tokens[n.head].tag in _NOMINAL_TAGS for n in numbers)
    headed = any(clause.subject for clause in found)
    stated = headed or (len(content(words)) > 1 and any(_headless(tree, clause) for clause in found))
    verbs = [w for w in words if w.pos == "VERB" and w.lemma not in _EMPTY_VERBS]
    named_subject = any(
        w.dep in SUBJECTS
        and (w.tag in _NOMINAL_TAGS or w.pos == "NUM" or w.text.casefold() in {"i", "he", "she", "we"})
        for w in words
    )
    described = [w for w in words if w.pos == "ADJ" or w.dep in {"acomp", "attr"}]
    felt = named_subject and any(_is_told_of(tree, clause) for clause in found)
    return (
        stated
        and bool(nouns or numbers or verbs or felt)
        and bool(named_subject or nouns or (verbs and described))
    )


def _is_told_of(tree: Tree, clause: Clause) -> bool:
    """ "I'm not convinced", "I feel lighter now", "she is fond of it": more than "I'm sorry" says."""
    quality = next((n for n in tree.children[clause.verb] if tree.tokens[n].dep == "acomp"), None)
    if quality is None:
        return clause.negated and tree.tokens[clause.verb].pos == "ADJ"
    more = any(tree.tokens[n].dep in {"prep", "xcomp", "ccomp"} for n in tree.children[quality])
    return more or clause.negated or tree.tokens[quality].tag in {"JJR", "JJS"}


def _only_dates(text: str, words: Sequence[Token]) -> bool:
    """ "Mira Lund, 2026-02-03 09:05 UTC": names and times alone head what follows."""
    times = [(time.char_start, time.char_end) for time in find(text, Reading(None))]
    start = words[0].start
    said = [w for w in words if not any(a <= w.start - start < b for a, b in times)]
    return bool(times) and all(
        w.pos in {"PROPN", "PUNCT", "NUM", "SYM", "ADP"} or w.text.casefold() in _CLOCK_WORDS for w in said
    )


def _is_full(text: str, words: Sequence[Token]) -> bool:
    """A sentence that says much, or that there is none of something, though no clause is seen in it."""
    if text.rstrip("\"'”’)")[-1:] not in {".", "!"}:
        return False
    said = content(words)
    nouns = sum(word.tag in _NOMINAL_TAGS for word in said)
    if words[0].text.casefold() == "no":
        return nouns > 1
    definite = any(word.pos in {"PROPN", "NUM"} for word in said)
    return len(said) >= _FULL - definite and nouns > 0 and (words[0].tag != "VB" or words[1].pos == "NUM")


def _headless(tree: Tree, clause: Clause) -> bool:
    """ "Landed another PR": a note whose subject is understood."""
    return tree.tokens[clause.verb].tag in {"VBD", "VBN", "VBG", "VBZ"}


def sentences_of(parsed: ParsedText) -> Sequence[Sentence]:
    """The sentences that hold a word; in another script, where the parser guesses, up to their own marks."""
    found: list[Sentence] = []
    for sentence in parsed.sentences:
        if sentence.end_token == sentence.first_token:
            continue
        if (
            found
            and _runs_on(parsed.text[found[-1].start : found[-1].end])
            and is_foreign(parsed.text[sentence.start : sentence.end])
        ):
            found[-1] = replace(found[-1], end=sentence.end, end_token=sentence.end_token)
        else:
            found += _after_yes(parsed, sentence)
    return found


def _after_yes(parsed: ParsedText, sentence: Sentence) -> list[Sentence]:
    """ "No. I asked for another week.", which a parser may take for one sentence."""
    first, end = sentence.first_token, sentence.end_token
    words = parsed.tokens[first:end]
    if len(words) < 3 or words[0].text.casefold() not in {"yes", "no"} or words[1].text not in {".", "!"}:
        return [sentence]
    root = sentence.root if sentence.root > first + 1 else first + 2
    return [
        replace(sentence, end=words[1].end, end_token=first + 2, root=first),
        replace(sentence, start=words[2].start, first_token=first + 2, root=root),
    ]


def _runs_on(text: str) -> bool:
    return is_foreign(text) and text.rstrip("\"'”’) ")[-1:] not in _ENDS_OF_SENTENCES | set("?؟？")
