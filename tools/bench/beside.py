"""The same chat turns through ours and through a public engine, one after the other on the same machine."""

import asyncio
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from remember.context import OWNER, Context
from remember.operations import conversations, readiness, searches
from remember.operations.registry import call
from remember.providers.models import BGE_SMALL, verified_folder
from remember.settings import Settings
from remember.wire import IngestedVersion
from remember.wiring import open_memory
from remember.worker import working
from tools.bench.bulk import ready
from tools.bench.corpus import Sentence, sentences
from tools.bench.peers.asked import Turn
from tools.bench.report import heading, line
from tools.bench.writes import processor_seconds

ENGINES = {"mem0": "tools.bench.peers.mem0_peer", "graphiti": "tools.bench.peers.graphiti_peer"}
A_CALL = (1, 20)
_FOUND = 10
_TIMES = 2.0
_SPEAKERS = ("Ines Lund", "Tomas Rud")
_THING = re.compile(r"[a-z]+ \d+")


def measure_beside(folder: Path, *, engine: str, python: str, turns: int) -> None:
    """Print turns a second of both, with what each did in that time, and how soon one note is found."""
    assert conversations.__doc__ and readiness.__doc__ and searches.__doc__
    said = _turns(sentences(2 * (len(A_CALL) * turns + _FOUND + 1), seed=23))
    ours = asyncio.run(_ours(folder / "ours", said, turns))
    theirs = _theirs(folder, said, turns, engine=engine, python=python)
    heading(f"{turns} chat turns of two sentences, beside {theirs.pop('name')}, the same embedder in both")
    line("ours: every sentence read by rules", "", bare="their model: an answer at once, one fact a turn")
    for what, mine in ours.items():
        other = theirs[what]
        if what == "found":
            line("a note is found after (median)", _ms(mine[0]), bare=f"theirs: {_ms(other[0])}")
            continue
        times = other[0] / mine[0]
        line(
            f"turns a second, {what} a call",
            f"{turns / mine[0]:.0f}",
            goal=f">= {_TIMES:g} x theirs",
            met=times >= _TIMES,
            bare=f"theirs: {turns / other[0]:.0f} ({times:.1f} x)",
        )
        line(
            f"processor time of a turn, {what} a call",
            _ms(mine[1] / turns),
            bare=f"theirs: {_ms(other[1] / turns)}",
        )


def _ms(seconds: float) -> str:
    return f"{seconds * 1_000:.0f} ms"


def _turns(said: Sequence[Sentence]) -> list[Turn]:
    pairs = zip(said[::2], said[1::2], strict=True)
    return [_turn(number, first, second) for number, (first, second) in enumerate(pairs)]


def _turn(number: int, first: Sentence, second: Sentence) -> Turn:
    thing = _THING.search(first.text)
    assert thing is not None
    return Turn(
        speaker=_SPEAKERS[number % len(_SPEAKERS)],
        at=first.day.isoformat(),
        text=f"{first.text} {second.text}",
        fact=first.text,
        subject=first.subject,
        object=thing[0],
    )


_Took = dict[str, tuple[float, float]]
"""Seconds and processor seconds for all turns, by how many went in a call, and for one note that is found."""


async def _ours(folder: Path, said: Sequence[Turn], turns: int) -> _Took:
    took: _Took = {}
    async with open_memory(Settings(data_dir=folder)) as memory, working(memory):
        context = memory.context(OWNER)
        await ready(context, [await _tell(context, said[-1:])])
        for part, a_call in enumerate(A_CALL):
            mine = said[part * turns : (part + 1) * turns]
            before, begun = processor_seconds(memory.dsn), time.perf_counter()
            told = [await _tell(context, mine[at : at + a_call]) for at in range(0, turns, a_call)]
            await ready(context, told)
            took[str(a_call)] = time.perf_counter() - begun, processor_seconds(memory.dsn) - before
        found = [await _seconds(_until_found(context, turn)) for turn in said[-_FOUND - 1 : -1]]
        took["found"] = median(found), 0.0
    return took


async def _tell(context: Context, turns: Sequence[Turn]) -> IngestedVersion:
    messages = [{"speaker": turn.speaker, "at": turn.at, "text": turn.text} for turn in turns]
    told: IngestedVersion = await call(context, "ingest_conversation", {"messages": messages})
    return told


async def _seconds(work: Coroutine[Any, Any, None]) -> float:
    begun = time.perf_counter()
    await work
    return time.perf_counter() - begun


async def _until_found(context: Context, turn: Turn) -> None:
    await _tell(context, [turn])
    asked = {"query": turn.fact, "k": 10, "channel": "semantic"}
    while True:
        found = (await call(context, "search_chunks", asked)).chunks
        if any(turn.fact in chunk.chunk_text for chunk in found):
            return
        await asyncio.sleep(0.005)


def _theirs(folder: Path, said: Sequence[Turn], turns: int, *, engine: str, python: str) -> dict[str, Any]:
    with _peer(folder / "theirs", engine, python) as (name, ask):
        took: dict[str, Any] = {"name": name}
        ask({"add": [asdict(said[-1])]})
        for part, a_call in enumerate(A_CALL):
            theirs = [asdict(turn) for turn in said[part * turns : (part + 1) * turns]]
            begun = time.perf_counter()
            answers = [ask({"add": theirs[at : at + a_call]}) for at in range(0, turns, a_call)]
            took[str(a_call)] = (
                time.perf_counter() - begun,
                sum(answer["processor"] for answer in answers),
            )
        took["found"] = median(_found_after(ask, turn) for turn in said[-_FOUND - 1 : -1]), 0.0
    return took


_Ask = Callable[[dict[str, Any]], dict[str, Any]]


def _found_after(ask: _Ask, turn: Turn) -> float:
    begun = time.perf_counter()
    ask({"add": [asdict(turn)]})
    while turn.fact not in ask({"find": turn.fact})["found"]:
        if time.perf_counter() - begun > 60:
            raise SystemExit(f"not found within a minute: {turn.fact}")
    return time.perf_counter() - begun


@contextmanager
def _peer(folder: Path, engine: str, python: str) -> Iterator[tuple[str, _Ask]]:
    folder.mkdir()
    words = [python, "-W", "ignore", "-m", ENGINES[engine], str(folder), str(verified_folder(BGE_SMALL))]
    # It keeps what it keeps beside its data in the same folder, and finds our adapters where we are.
    environment = {**os.environ, "HOME": str(folder), "PYTHONPATH": "src:."}
    with subprocess.Popen(
        words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as peer:
        assert peer.stdin and peer.stdout
        asks, answers = peer.stdin, peer.stdout

        def answer() -> dict[str, Any]:
            told = answers.readline()
            if not told:
                raise SystemExit(f"{engine} ended; what it said is above")
            found: dict[str, Any] = json.loads(told)
            return found

        def ask(asked: dict[str, Any]) -> dict[str, Any]:
            print(json.dumps(asked), file=asks, flush=True)
            return answer()

        yield answer()["name"], ask
        asks.close()
