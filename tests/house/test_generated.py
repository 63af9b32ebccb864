"""What is written from the code is what the code says today, and names everything that a user can meet."""

import json
import re
from pathlib import Path

import pytest

from remember import errors, settings
from tests.house.tree import PACKAGE, ROOT
from tools import generate, reference

REFERENCE = ROOT / "docs" / "reference"


def undocumented(names: list[str], page: str) -> list[str]:
    """The names that stand neither in a heading nor in code type on the page."""
    told = set(re.findall(r"`([^`\n]+)`", page)) | set(re.findall(r"^#+ (\S+)$", page, re.MULTILINE))
    return [name for name in names if name not in told]


def _tree(root: type) -> set[object]:
    return {root}.union(*map(_tree, root.__subclasses__()))


def test_a_name_that_no_page_tells_is_seen() -> None:
    assert undocumented(["one", "two", "three"], "## one\n\nAbout three.\n\n| `two` |\n") == ["three"]


def test_a_stale_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "outputs", lambda: iter([("a.md", "new"), ("b.md", "same")]))
    (tmp_path / "a.md").write_text("old")
    (tmp_path / "b.md").write_text("same")
    assert generate.stale() == ["a.md"]


def test_an_error_code_is_found_with_its_words(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "raise Conflict(f'{name} is taken', code='name_taken', hint='choose another')\n"
        "raise Missing('not one of ours', code='missing')\n"
    )
    assert reference.error_codes(tmp_path) == [
        reference.ErrorCode(code="name_taken", error="Conflict", message="… is taken", hint="choose another")
    ]


def test_generated_files_are_fresh() -> None:
    assert generate.stale() == [], "run make generate"


def test_the_parts_of_a_path_are_described_as_its_parameters() -> None:
    paths = json.loads((REFERENCE / "openapi.json").read_text())["paths"]
    told = {
        (path, method): {one["name"] for one in route.get("parameters", ()) if one["in"] == "path"}
        for path, routes in paths.items()
        for method, route in routes.items()
    }
    assert told[("/dead-letters/{job_id}/retry", "post")] == {"job_id"}
    assert {place: set(re.findall(r"{(\w+)}", place[0])) for place in told} == told


def test_every_operation_is_documented() -> None:
    names = [operation.name for operation in reference.all_operations()]
    assert undocumented(names, (REFERENCE / "operations.md").read_text()) == []


def test_every_setting_is_documented() -> None:
    variables = [settings.variable(knob) for knob in settings.knobs()]
    assert variables
    assert undocumented(variables, (REFERENCE / "settings.md").read_text()) == []


def test_every_error_is_documented() -> None:
    page = (REFERENCE / "errors.md").read_text()
    codes = [found.code for found in reference.error_codes(PACKAGE)]
    assert codes
    assert undocumented(codes, page) == []
    classes = [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and value.__module__ == errors.__name__
    ]
    assert [name for name in classes if not re.search(rf"\b{name}\b", page)] == []
