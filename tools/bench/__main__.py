"""Measure everything once and print the report."""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from remember.settings import Settings
from remember.wiring import open_memory
from tools.bench.answering import measure_answering
from tools.bench.corpus import sentences
from tools.bench.fill import fill
from tools.bench.reads import measure_reads
from tools.bench.report import heading, line


def main() -> None:
    """Everything, or one part of it."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--claims", type=int, default=10_000, help="claims in the memory that is read")
    arguments = parser.parse_args()
    asyncio.run(measure_answering())
    with tempfile.TemporaryDirectory(prefix="remember-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        asyncio.run(_reads(folder / "many", arguments.claims))


async def _reads(folder: Path, claims: int) -> None:
    said = sentences(claims)
    async with open_memory(Settings(data_dir=folder)) as memory:
        begun = time.perf_counter()
        await fill(memory, said)
        heading(f"A memory of {claims:,} claims, written in bulk")
        line("filled in", f"{time.perf_counter() - begun:.0f} s")
        await measure_reads(memory, said)


if __name__ == "__main__":
    main()
