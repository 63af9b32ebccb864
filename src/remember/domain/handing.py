"""Words of handing over: who has a thing, leads it or has a part in it from then on, in whose place."""

from collections.abc import Sequence
from dataclasses import replace

from remember.domain.attributes import held_by
from remember.domain.claims import Assertion, Effect, Role, Supposed
from remember.domain.dates import Tense
from remember.domain.moving import words_after
from remember.domain.statement import Statement, relation
from remember.domain.syntax import Complement, Span, complements
from remember.domain.wordlists import listed

_TAKES, _HANDS = frozenset({"take"}), frozenset({"hand"})
_REPLACES = frozenset({"replace", "succeed"})
_SELLS, _BUYS = frozenset({"sell"}), listed("buy purchase acquire")
_OF_PRICES = listed("to from by for at")
_PARTS = listed("half part share shares stake stakes percent % quarter third majority rest")
TRADES = _SELLS | _BUYS
_ASSIGNS = listed("assign reassign")
VERBS = _TAKES | _HANDS | _REPLACES | _ASSIGNS | TRADES


def read(statement: Statement, pieces: Sequence[Complement]) -> list[Assertion]:
    """ "Took over as owner of the rota from Wei" names the part; without it, what Wei had passes on."""
    found = statement.clause
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    if lemma in TRADES:
        return _traded(statement, sold=lemma in _SELLS)
    if lemma in _ASSIGNS:
        return _assigned(statement, pieces)
    by, direct = words_after(statement, pieces, "by"), words_after(statement, pieces, "")
    doer = by if found.passive else found.subject
    thing = found.subject if found.passive else words_after(statement, pieces, "over") or direct
    if lemma in _REPLACES:
        before, after = thing, doer
    elif "over" not in statement.lower(found.whole).split():
        return []
    elif lemma in _HANDS:
        before, after = doer, words_after(statement, pieces, "to")
    else:
        before, after = words_after(statement, pieces, "from"), doer
    carried = lemma in _TAKES and words_after(statement, pieces, "to")  # "took the boat over to Ghent"
    if not after or carried:
        return []
    if part := words_after(statement, pieces, "as"):
        for who in (before, after):
            statement.term(who, Role.OTHER)  # mentioned, though no end of what is asserted
        ended, begun = held_by(statement, part, before), held_by(statement, part, after)
        return [*_with(ended, Effect.ENDS), *_with(begun, Effect.BEGINS)]
    return [] if lemma in _REPLACES else _passed_on(statement, thing, before, after, is_given=lemma in _HANDS)


def _assigned(statement: Statement, pieces: Sequence[Complement]) -> list[Assertion]:
    """ "The ticket is assigned to Dana", "was reassigned from Wei to Dana"; not somebody to a place."""
    found = statement.clause
    words = found.subject if found.passive else words_after(statement, pieces, "")
    before, after = words_after(statement, pieces, "from"), words_after(statement, pieces, "to")
    thing = (
        statement.term(words, Role.SUBJECT, entity=True) if words and not statement.is_person(words) else None
    )
    if thing is None or not after:
        return []
    state = found.passive and found.tense is Tense.PRESENT and not found.perfect
    ends = ((before, Effect.ENDS), (after, Effect.HOLDS if state else Effect.BEGINS))
    told = [(statement.term(who, Role.OBJECT, entity=True), effect) for who, effect in ends if who]
    if any(who is None or who.mention is None for who, _ in told):
        return []
    return [relation(thing, "assigned_to", who, effect=effect) for who, effect in told if who]


def _traded(statement: Statement, *, sold: bool) -> list[Assertion]:
    """Who sells a certain thing owns it no more, who buys it does; "bought a boat" does not say which."""
    found = statement.clause
    pieces = complements(statement.tree, found, _OF_PRICES)
    doer = words_after(statement, pieces, "by") if found.passive else found.subject
    other = words_after(statement, pieces, "to" if sold else "from")
    words = found.subject if found.passive else next((p.words for p in pieces if not p.prep), Span(0, 0))
    words = statement.trimmed(statement.without_times(words)) if words else words
    if found.tense is Tense.PRESENT or not _is_one_thing(statement, words):
        return []  # "sells Brightpay to small shops"
    thing = statement.term(_with_article(statement, words), Role.SUBJECT, entity=True)
    if thing is None or thing.mention is None:
        return []
    ends = (
        ((doer, Effect.ENDS), (other, Effect.BEGINS))
        if sold
        else ((other, Effect.ENDS), (doer, Effect.BEGINS))
    )
    told = [(statement.term(who, Role.OBJECT, entity=True), effect) for who, effect in ends if who]
    return [
        relation(thing, "owner", who, effect=effect)
        for who, effect in told
        if who and who.mention is not None
    ]


def _is_one_thing(statement: Statement, words: Span) -> bool:
    """Whether the whole of one thing is meant: not "30 percent of Corvo", nor "Mina a bicycle"."""
    tokens = list(statement.tree.words(words)) if words else []
    said = {token.text.casefold() for token in tokens}
    return bool(tokens) and tokens[0].tag != "CD" and not said & _PARTS and all(t.tag != "DT" for t in tokens)


def _with_article(statement: Statement, words: Span) -> Span:
    led = words.first > 0 and statement.tree.tokens[words.first - 1].tag == "DT"
    return Span(words.first - led, words.end)


def _with(made: Sequence[Assertion], effect: Effect) -> list[Assertion]:
    return [replace(one, effect=effect) for one in made]


def _passed_on(
    statement: Statement, words: Span, before: Span, after: Span, *, is_given: bool
) -> list[Assertion]:
    """What is handed over had an owner; who takes a thing over may lead it instead, as who did before."""
    words = _without_over(statement, words)
    thing = statement.term(words, Role.SUBJECT, entity=True) if words else None
    new = statement.term(after, Role.OBJECT, entity=True)
    if thing is None or new is None:
        return []
    old = statement.term(before, Role.OTHER, entity=True) if before else None
    owner = Supposed.UNLESS_TOLD if is_given else Supposed.IF_TOLD
    return [
        replace(relation(thing, name, who, effect=effect), supposed=supposed)
        for name, supposed in (("owner", owner), ("led_by", Supposed.IF_TOLD))
        for who, effect in ((old, Effect.ENDS), (new, Effect.BEGINS))
        if who is not None
    ]


def _without_over(statement: Statement, span: Span) -> Span:
    first, end = span.first, span.end
    while first < end and statement.lower(Span(first, first + 1)) == "over":
        first += 1
    while end > first and statement.lower(Span(end - 1, end)) == "over":
        end -= 1
    return Span(first, end)
