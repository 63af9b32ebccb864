"""Changes of state: what ended, what began. "Moved from A to B" is both, on one day."""

from dataclasses import replace

from remember.domain import handing, jobs, moving
from remember.domain.attributes import attribute_of, dated_thing, valued
from remember.domain.claims import Assertion, Effect, MentionKind, Role, Term, Value, ValueKind
from remember.domain.dates import Tense
from remember.domain.days import Days
from remember.domain.mentions import phrase_kind
from remember.domain.moving import words_after
from remember.domain.plans import is_called_off, is_not_held, may_move
from remember.domain.statement import Statement, observation, relation
from remember.domain.syntax import Complement, Span, complements
from remember.domain.values import value_of
from remember.domain.vocabulary import STATUSES
from remember.domain.wordlists import listed

_MOVES = listed("move switch transfer transition shift rotate relocate")
_SWITCHES = frozenset({"switch", "migrate", "transition", "convert"})
_POSTPONES = listed(
    "slip postpone delay push move reschedule defer shift bring pull put advance adjourn change"
)
_CANCELS = frozenset({"cancel", "call"})
_SLIPS = frozenset({"slip", "delay", "defer"})
_JOINS = frozenset({"join", "rejoin"})
_LEAVES = frozenset({"leave", "quit"})
_RESIGNS = frozenset({"resign", "retire", "depart"})
_REACHES = listed(
    """
    complete finish close cancel approve reject accept merge pause archive deprecate unblock suspend lift
    """
)
# What a thing is when it has done so by itself.
_TURNS = {
    "reopen": "open",
    "close": "closed",
    "resume": "in progress",
    "restart": "in progress",
    "pause": "paused",
}
_SETS = listed("raise increase reduce lower cut change set bump drop grow rise fall decrease")
_EXCHANGES = listed("replace swap exchange trade")
_SWAPS = listed("with by for at in on since")
_PREPS = listed("from to by as into until over with")
_WORK_KINDS = frozenset({MentionKind.TEAM, MentionKind.PROJECT})


def read(statement: Statement) -> list[Assertion]:
    """The assertions of a clause whose verb is a change; empty where it is none, or not certain which."""
    found = statement.clause
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    pieces = complements(statement.tree, found, _PREPS)
    if is_not_held(statement.tree, found):
        return statement.first_of((_called_off,), pieces)
    if found.negated or found.no_longer:
        return []
    readers = []
    if lemma in _POSTPONES and may_move(statement.tree, lemma, Span(found.verb, found.rest.end)):
        readers.append(_postponed)
    if lemma in _MOVES:
        readers += [_moved, _carried]
    if lemma in jobs.VERBS:
        readers.append(jobs.read)
    if lemma in _JOINS | _LEAVES | _RESIGNS:
        readers.append(_joined_or_left)
    if lemma in moving.VERBS:
        readers.append(moving.read)
    if lemma in _SWITCHES:
        readers.append(_switched)
    if is_called_off(statement.tree, found):
        readers.append(_called_off)
    if lemma in handing.VERBS:
        readers.append(handing.read)
    if lemma in _EXCHANGES:
        readers.append(_swapped)
    if lemma == "rename":
        readers.append(_renamed)
    if lemma == "change":
        readers.append(_changed)
    if lemma in _SETS:
        readers.append(_set_to)
    if lemma in _REACHES or lemma in _TURNS:
        readers.append(_reached)
    return statement.first_of(readers, pieces)


def _raw(pieces: list[Complement], *preps: str) -> Span:
    return next((piece.words for piece in pieces if piece.prep in preps), Span(0, 0))


