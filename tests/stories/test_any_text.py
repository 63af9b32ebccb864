"""Whatever people write goes in, and every offset stays right."""

import unicodedata

import pytest

from remember.context import OWNER
from remember.domain.text import stored_text
from remember.retrieve.resolve_entity import resolve_entity
from tests.stories.telling import Told
from tests.working import rows

_TEXTS = {
    "U+0000": "Mira\0 owns the gate rota. Tomas owns the well.",
    "lone surrogate": "Mira owns the \ud83d gate rota. Tomas owns the well.",
    "joined emoji": "Mira 👩‍🌾 owns the gate rota. Tomas owns the well 👨‍👩‍👧‍👦.",
    "right to left": "Mira owns the \u202bגן\u202c gate. Tomas owns the well.",
    "combining marks": "Zoe\u0308 owns the gate rota. Tomas owns the well.",
    "byte order mark": "\ufeffMira owns the gate rota. Tomas owns the well.",
    "windows lines": "Mira owns the gate rota.\r\n\r\nTomas owns the well.\r\n",
}


@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS)
async def test_any_text_is_taken_and_each_span_is_where_it_says(memory: Told, text: str) -> None:
    await memory.tell(text, "note")
    kept = stored_text(text)
    context = memory.opened.context(OWNER)
    passages = await rows(context, "select char_start, char_end, chunk_text from chunks")
    claims = await rows(context, "select char_start, char_end, source_span from claims")
    assert claims
    for start, end, words in passages + claims:
        assert kept[start:end] == words


async def test_a_name_is_one_name_however_its_letters_are_composed(memory: Told) -> None:
    for form in ("NFC", "NFD"):
        await memory.tell(unicodedata.normalize(form, "Zoë owns the gate rota."), form)
    found = [
        await resolve_entity(memory.opened.context(OWNER), unicodedata.normalize(form, "Zoë"))
        for form in ("NFC", "NFD")
    ]
    assert len({candidate.entity_id for envelope in found for candidate in envelope.entities}) == 1
