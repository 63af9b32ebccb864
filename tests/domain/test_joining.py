"""What a speaker says in short sentences is claimed as it was meant: with what it leans on."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remember.domain import grounding
from remember.domain.claims import EvidenceSpan, Origin
from tests.domain.testimony import chat, short

_BAG = (
    "Ravi Dana the team is was moved to from on 1 June 2026 : - > ** he I my not no longer and , . ? ! "
    "[link](x) owner of said that joined 公司 é 40% yesterday likes Corvo's you your It's they've I'm can't "
    "haven't what's when where for three years now See tomorrow at Rosa's Guess what gonna write Decision: "
    "so great"
)
_TURN = st.tuples(
    st.sampled_from(["Ola", "Bo Lund", "Wei"]),
    st.lists(st.sampled_from(_BAG.split(" ")), min_size=1, max_size=20).map(" ".join),
)


def said(*turns: tuple[str, str]) -> list[str]:
    return [claim.claim_text for claim in chat(*turns, ("Wei", "Nice!")).claims]


@pytest.mark.parametrize(
    ("words", "claimed"),
    [
        (
            "I took the twins to the harbour. They loved it!",
            ["Ola took the twins to the harbour. They loved it!"],
        ),
        ("The ferry was late. So annoying!", ["Ola: The ferry was late. So annoying!"]),
        (
            "We rented a cabin. The view was stunning.",
            ["Ola and others rented a cabin. The view was stunning."],
        ),
        (
            "We drove to the lake. We made a fire.",
            ["Ola and others drove to the lake. Ola and others made a fire."],
        ),
        ("Baking calms me, so I bake a lot.", ["Baking calms Ola, so Ola bakes a lot."]),
    ],
)
def test_what_leans_on_the_statement_before_is_one_claim_with_it(words: str, claimed: list[str]) -> None:
    assert said(("Ola", words)) == claimed


@pytest.mark.parametrize(
    ("words", "claimed"),
    [
        (
            "Dana plays the cello. Ravi works at Corvo.",
            ["Ola: Dana plays the cello.", "Ola: Ravi works at Corvo."],
        ),
        (
            "I moved on 1 June. We signed the lease on 3 May.",
            ["Ola moved on 2026-06-01.", "Ola and others signed the lease on 2026-05-03."],
        ),
        (
            "Wei said that Lark is late. The harbour was closed.",
            ["Ola: Wei said that Lark is late.", "Ola: The harbour was closed."],
        ),
    ],
)
def test_what_stands_alone_or_has_its_own_date_or_voice_is_a_claim_of_its_own(
    words: str, claimed: list[str]
) -> None:
    assert said(("Ola", words)) == claimed


def test_a_claim_of_several_sentences_quotes_all_of_them_and_asserts_each() -> None:
    words = "My friend Bo is an engineer. He plays chess with Mio."
    (claim,) = chat(("Ola", words), ("Wei", "Nice!")).claims
    assert claim.source_span == words
    assert claim.evidence_spans[0] == EvidenceSpan(char_start=5, char_end=5 + len(words))
    assert [short(a) for a in claim.assertions] == [
        "observation bo is engineer holds",
        "relation bo other:play_chess_with [mio] holds",
    ]
    for made in claim.assertions:
        assert made.subject is not None
        assert made.subject.mention is not None
        assert claim.mentions[made.subject.mention].name == "Bo"


def test_a_long_speech_is_not_one_claim() -> None:
    words = "We built a raft of old planks and empty barrels by the mill. " * 4
    assert len(said(("Ola", words.strip()))) > 1


def test_a_question_lends_its_words_to_an_answer_that_leans_on_it() -> None:
    (claim,) = chat(("Wei", "How was the harbour festival?"), ("Ola", "It was amazing!")).claims
    assert claim.claim_text == 'Asked "How was the harbour festival?": Ola: It was amazing!'
    assert claim.added_context[-1].origin is Origin.QUESTION
    assert claim.evidence_spans[1] == EvidenceSpan(char_start=5, char_end=34)
    assert claim.source_span == "It was amazing!"


def test_one_word_of_assent_says_nothing_unless_it_answers() -> None:
    assert said(("Wei", "Lark is late."), ("Ola", "Noted.")) == ["Wei: Lark is late."]
    assert said(("Wei", "Is the vault painted?"), ("Ola", "Painted.")) == [
        'Asked "Is the vault painted?": Ola: Painted.'
    ]


def test_a_question_asserts_nothing_and_lends_nothing_to_a_statement_of_its_own() -> None:
    assert said(("Wei", "Is Lark late?"), ("Ola", "Ravi works at Corvo.")) == ["Ola: Ravi works at Corvo."]
    assert said(("Wei", "What's new?"), ("Ola", "It was amazing!")) == []
    assert said(("Wei", "Where is Lark kept?"), ("Wei", "Dana plays the cello.")) == [
        "Wei: Dana plays the cello."
    ]
    away = said(
        ("Wei", "Where is Lark kept?"), ("Ola", "You finished the whole quilt last night, wow! It was huge.")
    )
    assert not any(text.startswith("Asked") for text in away[1:])


@pytest.mark.parametrize(
    ("words", "claimed"),
    [
        ("I finished the mosaic - want to see a photo?", ["Ola finished the mosaic"]),
        ("The mosaic took three weeks, right?", ["Ola: The mosaic took three weeks"]),
        ("Gonna study tide tables next month.", ["Ola: Gonna study tide tables in 2026-07."]),
        (
            "I'd love to sail to Malta, it would be a dream.",
            ["Ola would love to sail to Malta"],
        ),
    ],
)
def test_what_is_stated_beside_a_question_or_a_wish_is_kept(words: str, claimed: list[str]) -> None:
    assert said(("Ola", words)) == claimed


@pytest.mark.parametrize(
    ("words", "claimed"),
    [
        ("I haven't seen the tide tables.", "Ola hasn't seen the tide tables."),
        ("I can't leave Lark alone.", "Ola can't leave Lark alone."),
        ("It's fun when your plans work out.", "Ola: It's fun when your plans work out."),
        ("I put the key under the mat.", "Ola put the key under the mat."),
        ("Tomorrow is my day off.", "2026-06-13 is Ola's day off."),
        ("Reading and painting is fun for me.", "Reading and painting is fun for Ola."),
        ("The point is being yourself on stage.", "Ola: The point is being yourself on stage."),
    ],
)
def test_the_speaker_is_written_out_in_good_english(words: str, claimed: str) -> None:
    assert said(("Ola", words)) == [claimed]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_TURN, min_size=1, max_size=4))
def test_every_claim_of_a_conversation_is_grounded_at_its_place(turns: list[tuple[str, str]]) -> None:
    text = "\n".join(f"{speaker}: {words}" for speaker, words in turns)
    for claim in chat(*turns).claims:
        assert text[claim.char_start : claim.char_end] == claim.source_span
        assert grounding.check(claim, text, 0) == []
        ends = [end for made in claim.assertions for end in (made.subject, made.object)]
        numbers = [end.mention for end in ends if end is not None and end.mention is not None]
        assert all(0 <= number < len(claim.mentions) for number in numbers)
