"""Batches that are made beforehand: in which order, how far ahead, and what becomes of an error."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from remember.ingest.beforehand import beforehand


async def test_the_next_item_is_made_while_one_is_used() -> None:
    using, made = asyncio.Event(), asyncio.Event()

    async def items() -> AsyncGenerator[int, None]:
        yield 1
        await using.wait()
        made.set()
        yield 2

    got: list[int] = []
    async with beforehand(items()) as ahead:
        async for item in ahead:
            using.set()
            await made.wait()
            got.append(item)
    assert got == [1, 2]


async def test_no_more_than_one_item_is_ahead() -> None:
    made: list[int] = []

    async def items() -> AsyncGenerator[int, None]:
        for number in range(5):
            made.append(number)
            yield number

    async with beforehand(items()) as ahead:
        async for item in ahead:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert len(made) <= item + 2


async def test_what_came_before_an_error_is_used_before_it_is_raised() -> None:
    async def items() -> AsyncGenerator[str, None]:
        yield "kept"
        raise ZeroDivisionError("mine")

    used: list[str] = []

    async def use() -> None:
        async with beforehand(items()) as ahead:
            async for item in ahead:
                await asyncio.sleep(0)
                used.append(item)

    with pytest.raises(ZeroDivisionError, match="mine"):
        await use()
    assert used == ["kept"]


@pytest.mark.parametrize("error", [ZeroDivisionError, asyncio.CancelledError])
async def test_nothing_is_made_any_more_once_its_user_has_failed(error: type[BaseException]) -> None:
    ended: list[str] = []

    async def items() -> AsyncGenerator[str, None]:
        try:
            yield "first"
            await asyncio.Event().wait()
        finally:
            ended.append("source")

    async def use() -> None:
        async with beforehand(items()) as ahead:
            async for _ in ahead:
                await asyncio.sleep(0)
                raise error

    with pytest.raises(error):
        await use()
    assert ended == ["source"]


async def test_one_may_be_made_of_another() -> None:
    async def numbers() -> AsyncGenerator[int, None]:
        for number in range(4):
            yield number

    async def squares(source: AsyncGenerator[int, None]) -> AsyncGenerator[int, None]:
        async for number in source:
            yield number * number

    async with beforehand(numbers()) as first, beforehand(squares(first)) as second:
        assert [number async for number in second] == [0, 1, 4, 9]
