"""A long document is found to its end."""

from dataclasses import replace

import pytest

from remember.context import OWNER
from remember.ingest import asking
from remember.providers.chat import ChatReply, ChatRequest
from remember.providers.scripted import ScriptedModel
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.wiring import Memory
from remember.worker import working
from tests.ingest.reading import proposal
from tests.stories.telling import Told
from tests.working import rows

_FILLER = "The orchard team met in the long barn and went through the list of the week. "
_MARKS = {
    900: "Zelda keeps the brass key.",
    45_000: "Quentin owns the blue ledger.",
    89_100: "Xenia leads the kiln crew.",
}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.0)


async def test_a_fact_at_the_beginning_the_middle_and_the_end_of_a_long_document_is_found(
    memory: Told,
) -> None:
    text = _marked()
    await memory.tell(text, "barn")
    assert len(text) > 89_000
    for question, marker in zip(["brass key", "blue ledger", "kiln crew"], _MARKS.values(), strict=True):
        found = await claims_and_sources_context(memory.opened.context(OWNER), question)
        first = found.evidence[0]
        assert (first.claim_text, text[first.char_start : first.char_end]) == (marker, marker)
        assert any(marker in chunk.chunk_text for chunk in found.chunks)


class _FailingReader(ScriptedModel):
    """Finds what is marked, but not in the passages that hold some words: there it talks."""

    async def generate(self, request: ChatRequest) -> ChatReply:
        """What it makes of the passage that was sent."""
        marked = [mark for mark in _MARKS.values() if mark in request.user]
        talks = "Quentin" in request.user or "Xenia" in request.user
        self.replies = ["I would rather talk." if talks else proposal(*((mark, mark) for mark in marked))]
        return await super().generate(request)


def _marked() -> str:
    text = ""
    for at, marker in _MARKS.items():
        while len(text) < at:
            text += _FILLER + ("\n\n" if len(text) % 3 == 0 else "")
        text += f"\n\n{marker}\n\n"
    return text + _FILLER * 10


async def test_what_a_model_fails_to_read_in_a_long_document_is_read_by_rules_and_named(
    opened: Memory,
) -> None:
    opened.providers = replace(opened.providers, extract=_FailingReader())
    text = _marked()
    async with working(opened):
        memory = Told(opened)
        told = await memory.tell(text, "barn")
    stored = await rows(memory.context, "select claim_text from claims order by char_start")
    assert set(_MARKS.values()) <= {claim for (claim,) in stored}
    stood_in = await rows(
        memory.context,
        "select char_start, char_end from extraction_decisions"
        f" where decision = 'rules_stood_in' and version_id = '{told.version_id}' order by char_start",
    )
    spans = [text[start:end] for start, end in stood_in]
    assert ["Quentin" in span or "Xenia" in span for span in spans] == [True, True]
