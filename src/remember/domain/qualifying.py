"""Words that say how far a statement reaches: "for payroll", "also", "never", "after all"."""

from dataclasses import replace

from remember.domain.statement import Statement
from remember.domain.syntax import Clause, Span, Tree
from remember.domain.wordlists import listed

_ADDING = listed("also too additionally moreover besides")
_WHOLLY = ("at all", "any more", "any longer", "for good", "for now")


def without_after_all(tree: Tree, found: Clause) -> Clause:
    """The clause without an "after all" at its end, which says that it was thought otherwise, and no more."""
    end = found.rest.end
    while end > found.rest.first and tree.tokens[end - 1].is_mark:
        end -= 1
    last = [token.text.casefold() for token in tree.tokens[max(found.rest.first, end - 2) : end]]
    if last != ["after", "all"] or end - 2 <= found.rest.first:
        return found
    whole = found.whole if found.whole.end > end else Span(found.whole.first, end - 2)
    return replace(found, rest=Span(found.rest.first, end - 2), whole=whole)


def adds(statement: Statement) -> bool:
    """ "Also works for Tarn": what was told before stays so."""
    found = statement.clause
    as_well = statement.lower(found.whole).rstrip(" .!").endswith(" as well")
    added = any(token.text.casefold() in _ADDING for token in statement.tree.words(found.whole))
    return (as_well or added) and not found.negated


def is_never(statement: Statement) -> bool:
    """ "Never worked for Tarn" is so of every time, and so of now."""
    before = Span(statement.clause.whole.first, statement.clause.rest.first)
    return any(token.text.casefold() == "never" for token in statement.tree.words(before))


def is_qualified(statement: Statement, target: Span) -> bool:
    """Whether a denial says more than when: "does not use KeyBox for payroll" denies no other use of it."""
    found, names = statement.clause, statement.names(target)
    after = Span(names[0].words.end, found.rest.end) if names else Span(found.rest.end, found.rest.end)
    denied = found.negated or found.no_longer
    if not denied or not after or statement.lower(after).strip(" .!,").endswith(_WHOLLY):
        return False
    times = statement.times_in(after)
    return any(
        token.tag in {"IN", "TO"}
        and not (found.passive and token.text.casefold() == "by")
        and not any(t.lead_start <= token.start < t.char_end for t in times)
        for token in statement.tree.words(after)
    )


def up_to_a_verb(statement: Statement, span: Span) -> Span:
    """The words before a comma that another statement follows ("the blue one, it beeps louder")."""
    for number in range(span.first, span.end):
        after = Span(number + 1, span.end)
        if statement.tree.tokens[number].text in {",", "-", "–", "—"} and any(
            token.tag in {"VBZ", "VBD", "VBP", "MD"} for token in statement.tree.words(after)
        ):
            return Span(span.first, number)
    return span
