"""The published client, installed once for the whole run."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def _beside(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def published(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Runs a script with the published client and gives what it printed last, decoded."""
    published_client = _beside("published_client")
    python = published_client.environment(request.config.cache)
    return lambda script, *arguments: published_client.run(python, script, *arguments)
