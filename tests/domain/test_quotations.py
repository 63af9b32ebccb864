"""A line that quotes somebody word for word is that person's own statement, and only that."""

import pytest

from tests.domain.testimony import claims, short


@pytest.mark.parametrize(
    "line",
    [
        'Mona Lark said: "I work for Kern."',
        "Mona Lark wrote: “I work for Kern.”",
        '- Mona Lark replied: "I work for Kern."',
    ],
)
def test_whoever_is_quoted_is_i(line: str):
    (only,) = claims(line)
    assert (only.claim_text, only.speaker) == ("Mona Lark works for Kern.", "Mona Lark")
    assert [short(a) for a in only.assertions] == ["relation mona lark works_for [kern] holds"]
    assert only.source_span == "I work for Kern."


def test_what_is_quoted_of_others_stays_the_word_of_the_speaker():
    (only,) = claims('Mona Lark said: "The gate opens at six."')
    assert (only.claim_text, only.assertions) == ("Mona Lark: The gate opens at six.", ())


def test_nobody_else_who_is_quoted_is_the_listener():
    found = claims('Mona Lark said: "I work for Kern."\n\nJan Rys replied: "You owe me 40 euros."')
    assert found[-1].claim_text == "You owe Jan Rys 40 euros."


@pytest.mark.parametrize("who", ["She", "They", "The company", "One of them"])
def test_whom_no_name_tells_is_no_speaker_and_no_label(who: str):
    (only,) = claims(f'{who} said: "I work for Kern."')
    assert only.speaker is None
    assert only.claim_text.startswith(f"{who} said")
    assert all(a.predicate != "value" for a in only.assertions)
