"""From several rankings of one question to one order, and from that order to what fits.

A channel is one way of looking for things (by meaning, by words, by entity). Fusion needs only the
ranks, so that channels whose scores cannot be compared still can be put together.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeVar
from uuid import UUID

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What one channel nominated. `score` is on the channel's own scale: a cosine, or BM25.

    By words, `share` is the part of what is asked that the item has, and `names_subject` says that it has
    a word of the subject's name; by meaning, `to_subject` is the cosine with that name.
    """

    item_id: UUID
    score: float
    share: float = 0.0
    names_subject: bool = False
    to_subject: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel(Generic[T]):
    """What one way of looking found, best first. `name` is what its share of a score is called."""

    name: str
    items: Sequence[T]
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked(Generic[T]):
    """An item, its score, and what each channel that found it gave to the score."""

    item: T
    score: float
    signals: Mapping[str, float]


def fuse(
    channels: Iterable[Channel[T]], *, k: int, among: Callable[[T], bool] | None = None
) -> list[Ranked[T]]:
    """One order by reciprocal rank fusion: each channel gives weight / (k + rank), ranks from 1.

    Equal scores keep the order in which the channels, in their own order, first name the items. Items
    that are not `among` those wanted are left out, and the others keep the ranks that they have.
    """
    signals: dict[T, dict[str, float]] = {}
    for channel in channels:
        for rank, item in enumerate(dict.fromkeys(channel.items), start=1):
            signals.setdefault(item, {})[channel.name] = channel.weight / (k + rank)
    ranked = [
        Ranked(item=item, score=sum(given.values()), signals=given)
        for item, given in signals.items()
        if among is None or among(item)
    ]
    return sorted(ranked, key=lambda one: -one.score)


def take_turns(lists: Sequence[Sequence[T]], *, most: int) -> set[T]:
    """At most `most` distinct items, taken in turns: each list has its first before any has its second."""
    taken: dict[T, None] = {}
    for turn in zip_longest(*lists):
        for item in turn:
            if item is not None and len(taken) < most:
                taken.setdefault(item)
    return set(taken)
