"""Dates of which a text tells that were to come: what something was moved to, or is planned for.

"The audit was moved to 19 June" tells of what was done; the 19 June that it means lies ahead of that, and the
day that the audit was moved from lies near it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from remember.domain.asides import aside_of
from remember.domain.date_readings import Flag, Reading, Tense
from remember.domain.date_words import WEEKDAY, WORD_ORDINAL
from remember.domain.dates import Bound, TimeWords, find
from remember.domain.days import WEEK, Days
from remember.domain.syntax import Clause, Span, Tree
from remember.domain.wordlists import listed

_LATER = listed("slip postpone delay defer adjourn extend prolong")
_EARLIER = listed("advance")
_CHANGES = listed(
    """
    move reschedule shift change push bring pull put set switch rebook carry
    postponement rescheduling deferral adjournment extension
    """
)
CHANGES = _LATER | _EARLIER | _CHANGES
CALLED_OFF = listed("cancel scrap scratch abandon drop")
_PLANS = listed(
    """
    plan schedule book reserve arrange agree settle fix set slate pencil earmark aim target propose suggest
    invite expect intend promise announce order choose pick decide hope want offer commit pledge vow suppose
    mean register sign enrol confirm
    planning booking reservation appointment ticket invitation date deadline slot seat due cancellation
    """
)
# "Agreed on 3 July" says what was agreed; "decided on 3 July" may as well say when.
_ON = listed("agree settle due")
_CHOSEN = listed("agree set fix choose pick propose suggest target reserve")
_BESIDE = listed("confirm announce")
# What is kept, and so the thing kept as well, for a day: "two tickets for the concert on 14 June".
_KEPT = listed(
    """
    plan book reserve schedule arrange invite register enrol
    booking reservation appointment ticket invitation seat slot cancellation
    """
)
_KEPT_FREE = listed("plan schedule book reserve")
# What these say of a thing they say of a date only with a word such as "forward".
_LIGHT = listed("put bring pull carry")
_HELD = listed("take_place happen go_ahead")
_PARTICLES = listed("forward off back")
_OF_ITSELF = listed("slip move shift change be")
_WILL = listed("will would shall")
_FROM_TO = listed("from to until till")
# A day that a text is the first to tell of is not told of long after; what is told of as over may be.
_GRACE, _GRACE_OF_PAST = 31, 120
# "Cancelled the walk on 12 June" tells of a walk to come, where that is soon, and not of a day a year ago.
_SOON = timedelta(days=60)
_LINK = re.compile(r"\s*(?:-|–|—|\b(?:to|until|till|through|thru)\b)\s*", re.IGNORECASE)
# A day that is said without its month or year, and without what it is counted from ("next", "last").
_BARE = re.compile(rf"(?:the\s+)?(?:{WEEKDAY}\b|\d\d?(?:st|nd|rd|th)\b|{WORD_ORDINAL}\b)", re.IGNORECASE)


class _Role(StrEnum):
    TARGET = "what it was moved to, or is planned for"
    ORIGIN = "what it was moved from"
    BOTH = "the one and the other"
    EITHER = "when it was done, or what it was for"


@dataclass(frozen=True, slots=True)
class _Dated:
    times: TimeWords
    role: _Role | None


def with_plans(
    tree: Tree, words: Span, clause: Clause | None, times: Sequence[TimeWords], reading: Reading
) -> list[TimeWords]:
    """The wordings about time in some words, those of what was to come read anew and marked as `apart`.

    `words` are those of the clause, where there is one. `reading` is what the wordings were read against.
    """
    roles = [_Dated(one, _role(tree, words, clause, one)) for one in times]
    if reading.anchor is None or not any(one.role for one in roles):
        return list(times)
    ahead = _ahead(tree, clause, [one.times for one in roles if one.role is None], reading)
    return list(_Rereading(ahead, _way(tree, words)).all(roles))


def _ahead(tree: Tree, clause: Clause | None, others: Iterable[TimeWords], reading: Reading) -> Reading:
    """What a day to come is read against: the day of the telling, or that of the change where it is said."""
    if reading.tense is Tense.FUTURE:
        return reading
    told = [one for one in others if clause is None or aside_of(tree, clause, one) is None]
    known = [one.days for one in told if one.days is not None and one.bound is Bound.DURING]
    if len(known) == 1:
        return replace(reading, anchor=known[0].first, tense=Tense.FUTURE)
    over = reading.tense is Tense.PAST and clause is not None and not clause.perfect
    return replace(reading, tense=Tense.FUTURE, grace=_GRACE_OF_PAST if over else _GRACE)


def _way(tree: Tree, words: Span) -> Tense:
    """Where from its new day the old day of a thing lies; NONE where that is not said."""
    said = {token.lemma.casefold() for token in tree.words(words)}
    lower = {token.text.casefold() for token in tree.words(words)}
    brought_forward = said & {"bring", "pull"} and "forward" in lower
    if said & _EARLIER or brought_forward or ("move" in said and "up" in lower):
        return Tense.FUTURE
    return Tense.PAST if said & _LATER or lower & {"back", "off"} else Tense.NONE


# --- reading anew -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rereading:
    ahead: Reading
    way: Tense

    def all(self, roles: Sequence[_Dated]) -> Iterator[TimeWords]:
        """The same wordings with the days that they mean by their roles."""
        origins = [one.times for one in roles if one.role is _Role.ORIGIN]
        stated = next((one.days for one in origins if one.days and not one.relative), None)
        targets = {one.times: self._target(one.times, stated) for one in roles if one.role is _Role.TARGET}
        target = next((one.days for one in targets.values() if one.days), None)
        for one in roles:
            if one.role is _Role.TARGET:
                yield replace(targets[one.times], apart=True)
            elif one.role is _Role.BOTH:
                yield replace(self._both(one.times), apart=True)
            elif one.role is _Role.EITHER:
                ahead = self._again(one.times, replace(self.ahead, grace=0))
                yield replace(ahead, apart=True) if self._is_soon(ahead) else one.times
            elif one.role is _Role.ORIGIN:
                yield replace(self._origin(one.times, target), apart=True)
            else:
                yield one.times

    def _is_soon(self, times: TimeWords) -> bool:
        if times.days is None or self.ahead.anchor is None or Flag.INFERRED_YEAR not in times.flags:
            return False  # "booked a table on Friday" may as well say when it was booked
        return times.days.first - self.ahead.anchor <= _SOON

    def _origin(self, times: TimeWords, target: Days | None) -> TimeWords:
        return self._near(times, target, self.way) if target else self._again(times, self.ahead)

    def _target(self, times: TimeWords, origin: Days | None) -> TimeWords:
        return self._near(times, origin, self._back) if origin else self._again(times, self.ahead)

    @property
    def _back(self) -> Tense:
        """Where from its old day the new day of a thing lies."""
        return {Tense.PAST: Tense.FUTURE, Tense.FUTURE: Tense.PAST}.get(self.way, Tense.NONE)

    def _both(self, times: TimeWords) -> TimeWords:
        """ "From 7 May to 5 May": two days, of which the second is to come and the first lies near it."""
        first, last = self._halves(times.text)
        if first is None or last is None:
            return self._again(times, self.ahead)  # "5 to 9 June"
        stated = first.days if not first.relative else None
        last = self._target(last, stated)
        first = self._near(first, last.days, self.way) if last.days else first
        if first.days is None or last.days is None:
            return times
        whole = first.days.through(last.days) if first.days.first <= last.days.last else None
        flags = tuple(dict.fromkeys((*first.flags, *last.flags)))
        return replace(times, days=whole, ends=(first.days, last.days), flags=flags)

    def _halves(self, text: str) -> tuple[TimeWords | None, TimeWords | None]:
        link = _LINK.search(text)
        if link is None:
            return None, None
        return _read(text[: link.start()], self.ahead), _read(text[link.end() :], self.ahead)

    def _again(self, times: TimeWords, reading: Reading) -> TimeWords:
        """The wording against another reading, where nothing in it says which day is meant."""
        open_ = {Flag.INFERRED_YEAR, Flag.AMBIGUOUS} & set(times.flags) or _BARE.match(times.text)
        read = _read(times.text, reading) if times.relative and open_ else None
        if read is None:
            return times
        return replace(
            read,
            text=times.text,
            char_start=times.char_start,
            char_end=times.char_end,
            lead_start=times.lead_start,
            bound=times.bound,
        )

    def _near(self, times: TimeWords, other: Days, way: Tense) -> TimeWords:
        """The wording as the day nearest to another; of two, the one up to a week before it."""
        before, after = (
            self._again(times, replace(self.ahead, anchor=other.first, tense=tense, grace=0))
            for tense in (Tense.PAST, Tense.FUTURE)
        )
        if way is not Tense.NONE or before.days is None or after.days is None:
            return after if way is Tense.FUTURE else before
        since, until = other.first - before.days.first, after.days.first - other.first
        return before if since <= WEEK or since <= until else after


def _read(words: str, reading: Reading) -> TimeWords | None:
    """Some words as one wording about time; None where they are not, or mean no day."""
    for lead in ("on ", "in "):
        found = find(lead + words, reading)
        if len(found) == 1 and found[0].days and found[0].char_end - found[0].char_start == len(words):
            return found[0]
    return None


# --- which dates are of what was to come ------------------------------------------------------------


def _role(tree: Tree, words: Span, clause: Clause | None, times: TimeWords) -> _Role | None:
    at = _token_at(tree, times.char_start)
    if clause is not None and is_of_thing(tree, clause, times):
        return _Role.ORIGIN
    before = at - 1
    while before > words.first and tree.tokens[before].tag == "DT":
        before -= 1
    led = before >= words.first and tree.tokens[before].pos in {"ADP", "SCONJ", "PART"}
    end = before if led else before + 1
    prep = tree.tokens[before].text.casefold() if led else ""
    for found in _governors(tree, Span(words.first, end)):
        if role := _of_change(tree, found, prep, times) or _of_plan(tree, found, prep, times):
            return role
    if clause is not None and prep in {"on", "of"} and not clause.passive and is_called_off(tree, clause):
        return _Role.EITHER
    said = clause is not None and _is_to_be(tree, Span(clause.verb + 1, end))
    return _Role.TARGET if said else None


def _is_to_be(tree: Tree, before: Span) -> bool:
    """ "Agreed that it will be on 3 July": the verb before a date, which is not the clause's, looks ahead."""
    for number in range(before.end - 1, before.first - 1, -1):
        token = tree.tokens[number]
        if token.tag == "MD":
            return token.lemma.casefold() in _WILL
        if token.pos in {"VERB", "AUX"} and token.tag != "VB":
            return False
    return False


