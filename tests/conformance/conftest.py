"""The published client, installed once for the whole run."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance import published_client


@pytest.fixture(scope="session")
def published(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Runs a script with the published client and gives what it printed last, decoded."""
    cache = request.config.cache
    assert cache, "the client is installed into pytest's cache folder"
    python = published_client.environment(cache)
    return lambda script, *arguments: published_client.run(python, script, *arguments)
