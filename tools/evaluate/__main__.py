"""Run the evaluations that the data allows, each in an empty memory, and print what they find.

    python -m tools.evaluate --data FOLDER [NAME...]

Ends with 1 where a floor was missed, or where none of the evaluations found its data.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from remember.settings import Settings
from tools.evaluate.answers import LOCOMO, LONGMEMEVAL
from tools.evaluate.carrying import CARRYING
from tools.evaluate.copies import COPIES
from tools.evaluate.dates import DATES
from tools.evaluate.figures import Evaluation, Ground, print_figures
from tools.evaluate.names import NAMES
from tools.evaluate.observations import OBSERVATIONS
from tools.evaluate.propositions import PROPOSITIONS
from tools.evaluate.stances import STANCES
from tools.evaluate.temporal import TEMPORAL
from tools.evaluate.versions import VERSIONS

_ALL = (
    VERSIONS,
    CARRYING,
    COPIES,
    OBSERVATIONS,
    TEMPORAL,
    DATES,
    NAMES,
    STANCES,
    PROPOSITIONS,
    LOCOMO,
    LONGMEMEVAL,
)
EVALUATIONS: dict[str, Evaluation] = {one.name: one for one in _ALL}


def main() -> int:
    """0 when every floor was reached."""
    parser = argparse.ArgumentParser(prog="make eval", description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("REMEMBER_EVAL_DATA"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(EVALUATIONS)}")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in EVALUATIONS]
    if given.data is None or unknown:
        parser.error(
            f"there is no evaluation {unknown[0]}" if unknown else "say where the data is: --data FOLDER"
        )
    chosen = [EVALUATIONS[name] for name in given.names or EVALUATIONS]
    outcomes = [_run(evaluation, Path(given.data)) for evaluation in chosen]
    run = [outcome for outcome in outcomes if outcome is not None]
    return 0 if run and all(run) else 1


def _run(evaluation: Evaluation, data: Path) -> bool | None:
    """Whether every floor was reached; None where the data is not there."""
    if not (data / evaluation.needs).is_dir():
        print(f"{evaluation.name}: skipped, for there is no {data / evaluation.needs}", file=sys.stderr)
        return None
    with tempfile.TemporaryDirectory(prefix="remember-eval-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        ground = Ground(data=data / evaluation.needs, settings=Settings(data_dir=folder / "memory"))
        return print_figures(evaluation, asyncio.run(evaluation.run(ground)))


if __name__ == "__main__":
    sys.exit(main())
