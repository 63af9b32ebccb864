"""Which statements of a turn are one claim: those that only mean something beside the one before.

People speak in short sentences that lean on each other ("I took the kids to a park. They loved it."): a
claim of the second alone says nothing, a claim of both says what was meant. What stands alone stays a claim
of its own, and so does what has a date of its own, or is said to be somebody else's words.
"""

from collections.abc import Sequence

from remember.domain.claims import Reason
from remember.domain.dates import Tense
from remember.domain.drafting import Part
from remember.domain.parsed import Sentence
from remember.domain.selection import content
from remember.domain.syntax import Tree
from remember.domain.wordlists import listed

_MOST_WORDS = 40
_OPENING_WORDS = 4
LEANING = frozenset({Reason.AMBIGUOUS, Reason.NO_INFO})
"""Why a sentence is no claim by itself, though it may be part of one."""

_CONNECTIVES = listed("and but so because also plus then though although yet or which")
_POINTERS = listed("it that this they these those he she the")
_PRONOUN_TAGS = frozenset({"PRP", "PRP$", "DT", "WDT", "EX"})


def belongs(part: Part, before: Sequence[Part]) -> bool:
    """Whether a statement is one claim with those before it."""
    if not before or any(map(_is_anothers, (part, *before))):
        return False
    if _words(part) + sum(map(_words, before)) > _MOST_WORDS:
        return False
    if part.is_dated and any(one.is_dated for one in before):
        return False
    if part.sentence == before[-1].sentence:
        return part.vague or _has_pronoun_subject(part)
    return part.sentence - before[-1].sentence <= 2 and (_leans(part) or _goes_on(part, before[-1]))


def answers(part: Part, asked: Part) -> bool:
    """Whether a question says what an answer is about: the answer leans on it, or it asks for a thing."""
    tree, clause = part.statement.tree, part.statement.clause
    said = content(tree.words(clause.whole))
    if not (said if clause.subject else [word for word in said if word.pos != "ADJ"]):
        return bool(clause.subject) and tree.tokens[clause.verb].lemma == "do"  # "I'll do it"
    opening = asked.statement.tree.tokens[asked.statement.clause.whole.first]
    return _leans(part) or opening.tag in {"WP", "WRB", "WDT"}


def is_opening(tree: Tree, sentence: Sentence) -> bool:
    """ "Yeah, sure!", "Thanks, Mio.": words before an answer that are none."""
    words = [word for word in tree.parsed.words_of(sentence) if word.pos != "PUNCT"]
    return len(words) <= _OPENING_WORDS and not tree.parsed.text[sentence.start : sentence.end].endswith("?")


def _leans(part: Part) -> bool:
    """Whether its words point back: a pronoun, "the vibe", "and", or no subject at all."""
    clause = part.statement.clause
    if part.vague or part.unresolved or not clause.subject:
        return True
    tokens = part.statement.tree.tokens
    opening, subject = tokens[clause.whole.first], tokens[clause.subject.first]
    return opening.text.casefold() in _CONNECTIVES or subject.text.casefold() in _POINTERS


def _goes_on(part: Part, before: Part) -> bool:
    """ "We went to the lake. We made a fire.": the next thing that happened."""
    opened = not before.statement.clause.subject or before.statement.clause.tense is Tense.PAST
    return opened and part.statement.clause.tense is Tense.PAST and _has_pronoun_subject(part)


def _has_pronoun_subject(part: Part) -> bool:
    subject = part.statement.clause.subject
    return not subject or {token.tag for token in part.statement.tree.words(subject)} <= _PRONOUN_TAGS


def _is_anothers(part: Part) -> bool:
    """Whether it says what somebody else said or holds, which is a claim about them."""
    return part.said is not None and part.statement.lower(part.statement.clause.subject) not in {"i", "we"}


def _words(part: Part) -> int:
    return part.statement.clause.whole.end - part.statement.clause.whole.first
