"""Which entities may be one, by their names: a proposal, with its reasons, and never more."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from remember.domain.names import Comparison, Likeness, compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The two names that are most alike, and how they compare."""

    names: tuple[str, str]
    comparison: Comparison


def proposal(
    spellings: Sequence[tuple[str, str]], one_kinds: Collection[str], other_kinds: Collection[str]
) -> Proposal | None:
    """Whether two entities may be one, by names of one and names of the other.

    Never where documents take one for a person, say, and the other for a place.
    """
    if one_kinds and other_kinds and set(one_kinds).isdisjoint(other_kinds):
        return None
    compared = [Proposal(names=names, comparison=compare(*names)) for names in spellings]
    alike = [one for one in compared if one.comparison.likeness is not Likeness.DIFFERENT]
    return min(alike, key=_order, default=None)


def _order(one: Proposal) -> tuple[bool, int, tuple[str, str]]:
    return one.comparison.likeness is not Likeness.SAME, len(one.comparison.reasons), one.names
