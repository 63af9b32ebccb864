"""A clause as assertions: changes first, then what something is, then what it does."""

from collections.abc import Sequence
from dataclasses import replace

from remember.domain import attributes, changes, handing
from remember.domain.claims import Assertion, Effect, MentionKind, Role, Supposed, Term, Value, ValueKind
from remember.domain.dates import Bound, Flag, Tense
from remember.domain.mentions import phrase_kind
from remember.domain.plans import is_not_held
from remember.domain.qualifying import adds, is_never, is_qualified, up_to_a_verb, without_after_all
from remember.domain.remarks import is_heard_behind, is_only_heard
from remember.domain.statement import Statement, is_any, observation, relation
from remember.domain.syntax import Clause, Span, Tree, clause, sharing_subject
from remember.domain.values import phrase_key, value_of
from remember.domain.vocabulary import BETWEEN_NAMES, CONVERSES, DISLIKES, VERBS, is_exclusive, other
from remember.domain.wordlists import listed

_HEDGES = listed(
    """
    maybe perhaps probably possibly likely presumably apparently reportedly allegedly supposedly
    seemingly potentially hopefully unclear unsure tentatively
    """
)
_HEDGING_VERBS = listed("seem appear might plan hope expect intend want aim")
# "Tried to fix it" leaves open whether; "tried two browsers" does not.
_ATTEMPTS = listed("try consider attempt")
_PLANNED = listed("go plan intend hope aim")
_UNSURE = frozenset({"may", "might", "could", "would", "should", "ought"})
_CONDITIONS = listed("assuming provided whether if unless otherwise")
_LEADS = frozenset({"lead", "head", "chair"})
_SCHEDULED = {
    "start": "attribute:start_date",
    "begin": "attribute:start_date",
    "end": "attribute:end_date",
    "finish": "attribute:end_date",
}
_BEGINNERS = {
    "start": Effect.BEGINS,
    "begin": Effect.BEGINS,
    "stop": Effect.ENDS,
    "quit": Effect.ENDS,
    "cease": Effect.ENDS,
}
# Verbs that name a state, so that their past does not say when it was.
_STATES = listed(
    """
    work live report belong own have like love prefer hate know use depend rely reside need want contain
    include cost weigh consist support require mean remain stay manage lead run maintain
    """
)
_DENYING = frozenset({"not", "n't", "never", "no", "longer", "anymore", "does", "do", "did"})
_TENSES = {Tense.PAST: "did", Tense.FUTURE: "will"}
_NOTHING = listed("there it")
_SOMEBODY = listed("something someone somebody anything anyone much some somewhere")
_ANYBODY = _SOMEBODY | listed("nobody none everyone everybody all many most few others")
_LINKS = listed("on for at in to with about from")


def is_hedged(statement: Statement) -> bool:
    """Whether the clause says only that something may be so, or depends."""
    found = statement.clause
    words = {token.text.casefold() for token in statement.tree.words(found.whole)}
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    attempted = lemma in _ATTEMPTS and statement.tree.child(found.verb, "xcomp", "ccomp") is not None
    attempted = attempted or _was_to_come(statement)
    unsure = found.modal in _UNSURE or lemma in _HEDGING_VERBS or attempted or _nearly(statement)
    heard = is_only_heard(statement.tree, found)
    return unsure or heard or bool(words & (_HEDGES | _CONDITIONS))


def _was_to_come(statement: Statement) -> bool:
    """ "I was going to fly to Oslo": a plan of the past, of which nothing says that it still is one."""
    tree, found = statement.tree, statement.clause
    verb = tree.tokens[found.verb]
    wanted = tree.child(found.verb, "xcomp")
    is_going = verb.lemma != "go" or (verb.tag == "VBG" and tree.child(found.verb, "aux") is not None)
    to = wanted is not None and any(tree.tokens[n].tag == "TO" for n in tree.children[wanted])
    return found.tense is Tense.PAST and not found.perfect and to and is_going and verb.lemma in _PLANNED


