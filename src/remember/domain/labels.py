"""Labelled lines ("Owner: Dana") and table cells: the label is the attribute of a row or heading."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from remember.domain.claims import (
    AddedContext,
    Assertion,
    DraftClaim,
    EvidenceSpan,
    Mention,
    Origin,
    Passage,
    PeriodKind,
    Reason,
    Role,
    Term,
    Value,
    ValueKind,
)
from remember.domain.dates import Reading, Tense, TimeWords, find, written
from remember.domain.mentions import names_a_thing, phrase_kind
from remember.domain.names import folded, without_honorifics
from remember.domain.periods import NEVER_SAID, When, stated
from remember.domain.statement import observation, relation
from remember.domain.utterances import (
    BARE_LABELS,
    FRAMING_LABELS,
    Stretch,
    Utterance,
    UtteranceKind,
    heading_of,
)
from remember.domain.values import value_of
from remember.domain.vocabulary import FAMILIES, STATUSES, attribute
from remember.domain.wordlists import listed

_LEVELS = listed("yes no true false high low medium normal urgent none all any major minor critical on off")
_GOING_ON = listed("by at on in to for from with of since until")
_SHORT = 4
_EMPTY = re.compile(r"^[\W_]*(?:n/?a|none|tbd|tba|unknown|todo|-+)?[\W_]*$", re.IGNORECASE)
_MAX_WORDS = 12


@dataclass(frozen=True, slots=True)
class _Owner:
    """What a label is about, and where that is written (None: the title of the document)."""

    text: str
    origin: Origin
    place: tuple[int, int] | None


# Ranks and totals, which one table gives to one thing and the next to another.
_RANKS = listed(
    "primary secondary tertiary first second third last main other others total sum average default"
)

# A voice raised under somebody's name ("Wei: +1") is no value of theirs.
_VOTE = re.compile(r"[+-][01]|ack|nack|agreed?|aye|nay|yes|no|ok(?:ay)?|same|none", re.IGNORECASE)


def from_label(
    passage: Passage, utterance: Utterance, anchor: date | None
) -> tuple[DraftClaim | None, Reason]:
    """The claim that a labelled line or cell makes, or why it makes none."""
    label, body = utterance.label, utterance.body
    if label is None or _EMPTY.match(body.text) or _VOTE.fullmatch(body.text):
        return None, Reason.NO_INFO
    key = folded(label.text)
    if key in FRAMING_LABELS or len(body.text.split()) > _MAX_WORDS or "://" in body.text:
        return None, Reason.BOILERPLATE
    if body.text.endswith("?"):
        return None, Reason.QUESTION
    times = find(body.text, Reading(anchor, Tense.NONE, passage.day_first))
    whole = next((t for t in times if t.text.strip() == body.text.strip(" .") and t.days), None)
    value = value_of(body.text, whole.days if whole else None)
    if utterance.kind is UtteranceKind.CELL:
        return _cell(passage, utterance, value, anchor, whole), Reason.NO_INFO
    owner = _owner(passage, key)
    if utterance.of_document:
        owner = _Owner(passage.title, Origin.TITLE, None) if passage.title else None
        if owner is None:
            return None, Reason.AMBIGUOUS
    claim = _claim(passage, utterance, value, owner, whole)
    return claim, Reason.AMBIGUOUS


def _owner(passage: Passage, key: str) -> _Owner | None:
    """The heading or title that a bare label such as "Status" belongs to."""
    if key not in BARE_LABELS and len(key.split()) > 1 and not _tells_what_was_done(key):
        return None
    if heading := heading_of(passage.heading_path, key):
        return _Owner(heading, Origin.HEADING, None)
    return _Owner(passage.title, Origin.TITLE, None) if passage.title else None


def _tells_what_was_done(key: str) -> bool:
    """ "Reported by", "Opened", "Based in": a label that goes on in its value, and so names no thing."""
    return key.split()[-1] in _GOING_ON or (key.endswith("ed") and " " not in key)


def _claim(
    passage: Passage, utterance: Utterance, value: Value, owner: _Owner | None, time: TimeWords | None
) -> DraftClaim | None:
    assert utterance.label is not None
    label = utterance.label.text.strip()
    name = attribute(label)
    key = folded(label)
    if owner is None and key in BARE_LABELS:
        return None
    said = written(time.days) if time and time.days and time.relative else utterance.body.text.strip(" .")
    mentions: list[Mention] = []
    if owner is not None:
        subject = _named(owner.text, (utterance.origin[0], utterance.origin[1]), Role.SUBJECT, mentions)
        attribute_words = label[:1].lower() + label[1:] if label[1:].islower() else label
        text = (
            f"{owner.text}: {attribute_words} {said}."
            if _tells_what_was_done(key)
            else f"The {attribute_words} of {owner.text} is {said}."
        )
    else:
        subject, name = _thing(label)
        text = f"{label[:1].upper() + label[1:]} is {said}."
    made = _assertion(utterance, subject, name, value, mentions)
    added = _added(owner, time, said, utterance)
    return _draft(passage, utterance, (text, made, mentions, added), NEVER_SAID)


def _thing(label: str) -> tuple[Term, str]:
    """ "Cutover date" is the date of the cutover; another compound is a thing that has a value."""
    words = label.split()
    if len(words) > 1 and words[-1].casefold() in {"date", "day"} and words[-2].casefold() not in _OWN:
        rest = " ".join(words[:-1])
        return Term(text=rest, key=folded(rest)), "date"
    return Term(text=label, key=folded(label)), "value"


_OWN = listed("due end birth start release expiry")


def _named(text: str, place: tuple[int, int], role: Role, mentions: list[Mention]) -> Term:
    """An end of an assertion: a mention where it is a name, else the phrase."""
    name = without_honorifics(text).strip()
    if not names_a_thing(name):
        return Term(text=text, key=folded(text))
    start, end = place
    mentions.append(
        Mention(surface=text, name=name, char_start=start, char_end=end, kind=phrase_kind(name), role=role)
    )
    return Term(text=name, key=folded(name), mention=len(mentions) - 1)


def _assertion(
    utterance: Utterance, subject: Term, name: str, value: Value, mentions: list[Mention]
) -> Assertion:
    """What a label says; a value that is a name is a mention, so that its bearer can be asked about."""
    if name == "status":
        return observation(subject, name, replace(value, key=STATUSES.get(value.key, value.key)))
    text = utterance.body.text.strip(" .")
    plain = (
        value.kind is not ValueKind.PHRASE or value.key in _LEVELS or value.key in {**STATUSES, **FAMILIES}
    )
    if plain or not names_a_thing(text):
        return observation(subject, name, value)
    return relation(subject, name, _named(text, utterance.body.at(0, len(text)), Role.OBJECT, mentions))


def _added(
    owner: _Owner | None, time: TimeWords | None, said: str, utterance: Utterance
) -> tuple[AddedContext, ...]:
    added = []
    if owner is not None:
        place = owner.place or (None, None)
        added.append(
            AddedContext(text=owner.text, origin=owner.origin, char_start=place[0], char_end=place[1])
        )
    if time is not None and time.relative:
        start, end = utterance.body.at(time.char_start, time.char_end)
        added.append(
            AddedContext(text=said, origin=Origin.DATE, replaced=time.text, char_start=start, char_end=end)
        )
    return tuple(added)


def _cell(
    passage: Passage, utterance: Utterance, value: Value, anchor: date | None, time: TimeWords | None
) -> DraftClaim | None:
    """A cell says what the column's attribute of the row's thing is; a dated row dates what it says.

    A row that names no thing ("2", "14:02", "Primary") makes a claim, and no assertion: in the table of
    another document the same words are about another thing.
    """
    assert utterance.label is not None and utterance.owner is not None
    column, row = utterance.label.text.strip(), utterance.owner.text.strip()
    rows = find(row, Reading(anchor, Tense.NONE, passage.day_first))
    day = next((t for t in rows if t.text.strip() == row and t.days), None)
    said = written(time.days) if time and time.days and time.relative else utterance.body.text.strip(" .")
    mentions: list[Mention] = []
    if day is not None and day.days is not None:
        subject = Term(text=column, key=folded(column))
        moment = _of_days(day)
        link = "on" if day.days.first == day.days.last else "from"
        text = f"{column} is {said} {link} {written(day.days)}."
        made = replace(_assertion(utterance, subject, "value", value, mentions), period=moment.period)
    else:
        subject = _named(row, utterance.owner.at(0, len(utterance.owner.text)), Role.SUBJECT, mentions)
        moment = NEVER_SAID
        short = len(said.split()) <= _SHORT
        text = f"The {column} of {row} is {said}." if short else f"{row}, {column}: {said}."
        made = _assertion(utterance, subject, attribute(column), value, mentions)
    added = [*_added(None, time, said, utterance), *_header(utterance.label)]
    if day is not None and day.days is not None:
        place = utterance.owner.at(0, len(utterance.owner.text))
        added.append(
            AddedContext(
                text=written(day.days),
                origin=Origin.DATE,
                replaced=row,
                char_start=place[0],
                char_end=place[1],
            )
        )
    draft = _draft(passage, utterance, (text, made, mentions, tuple(added)), moment)
    return draft if day is not None or _names_beyond(row) else replace(draft, assertions=())


def _names_beyond(row: str) -> bool:
    """Whether what a row begins with may name its thing beyond this table."""
    key = folded(row)
    counted = not any(character.isalpha() for character in key)
    return not (counted or key in _RANKS or key in _LEVELS or _VOTE.fullmatch(key))


def _header(label: Stretch) -> Iterable[AddedContext]:
    place = label.at(0, len(label.text)) if label.places else (None, None)
    return [AddedContext(text=label.text, origin=Origin.TABLE, char_start=place[0], char_end=place[1])]


def _of_days(day: TimeWords) -> When:
    assert day.days is not None
    claim = stated(day.days, PeriodKind.EFFECTIVE_PERIOD)
    return When(claim=claim, period=claim.half_open(), words=day)


def _draft(
    passage: Passage,
    utterance: Utterance,
    parts: tuple[str, Assertion, list[Mention], tuple[AddedContext, ...]],
    moment: When,
) -> DraftClaim:
    text, made, mentions, added = parts
    start, end = utterance.origin
    base = passage.char_start
    inside = passage.char_start, passage.char_start + len(passage.text)
    spans = [EvidenceSpan(char_start=start, char_end=end)]
    for piece in added:
        if piece.char_start is None or piece.char_end is None or start <= piece.char_start < end:
            continue
        if inside[0] <= piece.char_start and piece.char_end <= inside[1]:
            spans.append(EvidenceSpan(char_start=piece.char_start, char_end=piece.char_end))
    return DraftClaim(
        claim_text=text,
        source_span=passage.text[start - base : end - base],
        char_start=start,
        char_end=end,
        evidence_spans=tuple(spans),
        added_context=added,
        speaker=utterance.speaker,
        asserted_at=passage.asserted_at,
        period=moment.claim,
        mentions=tuple(mentions),
        assertions=(made,),
    )
