"""What opening a memory says about the environment it is in."""

import json
from pathlib import Path

import pytest

from remember.wiring import tell_shared_name


def test_the_published_client_in_the_same_environment_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "remember-0.17.2.dist-info").mkdir()
    (tmp_path / "remember-0.17.2.dist-info" / "METADATA").write_text("Name: remember\nVersion: 0.17.2\n")
    monkeypatch.syspath_prepend(tmp_path)
    tell_shared_name()
    line = json.loads(capsys.readouterr().err)
    assert line.pop("timestamp")
    assert line == {
        "event": "import_name_shared",
        "level": "warning",
        "package": "remember 0.17.2",
        "advice": "install remember-engine in an environment of its own",
    }


def test_alone_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    tell_shared_name()
    assert capsys.readouterr().err == ""
