"""The page about belief tells the truth: its tests exist, and the heart is as short as it says."""

import re

from tests.house.tree import ROOT

_HEART = ("time", "facts", "folding")


def test_every_test_that_the_page_names_exists() -> None:
    rows = [line for line in (ROOT / "docs/belief.md").read_text().splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([a-z_]{20,})`", row)}
    written = {
        name
        for path in (ROOT / "tests" / "domain").glob("test_*.py")
        for name in re.findall(r"^def test_(\w+)", path.read_text(), re.MULTILINE)
    }
    assert len(named) > 20
    assert named - written == set()


def test_belief_is_told_in_under_a_thousand_lines() -> None:
    domain = ROOT / "src" / "remember" / "domain"
    lines = {name: len((domain / f"{name}.py").read_text().splitlines()) for name in _HEART}
    assert sum(lines.values()) < 1_000, lines
