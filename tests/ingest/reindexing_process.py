"""A process that gives a memory another embedder: `... DSN CONTENT_FOLDER CALLS`.

Prints each text that it embeds. After so many calls, the embedder answers no more.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from remember import observe
from remember.context import new_id
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedParse
from remember.settings import Settings
from remember.store.access import open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.wiring import Memory
from remember.worker import Worker


class _Following(ScriptedEmbed):
    def __init__(self, calls: int) -> None:
        super().__init__(dimension=48)
        self.model_id = "following@48"
        self.calls = calls

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not self.calls:
            print("no answer", flush=True)
            await asyncio.Event().wait()
        self.calls -= 1
        print(*(text.replace("\n", " / ") for text in texts), sep="\n", flush=True)
        return await super().embed_passages(texts)


async def main(dsn: str, folder: str, calls: str) -> None:
    observe.configure("info")
    database = await Database.open(dsn)
    memory = Memory(
        settings=Settings(),
        dsn=dsn,
        database=database,
        content=ContentStore(Path(folder)),
        providers=Providers(embed=ScriptedEmbed(), parse=ScriptedParse()),
        tenant=await open_tenant(database, "default", new_id()),
        cursors=await CursorSeal.load(database),
        next_embed=_Following(int(calls)),
    )
    await Worker(memory).change_embedder()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
