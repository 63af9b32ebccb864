"""Words of moves: "from A to B", where it may be left open whether that is a place, an employer or a tool."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from remember.domain.claims import Assertion, Effect, MentionKind, Role, Supposed, Term
from remember.domain.statement import Statement, relation
from remember.domain.syntax import Complement, Span, complements
from remember.domain.wordlists import listed

_ANYTHING = frozenset({"move", "transfer"})
_PLACES = frozenset({"relocate"})
_TOOLS = frozenset({"switch", "migrate", "transition", "convert"})
_LEAVES = frozenset({"leave", "quit"})
_RETURNS = frozenset({"return"})
VERBS = _ANYTHING | _PLACES | _TOOLS | _LEAVES | _RETURNS
_BESIDE = listed("back over away out")
_HOMES = frozenset({"house", "home", "flat"})
_JOBS = frozenset({"job", "jobs", "employer", "employers"})
_OPEN = ("located_in", "works_for", "uses")
_FOR = frozenset({"for", "in", "on", "after", "because", "with", "by", "at"})

_Candidates = Mapping[str, Supposed]


def words_after(statement: Statement, pieces: Sequence[Complement], *preps: str) -> Span:
    """The words after one of these prepositions, without the wordings about time."""
    for piece in pieces:
        if piece.prep in preps:
            return statement.trimmed(statement.without_times(piece.words))
    return Span(0, 0)


def read(statement: Statement, pieces: Sequence[Complement]) -> list[Assertion]:
    """A move between what is named, as an end and a beginning in each relation that it may concern."""
    found = statement.clause
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    progressive = statement.tree.tokens[found.verb].tag == "VBG" and not statement.times_in(found.rest)
    if progressive or not found.subject or not statement.certain(found.subject):
        return []
    if lemma in _LEAVES:
        pieces = complements(statement.tree, found, _FOR)
        what = Span(0, 0)
        left, reached = words_after(statement, pieces, ""), words_after(statement, pieces, "for")
    else:
        what = words_after(statement, pieces, "")
        left, reached = words_after(statement, pieces, "from"), words_after(statement, pieces, "to", "into")
    by_others = found.passive and (lemma in _LEAVES or bool(words_after(statement, pieces, "by")))
    if by_others or not (left or reached):
        return []
    ends = [_named(statement, words) for words in (left, reached) if words]
    subjects = statement.terms(found.subject, Role.SUBJECT, entity=True)
    named = [end for end in ends if end is not None]
    if len(named) < len(ends) or not subjects:
        return []
    changes = _changes(lemma, statement.lower(what), bool(left), bool(reached))
    return [
        replace(relation(subject, name, end, effect=effect), supposed=supposed)
        for subject in subjects
        for name, supposed in _open_to(statement, changes, subject, named, has_left=bool(left)).items()
        for end, effect in zip(named, _effects(bool(left)), strict=False)
    ]


def _effects(has_left: bool) -> Sequence[Effect]:
    return (Effect.ENDS, Effect.BEGINS) if has_left else (Effect.BEGINS,)


def _named(statement: Statement, words: Span) -> Term | None:
    """What is named by exactly these words."""
    names = statement.names(words)
    exact = len(names) == 1 and names[0].words == words
    return statement.term(words, Role.OBJECT, entity=True) if exact else None


def _changes(lemma: str, what: str, has_left: bool, has_reached: bool) -> _Candidates:
    """The relations that a move by one verb may concern, before anything is known of its ends."""
    perhaps, surely = Supposed.IF_TOLD, Supposed.UNLESS_TOLD
    if lemma in _LEAVES:
        return {"works_for": perhaps if has_reached else surely, "located_in": perhaps}
    if lemma in _RETURNS:
        return {} if what or has_left else {"works_for": perhaps}  # who comes home was at home before
    if lemma in _PLACES or (lemma in _ANYTHING and what in _HOMES):
        return {"located_in": surely}
    if lemma in _ANYTHING and what in _JOBS:
        return {"works_for": surely}
    if what and what not in _BESIDE:
        return {}
    if lemma in _TOOLS:
        return {"uses": surely, "works_for": perhaps} if has_left and has_reached else {}
    return dict.fromkeys(_OPEN, perhaps)


def _open_to(
    statement: Statement, changes: _Candidates, subject: Term, ends: Sequence[Term], *, has_left: bool
) -> _Candidates:
    """Those of them that are left by what the names themselves say of who moves, and where."""
    if subject.mention is None:
        return {name: how if len(changes) == 1 else Supposed.IF_TOLD for name, how in changes.items()}
    if statement.mentions[subject.mention].kind is MentionKind.PERSON and len(changes) == len(_OPEN):
        home = Supposed.IF_TOLD if has_left else Supposed.UNLESS_TOLD
        changes = {"located_in": home, "works_for": Supposed.IF_TOLD}
    kinds = {statement.mentions[end.mention].kind for end in ends if end.mention is not None}
    if MentionKind.ORGANISATION in kinds and len(changes) > 1:
        changes = {name: how for name, how in changes.items() if name != "located_in"}
    return changes
