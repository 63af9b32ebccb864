"""Which sentences say something that can be remembered, and why the others do not."""

import re
from collections.abc import Sequence

from remember.domain.claims import Reason
from remember.domain.parsed import ParsedText, Sentence, Token
from remember.domain.syntax import SUBJECTS, Clause, Tree
from remember.domain.wordlists import listed

_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|dear|thanks|thank you|thx|cheers|bye|goodbye|good (?:morning|afternoon|evening)"
    r"|good night|welcome|congrats|congratulations|happy (?:birthday|new year)|see (?:you|ya)|take care"
    r"|(?:best |kind )?regards"
    r"|sincerely|no problem|you(?:'|’)re welcome|sounds good|great job|well done|good luck|have fun)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:would have|could have|should have|might have|would(?:n['’]t)? (?:be|like|love|prefer|want)"
    r"|i(?:'|’)d (?:like|love)"
    r"|wish|imagine|suppose|supposing|hypothetically|what if|as if|if only)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"^\W*(?:please\b|let['’]?s\b|let us\b|feel free\b|make sure\b|don['’]t\b|do not\b"
    r"|never\b(?=\s\w+\s)|try to\b|remember to\b)"
    r"|\byou (?:should|must|ought|can|could|need to|have to|may|might want)\b"
    r"|\b(?:we|one) should\b|\bif i were you\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"^\W*(?:copyright\b|©|all rights reserved|click here|see also\b|table of contents|unsubscribe"
    r"|sent from my\b"
    r"|this (?:e-?mail|message) (?:is|and)|confidential\b|https?://\S+\W*$|join (?:via|us)\b)",
    re.IGNORECASE,
)
_NOMINAL_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_EMPTY_NOUNS = listed("thing things stuff way lot bit kind sort point fact idea matter")
_EMPTY_VERBS = listed(
    """
    be have do go get seem sound look feel know see mean think say guess let hope make
    """
)


def looks_like_prose(text: str) -> bool:
    """False for what is mostly marks, digits or addresses: code, links, rulers."""
    letters = sum(character.isalpha() or character in " ,.'’" for character in text)
    return letters * 10 >= len(text) * 7 and any(character.isalpha() for character in text)


def why_dropped(tree: Tree, sentence: Sentence, found: Sequence[Clause]) -> Reason | None:
    """The reason why a sentence is no claim; None where it is one."""
    text = tree.parsed.text[sentence.start : sentence.end].strip()
    words = tree.parsed.words_of(sentence)
    if _BOILERPLATE.search(text) or not looks_like_prose(text):
        return Reason.BOILERPLATE
    if text.rstrip("\"'”’) ").endswith("?") or _asks(words):
        return Reason.QUESTION
    if _GREETING.match(text) and not _informs(words, more_than=4):
        return Reason.GREETING
    if _HYPOTHETICAL.search(text):
        return Reason.HYPOTHETICAL
    if _ADVICE.search(text) or (found and _is_imperative(tree, found[0], words)):
        return Reason.ADVICE
    return None if _says_something(tree, words, found) else Reason.NO_INFO


def _asks(words: Sequence[Token]) -> bool:
    return len(words) > 1 and words[0].tag in {"WP", "WRB"} and words[-1].text == "?"


def _is_imperative(tree: Tree, found: Clause, words: Sequence[Token]) -> bool:
    verb = tree.tokens[found.verb]
    if found.subject_head >= 0 or verb.tag != "VB" or found.group.first != found.verb:
        return False
    return found.verb == found.whole.first


def _informs(words: Sequence[Token], more_than: int) -> bool:
    return sum(word.tag in _NOMINAL_TAGS or word.pos in {"VERB", "NUM"} for word in words) > more_than


def _says_something(tree: Tree, words: Sequence[Token], found: Sequence[Clause]) -> bool:
    """Whether there is a statement with something definite in it, or a figure, date or name with a noun."""
    nouns = [w for w in words if w.tag in _NOMINAL_TAGS and w.lemma.casefold() not in _EMPTY_NOUNS]
    numbers = [w for w in words if w.pos == "NUM"]
    if not found:
        return bool(numbers and nouns) or any(not w.text.isascii() for w in nouns)
    stated = any(clause.subject or _headless(tree, clause) for clause in found)
    verbs = [w for w in words if w.pos == "VERB" and w.lemma not in _EMPTY_VERBS]
    named_subject = any(
        w.dep in SUBJECTS and (w.tag in _NOMINAL_TAGS or w.text.casefold() in {"i", "he", "she", "we"})
        for w in words
    )
    described = [w for w in words if w.pos == "ADJ" or w.dep in {"acomp", "attr"}]
    return (
        stated and bool(nouns or numbers or verbs) and bool(named_subject or nouns or (verbs and described))
    )


def _headless(tree: Tree, clause: Clause) -> bool:
    """ "Landed another PR": a note whose subject is understood."""
    return tree.tokens[clause.verb].tag in {"VBD", "VBN", "VBG", "VBZ"}


def sentences_of(parsed: ParsedText) -> Sequence[Sentence]:
    """The sentences that hold a word."""
    return [sentence for sentence in parsed.sentences if sentence.end_token > sentence.first_token]
