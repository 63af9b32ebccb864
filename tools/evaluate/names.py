"""Pairs of names: does comparing them find those of one owner, and does it never join two?

A pair is found where it is the same or possibly the same; joined unasked where it is the same.
"""

import json

from remember.domain.names import Likeness, compare
from tools.evaluate.figures import Evaluation, Figure, Ground, share


async def measure(ground: Ground) -> list[Figure]:
    """Compare every pair."""
    told = json.loads(next(iter(sorted(ground.data.glob("*.json")))).read_text(encoding="utf-8"))
    matches = [one["is_match"] == "true" for one in told]
    found = [compare(one["name1"], one["name2"]).likeness for one in told]
    pairs = list(zip(found, matches, strict=True))
    near = sum(likeness is not Likeness.DIFFERENT for likeness in found)
    right = sum(match and likeness is not Likeness.DIFFERENT for likeness, match in pairs)
    joined = sum(likeness is Likeness.SAME for likeness in found)
    false = sum(likeness is Likeness.SAME and not match for likeness, match in pairs)
    score = 2 * right / max(near + sum(matches), 1)
    return [
        Figure(name="F1 of the pairs found", value=score, n=len(told), floor=0.80),
        share("  precision", right, near),
        share("  recall", right, sum(matches)),
        Figure(name="two owners joined unasked", value=false, n=joined, ceiling=0),
    ]


NAMES = Evaluation(
    name="names",
    needs="names",
    measures="pairs of names of one owner, and of two",
    run=measure,
)
