"""What a writer adds to say that he only heard it, or that it is so in a story and nowhere else."""

import re

from remember.domain.dates import Tense
from remember.domain.statement import Statement
from remember.domain.syntax import Clause, Span, Tree
from remember.domain.vocabulary import VERBS
from remember.domain.wordlists import listed

_WHO = r"(?:i|we|they|people|he|she|you)(?:['’]?(?:m|re|ve)|\s+(?:am|are|was|were|have|has|had))?"
_HEAR = r"(?:heard?|say|said|told|gather(?:ed)?|understand|understood|read|believed?|think|thought)"
_ONLY_HEARD = re.compile(
    rf"\bor so {_WHO} (?:been )?{_HEAR}\b|\b(?:rumou?r|word|legend) has it\b|\bword is\b(?= that\b|,)"
    rf"|\b(?:as|so) far as {_WHO} (?:can )?(?:know|tell|see|recall|remember|aware)\b"
    r"|\bto (?:the best of )?(?:my|our) (?:own )?knowledge\b"
    rf"|\bfrom what {_WHO} (?:been )?{_HEAR}\b|, (?:i|we) hear(?:d)?$|\brumou?r says\b",
    re.IGNORECASE,
)
_STORIES = listed("novel film movie dream fairytale tale comic opera sitcom musical myth legend story")
# What is told of a match is told in the past, what is so in a game of pictures in the present.
_PLAYED = listed("game play episode")
_LED_BY = frozenset({"DT", "PRP$"})
_TOLD = frozenset(words.split()[0] for words in VERBS)


def is_only_heard(tree: Tree, clause: Clause) -> bool:
    """Whether a clause, or a remark right behind it, says that it is only what is said or known."""
    tokens = tree.tokens
    start, end = tokens[clause.whole.first].start, tokens[clause.whole.end - 1].end
    last = next((s.end for s in tree.parsed.sentences if s.start <= start < s.end), end)
    text = tree.parsed.text[start : max(last, end)].rstrip(" .!")
    return any(not text[end - start : found.start()].strip(" ,;–—-") for found in _ONLY_HEARD.finditer(text))


def is_heard_behind(tree: Tree, clause: Clause) -> bool:
    """Whether the remark that says so stands behind the words of the clause."""
    return is_only_heard(tree, clause) and _ONLY_HEARD.search(tree.text(clause.whole)) is None


def story_of(statement: Statement) -> tuple[Span, Span] | None:
    """The words for the story in which alone a clause is so ("in the novel"), and what is told there."""
    found, tree = statement.clause, statement.tree
    for at in range(found.whole.first, found.whole.end - 2):
        if tree.tokens[at].text.casefold() != "in" or tree.tokens[at + 1].tag not in _LED_BY:
            continue
        noun = at + 2
        while noun + 1 < found.whole.end and tree.tokens[noun + 1].pos == "NOUN":
            noun += 1
        word = tree.tokens[noun].text.casefold()
        if word not in _STORIES and not (word in _PLAYED and found.tense is Tense.PRESENT):
            continue
        story = Span(at + 1, noun + 1)
        if found.subject and noun < found.subject.first and at == found.whole.first:
            return story, Span(found.subject.first, found.rest.end)
        ends = noun + 1 == found.rest.end and found.tense is Tense.PRESENT
        if ends and at > found.verb + 1 and tree.tokens[found.verb].lemma in _TOLD:
            return story, Span(found.whole.first, at)
    return None
