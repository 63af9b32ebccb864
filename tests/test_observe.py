"""What a running memory tells about itself, and what it keeps to itself."""

import json
from collections.abc import Iterator
from uuid import UUID

import pytest
from prometheus_client import REGISTRY

from remember import observe
from remember.errors import NotFound


@pytest.fixture(autouse=True)
def told_to_standard_error(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    observe.configure("debug")
    yield
    observe.configure("warning")


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    return [{key: value for key, value in line.items() if key not in ("timestamp", "ms")} for line in told]


def test_an_event_is_one_line_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    observe.log("job_done", job_id=UUID(int=7), attempts=2)
    assert lines(capsys) == [
        {
            "event": "job_done",
            "level": "info",
            "job_id": "00000000-0000-0000-0000-000000000007",
            "attempts": 2,
        }
    ]


def test_a_long_text_is_told_by_its_length_only(capsys: pytest.CaptureFixture[str]) -> None:
    observe.log("converted", text="Ines keeps bees. " * 20)
    assert lines(capsys) == [{"event": "converted", "level": "info", "text": "<340 characters>"}]


def test_an_error_is_told_by_its_code_and_never_by_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    missing = NotFound("no document named bees.md", code="document_not_found")
    with pytest.raises(NotFound), observe.trace("read", operation="show_document"):
        raise missing
    assert lines(capsys) == [
        {
            "event": "read",
            "level": "debug",
            "operation": "show_document",
            "error": "NotFound: document_not_found",
        }
    ]


def test_a_model_call_is_counted_by_model_and_purpose() -> None:
    observe.cost("counted-once", purpose="extract", tokens_in=900, tokens_out=40, usd=0.25)
    labels = {"model": "counted-once", "purpose": "extract"}
    totals = {
        name: REGISTRY.get_sample_value(f"remember_model_{name}_total", labels)
        for name in ("calls", "tokens_in", "tokens_out", "usd")
    }
    assert totals == {"calls": 1, "tokens_in": 900, "tokens_out": 40, "usd": 0.25}


def test_a_library_tells_nothing_below_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    observe.configure("warning")
    observe.log("job_done")
    observe.log("job_failed", level="warning")
    assert [line["event"] for line in lines(capsys)] == ["job_failed"]
