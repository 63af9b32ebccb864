"""Dates that belong to an aside: "Norsund, which was founded in 1974, employs 210 people" is not of 1974."""

from bisect import bisect_right
from collections.abc import Sequence

from remember.domain.dates import TimeWords
from remember.domain.statement import Statement
from remember.domain.syntax import Clause, Tree
from remember.domain.wordlists import listed

_ASIDES = frozenset({"relcl", "acl"})
# "When she lived there in May, she swam" is of May; "because the barn burnt down in May" is not.
_REASONS = listed("because since as although though if unless so whereas that than until")


def aside_of(tree: Tree, clause: Clause, time: TimeWords) -> int | None:
    """The verb of the aside that a wording about time stands in; None where it is the clause's own.

    What a subject cannot be told without ("the book I read last year") is no aside of it.
    """
    at = bisect_right(tree.tokens, time.char_start, key=lambda token: token.start) - 1
    seen = set()
    while at not in seen and at != clause.verb:
        seen.add(at)
        token = tree.tokens[at]
        if token.dep in _ASIDES and token.pos in {"VERB", "AUX"} and not _is_needed(tree, clause, at):
            return at
        if token.dep == "conj" and _is_other_time(tree, at):
            return at
        mark = tree.child(at, "mark")
        if token.dep == "advcl" and mark is not None and tree.tokens[mark].text.casefold() in _REASONS:
            return at
        at = token.head
    return None


def _is_other_time(tree: Tree, verb: int) -> bool:
    """ "Employs ten people and had two visitors last year": the second verb is of another time."""
    tags = {tree.tokens[verb].tag, tree.tokens[tree.tokens[verb].head].tag}
    return "VBD" in tags and bool(tags & {"VBZ", "VBP"})


def told_of_it(statement: Statement, times: Sequence[TimeWords]) -> list[TimeWords]:
    """The dates of what happened to a thing that is only shown: "here is the bowl I made last week"."""
    found = []
    for time in times:
        verb = aside_of(statement.tree, statement.clause, time)
        if verb is not None and not _is_beside(statement.tree, verb):
            found.append(time)
    return found


def _is_beside(tree: Tree, verb: int) -> bool:
    """Whether an aside is set off, or says why: "the bowl, which broke last week, is blue"."""
    first = tree.span(verb).first
    return tree.tokens[verb].dep not in _ASIDES or (first > 0 and tree.tokens[first - 1].text == ",")


def _is_needed(tree: Tree, clause: Clause, verb: int) -> bool:
    subject = clause.subject
    if not (subject.first <= verb < subject.end):
        return False
    return not _is_beside(tree, verb)
