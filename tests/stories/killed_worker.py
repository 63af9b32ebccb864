"""Workers that are killed at every save in turn: `python -m tests.stories.killed_worker DSN CONTENT_FOLDER`.

A child of this process works on the jobs of the memory and kills itself, without warning and with its
transaction open, at its first save; the next one at its second, the next at its first again, and so on in
turn, until one lives to the end: so every save is reached, and killed, at least once. Prints how many.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from remember.context import OWNER
from remember.providers.local_parse import EnglishParser
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed
from remember.store import jobs
from remember.wiring import Memory
from remember.worker import working
from tests.memories import open_with


class _Parse:
    """The parser, loaded before the children are made."""

    model_id = "killed"

    def __init__(self) -> None:
        self._parser = EnglishParser()

    async def parse(self, texts: Any) -> Any:
        return self._parser.parse(texts)


async def _work(dsn: str, folder: Path, parse: _Parse, *, die_at: int) -> None:
    hold, saves = jobs.hold, 0

    async def hold_or_die(*arguments: Any, **named: Any) -> Any:
        nonlocal saves
        saves += 1
        document = await hold(*arguments, **named)
        if saves == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return document

    jobs.hold = hold_or_die
    memory = await open_with(dsn, folder, Providers(embed=ScriptedEmbed(), parse=parse))
    async with working(memory):
        while await _waiting(memory):  # noqa: ASYNC110 - another process's rows send no event
            await asyncio.sleep(0.01)
    await memory.database.close()


async def _waiting(memory: Memory) -> bool:
    async with memory.context(OWNER).database.read() as tx:
        rows = await tx.execute("select exists (select from jobs where state in ('ready', 'leased'))")
        return bool((await rows.fetchone() or (False,))[0])


def main(dsn: str, folder: str) -> None:
    parse = _Parse()
    for killed in range(100):
        child = os.fork()
        if child == 0:
            asyncio.run(_work(dsn, Path(folder), parse, die_at=killed % 2 + 1))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            print(killed)
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