def _nearly(statement: Statement) -> bool:
    """ "Almost joined": what is said to have happened has not; "joined almost 40 people" has."""
    tokens, verb = statement.tree.tokens, statement.clause.verb
    return any(
        tokens[child].text.casefold() in {"almost", "nearly"} for child in statement.tree.children[verb]
    )


def is_conditional(tree: Tree, found: Clause) -> bool:
    """Whether the clause says what happens in a case, not that it is the case."""
    return any(token.text.casefold() in _CONDITIONS for token in tree.words(found.whole))


def read(statement: Statement) -> list[Assertion]:
    """What a clause asserts, in the order of its words; empty where its subject is not certain."""
    found = statement.clause = without_after_all(statement.tree, statement.clause)
    if not found.subject or _is_pointed_at(statement):
        return []
    if not statement.certain(found.whole):
        # "I prefer the blue reader, it beeps louder": what comes first may be certain by itself.
        main = up_to_a_verb(statement, Span(found.whole.first, found.rest.end))
        if main.end <= found.rest.first or main.end == found.rest.end or not statement.certain(main):
            return []
        found = replace(found, whole=main, rest=Span(found.rest.first, main.end))
        statement.clause = found
    if statement.text(found.subject).casefold() in _NOTHING or _is_indefinite(statement):
        return []
    if _was_to_come(statement):
        return []
    if is_hedged(statement) or found.modal not in {"", "will"}:
        return _whole(statement)
    made = statement.first_of((_joined, _certain, _whole), None)
    only_part = adds(statement) or any(Flag.RECURRING in time.flags for time in statement.times)
    if only_part and any(is_exclusive(a.predicate) for a in made):
        made = _whole(statement)  # "lives in Ghent on Mondays" leaves open where else
    return _in_its_words(statement, made) if _is_plural(statement, statement.clause.subject) else made


def _is_indefinite(statement: Statement) -> bool:
    """ "Something cool happened": who or what it was is not said."""
    return statement.tree.tokens[statement.clause.subject_head].text.casefold() in _SOMEBODY


def _is_pointed_at(statement: Statement) -> bool:
    """ "That playground" is known to who was there; "no updates" is nothing that could be spoken of."""
    found = statement.clause
    first = statement.tree.tokens[found.subject.first].text.casefold()
    pointed = first in {"this", "that", "these", "those"}
    return pointed or found.of_none or "://" in statement.text(found.subject)


def _is_plural(statement: Statement, words: Span) -> bool:
    """Whether the words of the vocabulary, which are for one subject, would not fit."""
    head = statement.tree.tokens[words.end - 1]
    joined = any(token.tag == "CC" for token in statement.tree.words(words))
    joined = joined or statement.text(words).endswith(" and others")  # "we", written out
    return (head.tag in {"NNS", "NNPS"} or joined) and not statement.names(words)


def _in_its_words(statement: Statement, made: Sequence[Assertion]) -> list[Assertion]:
    return [replace(a, label=_sentence(statement)) for a in made]


def _joined(statement: Statement, _: None = None) -> list[Assertion]:
    """ "Works for Corvo and lives in Vigo": each by itself, where a word of the vocabulary is among them.

    Not where they share what follows ("works and lives in Vigo"), nor dates, which may be of one or of all.
    """
    found = statement.clause
    parts = sharing_subject(statement.tree, found)
    if len(parts) == 1 or not all(part.rest for part in parts) or statement.times_in(found.whole):
        return []
    made: list[Assertion] = []
    for statement.clause in parts:
        told = statement.first_of((_certain, _whole), None)
        if not told:
            break
        made += told
    else:
        statement.clause = found
        return made if any(not a.predicate.startswith("other:") for a in made) else []
    statement.clause = found
    return []


