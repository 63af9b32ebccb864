"""Which documents are taken for copies: none of those by different authors, those that were passed on."""

import csv
import random
from collections.abc import Callable, Sequence

from remember.domain.copies import Sketch, are_copies, probes, sketch
from tools.evaluate.figures import Evaluation, Figure, Ground, share

_FILE = "corpus_train.csv"
_MOST_WRONG = 0.5
_HEADER = "Fwd: for your records\nFrom: Ines Roth\nTo: all\n\nPlease see below, and say what you think.\n\n"


async def measure(ground: Ground) -> list[Figure]:
    """Compare every abstract with every other, and with itself as it might be passed on."""
    with (ground.data / _FILE).open(encoding="utf-8", newline="") as file:
        texts = list(dict.fromkeys(row["abstract"] for row in csv.DictReader(file)))
    sketches = [sketch(text) for text in texts]
    wrong, candidates = _taken_for_copies(sketches)
    chance = random.Random(1)
    changed: dict[str, Callable[[str], str]] = {
        "forwarded with a header and a line": lambda text: _HEADER + text,
        "the first two thirds of it": lambda text: text[: len(text) * 2 // 3],
        "one word in thirty changed": lambda text: _changed(text, 30, chance),
        "one word in ten changed": lambda text: _changed(text, 10, chance),
    }
    floors = {"forwarded with a header and a line": 0.99, "one word in thirty changed": 0.99}
    figures = [
        Figure(
            name="pairs of different ones taken for copies", value=wrong, n=len(texts), ceiling=_MOST_WRONG
        ),
        Figure(name="pairs that had to be compared", value=candidates, n=len(texts)),
    ]
    for name, change in changed.items():
        found = sum(are_copies(sketch(change(text)), own) for text, own in zip(texts, sketches, strict=True))
        figures.append(share(name, found, len(texts), floor=floors.get(name)))
    return figures


def _taken_for_copies(sketches: Sequence[Sketch]) -> tuple[int, int]:
    """How many pairs are taken for copies, and how many share a hash, so that they are compared at all."""
    by_hash: dict[int, list[int]] = {}
    for at, own in enumerate(sketches):
        for hashed in own.hashes:
            by_hash.setdefault(hashed, []).append(at)
    pairs = {
        (min(at, other), max(at, other))
        for at, own in enumerate(sketches)
        for hashed in probes(own)
        for other in by_hash[hashed]
        if other != at
    }
    return sum(are_copies(sketches[one], sketches[other]) for one, other in pairs), len(pairs)


def _changed(text: str, every: int, chance: random.Random) -> str:
    words = text.split()
    for at in range(chance.randrange(every), len(words), every):
        words[at] = f"other{chance.randrange(1_000)}"
    return " ".join(words)


COPIES = Evaluation(
    name="copies",
    needs="scifact",
    measures="abstracts by different authors are no copies; those that are passed on are",
    run=measure,
)
