"""Letters and accents, apart or as one, are one spelling to the parser and keep their places."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.composing import composed
from tests.domain.testimony import claims


@given(st.text(alphabet=st.sampled_from("aeon \u0301\u0308\u0323\u1100\u1161\u11a8éö각"), max_size=12))
def test_a_composed_text_knows_where_its_characters_stand(text: str) -> None:
    found = composed(text)
    assert found.text == unicodedata.normalize("NFC", text)
    assert list(found.starts) == sorted(found.starts)
    assert (len(found.starts), found.starts[-1]) == (len(found.text) + 1, len(text))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_name_is_read_alike_and_kept_as_it_was_written(form: str) -> None:
    text = unicodedata.normalize(form, "José Muñoz no longer works with Zoë Çelik.")  # type: ignore[arg-type]
    (claim,) = claims(text)
    names = [unicodedata.normalize(form, name) for name in ("José Muñoz", "Zoë Çelik")]  # type: ignore[arg-type]
    assert [mention.surface for mention in claim.mentions] == names
    assert [text[m.char_start : m.char_end] for m in claim.mentions] == names
    assert claim.claim_text == text
