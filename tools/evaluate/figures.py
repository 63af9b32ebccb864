"""What an evaluation gives, and how it is printed."""

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from remember.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured share or count of `n` things, with the floor or ceiling that it must keep to, if any."""

    name: str
    value: float
    n: int
    floor: float | None = None
    ceiling: float | None = None

    @property
    def reached(self) -> bool:
        """Whether it is as good as it must be; a figure of nothing is not."""
        high = self.floor is None or (self.n > 0 and self.value >= self.floor)
        return high and (self.ceiling is None or (self.n > 0 and self.value <= self.ceiling))

    @property
    def bound(self) -> str:
        """What it must keep to, in words."""
        if self.floor is not None:
            return f"floor {self.floor:.3f}"
        return f"at most {self.ceiling:.2f}" if self.ceiling is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What an evaluation stands on: the data, and the settings of an empty memory of its own."""

    data: Path
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A named evaluation: which folder of the data it needs, and what it measures."""

    name: str
    needs: str
    measures: str
    run: Callable[[Ground], Coroutine[Any, Any, list[Figure]]]


def print_figures(evaluation: Evaluation, figures: Iterable[Figure]) -> bool:
    """Print one evaluation; whether every floor was reached."""
    print(f"\n{evaluation.name}: {evaluation.measures}")
    reached = True
    for figure in figures:
        mark = "" if not figure.bound else ("ok" if figure.reached else "MISSED")
        print(f"  {figure.name:<44} {figure.value:>8.4f}  n={figure.n:<6} {figure.bound:<12} {mark}".rstrip())
        reached = reached and figure.reached
    return reached


def share(name: str, right: int, n: int, *, floor: float | None = None) -> Figure:
    """How many of n were right; 0 of nothing."""
    return Figure(name=name, value=right / n if n else 0.0, n=n, floor=floor)
