"""Content objects: named by what they hold, whole or absent."""

import os
from pathlib import Path
from uuid import UUID

import pytest

from remember.errors import Fault, TooLarge
from remember.store.content import ContentStore

_TENANT = UUID("00000000-0000-7000-8000-000000000001")
_OTHER = UUID("00000000-0000-7000-8000-000000000002")
_HASH = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(tmp_path)


async def test_bytes_are_found_again_under_their_hash(store: ContentStore, tmp_path: Path) -> None:
    assert await store.put(_TENANT, b"foo") == _HASH
    assert await store.get(_TENANT, _HASH) == b"foo"
    assert (tmp_path / str(_TENANT) / _HASH[:2] / _HASH[2:]).read_bytes() == b"foo"


async def test_a_body_that_is_not_kept_leaves_nothing(store: ContentStore, tmp_path: Path) -> None:
    async with store.receive(b"foo") as incoming:
        assert (incoming.content_hash, incoming.byte_size) == (_HASH, 3)
    assert _files(tmp_path) == []


async def test_a_body_over_the_limit_leaves_nothing(store: ContentStore, tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        async with store.receive(b"foo", most=2):
            pass
    assert _files(tmp_path) == []


async def test_what_stopped_arriving_days_ago_is_removed_and_what_arrives_now_is_not(
    store: ContentStore, tmp_path: Path
) -> None:
    async with store.receive(b"foo") as incoming:
        os.utime(incoming.path, (0, 0))
        async with store.receive(b"bar") as arriving:
            await store.sweep()
            assert [path.name for path in _files(tmp_path)] == [arriving.path.name]


async def test_tenants_share_no_bytes(store: ContentStore) -> None:
    await store.put(_TENANT, b"foo")
    with pytest.raises(Fault, match="is missing"):
        await store.get(_OTHER, _HASH)


async def test_a_damaged_object_is_noticed_and_mended_by_the_same_bytes(
    store: ContentStore, tmp_path: Path
) -> None:
    await store.put(_TENANT, b"foo")
    (tmp_path / str(_TENANT) / _HASH[:2] / _HASH[2:]).write_bytes(b"fox")
    with pytest.raises(Fault, match="holds other bytes"):
        await store.get(_TENANT, _HASH)
    await store.put(_TENANT, b"foo")
    assert await store.get(_TENANT, _HASH) == b"foo"


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
