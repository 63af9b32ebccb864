"""Why something is in the memory as it is, in plain words: one sentence that a person can check."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class FactState(StrEnum):
    """How a fact stands at one instant of the world, as believed at one instant."""

    HELD = "held"
    TO_COME = "to_come"
    OVER = "over"
    CONTRADICTED = "contradicted"
    WITHDRAWN = "withdrawn"
    RETRACTED = "retracted"
    MERGED = "merged"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactStanding:
    """What decides how a fact stands.

    `said_until` is when an undated fact ceased to be the latest word. `follower` is the label of the fact
    that begins as this one ends, `heir` of the one that it became one with. `taken_back` is why a person
    retracted it.
    """

    valid_from: datetime | None
    valid_until: datetime | None
    said_until: datetime | None = None
    supporting: int
    contradicting: int = 0
    is_disputed: bool = False
    is_withdrawn: bool = False
    closed_at: datetime | None = None
    taken_back: str | None = None
    follower: str | None = None
    heir: str | None = None


def state_of(fact: FactStanding, at: datetime) -> FactState:
    """How a fact stands at an instant of the world."""
    if fact.closed_at is not None:
        return FactState.MERGED if fact.heir is not None else FactState.RETRACTED
    if fact.is_withdrawn:
        return FactState.WITHDRAWN
    if fact.is_disputed:
        return FactState.CONTRADICTED
    if any(end is not None and end <= at for end in (fact.valid_until, fact.said_until)):
        return FactState.OVER
    if fact.valid_from is not None and fact.valid_from > at:
        return FactState.TO_COME
    return FactState.HELD


def why_fact(fact: FactStanding, at: datetime) -> str:
    """Why a fact stands as it does."""
    match state_of(fact, at):
        case FactState.MERGED:
            return f"it became one with “{fact.heir}” when two entities were found to be one"
        case FactState.RETRACTED:
            closed = _day(fact.closed_at)
            if fact.taken_back is not None:
                return f"a person retracted it on {closed}: {fact.taken_back}"
            return f"since {closed} no source says it any more"
        case FactState.WITHDRAWN:
            return "a processing change took its support; no source took its word back"
        case FactState.CONTRADICTED:
            return f"it is one side of a contradiction that nothing decides: {_support(fact)}"
        case FactState.OVER:
            return f"{_end(fact)}: {_support(fact)}"
        case FactState.TO_COME:
            return f"it begins on {_day(fact.valid_from)}: {_support(fact)}"
    return f"{_since(fact)}: {_support(fact)}"


def _end(fact: FactStanding) -> str:
    if fact.valid_until is None:
        return f"it was the latest word until {_day(fact.said_until)}, when “{fact.follower}” was said"
    if fact.follower is not None:
        return f"it ended on {_day(fact.valid_until)}, where “{fact.follower}” begins"
    return f"it ended on {_day(fact.valid_until)}, as a source says"


def _since(fact: FactStanding) -> str:
    if fact.valid_from is not None:
        until = f" until {_day(fact.valid_until)}" if fact.valid_until else ""
        return f"it holds from {_day(fact.valid_from)}{until}"
    if fact.valid_until is not None:
        return f"it holds until {_day(fact.valid_until)}"
    return "no source dates it, and nothing rules it out"


def _support(fact: FactStanding) -> str:
    against = f", {_documents(fact.contradicting)} against it" if fact.contradicting else ""
    return f"{_documents(fact.supporting)} for it{against}"


def _documents(count: int) -> str:
    return f"{count} document{'' if count == 1 else 's'}"


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else "an unknown day"
