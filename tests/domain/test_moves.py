"""Which relation a move changed, as other testimony tells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect, Supposed
from remember.domain.moves import Bearing, counted
from remember.domain.trust import Trust
from tests.domain.slots import SCOPE

IF, UNLESS = Supposed.IF_TOLD, Supposed.UNLESS_TOLD


def says(
    claim: int,
    predicate: str,
    value: str,
    effect: Effect = Effect.HOLDS,
    supposed: Supposed | None = None,
    *,
    positive: bool = True,
    who: str = "tarek",
    trust: Trust = Trust.ASSERTED,
) -> Bearing:
    return Bearing(
        claim_id=UUID(int=claim),
        ordinal=int.from_bytes(f"{predicate} {value}".encode()),
        subject=(SCOPE, who),
        predicate=predicate,
        value=value,
        positive=positive,
        effect=effect,
        supposed=supposed,
        trust=trust,
    )


def move(
    claim: int,
    left: str | None,
    reached: str | None,
    *,
    who: str = "tarek",
    trust: Trust = Trust.ASSERTED,
    **how: Supposed,
) -> list[Bearing]:
    ends = [(left, Effect.ENDS), (reached, Effect.BEGINS)]
    return [
        says(claim, name, value, effect, supposed, who=who, trust=trust)
        for name, supposed in (how or {"located_in": IF, "works_for": IF, "uses": IF}).items()
        for value, effect in ends
        if value
    ]


def told(testimony: Iterable[Bearing]) -> dict[int, set[str]]:
    """The relation that each move is found to concern, by the number of its claim."""
    given = list(testimony)
    counts = counted(given)
    found: dict[int, set[str]] = {one.claim_id.int: set() for one in given if one.supposed}
    for one in given:
        if (one.claim_id, one.ordinal) in counts and one.supposed:
            found[one.claim_id.int].add(one.predicate)
    return found


@pytest.mark.parametrize(
    ("testimony", "expected"),
    [
        ([*move(1, "ghent", "bruges")], set()),
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "ghent")], {"located_in"}),
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "bruges")], {"located_in"}),
        ([*move(1, "delta", "polar"), says(2, "works_for", "delta")], {"works_for"}),
        ([*move(1, "delta", "polar"), says(2, "works_for", "delta", Effect.ENDS)], {"works_for"}),
        ([*move(1, "keybox", "lockjar"), says(2, "uses", "keybox")], {"uses"}),
        # Elsewhere, of somebody else, denied, or only once: it tells nothing.
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "leuven")], set()),
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "ghent", who="wei")], set()),
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "ghent", positive=False)], set()),
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "ghent", Effect.HAPPENS)], set()),
        # Two relations told alike tell nothing; where what was reached or more trust decides, they do.
        ([*move(1, "ghent", "bruges"), says(2, "located_in", "ghent"), says(3, "works_for", "ghent")], set()),
        (
            [
                *move(1, "ghent", "bruges"),
                says(2, "located_in", "ghent"),
                says(3, "works_for", "ghent"),
                says(4, "works_for", "bruges"),
            ],
            {"works_for"},
        ),
        (
            [
                *move(1, "ghent", "bruges"),
                says(2, "located_in", "ghent"),
                says(3, "works_for", "ghent", trust=Trust.UNVERIFIED),
            ],
            {"located_in"},
        ),
        # What was left tells before what was reached.
        (
            [*move(1, "ghent", "polar"), says(2, "located_in", "ghent"), says(3, "works_for", "polar")],
            {"located_in"},
        ),
        # One that counts unless told counts where nothing tells, and gives way to what is told.
        ([*move(1, None, "leeds", located_in=UNLESS, works_for=IF)], {"located_in"}),
        (
            [*move(1, None, "leeds", located_in=UNLESS, works_for=IF), says(2, "works_for", "leeds")],
            {"works_for"},
        ),
    ],
)
def test_a_move_concerns_the_one_relation_in_which_its_subject_is_told_to_stand(
    testimony: list[Bearing], expected: set[str]
) -> None:
    assert told(testimony)[1] == expected


def test_a_move_that_is_told_tells_of_the_next() -> None:
    testimony = [
        *move(3, "polar", "heron"),
        *move(1, "delta", "polar"),
        *move(2, "ghent", "bruges"),
        says(4, "works_for", "delta"),
    ]
    assert told(testimony) == {1: {"works_for"}, 2: set(), 3: {"works_for"}}
    home = [*move(1, None, "leeds", located_in=UNLESS, works_for=IF), *move(2, "leeds", "york")]
    assert told(home) == {1: {"located_in"}, 2: {"located_in"}}


def test_what_was_left_undated_is_not_denied_where_what_was_reached_says_as_much() -> None:
    undated = [
        says(1, name, value, effect, IF, positive=value != "old")
        for name in ("works_for", "uses")
        for value, effect in (("old", Effect.HOLDS), ("new", Effect.BEGINS))
    ]
    counts = {
        name: {
            one.value
            for one in undated
            if (one.claim_id, one.ordinal) in counted([*undated, says(2, name, "old")])
        }
        for name in ("works_for", "uses")
    }
    # There may be several tools, and one employer.
    assert counts == {"works_for": {"new"}, "uses": {"old", "new"}}


@dataclass(frozen=True)
class _Drawn:
    testimony: Sequence[Bearing]
    shuffled: Sequence[Bearing]


@st.composite
def _any(draw: st.DrawFn) -> _Drawn:
    """Up to eight things said of two people: states, and moves between the same few names."""
    names, who = st.sampled_from(["ghent", "bruges", "delta", "polar"]), st.sampled_from(["tarek", "mira"])
    trusts, relations = st.sampled_from(Trust), st.sampled_from(["located_in", "works_for", "uses"])
    how = st.dictionaries(relations, st.sampled_from(Supposed), min_size=1)
    testimony: list[Bearing] = []
    for claim in range(1, draw(st.integers(1, 8)) + 1):
        if draw(st.booleans()):
            left, reached = draw(st.none() | names), draw(names)
            testimony += move(claim, left, reached, who=draw(who), trust=draw(trusts), **draw(how))
        else:
            effect = draw(st.sampled_from(Effect))
            testimony.append(
                says(claim, draw(relations), draw(names), effect, who=draw(who), trust=draw(trusts))
            )
    return _Drawn(testimony, draw(st.permutations(testimony)))


@given(_any())
def test_the_order_of_arrival_does_not_matter_to_what_a_move_concerns(drawn: _Drawn) -> None:
    assert counted(drawn.shuffled) == counted(drawn.testimony)


@given(_any())
def test_a_move_concerns_one_relation_at_most_and_none_that_it_does_not_suppose(drawn: _Drawn) -> None:
    open_to: dict[int, set[str]] = {}
    for one in drawn.testimony:
        if one.supposed:
            open_to.setdefault(one.claim_id.int, set()).add(one.predicate)
    found = told(drawn.testimony)
    assert all(len(names) <= 1 and names <= open_to[claim] for claim, names in found.items())


@given(_any())
def test_what_is_said_of_others_tells_nothing_of_a_move(drawn: _Drawn) -> None:
    own = [one for one in drawn.testimony if one.subject[1] == "tarek"]
    assert told(own).items() <= told(drawn.testimony).items()