def _certain(statement: Statement, _: None = None) -> list[Assertion]:
    found = statement.clause
    if (once := _used_to(statement)) is not None:
        statement.clause = once
        made = _certain(statement)
        statement.clause = found
        return made
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    made = changes.read(statement)
    if made and _is_planned(statement, made):
        return []
    if made and (lemma in handing.TRADES or (any(a.supposed for a in made) and not _is_sure(made))):
        return [*(_done(statement) or _whole(statement)), *made]
    if made:
        return made
    if attributes.is_copula(statement):
        past = found.tense is Tense.PAST and lemma == "be"
        if past and not statement.times_in(found.rest):
            # "Was" without a date says neither when nor that it is over.
            return attributes.measured(statement) if statement.times_in(found.whole) else []
        return attributes.read(statement)
    if lemma in _BEGINNERS:
        begun = _begun(statement, _BEGINNERS[lemma])
        if begun or lemma not in _SCHEDULED:
            return begun
    return _done(statement)


def _is_sure(made: Sequence[Assertion]) -> bool:
    """Whether a move tells of more than an event, whatever else may become known."""
    return any(a.supposed is Supposed.UNLESS_TOLD and a.predicate != "located_in" for a in made)


def _is_planned(statement: Statement, made: Sequence[Assertion]) -> bool:
    """Whether a change is only announced: without a day it would be taken for done."""
    if is_not_held(statement.tree, statement.clause):
        return False
    if statement.clause.tense is not Tense.FUTURE or any(
        t.days for t in statement.times_in(statement.clause.rest)
    ):
        return False
    return not all(a.value is not None and a.value.kind is ValueKind.DATE for a in made)


def _begun(statement: Statement, effect: Effect) -> list[Assertion]:
    """ "Started working on the index": the inner verb, beginning or ending."""
    found = statement.clause
    inner = statement.tree.child(found.verb, "xcomp")
    if inner is None or statement.tree.tokens[inner].tag not in {"VBG", "VB"}:
        return []
    read_as = clause(statement.tree, inner, found.whole)
    joined = replace(read_as, subject=found.subject, subject_head=found.subject_head, tense=Tense.PRESENT)
    before = statement.clause
    statement.clause = joined
    made = _done(statement)
    statement.clause = before
    return changes.begun_or_ended(made, effect)


def _used_to(statement: Statement) -> Clause | None:
    """ "Used to live in Ghent": it was so at the time that is given, or else it is no longer so."""
    found, tokens = statement.clause, statement.tree.tokens
    inner = statement.tree.child(found.verb, "xcomp", "ccomp")
    if found.passive or found.negated or tokens[found.verb].text.casefold() != "used" or inner is None:
        return None
    if not found.rest or tokens[found.rest.first].tag != "TO" or tokens[inner].tag not in {"VB", "VBN"}:
        return None  # "used the tool to fix the pump"
    said = clause(statement.tree, inner, found.whole)
    dated = any(time.days for time in statement.times_in(found.rest))
    tense = Tense.PAST if dated else Tense.PRESENT
    subject, head = found.subject, found.subject_head
    return replace(said, subject=subject, subject_head=head, no_longer=not dated, tense=tense)


