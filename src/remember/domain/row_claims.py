"""A row of structured facts as a claim: what it asserts, of whom, since when, and where it says so.

It is testimony of its source like any sentence, and is folded by the same rules. No model reads it.
"""

import re
from dataclasses import replace
from datetime import datetime

from remember.domain.claims import (
    Assertion,
    DraftClaim,
    EvidenceSpan,
    Mention,
    MentionKind,
    Role,
    Term,
    Value,
)
from remember.domain.dates import Reading, find
from remember.domain.names import folded, without_honorifics
from remember.domain.row_columns import check_columns, source_of, text_of
from remember.domain.row_periods import RowTime, said_at, time_of
from remember.domain.rows import Cell, Row
from remember.domain.statement import dated, observation, relation
from remember.domain.values import value_of
from remember.domain.vocabulary import PREDICATES, attribute, other

ROWS_VERSION = "rows/1"
"""Raised whenever the same row may be read as another claim."""

STATED = "other:states"
"""The predicate of a row that is one whole statement."""

_TIMELESS = Reading(None)
# Without one of these it may be a version or a ratio: 1.2.2026 stays as it is written.
_DAY = re.compile(r"[^\W\d_]{3}|^\d{4}-\d\d-\d\d$")
_PREDICATE_HINT = "use a predicate of the vocabulary, attribute:<name> for a value, or other:<verb>"


def claim_of(row: Row, text: str, *, said: datetime | None) -> DraftClaim:
    """The claim that a row of this text is; `said` is when its source says it was written.

    Raises `Incorrect` (`row_invalid`) with the row, the field and what is wrong with it.
    """
    check_columns(row)
    source_of(row)
    time = time_of(row)
    mentions = [_mention(row, text, name, role) for name, role in _ENDS if name in row.cells]
    assertion = _assertion(row, mentions, time)
    return DraftClaim(
        claim_text=_sentence(row, assertion, time),
        source_span=text[row.char_start : row.char_end],
        char_start=row.char_start,
        char_end=row.char_end,
        evidence_spans=tuple(_spans(row)),
        negated=not assertion.positive,
        asserted_at=said_at(row) or said,
        period=time.claim,
        mentions=tuple(mentions),
        assertions=(assertion,),
    )


_ENDS = (("subject", Role.SUBJECT), ("object", Role.OBJECT))


def _spans(row: Row) -> list[EvidenceSpan]:
    """The whole row, then the words of the source inside it, where it has them."""
    own: Cell | None = row.cells.get("source_span")
    inner = [EvidenceSpan(char_start=own.char_start, char_end=own.char_end)] if own else []
    return [EvidenceSpan(char_start=row.char_start, char_end=row.char_end), *inner]


def _mention(row: Row, text: str, name: str, role: Role) -> Mention:
    cell = row.cells[name]
    words = without_honorifics(" ".join(cell.text.split()))
    if not any(character.isprintable() and character != " " for character in folded(words)):
        raise row.wrong(
            name, f"{cell.text!r} names nothing", hint="give a name with a letter or a digit in it"
        )
    return Mention(
        surface=text[cell.char_start : cell.char_end],
        name=words,
        char_start=cell.char_start,
        char_end=cell.char_end,
        kind=MentionKind.UNKNOWN,
        role=role,
    )


def _term(mentions: list[Mention], role: Role) -> Term | None:
    for position, mention in enumerate(mentions):
        if mention.role is role:
            return Term(text=mention.name, key=folded(mention.name), mention=position)
    return None


def _assertion(row: Row, mentions: list[Mention], time: RowTime) -> Assertion:
    subject, target = _term(mentions, Role.SUBJECT), _term(mentions, Role.OBJECT)
    positive = _is_positive(row)
    statement, value = text_of(row, "statement"), text_of(row, "value")
    if statement is not None:
        _refuse_beside_statement(row)
        made = observation(subject, STATED, value_of(statement), sentence=statement, effect=time.effect)
        (stated,) = dated([made], time.period)
        return stated if stated.positive else replace(stated, label=f"It is no longer so: {statement}")
    if subject is None:
        raise row.wrong("subject", "is missing", hint="every row has a subject, or a statement")
    predicate = _predicate(row)
    if (target is None) == (value is None):
        what = "is missing" if target is None else "stands beside an object"
        raise row.wrong("value", what, hint="a row has either an object or a value")
    if target is not None:
        made = relation(subject, predicate, target, positive=positive)
    else:
        made = observation(subject, predicate, _value(value or ""), positive=positive)
    label = _with_name(made.label, subject.text)
    (placed,) = dated([replace(made, effect=time.effect, label=label)], time.period)
    return placed


def _with_name(sentence: str, name: str) -> str:
    """A sentence that begins with a name, the name in its own letters: "qtip" is not "Qtip"."""
    begun = name[:1].upper() + name[1:]
    return name + sentence.removeprefix(begun) if sentence.startswith(begun) else sentence


def _refuse_beside_statement(row: Row) -> None:
    for name in ("predicate", "object", "value", "polarity"):
        if name in row.cells:
            raise row.wrong(
                name, "stands beside a statement", hint="a statement says the whole fact by itself"
            )


def _is_positive(row: Row) -> bool:
    word = text_of(row, "polarity") or "positive"
    if word not in ("positive", "negative"):
        raise row.wrong("polarity", f"{word!r} is none", hint="it is positive or negative")
    return word == "positive"


def _predicate(row: Row) -> str:
    """The predicate of a row: a governed one, or an attribute or a verb under its one spelling."""
    name = (text_of(row, "predicate") or "").casefold()
    if not name:
        raise row.wrong("predicate", "is missing", hint=_PREDICATE_HINT)
    kind, mark, words = name.partition(":")
    if not mark and name in PREDICATES:
        return name
    if not mark or kind not in ("attribute", "other") or not folded(words):
        raise row.wrong("predicate", f"{name!r} is not in the vocabulary", hint=_PREDICATE_HINT)
    most = 60 if kind == "attribute" else 41
    if len(words) > most:
        raise row.wrong("predicate", f"{len(words)} characters after {kind}:, at most {most}")
    made = attribute(words) if kind == "attribute" else other(words)
    if made == STATED and folded(words) != "states":
        raise row.wrong("predicate", f"{name!r} is no verb in Latin letters", hint=_PREDICATE_HINT)
    return made


def _value(text: str) -> Value:
    """A value by what it means: a day with its month in letters, or written 2026-05-09, is that day."""
    times = find(text, _TIMELESS) if _DAY.search(text) else ()
    whole = len(times) == 1 and times[0].text.strip() == text and not times[0].relative
    return value_of(text, times[0].days if whole else None)


def _sentence(row: Row, assertion: Assertion, time: RowTime) -> str:
    """What the row says, standing by itself; a statement is left as it is."""
    if "statement" in row.cells:
        return assertion.label
    words = f" ({time.words})" if time.words else ""
    return f"{assertion.label.rstrip('.')}{words}."
