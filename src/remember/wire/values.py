"""What every wire shape is made of: instants in UTC, the closed model, and the words of the contract."""

import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field


def _refuse_other_offsets(instant: datetime) -> datetime:
    if instant.utcoffset() != timedelta(0):
        raise ValueError("timestamp must carry the offset zero (UTC)")
    return instant.astimezone(UTC)


_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?")


def _as_written(value: object) -> datetime:
    if isinstance(value, str) and _DATE_TIME.fullmatch(value):
        return datetime.fromisoformat(value.upper())
    if isinstance(value, datetime):
        return value
    raise ValueError("must be a full date-time with an offset, such as 2026-03-04T15:00:00Z")


def _to_utc(written: object) -> datetime:
    value = _as_written(written)
    if value.utcoffset() is None:
        raise ValueError("must be a full date-time with an offset, such as 2026-03-04T15:00:00Z")
    try:
        return value.astimezone(UTC)
    except OverflowError as beyond:
        raise ValueError("must lie between the years 1 and 9999 in UTC") from beyond


UtcDateTime = Annotated[datetime, AfterValidator(_refuse_other_offsets)]
"""An instant in a result. Naive or shifted instants are refused, not converted."""

UtcRequestDateTime = Annotated[datetime, BeforeValidator(_as_written), AfterValidator(_refuse_other_offsets)]
"""An instant in a request that has to be given in UTC."""

WrittenDateTime = Annotated[datetime, BeforeValidator(_as_written)]
"""A date-time in a request, with the offset that it was written with, if any."""

RequestDateTime = Annotated[datetime, BeforeValidator(_to_utc)]
"""An instant in a request. Any offset is converted to UTC; naive instants and bare dates are refused."""


class Grain(StrEnum):
    """What kind of truth an envelope holds; never mixed within one."""

    FACT = "fact"
    EVIDENCE = "evidence"
    COMPILED = "compiled"
    COMPOSITE = "composite"


class IdentityRegime(StrEnum):
    """Whose aliases and merges were used: today's, or those of the instant read."""

    CURRENT = "current"
    AS_OF = "as_of"


class ClaimValidPrecision(StrEnum):
    """How finely the bounds of a period were stated; never finer than the source was."""

    UNKNOWN = "unknown"
    INSTANT = "instant"
    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    OPEN = "open"


class TemporalMatch(StrEnum):
    """`confirmed` where the window is complete, `possible` where nothing rules the fact out."""

    CONFIRMED = "confirmed"
    POSSIBLE = "possible"


class FactSupport(StrEnum):
    """`withdrawn` when the only support was lost to a processing change, not to a source."""

    CURRENT = "current"
    WITHDRAWN = "withdrawn"


class NegativeKind(StrEnum):
    """Which kind of "no": nobody by that name, nothing recorded, or beyond what this read can do."""

    UNKNOWN_ENTITY = "unknown_entity"
    KNOWN_EMPTY = "known_empty"
    BOUNDARY = "boundary"


FactKind = Literal["relation", "observation"]
Stance = Literal["supports", "contradicts"]
ClaimStatus = Literal["current", "superseded", "contradicted"]
SourceTrust = Literal["verified", "asserted", "unverified"]
ReferenceKind = Literal["links_to", "attaches", "replies_to"]
VersioningMode = Literal["snapshot", "living"]
DocumentStatus = Literal["ingesting", "converting", "structuring", "ready", "failed", "deleted"]
DocumentStatusFilter = Literal["ingesting", "converting", "structuring", "ready", "failed"]
StageStatus = Literal["missing", "pending", "running", "succeeded", "failed", "dead_letter", "skipped"]
DeferReason = Literal["scheduled", "retry_backoff", "budget", "no_route"]
Capability = Literal["pipeline", "p1", "live_graph", "p3"]

Count = Annotated[int, Field(ge=0)]


class Closed(BaseModel):
    """A frozen shape that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def refuse_backward(start: datetime, end: datetime) -> None:
    """A range may be one instant long, never less."""
    if end < start:
        raise ValueError("to must not be before from")
