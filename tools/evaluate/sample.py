"""Some claims of recorded conversations, drawn by a seed, to be read beside their turns by a person.

    python -m tools.evaluate.sample --data FOLDER [--seed 1] [--count 100]

Each is named by its conversation, its turn and its number in the turn, so that a verdict can be kept
without the text.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from tools.evaluate.conversations import conversations
from tools.evaluate.reading import claims_of


def main() -> None:
    """Print the claims, each after its turn."""
    parser = argparse.ArgumentParser(prog="python -m tools.evaluate.sample", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    given = parser.parse_args()
    drawn = sorted(_claims(given.data / "locomo"))
    for name, claim, turn in random.Random(given.seed).sample(drawn, min(given.count, len(drawn))):
        print(f"{name}\n  turn   {turn}\n  claim  {claim}\n")


def _claims(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Every claim with its name and its turn."""
    for conversation in conversations(folder):
        for session in conversation.sessions:
            numbers: dict[str, int] = {}
            for claim in claims_of(session.text, said=session.said):
                turn = session.turn_at(claim.char_start)
                numbers[turn] = numbers.get(turn, 0) + 1
                start, end = session.turns[turn]
                yield (
                    f"{conversation.name} {turn} #{numbers[turn]}",
                    claim.claim_text,
                    session.text[start:end],
                )


if __name__ == "__main__":
    main()
