"""A process that is killed while it trusts a kind of source otherwise: `... DSN CONTENT_FOLDER KIND COMMITS`.

It dies after so many commits; each slot is folded in a transaction of its own.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from remember.context import OWNER
from remember.domain.trust import Trust
from remember.ingest import adjudicate
from remember.ingest.trust_source import trust_source
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedParse
from remember.store.trust import Sources
from tests.memories import open_with


async def _decide(dsn: str, folder: Path, kind: str, commits: int) -> None:
    memory = await open_with(dsn, folder, Providers(embed=ScriptedEmbed(), parse=ScriptedParse()))
    write, done = memory.database.write, 0

    @asynccontextmanager
    async def write_and_die() -> AsyncIterator[Any]:
        nonlocal done
        async with write() as tx:
            yield tx
        done += 1
        if done == commits:
            os.kill(os.getpid(), signal.SIGKILL)

    memory.database.write = write_and_die  # type: ignore[method-assign]
    adjudicate._BATCH = 1
    context = memory.context(OWNER)
    sources = Sources(scope_id=context.scope_id, source_kind=kind)
    await trust_source(context, sources, Trust.UNVERIFIED, reason="a test")


if __name__ == "__main__":
    dsn, folder, kind, commits = sys.argv[1:]
    asyncio.run(_decide(dsn, Path(folder), kind, int(commits)))