@dataclass(frozen=True, slots=True)
class _Governor:
    """A word that says what was done about a date; `between` are the words from it to what leads the date.

    `wanted`: an infinitive stands between, so that the date is of what was to be done.
    """

    lemma: str
    is_verb: bool
    between: Span
    wanted: bool


def _governors(tree: Tree, words: Span) -> Iterator[_Governor]:
    """The words before a date that may say that it was to come, the nearest first, up to the verb."""
    wanted = False
    for number in range(words.end - 1, words.first - 1, -1):
        token = tree.tokens[number]
        lemma = token.lemma.casefold()
        is_verb = token.pos == "VERB"
        if lemma in CHANGES | _PLANS:
            yield _Governor(lemma, is_verb, Span(number + 1, words.end), wanted)
        if lemma == "be" and (wanted or number == words.end - 1):
            yield _Governor(lemma, is_verb, Span(number + 1, words.end), wanted)  # "was to begin", "was for"
        if is_verb and number > words.first and tree.tokens[number - 1].tag == "TO":
            wanted = True
        elif is_verb or token.pos == "AUX":
            return


def _of_change(tree: Tree, found: _Governor, prep: str, times: TimeWords) -> _Role | None:
    if found.lemma not in CHANGES or found.wanted:
        return None
    if prep not in _FROM_TO or (found.is_verb and not may_move(tree, found.lemma, found.between)):
        return None
    if prep != "from":
        return None if _described(tree, times) else _Role.TARGET  # "brought it to the 5 June party"
    if not found.is_verb:
        return None
    return _Role.BOTH if times.ends else _Role.ORIGIN


