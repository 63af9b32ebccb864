"""A process that is killed while it deletes a version: `... DSN CONTENT_FOLDER DOC_ID VERSION_ID WHEN`.

WHEN is `before` (all is done and nothing is committed) or `after` the commit.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from remember.context import OWNER
from remember.ingest.delete import delete_version
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedParse
from tests.memories import open_with


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def _delete(dsn: str, folder: Path, doc_id: UUID, version_id: UUID, when: str) -> None:
    memory = await open_with(dsn, folder, Providers(embed=ScriptedEmbed(), parse=ScriptedParse()))
    write = memory.database.write

    @asynccontextmanager
    async def write_and_die() -> AsyncIterator[Any]:
        async with write() as tx:
            yield tx
            if when == "before":
                _die()
        _die()

    memory.database.write = write_and_die  # type: ignore[method-assign]
    await delete_version(memory.context(OWNER), doc_id, version_id)


if __name__ == "__main__":
    dsn, folder, doc_id, version_id, when = sys.argv[1:]
    asyncio.run(_delete(dsn, Path(folder), UUID(doc_id), UUID(version_id), when))
