import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain import long_texts

PATTERNS = [re.compile(r"\r\n|\n|\r"), re.compile(r"(?<=[.!])[ \t]+|[\r\n]\s*|(?<=。)"), re.compile("a+")]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet=".! \t\r\n。aab", max_size=40), start=st.integers(0, 5), cut=st.integers(0, 5))
def test_a_search_in_pieces_finds_what_a_search_of_the_whole_finds(
    pattern: re.Pattern[str], text: str, start: int, cut: int
) -> None:
    end = max(start, len(text) - cut)
    whole = [found.span() for found in pattern.finditer(text, start, end)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_texts, "AT_ONCE", 3)
        assert [found.span() for found in long_texts.found_in(pattern, text, start, end)] == whole
        assert "".join(long_texts.in_pieces(text)) == text
