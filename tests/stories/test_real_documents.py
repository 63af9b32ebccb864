"""Real minutes and real specifications go in, and are found again at their very characters."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

import remember
from remember.domain.text import decode
from remember.wire import Envelope

pytestmark = pytest.mark.data

_EVERY = 14
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@pytest.fixture(scope="module")
def filed(data_folder: Path, open_folder: Path) -> Iterator[tuple[remember.Client, dict[UUID, list[str]]]]:
    """An embedded memory with the local models, and the texts of each document's versions in order."""
    texts: dict[UUID, list[str]] = {}
    minutes = sorted(data_folder.glob("minutes/*/*.md"))[::_EVERY]
    versions = sorted(data_folder.glob("versions/semver_spec/*.md"))[::_EVERY]
    with remember.Client(data_dir=open_folder / "real") as client:
        told = []
        for file in minutes + versions:
            ref = file.parent.name if file in versions else f"{file.parent.name}/{file.name}"
            day = _DAY.search(file.name)
            version = client.ingest(
                file,
                source_kind="file",
                source_ref=ref,
                source_modified_at=datetime.fromisoformat(day.group()).replace(tzinfo=UTC) if day else None,
            )
            told.append(version.version_id)
            texts.setdefault(version.doc_id, []).append(decode(file.read_bytes()))
        client.wait_for_readiness(told, timeout=900, poll_interval=0.5)
        yield client, texts


def test_a_sentence_of_every_file_leads_back_to_its_document(
    filed: tuple[remember.Client, dict[UUID, list[str]]],
) -> None:
    client, texts = filed
    lost = []
    for doc_id, versions in texts.items():
        sentence = _telling_line(versions[-1])
        found = client.claims_and_sources_context(sentence)
        if doc_id not in {chunk.doc_id for chunk in found.chunks}:
            lost.append(sentence)
    assert len(texts) > 12
    assert lost == []


def test_every_span_is_the_text_that_stands_there(
    filed: tuple[remember.Client, dict[UUID, list[str]]],
) -> None:
    client, texts = filed
    checked = 0
    for versions in texts.values():
        checked += _checked(client.claims_and_sources_context(_telling_line(versions[-1]), k=30), texts)
    assert checked > 200


def _checked(found: Envelope, texts: dict[UUID, list[str]]) -> int:
    for claim in found.evidence:
        stands = [text[claim.char_start : claim.char_end] for text in texts[claim.doc_id]]
        assert claim.source_span in stands
        first = claim.evidence_spans[0]
        assert (first.char_start, first.char_end) == (claim.char_start, claim.char_end)
    for chunk in found.chunks:
        assert chunk.chunk_text == texts[chunk.doc_id][-1][chunk.char_start : chunk.char_end]
    return len(found.evidence) + len(found.chunks)


def _telling_line(text: str) -> str:
    """The longest line of plain words."""
    lines = [line for line in text.splitlines() if re.match(r"^[-* ]*[A-Z][\w ,.'-]+$", line)]
    return max(lines or text.splitlines(), key=len)
