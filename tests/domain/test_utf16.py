"""Lengths, ends and finds in UTF-16 code units, where Python counts code points."""

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.utf16 import find, is_blank, paired, trimmed, units

# Text as Python can hold it: halves of characters too.
TEXTS = st.text(st.characters(exclude_categories=()), max_size=12)


def test_a_character_beyond_the_first_plane_is_two_units_long() -> None:
    assert [units(text) for text in ("", "abc", "é", "会議", "🪢", "a🪢\ud83e")] == [0, 3, 1, 2, 2, 4]


def test_ends_are_trimmed_of_the_white_space_of_the_contract() -> None:
    assert trimmed("\ufeff\u3000\u00a0 \t\r\nMio\u2028\u200a") == "Mio"
    assert trimmed("\u200bMio\x1c\x85") == "\u200bMio\x1c\x85"
    assert is_blank(" \ufeff\n")
    assert not is_blank("\x1f")


def test_two_halves_that_stand_together_are_one_character() -> None:
    assert paired("a\ud83e\udea2b\udea2") == "a🪢b\udea2"
    assert paired("Mio") == "Mio"


def test_a_find_tells_code_points() -> None:
    assert find("🪢🪢 rope", "rope") == (3, 7)
    assert find("Mio buys rope.", "Mia") is None
    assert find("Mio met Mio.", "Mio") == (0, 3)


def test_a_half_is_found_in_its_character_and_the_span_takes_the_whole() -> None:
    knot_high, knot_low = "\ud83e", "\udea2"
    assert find("a🪢b", knot_low + "b") == (1, 3)
    assert find("a🪢b", "a" + knot_high) == (0, 2)
    assert find("a🪢b", knot_high) == (1, 2)
    assert find("a🪢b", "\ud800") is None


def test_units_that_only_meet_across_two_characters_are_not_found() -> None:
    # In bytes, U+0161 U+6100 holds U+6161 at an odd place.
    assert find("\u0161\u6100\ud800", "\u6101\ud800") is None


@given(TEXTS, TEXTS)
def test_a_length_is_that_of_the_encoded_text(one: str, two: str) -> None:
    assert units(one + two) == units(one) + units(two)
    assert units(paired(one)) == units(one)


@given(TEXTS, TEXTS)
def test_a_find_agrees_with_a_search_of_units(text: str, wanted: str) -> None:
    text, wanted = paired(text), paired(wanted)
    there, sought = ([*memoryview(t.encode("utf-16-le", "surrogatepass")).cast("H")] for t in (text, wanted))
    places = [at for at in range(len(there) - len(sought) + 1) if there[at : at + len(sought)] == sought]
    span = find(text, wanted)
    assert (span is not None) == bool(places)
    assert span is None or wanted in text[slice(*span)] or any("\ud800" <= c <= "\udfff" for c in wanted)
