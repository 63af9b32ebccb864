"""Claims with evidence for or against them, in pairs that no wording of the claim alone gives away."""

import json
from collections.abc import Sequence

from remember.domain.facts import Stance
from remember.domain.stances import stance_of
from tools.evaluate.figures import Evaluation, Figure, Ground, share

_FLOOR = 0.70


async def measure(ground: Ground) -> list[Figure]:
    """Judge every pair; the halves are of claims, so that one claim is in one of them only."""
    path = next(iter(sorted(ground.data.glob("*.jsonl"))))
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    claims = sorted({one["claim"] for one in told})
    first, second = set(claims[::2]), set(claims[1::2])
    return [
        _right("stance right", told, floor=_FLOOR),
        _right("  of one half of the claims", [one for one in told if one["claim"] in first]),
        _right("  of the other half", [one for one in told if one["claim"] in second]),
    ]


def _right(name: str, told: Sequence[dict[str, str]], *, floor: float | None = None) -> Figure:
    right = [
        (stance_of(one["claim"], one["evidence"]).stance is Stance.SUPPORTS)
        == (one["gold_label"] == "SUPPORTS")
        for one in told
    ]
    return share(name, sum(right), len(right), floor=floor)


STANCES = Evaluation(
    name="stances",
    needs="contradiction",
    measures="support or contradiction of a claim, without a model",
    run=measure,
)
