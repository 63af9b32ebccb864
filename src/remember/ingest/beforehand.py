"""Work made beforehand: the next batch is read and embedded while the one before is saved."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import TypeVar

_Item = TypeVar("_Item")


@asynccontextmanager
async def beforehand(
    source: AsyncGenerator[_Item, None],
) -> AsyncIterator[AsyncGenerator[_Item, None]]:
    """The items of a source, each of which is made while the caller uses the one before.

    One at a time is made, and never more than one ahead. An error in making an item is raised where the
    item would come, so that what came before it is used first. Nothing is made any more once the body has
    ended.
    """
    async with aclosing(source), aclosing(_ahead(source)) as ahead:
        yield ahead


async def _ahead(source: AsyncGenerator[_Item, None]) -> AsyncGenerator[_Item, None]:
    making = asyncio.ensure_future(anext(source))
    try:
        while True:
            try:
                item = await making
            except StopAsyncIteration:
                return
            making = asyncio.ensure_future(anext(source))
            yield item
    finally:
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)
