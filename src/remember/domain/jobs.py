"""Words of jobs: who works for whom from or until then, and who has which part ("chair of the trust")."""

from collections.abc import Sequence
from dataclasses import replace

from remember.domain.attributes import held_by
from remember.domain.claims import Assertion, Effect, Role
from remember.domain.moving import words_after
from remember.domain.statement import Statement, relation
from remember.domain.syntax import Complement, Span, complements
from remember.domain.wordlists import listed

_HIRES, _FIRES = listed("hire recruit"), listed("fire dismiss sack lay_off let_go make_redundant")
_APPOINTS = listed("appoint elect name promote make")
_REMOVES = _FIRES | listed("remove oust vote_out")
_GIVES_UP = listed("resign retire quit leave step_down stand_down step_back step_aside")
_GETS, _LOSES = listed("get take accept find land start begin"), listed("lose quit leave resign")
VERBS = frozenset(verb.split()[0] for verb in _HIRES | _APPOINTS | _REMOVES | _GIVES_UP | _GETS | _LOSES)
_JOBS = listed("job post position role work")
_PARTS = listed("by from at as to for")


def read(statement: Statement, pieces: Sequence[Complement]) -> list[Assertion]:
    """ "Was hired by Corvo", "resigned as chair of the trust", "lost her job at Corvo"."""
    parted = complements(statement.tree, statement.clause, _PARTS)
    return statement.first_of((_part_held, _hired_or_fired, _job_at), parted)


def _verb(statement: Statement) -> str:
    """The verb with the word that makes another of it: "lay off", "let go"."""
    tree, found = statement.tree, statement.clause
    verb = tree.tokens[found.verb].lemma.casefold()
    after = statement.lower(Span(found.rest.first, found.rest.first + 1)) if found.rest else ""
    both = f"{verb} {after}"
    particle = tree.child(found.verb, "prt")
    parted = f"{verb} {tree.tokens[particle].text.casefold()}" if particle is not None else both
    return next((one for one in (both, parted) if one in _REMOVES | _GIVES_UP), verb)


def _part_held(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """A part that somebody has in a thing from then on, or until then; one of many is nobody's alone."""
    found, verb = statement.clause, _verb(statement)
    given, taken = verb in _APPOINTS, verb in _REMOVES
    if not (given or taken or verb in _GIVES_UP) or found.passive is not (given or taken):
        return []
    preps = ("as", "to", "") if given else ("as",)
    words = next((piece.words for piece in pieces if piece.prep in preps), Span(0, 0))
    if not words or statement.lower(Span(words.first, words.first + 1)) in {"a", "an", "one"}:
        return []
    part = statement.trimmed(statement.without_times(words))
    effect = Effect.BEGINS if given else Effect.ENDS
    return [replace(one, effect=effect) for one in held_by(statement, part, found.subject)]


def _hired_or_fired(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """Whom an employer hires works for it, and does so no more when it has fired them."""
    found, verb = statement.clause, _verb(statement)
    if verb not in _HIRES | _FIRES:
        return []
    hires = verb in _HIRES
    who, employer = words_after(statement, pieces, ""), found.subject
    if found.passive:
        who, employer = found.subject, words_after(statement, pieces, "by", "from", "at")
    if hires and not found.passive and statement.is_person(employer):
        return []  # "Dana hired Ravi" may be for whom she works herself
    return _works_for(statement, who, employer, Effect.BEGINS if hires else Effect.ENDS)


def _job_at(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "Got a job at Corvo", "left her post at Corvo"."""
    found, verb = statement.clause, statement.tree.tokens[statement.clause.verb].lemma.casefold()
    job = words_after(statement, pieces, "")
    head = statement.lower(Span(job.end - 1, job.end)) if job else ""
    if found.passive or head not in _JOBS or verb not in _GETS | _LOSES:
        return []
    employer = words_after(statement, pieces, "at")
    return _works_for(statement, found.subject, employer, Effect.BEGINS if verb in _GETS else Effect.ENDS)


def _works_for(statement: Statement, who: Span, employer: Span, effect: Effect) -> list[Assertion]:
    names = statement.names(employer) if employer else []
    if not who or len(names) != 1 or names[0].words != statement.trimmed(employer):
        return []
    target = statement.term(employer, Role.OBJECT, entity=True)
    people = [term for term in statement.terms(who, Role.SUBJECT) if term.mention is not None]
    return [relation(one, "works_for", target, effect=effect) for one in people if target]