def _done(statement: Statement) -> list[Assertion]:
    """A verb of the vocabulary with its object, or any verb that joins two names."""
    found = statement.clause
    lemma = _verb(statement)
    positive = not found.negated
    if lemma in DISLIKES:
        return _liked(statement, "likes", not positive) if positive and not found.no_longer else []
    if lemma == "have":
        return _had(statement, positive)
    if lemma == "own":
        return _owns(statement, positive)
    if lemma in _LEADS:
        return _led(statement, positive)
    if lemma in _SCHEDULED:
        return _starts_or_ends(statement, _SCHEDULED[lemma])
    doer, prep, target = _doer_and_object(statement)
    verb = f"{lemma} {prep}".strip()
    name = VERBS.get(verb)
    if verb in CONVERSES and statement.names(target):
        doer, name, target = target, CONVERSES[verb], doer
    elif name is None and (said := _between_names(statement)) is not None:
        doer, (name, target) = found.subject, said
    if name is None and lemma == "base":
        return []
    if name == "likes":
        return _liked(statement, name, positive)
    if verb == "belong to" and target and _is_property(statement, found.subject, target):
        past = _effect(statement) is Effect.HAPPENS
        return [] if past else _owned_by(statement, found.subject, target, positive)
    effect = _effect(statement)
    timed = any(t.days for t in statement.times_in(found.rest))
    if name is not None and (not doer or (found.tense is Tense.FUTURE and not timed)):
        return []
    if name is None or (effect is Effect.HAPPENS and is_exclusive(name)):
        return _named_ends(statement, lemma, prep, target, effect)
    if effect is Effect.HOLDS and positive and (told := _told_of_two(statement, prep, target)):
        return [relation(who, name, end) for who, end in told]
    ends = statement.terms(target, Role.OBJECT, entity=name in {"works_on", "works_for"}) if target else []
    unclear = len(ends) > 1 and positive and is_exclusive(name)
    if (
        is_qualified(statement, target)
        or not ends
        or unclear
        or (len(ends) == 1 and _is_divided(statement, target))
    ):
        return []
    if found.no_longer:
        effect = Effect.ENDS
    elif found.tense is Tense.FUTURE:
        effect = Effect.BEGINS
    subjects = statement.terms(doer, Role.SUBJECT)
    made = [relation(s, name, end, effect=effect, positive=positive) for s in subjects for end in ends]
    literal = _is_plural(statement, doer) or (not positive and is_never(statement))
    return _in_its_words(statement, made) if literal else made


def _is_divided(statement: Statement, target: Span) -> bool:
    """ "Kern or Tarn", "Kern, Jan Rys Tarn": of which of the names it is said, is not plain."""
    names = statement.names(target)
    if len(names) < 2:
        return False
    first, second = names[0].words, names[1].words
    beside = second.first == first.end + 1 and statement.tree.tokens[first.end].text == ","
    between = Span(first.end, names[-1].words.first)
    return beside or any(token.tag == "CC" for token in statement.tree.words(between))


def _told_of_two(statement: Statement, prep: str, target: Span) -> list[tuple[Term, Term]]:
    """ "Mona works for Kern and Jan for Tarn": who, and whom each for; else empty."""
    names = [name.words for name in statement.names(target)] if prep else []
    if len(names) != 3 or names[-1].end != target.end or statement.times_in(statement.clause.whole):
        return []
    first, who, end = names
    joins = statement.lower(Span(first.end, who.first))
    if joins not in {",", "and", ", and", ";"} or statement.lower(Span(who.end, end.first)) != prep:
        return []
    pairs = [(statement.clause.subject, first), (who, end)]
    terms = [(statement.term(a, Role.SUBJECT), statement.term(b, Role.OBJECT)) for a, b in pairs]
    found = [(a, b) for a, b in terms if a is not None and b is not None]
    return found if len(found) == 2 else []


def _between_names(statement: Statement) -> tuple[str, Span] | None:
    """The predicate that a verb and what belongs to it mean between two names, and the second of them."""
    found = statement.clause
    prep, target = _object(statement)
    names = statement.names(target) if target else []
    if len(names) != 1 or names[0].words.end != target.end or not statement.names(found.subject):
        return None
    verb = statement.tree.tokens[found.verb]
    inner = statement.tree.words(Span(target.first, names[0].words.first))
    first = f"be {verb.text}" if found.passive else verb.lemma
    words = [first, prep, *(token.text for token in inner if token.tag != "DT")]
    name = BETWEEN_NAMES.get(" ".join(filter(None, words)).casefold())
    return (name, names[0].words) if name is not None else None


def _doer_and_object(statement: Statement) -> tuple[Span, str, Span]:
    """Who does it, the preposition of the verb, and to whom: "X is used by Y" as "Y uses X".

    Nobody does what is only done.
    """
    found = statement.clause
    if not found.passive:
        return found.subject, *_object(statement)
    doer = _behind_by(statement)
    prep = statement.lower(Span(found.rest.first, found.rest.first + 1)) if found.rest else ""
    return doer, prep if prep in _LINKS else "", found.subject


