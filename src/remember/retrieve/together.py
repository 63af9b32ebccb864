"""Two things asked at the same time."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


async def both(one: Coroutine[Any, Any, One], other: Coroutine[Any, Any, Other]) -> tuple[One, Other]:
    """What both give, asked at the same time. Where one fails the other is ended before the error is told."""
    tasks = asyncio.create_task(one), asyncio.create_task(other)
    try:
        first, second = await asyncio.gather(*tasks)
        return first, second
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
