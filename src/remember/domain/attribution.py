"""Testimony about testimony: "Dana said that ..." is a fact about Dana, not about what she speaks of."""

from dataclasses import dataclass, replace

from remember.domain import assertions
from remember.domain.claims import Assertion, AssertionKind, Effect, Role, Term
from remember.domain.names import folded
from remember.domain.remarks import story_of
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
    return _according(statement) or _in_story(statement) or _said(statement)


def _in_story(statement: Statement) -> Attribution | None:
    """ "In the novel, she works for a queen": said of no one in the world."""
    found = story_of(statement)
    if found is None:
        return None
    return _held(statement, found[0], statement.clause, hedged=False, told=found[1])


def _according(statement: Statement) -> Attribution | None:
    found = statement.clause
    tokens = statement.tree.tokens
    for at in range(found.whole.first, found.whole.end - 2):
        if (tokens[at].text.casefold(), tokens[at + 1].text.casefold()) != ("according", "to"):
            continue
        holder = _after_to(statement, at + 2)
        rest = found.rest.end
        before, after = Span(found.whole.first, at), Span(min(holder.end, rest), rest)
        opens = at - found.whole.first < 2
        return _held(statement, holder, found, hedged=False, told=after if opens else before)
    return None


def _after_to(statement: Statement, first: int) -> Span:
    """Whom "according to" names: up to the comma, or the name between commas after a description."""
    tree, whole = statement.tree, statement.clause.whole
    end = first
    while end < min(whole.end, first + 5) and tree.tokens[end].text not in {",", "."}:
        end += 1
    for name in statement.names(Span(min(end + 1, whole.end), whole.end))[:1]:
        closes = name.words.end < whole.end and tree.tokens[name.words.end].text in {",", "."}
        if name.words.first == end + 1 and closes:
            return name.words
    return Span(first, end)


def _said(statement: Statement) -> Attribution | None:
    found = statement.clause
    verb = statement.tree.tokens[found.verb]
    lemma = verb.lemma.casefold()
    if lemma not in _SAYING | _HOLDING or found.modal:
        return None
    inner = statement.tree.child(found.verb, "ccomp")
    if inner is None or statement.tree.child(inner, *SUBJECTS) is None:
        return None
    if inner < found.verb:
        if not found.subject or found.subject.first < inner:
            return None
        whole = Span(found.whole.first, found.subject.first)  # "no boat sails, the director said"
    else:
        whole = Span(statement.tree.span(inner).first, found.whole.end)
    if statement.tree.tokens[whole.first].text.casefold() in {"that", ","}:
        whole = Span(whole.first + 1, whole.end)
    content = clause(statement.tree, inner, whole)
    learnt = lemma == "find" and verb.tag in {"VBD", "VBN"}
    return _held(statement, found.subject, content, hedged=lemma in _HOLDING and not learnt)


def _held(
    statement: Statement, holder_words: Span, content: Clause, *, hedged: bool, told: Span | None = None
) -> Attribution:
    """What a holder is said to say: `told` where it is not all of the clause."""
    outer = statement.clause
    holder = statement.term(holder_words, Role.HOLDER, entity=True) if holder_words else None
    if holder is None:
        return Attribution(None, [], hedged)
    statement.clause = content
    verb = statement.tree.tokens[outer.verb].lemma.casefold()
    denied = outer is not content and (outer.negated or outer.of_none or verb in _DENYING)
    inner = [] if hedged or denied else assertions.read(statement)
    own = [a for a in inner if a.subject is not None and _is_holder(statement, a.subject, holder)]
    text = statement.text(told or Span(content.whole.first, content.rest.end)).strip(' ",')
    statement.clause = outer
    if own:
        return Attribution(holder, [replace(a, kind=AssertionKind.OBSERVATION) for a in own], hedged)
    if not text or not statement.certain(outer.whole):
        return Attribution(holder, [], hedged)
    says = observation(holder, "says", value_of(text), positive=not denied, effect=Effect.HOLDS)
    # Who denies it says that it is not so; who only does not say it says nothing.
    label = statement.text(outer.whole) if denied else says.label
    return Attribution(holder, [replace(says, label=label.rstrip(".") + ".")], hedged)


def _is_holder(statement: Statement, subject: Term, holder: Term) -> bool:
    return folded(subject.text) == holder.key or (
        subject.mention is not None and subject.mention == holder.mention
    )
