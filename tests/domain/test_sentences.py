"""Which sentence stands at a place, and what became of it."""

import pytest

from remember.domain.claims import Reason
from remember.domain.sentences import (
    SaidThere,
    SentenceFate,
    SentenceState,
    reason_in_words,
    sentence_at,
    state_of,
    why_sentence,
)

TEXT = (
    "# Lamps\n\nThe pier lamp is lit. Is the gate\nshut? “Yes.” said Dana.\n"
    "- Ropes are dry\n- Nets: 3.5 m wide\n"
)


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("Lamps", "Lamps"),
        ("lamp is", "The pier lamp is lit."),
        ("gate", "Is the gate\nshut?"),
        ("Ropes", "Ropes are dry"),
        ("5 m", "Nets: 3.5 m wide"),
    ],
)
def test_the_sentence_around_a_place_ends_with_its_punctuation_or_paragraph(at: str, sentence: str) -> None:
    start, end = sentence_at(TEXT, TEXT.index(at))
    assert TEXT[start:end] == sentence


def test_an_initial_ends_no_sentence() -> None:
    text = "The lamp is lit. J. K. Moe leads the crew. It rains."
    start, end = sentence_at(text, text.index("J."))
    assert text[start:end] == "J. K. Moe leads the crew."


@pytest.mark.parametrize("text", ["", "a", "\n\n\n", "word " * 3_000, "。" * 40, ". . . ."])
def test_the_sentence_around_any_place_holds_that_place(text: str) -> None:
    for place in range(0, len(text), max(1, len(text) // 50)):
        start, end = sentence_at(text, place)
        assert 0 <= start <= place < end <= len(text)


def test_every_reason_has_words() -> None:
    assert all(reason_in_words(reason) != reason.value for reason in Reason)
    assert reason_in_words("something newer") == "something newer"


LOST = SaidThere(counts=False, ended="version_superseded")


@pytest.mark.parametrize(
    ("fate", "state", "why"),
    [
        (SentenceFate(is_deleted=True, claims=[LOST]), "version_deleted", "its version was deleted"),
        (
            SentenceFate(claims=[LOST, SaidThere(counts=True, ended=None)]),
            "in_memory",
            "1 claim came of it",
        ),
        (
            SentenceFate(claims=[LOST]),
            "no_longer_counts",
            "what it said counts no more: a newer version of its document no longer says it",
        ),
        (
            SentenceFate(decisions=[("grounding_rejected", "ungrounded", "'seven' is not in the source")]),
            "not_grounded",
            "no claim of it passed the check: 'seven' is not in the source",
        ),
        (
            SentenceFate(decisions=[("selection_drop", "question", "")]),
            "left_out",
            "no claim was read from it: it asks something, and states nothing",
        ),
        (
            SentenceFate(is_read=False, parked="no_route"),
            "parked",
            "nothing converts files of its type yet; the file is kept",
        ),
        (
            SentenceFate(is_read=False, stopped="embed_chunk", error="embed_chunk: it is down"),
            "failed",
            "processing failed: embed_chunk: it is down",
        ),
        (
            SentenceFate(is_read=False, waiting="chunk"),
            "not_processed",
            "it was not read yet: chunk is still to be done",
        ),
    ],
)
def test_what_became_of_a_sentence_is_told_with_why(fate: SentenceFate, state: str, why: str) -> None:
    assert (state_of(fate), why_sentence(fate)) == (state, why)


def test_a_sentence_that_nothing_came_of_is_told_so() -> None:
    assert state_of(SentenceFate()) is SentenceState.NOTHING_RECORDED
