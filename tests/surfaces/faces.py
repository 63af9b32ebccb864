"""The same memory asked in different ways: what each gives, or the error it raises, in one form."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel

import remember
from remember.errors import RememberError
from remember.settings import Settings
from remember.surfaces.serving import serve


@contextmanager
def taken_in(settings: Settings, notes: Mapping[str, str]) -> Iterator[remember.Client]:
    """A client in this process, of a memory that has taken the notes in, all written on 2 June 2031."""
    with remember.Client(settings=settings) as client:
        sent = [
            client.ingest(
                text.encode(),
                filename=name,
                source_kind="file",
                source_ref=name,
                source_modified_at=datetime(2031, 6, 2, tzinfo=UTC),
            )
            for name, text in notes.items()
        ]
        client.wait_for_readiness([version.version_id for version in sent], timeout=120)
        yield client


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """The address of `remember serve` over a memory, in a thread of this process."""
    ready, address, stop = threading.Event(), [], asyncio.Event()
    loop = asyncio.new_event_loop()

    def tell(where: str) -> None:
        address.append(where)
        ready.set()

    async def until_stopped() -> None:
        serving = asyncio.ensure_future(serve(settings, "127.0.0.1", 0, ready=tell))
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        ready.set()

    thread = threading.Thread(target=loop.run_until_complete, args=(until_stopped(),))
    thread.start()
    assert ready.wait(60) and address, "the server did not start"
    try:
        yield address[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def outcome(ask: Any) -> Any:
    """What a call gives, as JSON has it, or what it raises."""
    try:
        result = ask()
    except RememberError as error:
        return (type(error).__name__, error.code, error.message, error.hint, error.data)
    if isinstance(result, BaseModel):
        return result.model_dump(mode="json", by_alias=True)
    return [item.model_dump(mode="json") for item in result]
