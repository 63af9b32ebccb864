"""How long something has been so, or since what: "has played for two years" began two years ago."""

import re
from dataclasses import replace
from datetime import date

from remember.domain.date_readings import Flag, Tense
from remember.domain.date_relative import shift, unit_around
from remember.domain.date_words import COUNT, count_number
from remember.domain.dates import Bound, TimeWords, written
from remember.domain.days import Days
from remember.domain.syntax import Clause, Tree
from remember.domain.wordlists import listed

_OF = listed("in on of at during to from with by")
_LASTING = re.compile(
    r"\b(?P<for>for\s+)?(?:about\s+|around\s+|over\s+|almost\s+|nearly\s+)?(?:the\s+(?:last|past)\s+)?"
    rf"(?:a\s+)?(?P<c>{COUNT})\s+(?P<u>day|week|month|year|decade)s?(?(for)(?:\s+now)?|\s+now)\b",
    re.IGNORECASE,
)


def lasting_until_now(tree: Tree, clause: Clause, anchor: date | None) -> TimeWords | None:
    """The wording that says how long a clause has been so, as the time since when; None for what is over."""
    start, end = tree.tokens[clause.whole.first].start, tree.tokens[clause.whole.end - 1].end
    found = _LASTING.search(tree.parsed.text, start, end)
    if found is None or anchor is None or not _still_holds(tree, clause):
        return None
    try:
        since = unit_around(found["u"].lower(), shift(anchor, found["u"].lower(), -count_number(found["c"])))
    except (ValueError, OverflowError):
        return None
    return TimeWords(
        text=found[0],
        char_start=found.start(),
        char_end=found.end(),
        lead_start=found.start(),
        days=since,
        bound=Bound.SINCE,
        flags=(Flag.APPROXIMATE,),
        relative=True,
        absolute=f"{found[0]}, since {_since(since)}",
    )


def since_event(tree: Tree, clause: Clause, times: TimeWords) -> TimeWords:
    """A date as that of what something has been so since, where it is: "since her wedding in May".

    What has been so since a thing of one day began on that day. Of a longer time, it began at some time in
    it, and the date is only that of the event.
    """
    words = tree.span_of((tree.tokens[clause.whole.first].start, times.char_start))
    event = False
    for number in range(words.end - 1, words.first - 1, -1):
        token = tree.tokens[number]
        if token.text.casefold() == "since":
            of_day = times.days is not None and times.days.first == times.days.last
            return (
                replace(times, bound=Bound.SINCE, lead_start=token.start, apart=not of_day)
                if event
                else times
            )
        event = event or token.pos in {"NOUN", "PROPN"}
        if token.pos in {"VERB", "AUX", "PUNCT", "CCONJ"} or (
            token.pos == "ADP" and token.text.casefold() not in _OF
        ):
            return times
    return times


def _since(stated: Days) -> str:
    """A start that is known to the week only is the week of its first day."""
    whole = written(stated)
    return (
        f"the week of {stated.first.isoformat()}"
        if " to " in whole and (stated.last - stated.first).days == 6
        else whole
    )


def _still_holds(tree: Tree, clause: Clause) -> bool:
    """Whether the clause is in the present perfect, or a note in it ("been playing for a month")."""
    words = [tree.tokens[number].text.casefold() for number in range(clause.group.first, clause.group.end)]
    if "been" in words[:-1] and {"have", "has", "'ve", "'s"} & set(words):
        return True
    if {"have", "has", "'ve"} & set(words):
        return clause.tense is Tense.PAST
    return tree.tokens[clause.whole.first].text.casefold() == "been"
