"""Which texts are copies of one another, and how many independent sources are left of some documents.

A text is known by its *shingles*: every run of five words. Its *sketch* keeps the smallest hashes of them,
so that two texts of any length are compared in the same short time. The same text has the same sketch on
every machine and in every process.
"""

import re
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import TypeVar
from uuid import UUID

from remember.domain.long_texts import found_in

SHINGLE_WORDS = 5
SKETCH_SIZE = 128
PROBES = 32
"""Copies share one of the first so many hashes of either, but for one pair in some thousands."""

ALIKE = 0.5
"""Texts that have this share of all their shingles in common are copies: a template filled in twice."""

CONTAINED = 0.8
"""A text of which this share stands in another, not much longer one, is a copy: forwarded, with a line."""

_MOST_ADDED = 4
_FEWEST = 8
_QUOTED_WORDS = 12
_SPACE = 1 << 63
_KEPT_AT_ONCE = 32 * SKETCH_SIZE
_WORD = re.compile(r"\w+")

Copy = TypeVar("Copy", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """The smallest hashes of a text's shingles, ascending, and about how many different ones it has."""

    hashes: tuple[int, ...]
    shingles: int


def sketch(text: str) -> Sketch:
    """The sketch of a text: time grows with its length, memory does not."""
    kept: set[int] = set()
    ceiling = _SPACE
    for hashed in map(_hash, _shingles(text)):
        if hashed < ceiling:
            kept.add(hashed)
        if len(kept) >= _KEPT_AT_ONCE:
            kept = set(sorted(kept)[:SKETCH_SIZE])
            ceiling = max(kept)
    hashes = tuple(sorted(kept)[:SKETCH_SIZE])
    return Sketch(hashes=hashes, shingles=_how_many(hashes, len(kept) if ceiling == _SPACE else None))


def probes(one: Sketch) -> tuple[int, ...]:
    """The hashes by which a copy of the text is looked for."""
    return one.hashes[:PROBES]


def exact_sketch(text: str) -> Sketch:
    """A sketch by which only the very same words are a copy."""
    return Sketch(hashes=(_hash(" ".join(_words(text))),), shingles=1)


def are_copies(one: Sketch, other: Sketch) -> bool:
    """Whether two texts are nearly the same, or one is the other with something added."""
    fewer, more = sorted((one.shingles, other.shingles))
    if not fewer:
        return False
    first = sorted({*one.hashes, *other.hashes})[:SKETCH_SIZE]
    common = {*one.hashes} & {*other.hashes} & {*first}
    alike = len(common) / len(first)
    if alike >= ALIKE:
        return True
    # |A and B| is about `alike` of |A or B|, which is |A| + |B| - |A and B|.
    contained = alike * (fewer + more) / (1 + alike) / fewer
    return fewer >= _FEWEST and more <= _MOST_ADDED * fewer and contained >= CONTAINED


def groups(sketches: Mapping[Copy, Sketch]) -> list[list[Copy]]:
    """Texts put together with their copies, and with copies of copies; the largest group first.

    Time grows with the square of how many there are, unless most of them are alike.
    """
    found: list[list[Copy]] = []
    for one, own in sketches.items():
        hashes = {*own.hashes}
        alike = [
            group
            for group in found
            if any(
                not hashes.isdisjoint(probes(sketches[other])) and are_copies(own, sketches[other])
                for other in group
            )
        ]
        found = [group for group in found if group not in alike]
        found.append([one, *(other for group in alike for other in group)])
    return sorted(found, key=len, reverse=True)


def wording(span: str) -> int | None:
    """What two spans have in common that say the same in the same words; None where it may be by chance.

    Nobody writes twelve words in a row that somebody else wrote, unless they copy them.
    """
    words = list(islice(_words(span), 1_000))
    return _hash(" ".join(words)) if len(words) >= _QUOTED_WORDS else None


def independent(marks: Mapping[UUID, Collection[Hashable]]) -> int:
    """How many of these documents are no copies of one another.

    Documents that share a mark repeat each other. A digest shares one with each of the texts that it
    repeats, and these count: documents with the fewest marks are taken first.
    """
    taken: set[Hashable] = set()
    count = 0
    for own in sorted(map(set, marks.values()), key=lambda own: (len(own), sorted(map(str, own)))):
        if own.isdisjoint(taken):
            count += 1
            taken |= own
    return count


def _words(text: str) -> Iterator[str]:
    return (found.group().casefold() for found in found_in(_WORD, text, 0, len(text)))


def _shingles(text: str) -> Iterator[str]:
    """Every run of five words; a shorter text is one shingle, however it is spaced and punctuated."""
    run: list[str] = []
    full = False
    for word in _words(text):
        run.append(word)
        if len(run) == SHINGLE_WORDS:
            full = True
            yield " ".join(run)
            del run[0]
    if run and not full:
        yield " ".join(run)


def _hash(words: str) -> int:
    # 63 bits, so that it is a positive bigint.
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest()) >> 1


def _how_many(hashes: Collection[int], exactly: int | None) -> int:
    """How many hashes there were of which these are the smallest, where they were not all kept."""
    if exactly is not None:
        return exactly
    return round((len(hashes) - 1) * _SPACE / max(hashes))
