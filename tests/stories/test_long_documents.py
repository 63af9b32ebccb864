"""A long document is found to its end."""

from remember.context import OWNER
from remember.retrieve.claims_and_sources import claims_and_sources_context
from tests.stories.telling import Told

_FILLER = "The orchard team met in the long barn and went through the list of the week. "


async def test_a_fact_at_the_beginning_the_middle_and_the_end_of_a_long_document_is_found(
    memory: Told,
) -> None:
    marks = {
        900: "Zelda keeps the brass key.",
        45_000: "Quentin owns the blue ledger.",
        89_100: "Xenia leads the kiln crew.",
    }
    text = ""
    for at, marker in marks.items():
        while len(text) < at:
            text += _FILLER + ("\n\n" if len(text) % 3 == 0 else "")
        text += f"\n\n{marker}\n\n"
    text += _FILLER * 10
    await memory.tell(text, "barn")
    assert len(text) > 89_000
    for question, marker in zip(["brass key", "blue ledger", "kiln crew"], marks.values(), strict=True):
        found = await claims_and_sources_context(memory.opened.context(OWNER), question)
        first = found.evidence[0]
        assert (first.claim_text, text[first.char_start : first.char_end]) == (marker, marker)
        assert any(marker in chunk.chunk_text for chunk in found.chunks)
