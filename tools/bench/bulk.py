"""How fast much text goes in: chat turns a second, and the memory that one large document takes."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import psutil

import remember
from remember.context import OWNER, Context
from remember.operations import conversations, readiness
from remember.operations.registry import call
from remember.settings import Settings
from remember.wire import IngestedVersion, PipelineReadinessReport, ReadinessRequirements
from remember.wiring import open_memory
from remember.worker import working
from tools.bench.corpus import Sentence, endless, sentences
from tools.bench.report import heading, line
from tools.bench.sizes import pss_mb, served

_TURNS = 600
_TURNS_A_SECOND = 40.0
_REQUIRE = ReadinessRequirements(pipeline=True, p1=False, live_graph=False, p3=False)
_MOST_MB = 1_000
_QUESTION = "who repaired the crane"


async def measure_turns(folder: Path) -> None:
    """Print how many chat turns a second go through the whole pipeline, in one conversation."""
    assert conversations.__doc__ and readiness.__doc__
    heading(f"A conversation of {_TURNS} turns of two sentences, in one piece")
    messages = _messages(sentences(2 * _TURNS, seed=21))
    async with open_memory(Settings(data_dir=folder)) as memory, working(memory):
        context = memory.context(OWNER)
        warm: IngestedVersion = await call(context, "ingest_conversation", {"messages": messages[:1]})
        await ready(context, [warm])
        begun = time.perf_counter()
        told = {"messages": messages, "source_kind": "chat", "source_ref": "bench"}
        await ready(context, [await call(context, "ingest_conversation", told)])
        rate = _TURNS / (time.perf_counter() - begun)
    line(
        "turns a second: embedded, claimed, held as facts",
        f"{rate:.0f}",
        goal=f">= {_TURNS_A_SECOND:g}",
        met=rate >= _TURNS_A_SECOND,
    )


def _messages(said: Sequence[Sentence]) -> list[dict[str, str]]:
    pairs = zip(said[::2], said[1::2], strict=True)
    return [
        {
            "speaker": ("Ines Lund", "Tomas Rud")[number % 2],
            "at": first.day.isoformat(),
            "text": f"{first.text} {second.text}",
        }
        for number, (first, second) in enumerate(pairs)
    ]


async def ready(context: Context, versions: Sequence[IngestedVersion]) -> None:
    """Wait until everything about these versions is known, the last first: it is likely the last to be."""
    for version in reversed(versions):
        asked = {"version_ids": [str(version.version_id)], "require": _REQUIRE.model_dump()}
        while True:
            report: PipelineReadinessReport = await call(context, "pipeline_readiness", asked)
            if report.ready:
                break
            await asyncio.sleep(0.05)


def measure_large(folder: Path, *, megabytes: int, seconds: int) -> None:
    """Print how soon the first passages of one large document are found, and the memory while it is read."""
    heading(f"One document of {megabytes} MB, watched for {seconds} s at most")
    file = folder / "large.txt"
    with file.open("w", encoding="utf-8") as out:
        out.writelines(_paragraphs(megabytes * 1_000_000))
    with served(folder / "large") as (process, address), remember.Client(base_url=address) as memory:
        begun = time.perf_counter()
        sent = memory.ingest(file)
        line("taken in and acknowledged", f"{time.perf_counter() - begun:.1f} s")
        first = finished = None
        peak = 0.0
        while finished is None and (passed := time.perf_counter() - begun) < seconds:
            peak = max(peak, pss_mb(psutil.Process(process.pid)))
            if first is None and memory.search_chunks(_QUESTION, k=1).chunks:
                first = time.perf_counter() - begun
            if memory.pipeline_readiness([sent.version_id], require=_REQUIRE).ready:
                finished = passed
            time.sleep(0.5)
        shown = memory.show_document(sent.doc_id)
    line("its first passages are found after", _after(first))
    line("read to its end, all of its facts held, after", _after(finished))
    line(
        "memory of all processes at most (PSS)",
        f"{peak:.0f} MB",
        goal=f"< {_MOST_MB} MB",
        met=peak < _MOST_MB,
    )
    line("claims read by then", f"{shown.claims:,}")


def _after(passed: float | None) -> str:
    return "not within that time" if passed is None else f"{passed:.1f} s"


def _paragraphs(size: int) -> Iterator[str]:
    supply = endless(seed=22)
    while size > 0:
        paragraph = " ".join(
            sentence.text for sentence in chain([next(supply)], (next(supply) for _ in range(5)))
        )
        size -= len(paragraph) + 2
        yield paragraph + "\n\n"
