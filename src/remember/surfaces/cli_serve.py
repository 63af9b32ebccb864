"""The `serve` command."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from remember.settings import Settings
from remember.surfaces.serving import serve


def serve_memory(host: str, port: int, *, data_dir: Path | None, workers: int | None) -> None:
    """Serve until told to stop; says on standard error where, once it answers."""
    settings = Settings.from_environment()
    if data_dir is not None:
        settings = replace(settings, data_dir=data_dir.expanduser())
    if workers is not None:
        settings = replace(settings, workers=workers)
    where = "the database of REMEMBER_DATABASE_URL" if settings.database_url else str(settings.folder())

    def ready(address: str) -> None:
        print(f"remember answers at {address} from {where}", file=sys.stderr, flush=True)

    asyncio.run(serve(settings, host, port, ready=ready))
