"""Measure everything once and print the report."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from remember.settings import Settings
from remember.wiring import open_memory
from tools.bench.answering import measure_answering
from tools.bench.belief import measure_belief
from tools.bench.beside import ENGINES, measure_beside
from tools.bench.bm25 import measure_words
from tools.bench.bulk import measure_large, measure_turns
from tools.bench.corpus import sentences
from tools.bench.fill import fill
from tools.bench.graph import measure_graph
from tools.bench.reads import measure_reads
from tools.bench.recorded import RecordedModels
from tools.bench.report import heading, line
from tools.bench.sizes import measure_sizes
from tools.bench.writes import measure_writes

_PARTS = ("writes", "turns", "reads", "sizes", "answers", "belief", "graph")
_ON_REQUEST = ("large", "peers")


def main() -> None:
    """Everything, or the parts that are named."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", choices=[*_PARTS, *_ON_REQUEST, []], help="left out: all but large and peers"
    )
    parser.add_argument("--claims", type=int, default=10_000, help="claims in the memory that is read")
    parser.add_argument("--megabytes", type=int, default=50, help="size of the large document")
    parser.add_argument("--seconds", type=int, default=300, help="how long the large document is watched")
    parser.add_argument("--engine", choices=ENGINES, default="mem0", help="the engine beside ours")
    parser.add_argument("--python", help="the Python that this engine is installed in")
    parser.add_argument("--turns", type=int, default=300, help="chat turns through both engines")
    arguments = parser.parse_args()
    if "peers" in arguments.parts and not arguments.python:
        parser.error("peers needs --python, with the engine installed: docs/performance.md tells how")
    wanted = arguments.parts or list(_PARTS)
    with tempfile.TemporaryDirectory(prefix="remember-bench-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o711)
        asyncio.run(_bare_limits())
        if "writes" in wanted:
            asyncio.run(measure_writes(folder / "few"))
        if "turns" in wanted:
            asyncio.run(measure_turns(folder / "talk"))
        if "large" in wanted:
            measure_large(folder, megabytes=arguments.megabytes, seconds=arguments.seconds)
        if "peers" in wanted:
            engine = {"engine": arguments.engine, "python": arguments.python}
            measure_beside(folder, **engine, turns=arguments.turns)
        if "reads" in wanted:
            asyncio.run(_reads(folder / "many", arguments.claims))
        if "sizes" in wanted:
            measure_sizes(folder / "few")
        if "answers" in wanted:
            asyncio.run(measure_answering())
        if "belief" in wanted:
            asyncio.run(measure_belief(folder))
        if "graph" in wanted:
            asyncio.run(measure_graph(folder))


async def _bare_limits() -> None:
    """What the models can do at most on this machine, now: everything else is to be read beside it."""
    heading("Bare limits of this run")
    said = [sentence.text for sentence in sentences(256, seed=9)]
    models = RecordedModels()
    pipeline = models.parser._pipeline
    line("texts embedded a second, in batches of 8", f"{len(said) / _seconds(_embed_all, models, said):.0f}")
    line("one question embedded", f"{_seconds(_embed_each, models, said[:40]) / 40 * 1_000:.1f} ms")
    line("sentences parsed a second", f"{len(said) / _seconds(lambda: list(pipeline.pipe(said))):.0f}")


def _seconds(work: Callable[..., object], *arguments: object) -> float:
    begun = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - begun


def _embed_all(models: RecordedModels, texts: list[str]) -> None:
    models.embed_all(texts[start : start + 8] for start in range(0, len(texts), 8))


def _embed_each(models: RecordedModels, texts: list[str]) -> None:
    for text in texts:
        models.embedder.embed([text])


async def _reads(folder: Path, claims: int) -> None:
    said = sentences(claims)
    async with open_memory(Settings(data_dir=folder)) as memory:
        begun = time.perf_counter()
        await fill(memory, said)
        heading(f"A memory of {claims:,} claims, written in bulk")
        line("filled in", f"{time.perf_counter() - begun:.0f} s")
        await measure_reads(memory, said)
        await measure_words(memory, said)


if __name__ == "__main__":
    main()
