"""Cursors: a place in a listing that nobody can read or change, good for one purpose."""

import pytest

from remember.errors import Incorrect
from remember.store.cursors import CursorSeal
from remember.store.database import Database

_PURPOSE = {"operation": "list_documents", "status": None, "caller": "u-17"}


@pytest.fixture
async def seal(database_url: str) -> CursorSeal:
    database = await Database.open(database_url)
    try:
        return await CursorSeal.load(database)
    finally:
        await database.close()


async def test_a_cursor_gives_back_its_position_for_the_purpose_it_was_made_for(seal: CursorSeal) -> None:
    cursor = seal.seal({"after": "x"}, purpose=_PURPOSE)
    assert seal.open(cursor, purpose=_PURPOSE) == {"after": "x"}


@pytest.mark.parametrize(
    "change",
    [{"operation": "other"}, {"status": "ready"}, {"caller": "u-18"}],
    ids=lambda change: str(change),
)
async def test_a_cursor_opens_for_no_other_operation_filter_or_caller(
    seal: CursorSeal, change: dict[str, str]
) -> None:
    cursor = seal.seal({"after": "x"}, purpose=_PURPOSE)
    with pytest.raises(Incorrect, match="cursor is malformed"):
        seal.open(cursor, purpose=_PURPOSE | change)


@pytest.mark.parametrize("cursor", ["", "x", "äöü", "AAAA", "AQAAAAE" + "A" * 60, "%%%%"])
async def test_what_was_never_sealed_does_not_open(seal: CursorSeal, cursor: str) -> None:
    with pytest.raises(Incorrect) as refused:
        seal.open(cursor, purpose=_PURPOSE)
    assert refused.value.code == "cursor_malformed"


async def test_every_process_of_a_memory_opens_the_cursors_of_the_others(database_url: str) -> None:
    database = await Database.open(database_url)
    one, other = await CursorSeal.load(database), await CursorSeal.load(database)
    assert other.open(one.seal({"n": 1}, purpose=_PURPOSE), purpose=_PURPOSE) == {"n": 1}
    await database.close()


async def test_after_a_new_key_older_cursors_still_open(database_url: str) -> None:
    database = await Database.open(database_url)
    old = (await CursorSeal.load(database)).seal({"n": 1}, purpose=_PURPOSE)
    async with database.write() as tx:
        await tx.execute("insert into cursor_keys (secret) values (%s)", [b"k" * 32])
    assert (await CursorSeal.load(database)).open(old, purpose=_PURPOSE) == {"n": 1}
    await database.close()
