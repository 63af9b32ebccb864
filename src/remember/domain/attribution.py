"""Testimony about testimony: "Dana said that ..." is a fact about Dana, not about what she speaks of."""

from dataclasses import dataclass, replace

from remember.domain import assertions
from remember.domain.claims import Assertion, AssertionKind, Effect, Role, Term
from remember.domain.names import folded
from remember.domain.statement import Statement, observation
from remember.domain.syntax import SUBJECTS, Clause, Span, clause
from remember.domain.values import value_of
from remember.domain.wordlists import listed

_SAYING = listed(
    """
    say tell mention report claim state note explain announce confirm write add argue insist warn admit
    deny reckon complain promise suggest point reply answer
    """
)
_HOLDING = listed(
    """
    think believe feel guess hope suspect assume doubt expect fear worry find consider agree
    """
)
# "Denies that": said of what is not so, as the holder has it.
_DENYING = listed("deny doubt dispute refute")


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who is said to say or hold something, and what that asserts."""

    holder: Term | None
    assertions: list[Assertion]
    hedged: bool


def attributed(statement: Statement) -> Attribution | None:
    """The attribution of a clause; None where it states something in its own voice."""
    return _according(statement) or _said(statement)


def _according(statement: Statement) -> Attribution | None:
    found = statement.clause
    words = [t.text.casefold() for t in statement.tree.words(found.whole)]
    for at in range(len(words) - 2):
        if words[at] == "according" and words[at + 1] == "to":
            first = found.whole.first + at + 2
            end = first
            while (
                end < found.whole.end
                and statement.tree.tokens[end].text not in {",", "."}
                and end < first + 5
            ):
                end += 1
            return _held(statement, Span(first, end), statement.clause, hedged=False)
    return None


def _said(statement: Statement) -> Attribution | None:
    found = statement.clause
    verb = statement.tree.tokens[found.verb]
    lemma = verb.lemma.casefold()
    if lemma not in _SAYING | _HOLDING or found.modal:
        return None
    inner = statement.tree.child(found.verb, "ccomp")
    if inner is None or inner < found.verb or statement.tree.child(inner, *SUBJECTS) is None:
        return None
    whole = Span(statement.tree.span(inner).first, found.whole.end)
    if statement.tree.tokens[whole.first].text.casefold() in {"that", ","}:
        whole = Span(whole.first + 1, whole.end)
    content = clause(statement.tree, inner, whole)
    learnt = lemma == "find" and verb.tag in {"VBD", "VBN"}
    return _held(statement, found.subject, content, hedged=lemma in _HOLDING and not learnt)


def _held(statement: Statement, holder_words: Span, content: Clause, *, hedged: bool) -> Attribution:
    outer = statement.clause
    holder = statement.term(holder_words, Role.HOLDER, entity=True) if holder_words else None
    if holder is None:
        return Attribution(None, [], hedged)
    statement.clause = content
    verb = statement.tree.tokens[outer.verb].lemma.casefold()
    denied = outer is not content and (outer.negated or outer.of_none or verb in _DENYING)
    inner = [] if hedged or denied else assertions.read(statement)
    own = [a for a in inner if a.subject is not None and _is_holder(statement, a.subject, holder)]
    text = statement.text(Span(content.whole.first, content.rest.end))
    if outer is content and "," in text:
        text = text.partition(",")[2].strip()
    statement.clause = outer
    if own:
        return Attribution(holder, [replace(a, kind=AssertionKind.OBSERVATION) for a in own], hedged)
    if not text or not statement.certain(outer.whole):
        return Attribution(holder, [], hedged)
    says = observation(holder, "says", value_of(text), positive=not denied, effect=Effect.HOLDS)
    return Attribution(holder, [replace(says, label=says.label.rstrip(".") + ".")], hedged)


def _is_holder(statement: Statement, subject: Term, holder: Term) -> bool:
    return folded(subject.text) == holder.key or (
        subject.mention is not None and subject.mention == holder.mention
    )
