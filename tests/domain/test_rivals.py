"""The next rival on a line is the one that looking at all of them finds."""

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.rivals import Proposition, Rivals

_STATED = st.tuples(st.sampled_from("abc"), st.booleans())


def _are_rivals(one: Proposition, other: Proposition, exclusive: bool) -> bool:
    if one[0] == other[0]:
        return one[1] != other[1]
    return exclusive and one[1] and other[1]


@given(
    things=st.lists(st.tuples(st.integers(0, 9), _STATED), max_size=12),
    place=st.one_of(st.none(), st.integers(-1, 10)),
    stated=_STATED,
    exclusive=st.booleans(),
)
def test_the_first_rival_beyond_a_place(
    things: list[tuple[int, Proposition]], place: int | None, stated: Proposition, exclusive: bool
) -> None:
    rivals = Rivals(((at, other, None) for at, other in things), exclusive=exclusive)
    beyond = [
        at for at, other in things if _are_rivals(stated, other, exclusive) and (place is None or at > place)
    ]
    assert rivals.after(place, stated) == ((min(beyond), None) if beyond else None)