def _postponed(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The review slipped from Monday to Thursday": the latter is the new date, the former ended."""
    found = statement.clause
    kept = complements(statement.tree, found, frozenset({"for"}))
    target = _raw(pieces, "to", "until") or _raw(kept, "for")
    rest = found.rest
    ends = [t for t in statement.times_in(rest) if len(t.ends) == 2]
    thing = found.subject
    moved = _without_particle(statement, statement.trimmed(_raw(pieces, "")))
    if not found.passive and moved and not statement.times_in(moved) and _is_object(statement, moved):
        thing = moved
    subject, name = dated_thing(statement, _undated(statement, thing))
    if subject is None:
        return []
    old: Days | None
    if ends:
        old, new = ends[0].ends
    else:
        time = statement.only_time(target) if target else None
        before = statement.only_time(_raw(pieces, "from")) if _raw(pieces, "from") else None
        if time is None or time.days is None:
            return []
        new, old = time.days, before.days if before else None
    # What slips is late, whether its date was called the day it is on or the day it is due.
    slips = name == "date" and statement.tree.tokens[found.verb].lemma in _SLIPS
    names = [name, "due_date"] if slips else [name]
    made = [observation(subject, one, value_of("", new), effect=Effect.BEGINS) for one in names]
    if old is not None:
        made = [
            *(observation(subject, one, value_of("", old), effect=Effect.ENDS) for one in names),
            *made,
        ]
    return made


def _without_particle(statement: Statement, span: Span) -> Span:
    """ "The launch" in "put the launch off"."""
    ends = span and statement.lower(Span(span.end - 1, span.end)) in {"off", "out", "back", "forward", "up"}
    return Span(span.first, span.end - 1) if ends else span


def _undated(statement: Statement, thing: Span) -> Span:
    """A thing without its date: "the meeting on 5 May", "the 5 May meeting", "the one planned for 5 May"."""
    thing = statement.trimmed(thing)
    if not thing or statement.only_time(thing):
        return thing
    if statement.ends_in_time(thing):
        thing = statement.without_times(thing)
        planned = thing and statement.tree.tokens[thing.end - 1].tag in {"VBN", "JJ"}
        return Span(thing.first, thing.end - 1) if planned else thing
    for time in statement.times_in(thing):
        if time.char_start == statement.chars(thing)[0]:
            first = statement.tree.span_of((time.char_start, time.char_end)).end
            owns = statement.tree.tokens[first].tag == "POS"  # "Friday's review"
            return Span(first + owns, thing.end)
    return thing


def _called_off(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The review on 12 June was cancelled": it is cancelled, and is not on that day any more.

    Without a day, the thing has none any more, whatever day it had.
    """
    found = statement.clause
    direct = _without_particle(statement, statement.trimmed(_raw(pieces, "")))
    not_held = is_not_held(statement.tree, found)
    thing = found.subject if found.passive or statement.is_copular() or not_held else direct
    undated = _undated(statement, thing) if thing else thing
    if not undated:
        return []
    days = [t.days for t in statement.times_in(thing) if t.days and t.apart]
    sure = statement.tree.tokens[found.verb].lemma.casefold() in _CANCELS
    sure = found.tense is Tense.FUTURE if not_held else sure
    subject, name = dated_thing(statement, undated)
    called = statement.term(thing if days else undated, Role.SUBJECT, entity=True)
    if subject is None or called is None or not (days or sure):
        return []
    status = STATUSES["cancelled"]
    made = [
        observation(
            called, "status", Value(text=status, key=status, kind=ValueKind.PHRASE), effect=Effect.BEGINS
        )
    ]
    if not_held and not sure:  # what did not take place may have been moved
        made = []
    made += [observation(subject, name, value_of("", day), effect=Effect.ENDS) for day in days]
    if name == "date":  # whether it was due on that day is not said, but it is not
        made += [
            observation(subject, "due_date", value_of("", day), positive=False, effect=Effect.BEGINS)
            for day in days
        ]
    if not days:
        made += [_dateless(subject, one) for one in dict.fromkeys((name, "due_date"))]
    return made


def _dateless(subject: Term, name: str) -> Assertion:
    """That a thing has no date any more: a value beside which no day of it stands."""
    words = "due date" if name == "due_date" else "date"
    said = f"{subject.text} has no {words} any more."
    none = Value(text=f"no {words}", key="none", kind=ValueKind.PHRASE)
    return observation(subject, name, none, sentence=said[:1].upper() + said[1:], effect=Effect.BEGINS)


def _is_object(statement: Statement, span: Span) -> bool:
    return any(
        t.dep in {"dobj", "nsubj"} or t.tag in {"NN", "NNP", "NNS"} for t in statement.tree.words(span)
    ) and (statement.lower(span) not in {"back", "out", "forward"})


def _moved(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """A person who moved between teams or projects; other moves are left to the plain reading."""
    found = statement.clause
    direct = statement.trimmed(statement.without_times(_raw(pieces, "")))
    if direct and statement.lower(direct) not in {"back", "over"} and not found.passive:
        return []
    old, new = words_after(statement, pieces, "from"), words_after(statement, pieces, "to", "into")
    if not new or not _is_someone(statement, found.subject):
        return []
    if not all(_is_work(statement, span) for span in (old, new) if span):
        return []
    if not old and _is_some_place(statement, new):
        return []
    made: list[Assertion] = []
    for subject in statement.terms(found.subject, Role.SUBJECT, entity=True):
        left = statement.term(old, Role.OBJECT, entity=True) if old else None
        begun = statement.term(new, Role.OBJECT, entity=True)
        if left is not None:
            made.append(relation(subject, "works_on", left, effect=Effect.ENDS))
        if begun is not None:
            made.append(relation(subject, "works_on", begun, effect=Effect.BEGINS))
    return made


def _switched(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "Lantern switched from Coralpay to Brightpay": it used the one and uses the other."""
    found = statement.clause
    old, new = words_after(statement, pieces, "from"), words_after(statement, pieces, "to")
    if found.passive or not old or not new or statement.trimmed(_raw(pieces, "")):
        return []
    return _now_used(statement, found.subject, old, new)


def _is_someone(statement: Statement, span: Span) -> bool:
    return (
        bool(span)
        and statement.certain(span)
        and any(term.mention is not None for term in statement.terms(span, Role.SUBJECT))
    )


def _is_work(statement: Statement, span: Span) -> bool:
    """A team or a project, or a common noun phrase; a bare name may as well be a town."""
    text = statement.text(span)
    if not statement.certain(span):
        return False
    if phrase_kind(text) in _WORK_KINDS:
        return True
    names = statement.names(span)
    return not names and any(t.tag in {"NN", "NNS", "VBG"} for t in statement.tree.words(span))


def _carried(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The archive moved from Tromso to Bergen": a thing is where it was moved to.

    A name that moves may be somebody who changes employers (see `moving`): only common nouns are read here.
    """
    found = statement.clause
    thing = statement.trimmed(found.subject)
    head = statement.tree.tokens[thing.end - 1].tag if thing else ""
    named = head != "NN" or statement.names(thing)
    if named or not statement.certain(thing) or phrase_kind(statement.text(thing)) in _WORK_KINDS:
        return []
    if statement.trimmed(statement.without_times(_raw(pieces, ""))):
        return []
    subject = statement.term(thing, Role.SUBJECT)
    places = [
        (words_after(statement, pieces, "from"), Effect.ENDS),
        (words_after(statement, pieces, "to"), Effect.BEGINS),
    ]
    if subject is None or not places[1][0]:
        return []
    made = []
    for words, effect in places:
        names = statement.names(words) if words else []
        if words and (len(names) != 1 or names[0].words != words):
            return []
        place = statement.term(words, Role.OBJECT) if words else None
        made += [relation(subject, "located_in", place, effect=effect)] if place else []
    return made


def _is_some_place(statement: Statement, span: Span) -> bool:
    """ "A new flat", "the coast": what one moves to is no work, unless it is named as some."""
    article = statement.tree.tokens[span.first - 1].tag in {"DT", "PRP$"} if span.first else False
    return article and phrase_kind(statement.text(span)) not in _WORK_KINDS


def _joined_or_left(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "Joined the search team" begins work on it; "resigned from Corvo" ends work for it."""
    found = statement.clause
    effect = Effect.BEGINS if statement.tree.tokens[found.verb].lemma in _JOINS else Effect.ENDS
    resigns = statement.tree.tokens[found.verb].lemma in _RESIGNS
    target = words_after(statement, pieces, "from" if resigns else "")
    if not target or found.passive or not _is_someone(statement, found.subject):
        return []
    names = statement.names(target)
    if phrase_kind(statement.text(target)) in _WORK_KINDS:
        name = "works_on"
    elif len(names) == 1 and names[0].words == target and (resigns or effect is Effect.BEGINS):
        name = "works_for"
    else:
        return []
    joined = statement.term(target, Role.OBJECT, entity=True)
    subjects = statement.terms(found.subject, Role.SUBJECT, entity=True)
    return [relation(subject, name, joined, effect=effect) for subject in subjects if joined]


def _swapped(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "Corvo replaced KeyBox with LockJar", "KeyBox was replaced by LockJar at Corvo"."""
    found = statement.clause
    replaced = statement.tree.tokens[found.verb].lemma == "replace"
    parts = complements(statement.tree, found, _SWAPS)
    old = found.subject if found.passive else words_after(statement, parts, "")
    new = words_after(statement, parts, *(["with", "by"] if replaced else ["for"]))
    place = words_after(statement, parts, "at", "in")
    if not old or not new or bool(place) is not found.passive:
        return []  # who replaces a thing somewhere is not who uses it
    if statement.is_person(old) or statement.is_person(new):
        return []
    return _now_used(statement, place or found.subject, old, new)


def _now_used(statement: Statement, user: Span, old: Span, new: Span) -> list[Assertion]:
    subject = statement.term(user, Role.SUBJECT)
    before, after = statement.term(old, Role.OBJECT), statement.term(new, Role.OBJECT)
    if subject is None or before is None or after is None or before.mention is None or after.mention is None:
        return []
    return [
        relation(subject, "uses", before, effect=Effect.ENDS),
        relation(subject, "uses", after, effect=Effect.BEGINS),
    ]


def _renamed(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "Lark was renamed to Wren": the thing keeps its identity and is called otherwise from then on."""
    found = statement.clause
    thing_words = found.subject if found.passive else words_after(statement, pieces, "")
    new, old = words_after(statement, pieces, "to", "as", "into"), words_after(statement, pieces, "from")
    if not new and found.passive:
        new = words_after(statement, pieces, "")
    thing = statement.term(thing_words, Role.SUBJECT, entity=True) if thing_words else None
    if thing is None or not new:
        return []
    made = [observation(thing, "named", value_of(statement.text(new)), effect=Effect.BEGINS)]
    if old:
        made.insert(0, observation(thing, "named", value_of(statement.text(old)), effect=Effect.ENDS))
    return made


def _changed(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The owner of the rota changed from Wei to Dana": an attribute has another value."""
    new, old = words_after(statement, pieces, "to", "into"), words_after(statement, pieces, "from")
    begun = attribute_of(statement, new) if new else []
    ended = attribute_of(statement, old) if old and begun else []
    return [replace(a, effect=Effect.ENDS) for a in ended] + [replace(a, effect=Effect.BEGINS) for a in begun]


def _set_to(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The limit was raised from 100 to 500": the latter is the new value."""
    found = statement.clause
    direct = words_after(statement, pieces, "")
    thing = found.subject if found.passive or not direct else direct
    new, old = words_after(statement, pieces, "to"), words_after(statement, pieces, "from")
    if not new or not thing or not statement.certain(found.whole):
        return []
    value = value_of(statement.text(new))
    if value.kind is not ValueKind.NUMBER:
        return []
    made = valued(statement, thing, value, Effect.BEGINS)
    if old and made:
        made = [*valued(statement, thing, value_of(statement.text(old)), Effect.ENDS), *made]
    return made


def _reached(statement: Statement, pieces: list[Complement]) -> list[Assertion]:
    """ "The migration was completed on 5 May": from then on it is done. "The gate reopened": it is open."""
    found = statement.clause
    verb = statement.tree.tokens[found.verb]
    word = verb.text.casefold() if found.passive else ""
    word = word if word in STATUSES else _TURNS.get(verb.lemma.casefold(), "")
    if not (word and (found.passive or _turns(statement))) or _raw(
        pieces, "by", "to", "from", "as", "with", "into"
    ):
        return []
    if statement.trimmed(statement.without_times(found.rest)):
        return []
    if found.passive and (made := attribute_of(statement, Span(found.verb, found.verb + 1))):
        return [replace(a, effect=Effect.BEGINS) for a in made]
    subject = statement.term(found.subject, Role.SUBJECT, entity=True)
    if subject is None:
        return []
    status = STATUSES[word]
    value = Value(text=status, key=status, kind=ValueKind.PHRASE)
    return [observation(subject, "status", value, effect=Effect.BEGINS)]


def _turns(statement: Statement) -> bool:
    """Whether a thing itself turned: not "closes at five", "closed early", nor somebody who resumed."""
    found = statement.clause
    told = found.tense is not Tense.PRESENT or found.perfect
    after = statement.without_times(found.rest) if found.rest else found.rest
    thing = statement.tree.tokens[found.subject.end - 1].tag == "NN"
    return told and thing and (not after or statement.lower(after) in {"again", "now"})


def begun_or_ended(assertions: list[Assertion], effect: Effect) -> list[Assertion]:
    """The same assertions as beginnings or endings ("started working on", "no longer uses")."""
    return [replace(a, effect=effect, positive=True) if a.effect is Effect.HOLDS else a for a in assertions]
