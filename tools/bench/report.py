"""Lines of the report: what was measured, its goal, and the bare limit of the same run."""

import statistics
from collections.abc import Sequence


def heading(text: str) -> None:
    """A part of the report."""
    print(f"\n{text}", flush=True)


def line(what: str, measured: str, *, goal: str = "", met: bool | None = None, bare: str = "") -> None:
    """One figure; `met` is left out where there is no goal."""
    mark = "" if met is None else ("ok" if met else "MISSED")
    print(f"  {what:<46} {measured:>14}  {goal:<16} {mark:<7} {bare}".rstrip(), flush=True)


def milliseconds(seconds: Sequence[float]) -> str:
    """Median and 95th percentile, in milliseconds."""
    return f"{median_ms(seconds):.1f} / {percentile_ms(seconds, 0.95):.1f} ms"


def median_ms(seconds: Sequence[float]) -> float:
    """The median in milliseconds."""
    return statistics.median(seconds) * 1_000


def percentile_ms(seconds: Sequence[float], share: float) -> float:
    """The value below which that share lies, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1_000
