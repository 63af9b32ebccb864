"""How soon a note can be found, and what the whole pipeline costs beside its models alone."""

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from remember.context import OWNER, Context
from remember.operations import documents, readiness
from remember.operations.registry import call
from remember.settings import Settings
from remember.wire import PipelineReadinessReport
from remember.wiring import open_memory
from remember.worker import working
from tools.bench.corpus import notes
from tools.bench.recorded import RecordedModels
from tools.bench.report import heading, line

_NOTES = 20
_WARM_UP = 3
_PASSAGES_SECONDS = 0.15
_FACTS_SECONDS = 0.8
_MOST_TIMES_BARE = 2.0
_REQUIRE = {"pipeline": True, "p1": False, "live_graph": False, "p3": False}


async def measure_writes(folder: Path) -> None:
    """Print how soon passages and facts are there, and the processor time a note costs."""
    assert documents.__doc__ and readiness.__doc__
    models = RecordedModels()
    async with open_memory(Settings(data_dir=folder)) as memory:
        memory.providers = models.providers()
        async with working(memory):
            context = memory.context(OWNER)
            supply = list(notes(_NOTES + _WARM_UP))
            for text in supply[:_WARM_UP]:
                await _told(context, text)
            models.forget()
            before = processor_seconds(memory.dsn)
            took = [await _told(context, text) for text in supply[_WARM_UP:]]
            ours = processor_seconds(memory.dsn) - before
    begun, wall = time.process_time(), time.perf_counter()
    models.replay()
    _print(took, ours, bare=time.process_time() - begun, wall=time.perf_counter() - wall)


def _print(took: Sequence[tuple[float, float]], ours: float, *, bare: float, wall: float) -> None:
    heading(f"Writing notes of 2.5 KB, one after the other (medians of {_NOTES})")
    passages = statistics.median(passages for passages, _ in took)
    facts = statistics.median(facts for _, facts in took)
    alone = f"its model calls alone: {wall / _NOTES:.3f} s"
    line(
        "searchable as passages",
        f"{passages:.3f} s",
        goal=f"<= {_PASSAGES_SECONDS} s",
        met=passages <= _PASSAGES_SECONDS,
    )
    line(
        "known as facts",
        f"{facts:.3f} s",
        goal=f"<= {_FACTS_SECONDS} s",
        met=facts <= _FACTS_SECONDS,
        bare=alone,
    )
    times = ours / bare
    line(
        "processor time of a note, all processes",
        f"{ours / _NOTES:.3f} s",
        goal=f"<= {_MOST_TIMES_BARE:g}x bare",
        met=times <= _MOST_TIMES_BARE,
        bare=f"{times:.2f} times its model calls alone ({bare / _NOTES:.3f} s)",
    )


async def _told(context: Context, text: str) -> tuple[float, float]:
    """Seconds from the call until the passages, and until everything, can be found."""
    begun = time.time()
    said = {"filename": "note.md", "mime": "text/markdown"}
    version = await call(context, "ingest", said, body=text.encode())
    while True:
        asked = {"version_ids": [str(version.version_id)], "require": _REQUIRE}
        report: PipelineReadinessReport = await call(context, "pipeline_readiness", asked)
        ends = {stage.stage: stage.finished_at for stage in report.versions[0].stages}
        if report.ready:
            return _since(begun, [ends["embed_chunk"]]), _since(begun, list(ends.values()))
        await asyncio.sleep(0.02)


def _since(begun: float, ends: Sequence[datetime | None]) -> float:
    return max(end.timestamp() for end in ends if end is not None) - begun


def processor_seconds(dsn: str) -> float:
    """Of this process and of the whole database server."""
    return sum(_spent(process) for process in (psutil.Process(os.getpid()), _postmaster(dsn)))


def _postmaster(dsn: str) -> psutil.Process:
    folder = next(part for part in dsn.split() if part.startswith("host=")).removeprefix("host=")
    pid_file = Path(folder).parent / "pg18" / "data" / "postmaster.pid"
    return psutil.Process(int(pid_file.read_text().split()[0]))


def _spent(process: psutil.Process) -> float:
    own = process.cpu_times()
    ended = own.children_user + own.children_system
    live = sum(_spent_alone(child) for child in process.children()) if process.pid != os.getpid() else 0.0
    return float(own.user + own.system + (ended if process.pid != os.getpid() else 0.0) + live)


def _spent_alone(process: psutil.Process) -> float:
    times: Any = process.cpu_times()
    return float(times.user + times.system)