def may_move(tree: Tree, lemma: str, after: Span) -> bool:
    """Whether a verb can say that a thing has another day: "brought forward", and not "brought"."""
    return lemma not in _LIGHT or any(token.text.casefold() in _PARTICLES for token in tree.words(after))


def _of_plan(tree: Tree, found: _Governor, prep: str, times: TimeWords) -> _Role | None:
    if found.wanted:
        return _Role.TARGET if found.lemma in _PLANS or found.lemma == "be" else None
    for_ = prep == "for" or (prep == "from" and bool(times.ends) and found.lemma in _KEPT_FREE)
    kept = found.lemma in _KEPT and (prep in {"on", "of"} or _described(tree, times))
    if kept and not found.is_verb and not for_:
        return _Role.EITHER
    if found.between:
        return _Role.TARGET if for_ and found.lemma not in _BESIDE else _Role.EITHER if kept else None
    after = tree.tokens[min(_token_at(tree, times.char_end), len(tree.tokens) - 1)]
    on = prep in {"on", "by"} and found.lemma in _ON and after.text.casefold() not in {"to", "that"}
    return _Role.TARGET if for_ or on or (not prep and found.is_verb and found.lemma in _CHOSEN) else None


def is_of_thing(tree: Tree, clause: Clause, times: TimeWords) -> bool:
    """Whether a date says which thing was moved or called off: "the 5 June review"."""
    lemma = tree.tokens[clause.verb].lemma.casefold()
    if lemma not in CHANGES and not is_called_off(tree, clause):
        return False
    first = _token_at(tree, times.char_start)
    if clause.subject.first <= first < clause.subject.end:
        told = (tree.tokens[n] for n in range(clause.subject.first, first))
        others = [token for token in told if token.pos == "VERB" and token.lemma not in CHANGES | _PLANS]
        itself = lemma in _OF_ITSELF or is_not_held(tree, clause)
        return (clause.passive or itself) and not others
    return clause.rest.first <= first and _is_of_object(tree, clause, times)


