"""What the bench asks of an engine: one JSON object a line on stdin, and one a line in return on stdout."""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from remember.providers.encoder import Encoder


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One thing that somebody says, with the fact that a perfect model would read in it, and its two ends."""

    speaker: str
    at: str
    text: str
    fact: str
    subject: str
    object: str


class Peer(Protocol):
    """An engine that is opened, with its name and version."""

    name: str

    def add(self, turns: Sequence[Turn]) -> None:
        """Remember these turns, in one call of the engine; they can be found when this returns."""
        ...

    def find(self, question: str) -> list[str]:
        """The texts of what the engine finds."""
        ...


class Embedder:
    """Our own local embedder, on one thread for short texts as ours is, for the engines that take one."""

    def __init__(self, folder: Path) -> None:
        self._encoder = Encoder(folder, threads=1)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of 384 numbers a text, in batches of 8."""
        found: list[list[float]] = []
        for start in range(0, len(texts), 8):
            found += self._encoder.run(texts[start : start + 8])[:, 0].tolist()
        return found


def serve(open_peer: Callable[[Path, Embedder], Peer]) -> None:
    """Answer until stdin ends. The arguments are a folder to keep things in, and that of our embedder."""
    # Whatever an engine prints goes to stderr: stdout has the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    peer = open_peer(Path(sys.argv[1]), Embedder(Path(sys.argv[2])))
    _answer(answers, {"name": peer.name})
    for line in sys.stdin:
        asked = json.loads(line)
        before = time.process_time()
        found = peer.find(asked["find"]) if "find" in asked else None
        if "add" in asked:
            peer.add([Turn(**turn) for turn in asked["add"]])
        _answer(answers, {"found": found, "processor": time.process_time() - before})


def _answer(answers: Any, told: dict[str, Any]) -> None:
    answers.write(json.dumps(told) + "\n")
    answers.flush()
