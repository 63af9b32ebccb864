"""Whether two values say the same: asked only where the rules find a contradiction and cannot compare words.

"Ill" and "unwell" are two values to every rule, and a status can have but one: a contradiction. A ruling
that they are the same makes them one; any other ruling leaves the contradiction as it is. Numbers, dates
and entities are compared by rules alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from remember.domain.facts import FoldedFact, Testimony
from remember.domain.model_reply import UnusableReply, reply_value
from remember.domain.wordlists import listed

_PHRASE = "phrase:"
_DENIALS = listed("no not never none nothing without non un in former ex")
_VERDICTS = ("same", "different", "unsure")

VERDICT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["verdict"],
    "properties": {"verdict": {"type": "string", "enum": list(_VERDICTS)}},
}
"""The JSON schema of a reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Two values of one slot, in the order of their code points, and whether they say the same."""

    one_value: str
    other_value: str
    are_same: bool


def read_verdict(text: str) -> bool:
    """Whether a reply says that the two are the same; raises `UnusableReply`. Unsure is no."""
    value = reply_value(text)
    if not isinstance(value, dict) or value.keys() != {"verdict"} or value["verdict"] not in _VERDICTS:
        raise UnusableReply(f"it is not an object with verdict, one of {', '.join(_VERDICTS)}")
    return bool(value["verdict"] == "same")


def open_questions(
    folded: Sequence[FoldedFact], rulings: Iterable[Ruling]
) -> Iterator[tuple[Testimony, Testimony]]:
    """The pairs of facts of one slot that contradict each other in words, and that nobody ruled about.

    Of each fact it is the testimony that names it, the one whose value comes first before the other.
    """
    ruled = {(ruling.one_value, ruling.other_value) for ruling in rulings}
    for position, fact in enumerate(folded):
        for rival in sorted(fact.rivals):
            one, other = sorted([fact.first, folded[rival].first], key=lambda item: item.value)
            pair = one.value, other.value
            if (
                position < rival
                and pair not in ruled
                and one.positive
                and other.positive
                and _may_be_same(*pair)
            ):
                ruled.add(pair)
                yield one, other


def _may_be_same(one: str, other: str) -> bool:
    """Whether only somebody who knows the language can tell: two wordings without figure or denial."""
    if one == other or not (one.startswith(_PHRASE) and other.startswith(_PHRASE)):
        return False
    words = (one.removeprefix(_PHRASE) + " " + other.removeprefix(_PHRASE)).split()
    return not any(character.isdigit() for word in words for character in word) and not _DENIALS & set(words)


def same_values(rulings: Iterable[Ruling]) -> dict[str, str]:
    """For each value that was found the same as others, the first of them: the one that stands for all."""
    stands_for: dict[str, str] = {}
    for ruling in rulings:
        if ruling.are_same:
            one, other = (_first(stands_for, value) for value in (ruling.one_value, ruling.other_value))
            stands_for[max(one, other)] = stands_for[min(one, other)] = min(one, other)
    return {value: _first(stands_for, value) for value in stands_for}


def _first(stands_for: dict[str, str], value: str) -> str:
    while stands_for.get(value, value) != value:
        value = stands_for[value]
    return value