def _behind_by(statement: Statement) -> Span:
    """The words of a passive clause that say who does it."""
    rest = statement.clause.rest
    by = next((n for n in range(rest.first, rest.end) if statement.lower(Span(n, n + 1)) == "by"), rest.end)
    words = _phrase(statement, Span(min(by + 1, rest.end), rest.end))
    return Span(by, by) if statement.lower(words) in _ANYBODY else words


def _verb(statement: Statement) -> str:
    verb = statement.clause.verb
    particle = statement.tree.child(verb, "prt")
    lemma = statement.tree.tokens[verb].lemma.casefold()
    return f"{lemma} {statement.tree.tokens[particle].text.casefold()}" if particle is not None else lemma


def _effect(statement: Statement) -> Effect:
    found = statement.clause
    if found.no_longer:
        return Effect.ENDS
    lemma = statement.tree.tokens[found.verb].lemma.casefold()
    timed = [t for t in statement.times_in(found.rest) if t.days]
    if _lasts(statement):
        return Effect.HOLDS
    if found.tense is Tense.PAST:
        state = lemma in _STATES and (timed or found.perfect or is_never(statement))
        return Effect.HOLDS if state else Effect.HAPPENS
    return Effect.HAPPENS if found.tense is Tense.FUTURE and lemma not in _STATES else Effect.HOLDS


def _lasts(statement: Statement) -> bool:
    """ "Has met in the barn since 2021": what is meant goes on."""
    return statement.clause.perfect and any(time.bound is Bound.SINCE for time in statement.times)


def _object(statement: Statement) -> tuple[str, Span]:
    """The preposition right after the verb ("" for a direct object) and the phrase that follows it."""
    rest = statement.clause.rest
    at = rest.first
    while at < rest.end and statement.tree.tokens[at].pos == "ADV" and statement.tree.tokens[at].dep != "prt":
        at += 1
    if at >= rest.end:
        return "", Span(at, at)
    word = statement.tree.tokens[at].text.casefold()
    prep = word if word in _LINKS and statement.tree.tokens[at].pos in {"ADP", "PART", "SCONJ"} else ""
    return prep, _phrase(statement, attributes.uncontrasted(statement, Span(at + bool(prep), rest.end)))


def _phrase(statement: Statement, span: Span) -> Span:
    """The noun phrase at the head of some words; empty where something else than a date follows it."""
    whole = statement.trimmed(statement.without_times(span))
    if any(
        token.pos in {"VERB", "AUX", "SCONJ"} and token.tag != "VBG" for token in statement.tree.words(whole)
    ):
        return Span(span.first, span.first)
    return whole


def _liked(statement: Statement, name: str, positive: bool) -> list[Assertion]:
    """Liking, loving and preferring are one predicate, hating its denial."""
    effect = Effect.ENDS if statement.clause.no_longer else Effect.HOLDS
    if statement.clause.passive:
        doer, _, liked = _doer_and_object(statement)
        value = value_of(statement.text(statement.trimmed(liked)))
        subjects = statement.terms(doer, Role.SUBJECT)
        return [observation(s, name, value, positive=positive, effect=effect) for s in subjects]
    rest = up_to_a_verb(statement, statement.trimmed(statement.clause.rest))
    text = statement.text(rest, undated=True)
    for word in (" to ", " over ", " rather than "):
        if statement.tree.tokens[statement.clause.verb].lemma == "prefer" and word in text:
            text = text.replace(word, " over ", 1)
            break
    if not text:
        return []
    subjects = statement.terms(statement.clause.subject, Role.SUBJECT)
    return [observation(s, name, value_of(text), positive=positive, effect=effect) for s in subjects]


def _had(statement: Statement, positive: bool) -> list[Assertion]:
    """ "Has no children" and "does not have children" deny one thing."""
    rest = statement.clause.rest
    text = statement.text(rest, undated=True)
    first, _, others = text.partition(" ")
    if first.casefold() in {"no", "any"} and others:
        text = others
    subjects = statement.terms(statement.clause.subject, Role.SUBJECT)
    if not text or statement.clause.tense is not Tense.PRESENT:
        return []
    effect = Effect.ENDS if statement.clause.no_longer else Effect.HOLDS
    return [observation(s, "has", value_of(text), positive=positive, effect=effect) for s in subjects]