def _is_of_object(tree: Tree, clause: Clause, times: TimeWords) -> bool:
    """ "Cancelled the 5 June review", "cancelled the review planned for 5 June"."""
    at = _token_at(tree, times.char_end) - 1
    while tree.tokens[at].head not in {at, clause.verb}:
        token = tree.tokens[at]
        if token.text.casefold() in _FROM_TO or (token.pos == "VERB" and token.lemma not in CHANGES | _PLANS):
            return False
        at = token.head
    return tree.tokens[at].dep == "dobj"


def without_article(tree: Tree, times: TimeWords) -> TimeWords:
    """A date without the "the" before it that is of the thing that it describes: "the 5 June review"."""
    first = _token_at(tree, times.char_start)
    if tree.tokens[first].tag != "DT" or not _described(tree, times):
        return times
    start = tree.tokens[first + 1].start
    return replace(times, char_start=start, lead_start=start, text=times.text[start - times.char_start :])


def _described(tree: Tree, times: TimeWords) -> bool:
    """Whether a noun follows that a date says more of."""
    end = _token_at(tree, times.char_end)
    head = tree.tokens[end - 1].head
    return head >= end and tree.tokens[head].pos in {"NOUN", "PROPN"}


def is_called_off(tree: Tree, clause: Clause) -> bool:
    """Whether a clause tells that something will not be after all: "cancelled", "called off", "is off"."""
    lemma = tree.tokens[clause.verb].lemma.casefold()
    particle = tree.child(clause.verb, "prt")
    off = particle is not None and tree.tokens[particle].text.casefold() == "off"
    if lemma == "be":
        return tree.text(clause.rest).casefold() == "off"
    return lemma in CALLED_OFF or (lemma == "call" and off) or is_not_held(tree, clause)


def is_not_held(tree: Tree, clause: Clause) -> bool:
    """ "Will not take place", "did not go ahead", and no day behind it on which alone it is not."""
    words = [token.lemma.casefold() for token in tree.words(Span(clause.verb, clause.rest.end))]
    held = clause.passive and words == ["hold"]
    told = held or " ".join(words) in _HELD
    return clause.negated and told and clause.tense in {Tense.FUTURE, Tense.PAST}


def _token_at(tree: Tree, char: int) -> int:
    """The first word that does not end before a character."""
    return bisect_left(tree.tokens, char + 1, key=lambda token: token.end)
