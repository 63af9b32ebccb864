"""Where the rivals of a proposition lie on a line: the next one is found without looking at all of them."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

Proposition = tuple[str, bool]
"""What is said of the slot's subject, and whether it is affirmed."""

Place = TypeVar("Place", bound=Any)
Thing = TypeVar("Thing")


def are_rivals(one: Proposition, other: Proposition, *, exclusive: bool) -> bool:
    """Whether two cannot both hold: one denies the other, or the slot is exclusive and both are affirmed."""
    if one[0] == other[0]:
        return one[1] != other[1]
    return exclusive and one[1] and other[1]


class Rivals(Generic[Place, Thing]):
    """Things that state propositions, each at a place that can be compared."""

    def __init__(self, things: Iterable[tuple[Place, Proposition, Thing]], *, exclusive: bool) -> None:
        ordered = sorted(things, key=lambda thing: thing[0])
        by_proposition: dict[Proposition, list[tuple[Place, Proposition, Thing]]] = {}
        for thing in ordered:
            by_proposition.setdefault(thing[1], []).append(thing)
        self._stated = {stated: _Line(found) for stated, found in by_proposition.items()}
        self._affirmed = _Line([thing for thing in ordered if exclusive and thing[1][1]])

    def after(self, place: Place | None, stated: Proposition) -> tuple[Place, Thing] | None:
        """The first rival of a proposition beyond a place; the first of all where there is none."""
        denial = self._stated.get((stated[0], not stated[1]))
        found = [denial.after(place) if denial else None]
        if stated[1]:
            found.append(self._affirmed.after(place, besides=stated))
        return min((thing for thing in found if thing is not None), key=lambda thing: thing[0], default=None)


class _Line(Generic[Place, Thing]):
    def __init__(self, things: list[tuple[Place, Proposition, Thing]]) -> None:
        self._things = things
        self._places = [place for place, _, _ in things]
        # For each thing, where the next one of another proposition is.
        self._others = [len(things)] * len(things)
        for at in range(len(things) - 2, -1, -1):
            same = things[at][1] == things[at + 1][1]
            self._others[at] = self._others[at + 1] if same else at + 1

    def after(self, place: Place | None, *, besides: Proposition | None = None) -> tuple[Place, Thing] | None:
        at = 0 if place is None else bisect_right(self._places, place)
        if at < len(self._things) and self._things[at][1] == besides:
            at = self._others[at]
        if at >= len(self._things):
            return None
        found, _, thing = self._things[at]
        return found, thing