def _owns(statement: Statement, positive: bool) -> list[Assertion]:
    """Ownership is a fact about the thing, which has one owner; of some thing or other, about the owner."""
    found = statement.clause
    prep, words = _object(statement)
    owner = found.subject
    if found.passive:
        owner, words = _behind_by(statement), found.subject
    if prep or not words or not owner or (_effect(statement) is Effect.HAPPENS and not found.passive):
        return []
    if is_any(statement, words):
        return _owns_some(statement, owner, positive)
    return _owned_by(statement, words, owner, positive)


def _owned_by(statement: Statement, words: Span, owner: Span, positive: bool) -> list[Assertion]:
    thing = statement.term(words, Role.SUBJECT, entity=True)
    who = statement.term(owner, Role.OBJECT, entity=True)
    effect = Effect.ENDS if statement.clause.no_longer else Effect.HOLDS
    made = [relation(thing, "owner", who, positive=positive, effect=effect)] if thing and who else []
    return _in_its_words(statement, made) if _is_plural(statement, words) else made


def _owns_some(statement: Statement, owner: Span, positive: bool) -> list[Assertion]:
    """ "Owns a boat", "owns three vans": others own a boat as well, and it is not the same one."""
    found = statement.clause
    owned = statement.text(found.subject if found.passive else found.rest, undated=True)
    value = value_of(owned.removeprefix("no "))
    effect = Effect.BEGINS if found.no_longer else Effect.HOLDS
    is_so, said = positive and not found.no_longer, _sentence(statement)
    return [
        observation(one, "other:own", value, sentence=said, effect=effect, positive=is_so)
        for one in statement.terms(owner, Role.SUBJECT)
    ]


def _is_property(statement: Statement, words: Span, owner: Span) -> bool:
    """Whether what belongs to somebody is owned: "the van", and not "the search team" or "Oslo"."""
    thing = statement.trimmed(words)
    is_name = bool(statement.names(thing)) and not statement.is_person(owner)
    group = phrase_kind(statement.text(thing)) is not MentionKind.UNKNOWN
    tag = statement.tree.tokens[thing.end - 1].tag if thing else ""
    return not (is_name or group) and tag in {"NN", "NNP"} and bool(statement.names(owner))


def _led(statement: Statement, positive: bool) -> list[Assertion]:
    """Who leads a team is a fact about the team, which has one lead."""
    found = statement.clause
    lead, prep, words = _doer_and_object(statement)
    if prep or not words or not lead or _effect(statement) is Effect.HAPPENS or is_any(statement, words):
        return []
    if _is_divided(statement, words):
        return []
    thing = statement.term(words, Role.SUBJECT, entity=True)
    leads = statement.terms(lead, Role.OBJECT)
    if thing is None or len(leads) != 1 or leads[0].mention is None:
        return []
    effect = Effect.ENDS if found.no_longer else Effect.HOLDS
    return [relation(thing, "led_by", leads[0], positive=positive, effect=effect)]


def _starts_or_ends(statement: Statement, name: str) -> list[Assertion]:
    """ "The pilot starts on 5 May" gives the thing a date, as "start date: 5 May" would."""
    found = statement.clause
    led = bool(found.rest) and statement.tree.tokens[found.rest.first].pos == "ADP"  # "on", and not "violin"
    time = statement.only_time(Span(found.rest.first + led, found.rest.end))
    person = statement.tree.tokens[found.subject.first].tag == "PRP" or statement.is_person(found.subject)
    if found.passive or time is None or time.days is None or found.negated or person:
        return []
    subject = statement.term(found.subject, Role.SUBJECT)
    return [observation(subject, name, value_of(time.text, time.days))] if subject else []


