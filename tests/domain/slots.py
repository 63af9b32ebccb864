"""Short ways to say testimony in tests: days are day numbers of 2024, claims are small numbers."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import (
    Believed,
    Changes,
    FoldedFact,
    SaidRange,
    Stance,
    Support,
    Testimony,
)
from remember.domain.keys import fact_key, occurrence
from remember.domain.time import UNDATED, Period, Precision
from remember.domain.trust import Trust

SCOPE = UUID(int=1)


def day(number: int) -> datetime:
    return datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=number - 1)


def on(number: int) -> Period:
    return Period(valid_from=day(number), valid_until=day(number + 1), precision=Precision.DAY)


def since(number: int) -> Period:
    return Period(valid_from=day(number), precision=Precision.OPEN)


def between(first: int, after: int) -> Period:
    return Period(valid_from=day(first), valid_until=day(after), precision=Precision.DAY)


def until(after: int) -> Period:
    return Period(valid_until=day(after), precision=Precision.DAY)


def said(
    claim: int,
    value: str,
    effect: Effect = Effect.HOLDS,
    period: Period = UNDATED,
    *,
    at: int | None = None,
    positive: bool = True,
    doc: int | None = None,
    trust: Trust = Trust.ASSERTED,
) -> Testimony:
    event = occurrence(effect, period)
    return Testimony(
        claim_id=UUID(int=claim),
        ordinal=0,
        doc_id=UUID(int=doc if doc is not None else claim),
        fact_key=fact_key(SCOPE, "ann", "status", value, positive=positive, event=event),
        value=value,
        positive=positive,
        effect=effect,
        period=period,
        said_at=day(at) if at is not None else None,
        char_start=0,
        trust=trust,
    )


PERIODS = st.one_of(
    st.just(UNDATED),
    st.builds(since, st.integers(1, 20)),
    st.builds(on, st.integers(1, 20)),
    st.builds(lambda first, length: between(first, first + length), st.integers(1, 20), st.integers(1, 9)),
    st.builds(until, st.integers(2, 20)),
)


@st.composite
def any_testimony(draw: st.DrawFn, trusts: Sequence[Trust] = (Trust.ASSERTED,)) -> list[Testimony]:
    """Up to nine things said of one slot, of every kind, by sources of the given trusts."""
    return [
        said(
            claim,
            draw(st.sampled_from(["a", "b", "c"])),
            draw(st.sampled_from(list(Effect))),
            draw(PERIODS),
            at=draw(st.one_of(st.none(), st.integers(1, 30))),
            positive=draw(st.booleans()),
            trust=draw(st.sampled_from(trusts)),
        )
        for claim in range(1, draw(st.integers(1, 9)) + 1)
    ]


def outline(folded: Sequence[FoldedFact]) -> list[tuple[str, Period, set[int]]]:
    """What is held, when, and by which claims; a denied value is written with a minus."""
    return [(_name(fact), fact.window, {claim.int for claim in fact.supports}) for fact in folded]


def ranges(folded: Sequence[FoldedFact]) -> list[tuple[str, SaidRange]]:
    return [(_name(fact), fact.said) for fact in folded]


def rivals(folded: Sequence[FoldedFact]) -> list[tuple[str, list[str]]]:
    return [(_name(fact), [_name(folded[other]) for other in sorted(fact.rivals)]) for fact in folded]


def _name(fact: FoldedFact) -> str:
    return fact.first.value if fact.first.positive else f"-{fact.first.value}"


def ids(start: int = 1000) -> Callable[[], UUID]:
    numbers = iter(range(start, start + 10_000))
    return lambda: UUID(int=next(numbers))


def apply(changes: Changes, believed: Iterable[Believed]) -> list[Believed]:
    """The memory after the changes were saved."""
    facts = {held.fact_id: held for held in believed}
    for closed in changes.closed:
        del facts[closed.fact_id]
    for revised in changes.revised:
        held = facts[revised.fact_id]
        facts[revised.fact_id] = Believed(
            fact_id=held.fact_id,
            fact_key=held.fact_key,
            window=revised.window,
            said=revised.said,
            group=revised.group,
            support=revised.support,
            links=held.links,
        )
    for added in changes.added:
        facts[added.fact_id] = Believed(
            fact_id=added.fact_id,
            fact_key=added.fact.fact_key,
            window=added.fact.window,
            said=added.fact.said,
            group=added.group,
            support=Support.CURRENT,
            links={},
        )
    links: dict[UUID, dict[UUID, Stance]] = {fact_id: dict(held.links) for fact_id, held in facts.items()}
    for gone in changes.unlinked:
        del links[gone.fact_id][gone.claim_id]
    for link in changes.linked:
        links[link.fact_id][link.claim_id] = link.stance
    return [
        Believed(
            fact_id=held.fact_id,
            fact_key=held.fact_key,
            window=held.window,
            said=held.said,
            group=held.group,
            support=held.support,
            links=links[held.fact_id],
        )
        for held in facts.values()
    ]
