"""Which time a question asks about, and which time an answer describes: five modes each."""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, model_validator

from remember.wire.values import Closed, IdentityRegime, RequestDateTime, UtcDateTime, refuse_backward

_FROM = Field(validation_alias=AliasChoices("from", "from_"), serialization_alias="from")


class _Scope(Closed):
    mode: str
    evaluated_at: UtcDateTime
    believed_at: UtcDateTime
    identity_regime: IdentityRegime = IdentityRegime.CURRENT


class CurrentTemporalScope(_Scope):
    """The world as it is at `evaluated_at`."""

    mode: Literal["current"] = "current"


class AtTemporalScope(_Scope):
    """The world at one instant, as believed now."""

    mode: Literal["at"] = "at"
    at: UtcDateTime


class OverlapTemporalScope(_Scope):
    """Whatever held at some instant of a range, both ends included. Dump with `by_alias=True`."""

    mode: Literal["overlap"] = "overlap"
    from_: UtcDateTime = _FROM
    to: UtcDateTime

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        refuse_backward(self.from_, self.to)
        return self


class HistoryTemporalScope(_Scope):
    """Everything that has begun, ended or not, as believed now."""

    mode: Literal["history"] = "history"


class AsOfTemporalScope(_Scope):
    """The world at `valid_at`, as it was believed at `believed_at`."""

    mode: Literal["as_of"] = "as_of"
    valid_at: UtcDateTime


TemporalScope = Annotated[
    CurrentTemporalScope | AtTemporalScope | OverlapTemporalScope | HistoryTemporalScope | AsOfTemporalScope,
    Field(discriminator="mode"),
]


class CurrentTime(Closed):
    """Ask about the world now; what a read does when no time is given."""

    mode: Literal["current"]


class AtTime(Closed):
    """Ask about the world at one instant."""

    mode: Literal["at"]
    at: RequestDateTime


class OverlapTime(Closed):
    """Ask about a range of time, both ends included."""

    mode: Literal["overlap"]
    from_: RequestDateTime = Field(alias="from")
    to: RequestDateTime

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        refuse_backward(self.from_, self.to)
        return self


class HistoryTime(Closed):
    """Ask about everything that has begun by now."""

    mode: Literal["history"]


class AsOfTime(Closed):
    """Ask about the world at `valid_at`, as it was believed at `believed_at`."""

    mode: Literal["as_of"]
    valid_at: RequestDateTime
    believed_at: RequestDateTime


TimeRequest = Annotated[
    CurrentTime | AtTime | OverlapTime | HistoryTime | AsOfTime, Field(discriminator="mode")
]
