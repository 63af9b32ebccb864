"""A program that uses a memory folder from eight threads: `... FOLDER NAME NOTES`.

Each thread tells its notes and lists the documents after each; every accepted version is printed.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import remember

THREADS = 8


def _tell(memory: remember.Client, name: str, thread: int, notes: int) -> None:
    for note in range(notes):
        told = memory.ingest(
            content=f"Mira keeps lantern {name}-{thread}-{note} in the long barn.".encode(),
            filename="note.md",
            source_kind="notes",
            source_ref=f"{name}-{thread}-{note}",
        )
        print(told.version_id, flush=True)
        assert memory.list_documents(limit=10).documents


def main(folder: str, name: str, notes: str) -> None:
    with remember.Client(data_dir=Path(folder)) as memory, ThreadPoolExecutor(THREADS) as threads:
        for telling in [threads.submit(_tell, memory, name, n, int(notes)) for n in range(THREADS)]:
            telling.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
