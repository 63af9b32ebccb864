"""The contract page: every test that it names is there."""

import re

from tests.house.tree import ROOT

_NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_contract_names_is_there() -> None:
    named = _NAMED.findall((ROOT / "docs" / "contract.md").read_text(encoding="utf-8"))
    lost = [name for path, name in named if not _has(path, name)]
    assert len(named) > 50
    assert lost == []


def _has(path: str, name: str) -> bool:
    file = ROOT / path
    return file.is_file() and re.search(rf"def {name}\(", file.read_text(encoding="utf-8")) is not None