def _named_ends(statement: Statement, lemma: str, prep: str, target: Span, effect: Effect) -> list[Assertion]:
    """ "Plays chess with Mio": a verb of no vocabulary between two names, and nothing else but dates."""
    found = statement.clause
    names = statement.names(target) if target else []
    subjects = statement.terms(found.subject, Role.SUBJECT)
    if len(names) != 1 or found.passive or not all(s.mention is not None for s in subjects):
        return []
    name = names[0].words
    if name.end != target.end:
        return []
    between = [
        t.text.casefold() for t in statement.tree.words(Span(target.first, name.first)) if t.tag != "DT"
    ]
    words = [lemma, prep, *between]
    end = statement.term(name, Role.OBJECT)
    if end is None or len(words) > 6 or not all(word.isalpha() for word in words if word):
        return []
    over = effect is Effect.ENDS  # "no longer": the sentence is the denial
    effect = Effect.BEGINS if over else effect
    name_of = other(" ".join(filter(None, words)))
    positive = not (over or found.negated)
    made = [relation(s, name_of, end, effect=effect, positive=positive) for s in subjects]
    return [replace(a, label=_sentence(statement).rstrip(".")) for a in made]


def _whole(statement: Statement, _: None = None) -> list[Assertion]:
    """The statement itself, as an observation on its subject: nothing more can be told apart."""
    found = statement.clause
    return [as_stated(statement, subject) for subject in statement.terms(found.subject, Role.SUBJECT)]


def as_stated(statement: Statement, subject: Term) -> Assertion:
    """An observation whose value is all that the clause says of its subject."""
    found = statement.clause
    said = statement.text(Span(found.group.first, found.rest.end), undated=True)
    hedged = is_hedged(statement)
    sentence = _sentence(statement)
    if is_heard_behind(statement.tree, found):
        sentence = f"{sentence.rstrip('.')}, as far as is known."
    name = other(" ".join(filter(None, ("may" if hedged else found.modal, _verb(statement)))))
    denied = found.negated or found.no_longer
    effect = Effect.HOLDS if hedged else Effect.BEGINS if found.no_longer else _effect(statement)
    past = found.tense is Tense.PAST and not found.no_longer and not _lasts(statement)
    return observation(
        subject,
        name,
        Value(text=said, key=value_of(said).key if hedged else _stated_key(statement), kind=ValueKind.PHRASE),
        sentence=sentence,
        effect=Effect.HAPPENS if past and not hedged else effect,
        positive=not denied,
    )


def _stated_key(statement: Statement) -> str:
    """What is said in words that its denial would have as well: "moved", "has moved", "didn't move" alike."""
    found = statement.clause
    rest = statement.text(found.rest, undated=True)
    if found.passive or found.modal or statement.is_copular():
        group = " ".join(t.text for t in statement.tree.words(found.group) if t.dep != "neg")
    else:
        group = " ".join(filter(None, (_TENSES.get(found.tense), _verb(statement))))
    key = phrase_key(f"{group} {rest}")
    if found.negated or found.no_longer:
        key = " ".join(word for word in key.split() if word not in _DENYING or word == "did")
    return key


def _sentence(statement: Statement) -> str:
    """The clause as a sentence without its dates."""
    found = statement.clause
    text = statement.text(found.whole, undated=True)
    if found.subject.end < found.whole.first:
        text = f"{statement.text(found.subject)} {text}"
    if text[:1] in {'"', "“"} and text[-1:] in {'"', "”"} and len(text) > 2:
        text = text[1:-1].strip()
    return text[:1].upper() + text[1:] + ("." if text and text.rstrip("\"”’')")[-1:] not in ".!?…" else "")


def negated(statement: Statement, assertions: Sequence[Assertion]) -> bool:
    """Whether the claim denies something; what happened is no denial, though something ended by it."""
    found = statement.clause
    happened = any(a.positive and a.effect is Effect.HAPPENS for a in assertions)
    denies = not happened and any(not a.positive and not a.supposed for a in assertions)
    return found.negated or found.no_longer or found.of_none or denies
