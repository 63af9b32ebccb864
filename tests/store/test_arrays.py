"""Arrays of ids come back as they were sent, with nulls, nested and empty."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.store.database import Database

ONE, OTHER = uuid4(), UUID(int=1)


@pytest.mark.parametrize(
    ("sent", "cast"),
    [
        ([ONE, OTHER], "uuid[]"),
        ([], "uuid[]"),
        ([ONE, None], "uuid[]"),
        ([None, ONE], "uuid[]"),
        ([[ONE], [OTHER]], "uuid[]"),
        ([3, -(2**31)], "integer[]"),
        (["a, b", 'c"d', None, "null", ""], "text[]"),
    ],
)
async def test_a_list_arrives_as_the_array_that_it_is(database_url: str, sent: list[Any], cast: str) -> None:
    database = await Database.open(database_url)
    async with database.read() as tx:
        found = await tx.execute(f"select %s::{cast}".encode(), [sent])
        assert await found.fetchone() == (sent,)
    await database.close()
