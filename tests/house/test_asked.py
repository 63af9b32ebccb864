"""Every rule of the domain is asked by something: one that only its tests ask holds nobody to anything."""

import re
from collections import Counter
from pathlib import Path

from tests.house.tree import ROOT, Module, modules

_WORD = re.compile(r"[A-Za-z_]\w*")


def unasked(rules: list[Module], texts: list[str]) -> list[str]:
    """Public functions of these modules whose name stands nowhere but where they are written."""
    said = Counter(word for text in texts for word in _WORD.findall(text))
    written = Counter(function.name for module in rules for function in module.functions())
    return [
        f"{module.at(function)}: nothing but tests asks {function.name}"
        for module in rules
        for function in module.functions()
        if not function.name.startswith("_") and said[function.name] <= written[function.name]
    ]


def _read(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]


def test_a_rule_that_nothing_asks_is_seen() -> None:
    rule = Module.of("def weighs(one): return _twice(one)\ndef _twice(one): return 2 * one\n", "domain/a.py")
    assert unasked([rule], [rule.text]) == ["domain/a.py:1: nothing but tests asks weighs"]
    assert unasked([rule], [rule.text, "from remember.domain.a import weighs"]) == []


def test_every_rule_of_the_domain_is_asked() -> None:
    rules = [module for module in modules() if module.name.startswith("domain/")]
    texts = [module.text for module in modules()] + _read(ROOT / "tools") + _read(ROOT / "examples")
    pages = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    assert unasked(rules, texts + pages) == []
