"""A model that is loaded behind the caller's back."""

import asyncio
import threading

import pytest

from remember.errors import Unavailable
from remember.providers.loading import LoadOnce


async def test_all_who_ask_at_once_get_the_one_value_that_is_made() -> None:
    loading = LoadOnce("test", object)
    first, second = await asyncio.gather(loading.get(), loading.get())
    assert first is second
    assert await loading.get() is first


async def test_starting_returns_before_the_value_is_there() -> None:
    free = threading.Event()
    ready = LoadOnce("test", free.wait).start()
    assert not ready.done()
    free.set()
    assert await asyncio.wrap_future(ready) is True


async def test_one_who_stops_waiting_does_not_stop_the_loading() -> None:
    free = threading.Event()
    loading = LoadOnce("test", free.wait)
    impatient = asyncio.ensure_future(loading.get())
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    free.set()
    assert await loading.get() is True


async def test_a_failure_is_told_and_the_next_to_ask_tries_again() -> None:
    outcomes = iter([OSError("disk"), "model"])

    def load() -> str:
        outcome = next(outcomes)
        if isinstance(outcome, OSError):
            raise outcome
        return str(outcome)

    loading = LoadOnce("test", load)
    with pytest.raises(OSError, match="disk"):
        await loading.get()
    assert await loading.get() == "model"


async def test_a_package_that_is_not_installed_is_named_with_the_extra_that_brings_it() -> None:
    def load() -> None:
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401

    with pytest.raises(Unavailable) as refused:
        await LoadOnce("embedding", load).get()
    assert refused.value.message == (
        "the embedding model cannot be loaded: there is no package no_such_package"
    )
    assert refused.value.hint == "install remember-engine[local], or configure another provider"
