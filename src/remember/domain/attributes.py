"""What something is: "X is Y", "the A of X is Y", and labels and table cells that say the same."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from remember.domain.claims import Assertion, Effect, Role, Term, Value, ValueKind
from remember.domain.dates import Tense, TimeWords
from remember.domain.mentions import parser_label
from remember.domain.names import folded
from remember.domain.statement import Statement, observation, relation
from remember.domain.syntax import Span
from remember.domain.values import value_of
from remember.domain.vocabulary import (
    FAMILIES,
    POLES,
    STATUSES,
    attribute,
    is_former,
    is_job,
    is_new,
    label,
    part_in,
)
from remember.domain.wordlists import listed

# Nouns for what a thing has one of: "the port is 80" and "the port is 81" are rivals.
_FUNCTIONAL = listed(
    """
    date day time deadline limit number code version branch price cost budget rate size count length
    width height weight age port address url password pin capacity quota threshold maximum minimum
    default currency language timezone region colour color owner manager lead chair status state
    priority phone salary total score level interval frequency duration timeout
    """
)
# Attributes whose values are somebody or something, and no word or number.
_OF_SOMEBODY = frozenset(["owner", "assigned_to", "reports_to", "works_for", "located_in", "led_by"])
_DATE_HEADS = frozenset({"date", "day"})
# With these words before it, "date" names another attribute than the date of the thing itself.
_OWN_DATES = listed("due start end expiry expiration birth release")
_TIME_PREPS = listed("at by on for in")
_OWNING = re.compile(
    r"^(?:the )?(?:owner|maintainer) (?:of|for) .+$|^(?:responsible for|in charge of) .+$",
    re.IGNORECASE,
)
_MEMBER = re.compile(r"^(?:a )?member of (?:the )?(?P<x>.+)$", re.IGNORECASE)
_EMPLOYEE = re.compile(r"^(?:an? )?employee of (?:the )?(?P<x>.+)$", re.IGNORECASE)
_PART = re.compile(r"^part of (?:the )?(?P<x>.+)$", re.IGNORECASE)
_ON_WORK = re.compile(r"\b(?:team|squad|project)$|^project \w+$")
_FAVOURITE = re.compile(r"\b(?:favou?rite|preferred)\b", re.IGNORECASE)
_SCHEDULED = frozenset(["schedule", "plan", "set", "book"])
_COPULAS: Mapping[str, Effect] = MappingProxyType(
    {"be": Effect.HOLDS, "become": Effect.BEGINS, "remain": Effect.HOLDS, "stay": Effect.HOLDS}
)


def is_copula(statement: Statement) -> bool:
    """Whether the verb only joins a subject to what it is."""
    found = statement.clause
    lemma = statement.tree.tokens[found.verb].lemma
    return (
        lemma in _COPULAS or (found.passive and _scheduled_for(statement) is not None) or _is_state(statement)
    )


def _is_state(statement: Statement) -> bool:
    """ "Is blocked", "used to be allowed": a participle that is a state, now or at a time that is said."""
    found = statement.clause
    word = statement.tree.tokens[found.verb].text.casefold()
    helpers = [t.text.casefold() for t in statement.tree.words(Span(found.group.first, found.verb))]
    present = bool({"is", "are", "am", "'s", "’s"} & set(helpers)) or found.no_longer
    dated = not found.modal and any(t.days for t in statement.times_in(found.rest))
    if statement.lower(Span(found.rest.first, min(found.rest.first + 1, found.rest.end))) == "by":
        return False  # "blocked by the audit" is what the audit does
    if not found.passive or not (present or dated):
        return False
    return word in {"based", "located"} or (present and (word in STATUSES or word in POLES))


def read(statement: Statement) -> list[Assertion]:
    """The assertions of a copular clause; empty where it is not certain what it says."""
    found = statement.clause
    lemma = statement.tree.tokens[found.verb].lemma
    effect = _COPULAS.get(lemma, Effect.HOLDS)
    if found.no_longer:
        effect = Effect.ENDS
    elif "now" in {t.text.casefold() for t in statement.tree.words(found.whole)} and effect is Effect.HOLDS:
        effect = Effect.BEGINS
    start = found.verb if lemma not in _COPULAS else found.group.end
    if start + 2 < found.rest.end and statement.lower(Span(start, start + 2)) == "no longer":
        start += 2
    complement = uncontrasted(statement, Span(start, found.rest.end))
    readers = (_favourite, _status_of, _functional, _participle, _owned, _joined, _turned)
    made = statement.first_of((*readers, _dated, _attribute, _property), complement)
    if found.tense is Tense.FUTURE and not all(a.predicate in {"date", "due_date"} for a in made):
        return []
    return [replace(a, effect=effect) if a.effect is Effect.HOLDS else a for a in made]


_CONTRASTS = frozenset({(",", "not"), ("rather", "than"), ("instead", "of")})


def uncontrasted(statement: Statement, complement: Span) -> Span:
    """What something is, without what it is not: "40 MB, not 30 MB"."""
    words = [token.text.casefold() for token in statement.tree.words(complement)]
    cut = next((at for at, pair in enumerate(pairwise(words)) if at and pair in _CONTRASTS), len(words))
    return Span(complement.first, complement.first + cut)


def _positive(statement: Statement) -> bool:
    return not statement.clause.negated


# Adverbs around what something is that are no part of it.
_LEAD = re.compile(
    r"^(?:(?:now|currently|also|still|already|not|n['’]t|no longer|again|anymore)\s+)+", re.IGNORECASE
)
_TAIL = re.compile(r"(?:\s+(?:any(?:more| more| longer)|again|now|already|too))+$", re.IGNORECASE)


def _complement_text(statement: Statement, complement: Span) -> str:
    return _TAIL.sub("", _LEAD.sub("", statement.text(complement, undated=True)))


def _favourite(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Ivo's favourite colour is blue" and "blue is Ivo's favourite colour" are one preference."""
    for side, other in ((statement.clause.subject, complement), (complement, statement.clause.subject)):
        match = _FAVOURITE.search(statement.text(side))
        owner = _possessor(statement, side) if match else None
        if owner is None:
            continue
        holder = statement.term(owner, Role.SUBJECT)
        liked = statement.text(statement.trimmed(other), undated=True)
        if holder and liked and statement.certain(other):
            value = value_of(liked[:1].lower() + liked[1:] if _starts(statement, other) else liked)
            return [observation(holder, "likes", value, positive=_positive(statement))]
    return []


