"""Pages for people: every link leads somewhere, and every page is reached from the README."""

import re
from pathlib import Path

from tests.house.tree import ROOT

_LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")


def links(page: Path) -> list[Path]:
    """The files and folders that a page links to, fences of code left out."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [(page.parent / target).resolve() for target in _LINK.findall(text)]


def reached(start: Path) -> set[Path]:
    """Every page that can be clicked to; a linked folder reaches the pages in it."""
    seen: set[Path] = set()
    waiting = [start]
    while waiting:
        page = waiting.pop()
        if page.is_dir():
            waiting += page.glob("*.md")
        elif page.suffix == ".md" and page.is_file() and page not in seen:
            seen.add(page)
            waiting += links(page)
    return seen


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_links_are_followed_and_code_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text(
        "[two](two.md#part) [web](https://example.org/x.md)\n```\n[no](no.md)\n```\n"
    )
    (tmp_path / "two.md").write_text("[lost](lost.md)\n")
    (tmp_path / "three.md").write_text("alone\n")
    assert links(tmp_path / "one.md") == [tmp_path / "two.md"]
    assert reached(tmp_path / "one.md") == {tmp_path / "one.md", tmp_path / "two.md"}
    assert links(tmp_path / "two.md") == [tmp_path / "lost.md"]


def test_every_link_leads_somewhere() -> None:
    dead = [(page.name, str(target)) for page in pages() for target in links(page) if not target.exists()]
    assert dead == []


def test_every_page_is_reached_from_the_readme() -> None:
    assert set(pages()) - reached(ROOT / "README.md") == set()


def test_each_decision_has_a_number_of_its_own() -> None:
    numbers = [int(page.name[:4]) for page in (ROOT / "docs" / "decisions").glob("*.md")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