def _starts(statement: Statement, span: Span) -> bool:
    return span.first == statement.clause.whole.first


def _possessor(statement: Statement, span: Span) -> Span | None:
    if any(statement.tree.tokens[number].dep == "appos" for number in range(span.first, span.end)):
        return None  # "my friend Bo"
    for number in range(span.first, span.end):
        token = statement.tree.tokens[number]
        if token.tag == "POS":
            return Span(span.first, number)
        if token.tag == "PRP$":
            return Span(number, number + 1)
    return None


def _participle(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Is blocked", "is allowed", "is based in Oslo"."""
    word = statement.tree.tokens[statement.clause.verb].text.casefold()
    if not _is_state(statement):
        return []
    rest = statement.text(statement.clause.rest, undated=True)
    if word in {"based", "located"}:
        place = statement.clause.rest
        in_place = place and statement.tree.tokens[place.first].text.casefold() in {"in", "at"}
        target = (
            statement.term(statement.without_times(Span(place.first + 1, place.end)), Role.OBJECT)
            if in_place
            else None
        )
        subject = statement.term(statement.clause.subject, Role.SUBJECT)
        return (
            [relation(subject, "located_in", target, positive=_positive(statement))]
            if subject and target
            else []
        )
    if rest:
        return []
    return _state(statement, word)


def _state(statement: Statement, word: str) -> list[Assertion]:
    subject = statement.term(statement.clause.subject, Role.SUBJECT, entity=word in STATUSES)
    if subject is None:
        return []
    if word in POLES:
        name, affirms = POLES[word]
        value = Value(text=name, key=name, kind=ValueKind.PHRASE)
        return [observation(subject, "is", value, positive=affirms is _positive(statement))]
    return [_status(subject, word, positive=_positive(statement))]


def _owned(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Dana is the owner of the rota": the thing is the subject of the fact."""
    text = _complement_text(statement, complement)
    match = _OWNING.match(text)
    if match is None:
        return []
    thing_words = _after(statement, complement, {"of", "for"})
    if thing_words.end - thing_words.first > 5:
        return []
    owner = statement.term(statement.clause.subject, Role.OBJECT, entity=True)
    thing = (
        statement.term(statement.without_times(thing_words), Role.SUBJECT, entity=True)
        if thing_words
        else None
    )
    return [relation(thing, "owner", owner, positive=_positive(statement))] if owner and thing else []


def _after(statement: Statement, span: Span, preps: set[str]) -> Span:
    for number in range(span.first, span.end):
        if statement.tree.tokens[number].text.casefold() in preps:
            return Span(number + 1, span.end)
    return Span(span.end, span.end)


def _joined(statement: Statement, complement: Span) -> list[Assertion]:
    """Membership, parts, places, teams: "is a member of", "is part of", "is in Oslo", "is on the team"."""
    text = _complement_text(statement, complement)
    positive = _positive(statement)
    for pattern, name in ((_MEMBER, "member_of"), (_PART, "part_of"), (_EMPLOYEE, "works_for")):
        if pattern.match(text):
            return _related(statement, name, _after(statement, complement, {"of"}), positive)
    words = statement.trimmed_prep(complement)
    prep = statement.tree.tokens[complement.first].text.casefold() if complement else ""
    if prep == "in" and words and statement.only_time(words) is None:
        names = statement.names(words)
        spoken = names and parser_label(statement.tree, names[0].words) in {"LANGUAGE", "NORP"}  # "in Welsh"
        if _is_a_name(statement, words) and not spoken:
            return _related(statement, "located_in", words, positive)
    if prep == "on" and _ON_WORK.search(folded(statement.text(words, undated=True))):
        return _related(statement, "works_on", words, positive)
    return []


def _turned(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Oda is Mira's manager", "Oda is the manager of Mira": what "Mira's manager is Oda" says."""
    if not complement or statement.lower(Span(complement.first, complement.first + 1)) in {"a", "an"}:
        return []
    words = statement.trimmed(statement.without_times(complement))
    owner = _owner_of(statement, words) if words else None
    if owner is None or not statement.names(statement.clause.subject):
        return []
    if statement.lower(owner).split().count("at"):
        return []  # "head of audit at Corvo": a part of the person, as "clerk at Corvo" is
    said = _attribute_words(statement, words, owner)
    known = attribute(said)
    name = known if known in _OF_SOMEBODY and statement.names(owner) else part_in(said)
    thing = statement.term(owner, Role.SUBJECT, entity=True) if name else None
    value = statement.term(statement.clause.subject, Role.OBJECT, entity=True)
    if not (name and thing and value):
        return []
    effect = Effect.BEGINS if is_new(said) else Effect.HOLDS
    return [relation(thing, name, value, effect=effect, positive=_positive(statement))]


def _related(statement: Statement, name: str, words: Span, positive: bool) -> list[Assertion]:
    target = statement.term(statement.without_times(words), Role.OBJECT, entity=True)
    return [
        relation(subject, name, target, positive=positive)
        for subject in statement.terms(statement.clause.subject, Role.SUBJECT)
        if target is not None
    ]


def _scheduled_for(statement: Statement) -> Span | None:
    found = statement.clause
    if statement.tree.tokens[found.verb].lemma not in _SCHEDULED or not found.rest:
        return None
    return found.rest if statement.tree.tokens[found.rest.first].text.casefold() in _TIME_PREPS else None


def _dated(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Is on Thursday", "is due on 5 May", "is scheduled for 5 May": a date that the thing has."""
    words = _scheduled_for(statement) or complement
    if not words:
        return []
    first = statement.tree.tokens[words.first].text.casefold()
    due = first == "due"
    time = statement.only_time(Span(words.first + due, words.end)) if first in _TIME_PREPS or due else None
    time = time or (_time_after_prep(statement, words) if first in _TIME_PREPS or due else None)
    if time is None or time.days is None:
        return []
    subject, name = dated_thing(statement, statement.clause.subject)
    if subject is None:
        return []
    return [
        observation(
            subject,
            "due_date" if due and name == "date" else name,  # of "the launch of X" the launch is due, not X
            value_of(time.text, time.days),
            positive=_positive(statement),
        )
    ]


def _time_after_prep(statement: Statement, words: Span) -> TimeWords | None:
    at = words.first + 1
    if at < words.end and statement.tree.tokens[at].text.casefold() in _TIME_PREPS:
        at += 1
    return statement.only_time(Span(at, words.end)) if at < words.end else None


def dated_thing(statement: Statement, span: Span) -> tuple[Term | None, str]:
    """The thing that has a date, and the predicate: "the cutover date" is the date of the cutover."""
    span = statement.trimmed(span)
    head = statement.tree.tokens[span.end - 1].text.casefold() if span else ""
    owner = _possessor(statement, span) if span else None
    split = owner or _owner_after(statement, span)
    if split is not None and head != "":
        name = _attribute_words(statement, span, split)
        return statement.term(split, Role.SUBJECT, entity=True), attribute(name)
    if head == "deadline":
        return None, "due_date"
    before = Span(span.first, span.end - 1) if span else span
    own = {t.text.casefold() for t in statement.tree.words(before)} & _OWN_DATES if before else set()
    if head in _DATE_HEADS and before and not own:
        term = statement.term(before, Role.SUBJECT)
        return term, "date"
    return statement.term(span, Role.SUBJECT), "date"


def _owner_after(statement: Statement, span: Span) -> Span | None:
    """The words after "of" or "for" in "the budget for the migration"."""
    for number in range(span.first + 1, span.end - 1):
        if statement.tree.tokens[number].text.casefold() in {"of", "for"}:
            return Span(number + 1, span.end)
    return None


def _attribute_words(statement: Statement, span: Span, owner: Span) -> str:
    """The words of a noun phrase that name the attribute, without its owner."""
    if owner.first > span.first:
        words = statement.trimmed(Span(span.first, owner.first - 1))
        return statement.text(words)
    first = owner.end
    while first < span.end and statement.tree.tokens[first].tag == "POS":
        first += 1
    return statement.text(statement.trimmed(Span(first, span.end)))


def attribute_of(statement: Statement, complement: Span) -> list[Assertion]:
    """What an attribute that is the subject of a clause is, said of the thing that has it."""
    return statement.first_of((_status_of, _attribute), complement)


def _status_of(statement: Statement, complement: Span) -> list[Assertion]:
    """ "The status of X is closed": X is closed."""
    word = folded(_complement_text(statement, complement))
    subject = statement.trimmed(statement.clause.subject)
    owner = _owner_of(statement, subject) if subject else None
    if word not in STATUSES or owner is None:
        return []
    if attribute(_attribute_words(statement, subject, owner)) != "status":
        return []
    thing = statement.term(owner, Role.SUBJECT, entity=True)
    return [_status(thing, word, positive=_positive(statement))] if thing else []


def _status(thing: Term, word: str, *, positive: bool) -> Assertion:
    value = Value(text=STATUSES[word], key=STATUSES[word], kind=ValueKind.PHRASE)
    return observation(thing, "status", value, positive=positive)


def _functional(statement: Statement, complement: Span) -> list[Assertion]:
    """ "The status of X is red", "X's priority is high": what the noun asks for, also where it describes."""
    value, subject = _value(statement, complement), statement.trimmed(statement.clause.subject)
    owner = _owner_of(statement, subject) if value and subject else None
    if value is None or owner is None or value.kind is not ValueKind.PHRASE:
        return []
    words = _attribute_words(statement, subject, owner).casefold().split()
    said = statement.tree.words(statement.trimmed(statement.without_times(complement)))
    adjectives = all(word.pos in {"ADJ", "VERB", "NOUN"} and word.tag != "VBG" for word in said)
    if not words or words[-1] not in _FUNCTIONAL or not adjectives or not statement.certain(subject):
        return []
    return _of_owner(statement, subject, owner, complement, value)


def measured(statement: Statement) -> list[Assertion]:
    """ "The revenue of X in 2022 was 4 million": a number that an attribute had in the stated period."""
    found = statement.clause
    made = _attribute(statement, Span(found.group.end, found.rest.end))
    return [a for a in made if a.value is not None and a.value.kind is ValueKind.NUMBER]


def _subject(statement: Statement, value: Value | None) -> Span:
    """What is said to have a value, without the period for which a number of it is stated."""
    whole = statement.clause.subject
    if value is not None and value.kind is ValueKind.NUMBER and statement.ends_in_time(whole):
        whole = statement.without_times(whole)
    return statement.trimmed(whole)


def _owner_of(statement: Statement, subject: Span) -> Span | None:
    return _possessor(statement, subject) or _owner_after(statement, subject)


def _attribute(statement: Statement, complement: Span) -> list[Assertion]:
    """ "The budget of X is Y", "X's budget is Y", "the refund limit is Y"."""
    value = _value(statement, complement)
    subject = _subject(statement, value)
    if value is None or not subject or not statement.certain(subject):
        return []
    if statement.tree.tokens[subject.first].tag == "VBG" or not _is_nominal(statement, complement, value):
        return []
    owner = _owner_of(statement, subject)
    if owner is not None:
        return _of_owner(statement, subject, owner, complement, value)
    head = statement.tree.tokens[subject.end - 1]
    if value.kind is ValueKind.DATE:
        thing, name = dated_thing(statement, subject)
        return [observation(thing, name, value, positive=_positive(statement))] if thing else []
    plain = head.pos in {"NOUN", "PROPN"} and head.lemma.casefold() in _FUNCTIONAL
    if subject.end - subject.first == 1 and plain:
        return []  # "the status is open": of what?
    if plain or (value.kind is ValueKind.NUMBER and not statement.names(subject)):
        term = statement.term(subject, Role.SUBJECT)
        return [observation(term, "value", value, positive=_positive(statement))] if term else []
    return []


def valued(statement: Statement, span: Span, value: Value, effect: Effect) -> list[Assertion]:
    """A value that a thing, or an attribute of it ("the budget of X"), has from or until some time."""
    span = statement.trimmed(span)
    owner = _owner_of(statement, span)
    if owner is None:
        term = statement.term(span, Role.SUBJECT)
        return [observation(term, "value", value, effect=effect)] if term else []
    thing = statement.term(owner, Role.SUBJECT, entity=True)
    words = _attribute_words(statement, span, owner)
    return [observation(thing, attribute(words), value, effect=effect)] if thing and words else []


def held_by(statement: Statement, part: Span, who: Span) -> list[Assertion]:
    """Whose part "director of the museum" is, said of the museum; empty where either is not named."""
    part = statement.trimmed(part)
    owner = _owner_of(statement, part) if part and who else None
    return _of_owner(statement, part, owner, who, value_of(statement.text(who))) if owner else []


def _is_nominal(statement: Statement, complement: Span, value: Value) -> bool:
    """Whether the complement names a value, rather than describing or telling."""
    if value.kind is not ValueKind.PHRASE:
        return True
    words = list(statement.tree.words(statement.trimmed(complement)))
    if not words or any(word.pos in {"VERB", "AUX", "SCONJ"} for word in words):
        return False
    return words[0].pos not in {"ADV", "ADP"} and words[-1].pos in {"NOUN", "PROPN", "NUM", "X"}


def _of_owner(
    statement: Statement, subject: Span, owner: Span, complement: Span, value: Value
) -> list[Assertion]:
    words = _attribute_words(statement, subject, owner)
    thing = statement.term(owner, Role.SUBJECT, entity=True)
    if not words or thing is None or len(words.split()) > 4:
        return []
    part = part_in(words) if _is_a_name(statement, complement) else None
    name = part or attribute(words)
    placed = name == "located_in" and not _is_a_name(statement, complement)  # "4 Mill Lane, Ghent"
    if part or (name in _OF_SOMEBODY and not placed):
        person = statement.term(complement, Role.OBJECT, entity=True)
        effect = Effect.BEGINS if part and is_new(words) else Effect.HOLDS
        made = relation(thing, name, person, effect=effect, positive=_positive(statement)) if person else None
        return [made] if made else []
    said_so = observation(thing, name, value, positive=_positive(statement))
    if name != "status":
        return [said_so]
    if value.key in STATUSES:
        return [replace(said_so, value=replace(value, key=STATUSES[value.key]))]
    said = label("attribute:status", thing.text, value.text, positive=said_so.positive)
    return [replace(said_so, label=f"{said}.")]  # "X is red" alone would be its colour


def _is_a_name(statement: Statement, span: Span) -> bool:
    names = statement.names(span)
    return len(names) == 1 and names[0].words == statement.trimmed(statement.without_times(span))


def _value(statement: Statement, complement: Span) -> Value | None:
    """What is said of the subject, where it is a date, a number, a name or a short phrase."""
    if not complement or not statement.certain(complement):
        return None
    time = statement.only_time(complement)
    if time is not None:
        return value_of(time.text, time.days) if time.days else None
    text = _complement_text(statement, complement)
    if not text or len(text.split()) > 8:
        return None
    return value_of(text)


def _property(statement: Statement, complement: Span) -> list[Assertion]:
    """ "X is weekly", "X is an engineer", "X is on call": any other state."""
    text = _complement_text(statement, complement)
    subjects = statement.terms(statement.clause.subject, Role.SUBJECT)
    if not text or not subjects or not statement.certain(complement):
        return []
    key = value_of(text)
    low = folded(text)
    if low in STATUSES or low in POLES:
        return _state(statement, low)
    if low in FAMILIES and len(subjects) == 1:
        made = observation(subjects[0], FAMILIES[low], key, positive=_positive(statement))
        return [replace(made, label=label("is", subjects[0].text, text, positive=made.positive) + ".")]
    told = [observation(s, "is", key, positive=_positive(statement)) for s in subjects]
    return [*told, *_works_at(statement, complement)]


def _works_at(statement: Statement, complement: Span) -> list[Assertion]:
    """ "Is a clerk at Corvo" says for whom somebody works as well; "is no clerk there" leaves it open."""
    tokens = statement.tree.tokens
    employer = statement.without_times(_after(statement, complement, {"at"}))
    joint = next((n for n in range(complement.first + 1, complement.end) if tokens[n].pos == "ADP"), -1)
    if joint < 0 or not is_job(tokens[joint - 1].lemma) or not _is_a_name(statement, employer):
        return []
    if statement.clause.negated or statement.clause.no_longer:
        return []
    said = {token.text.casefold() for token in statement.tree.words(complement)}
    if not said & {"a", "an"}:
        return []
    if not statement.names(statement.clause.subject) or is_former(said):
        return []
    return _related(statement, "works_for", employer, positive=True)
