"""What is no claim, and what is one though it looks like none."""

import pytest

from tests.domain.testimony import chat, claims, extraction


@pytest.mark.parametrize(
    "text",
    [
        "We signed the order yesterday, so you should have it by tomorrow.",
        "Mira said she would be in Ghent in May.",
        "The kiln service posts every glaze recipe to the shared shelf.",
        "On 7 May 2026 between 14:02 and 15:47 UTC members in Ghent could not vote.",
        "The lockout counter isn't reset when a password is changed.",
        "Repeated the firing with a new shelf.",
        "No trace of the glaze.",
        "Run 12: 3.98 g, colourless.",
        "Next rehearsal: 28 May, 10:00, room Birch.",
        "2.8.0 (2026-02-02): Duplicate tiles are ignored.",
        "The mayor is not convinced.",
    ],
)
def test_what_informs_is_kept(text: str) -> None:
    said = extraction(text)
    assert len(said.claims) == 1
    assert not [d for d in said.decisions if d.type == "selection_drop"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We would have won with a better goalkeeper.", "hypothetical"),
        ("It would be nice to have a second kiln.", "hypothetical"),
        ("Please lock the gate at night.", "advice"),
        ("Mira Lund, 3 February 2026", "intro"),
        ("7:45 pm on 21 August, 2025", "intro"),
        ("Lock the gate and close both windows at night.", "advice"),
    ],
)
def test_what_is_not_so_or_only_asked_for_is_no_claim(text: str, reason: str) -> None:
    said = extraction(text)
    assert (said.claims, [d.reason for d in said.decisions]) == ((), [reason])


def test_a_request_does_not_take_with_it_what_is_stated_beside_it() -> None:
    (claim,) = claims("Mira is allergic to nuts, please tell the caterers.")
    assert claim.claim_text == "Mira is allergic to nuts"


def test_a_feeling_is_kept_and_a_courtesy_is_none() -> None:
    said = chat(("Ola", "It was hard at first but I feel lighter now."), ("Bo", "I'm sorry."))
    assert [claim.claim_text for claim in said.claims] == ["Ola feels lighter now."]
    said = chat(("Ola", "I'm proud of you."), ("Bo", "I'm not convinced."))
    assert [claim.claim_text for claim in said.claims] == ["Ola is proud of Bo.", "Bo is not convinced."]


def test_an_answer_that_only_stands_in_for_what_was_asked_carries_the_question() -> None:
    said = chat(("Ola", "Could someone take my slot on Thursday?"), ("Bo", "I'll do it."))
    assert [claim.claim_text for claim in said.claims] == [
        'Asked "Could someone take Ola\'s slot on Thursday?": Bo will do it.'
    ]


def test_one_of_what_is_not_said_is_flagged() -> None:
    _first, second = claims("The flasks arrived. One was cracked.")
    assert (second.claim_text, second.flags) == ("One was cracked.", ("unresolved",))


@pytest.mark.parametrize(
    ("text", "kept", "struck"),
    [
        ("~~The ferry leaves at 9.~~ The ferry leaves at 10.", ["The ferry leaves at 10."], 1),
        ("The ferry leaves at ~~9~~ 10.", ["The ferry leaves at 10."], 1),
        ("<del>The gate is open.</del> The gate is shut.", ["The gate is shut."], 1),
        ("- ~~Mira owns the kiln.~~\n- Ivo owns the kiln.", ["Ivo owns the kiln."], 1),
        ("| boat | captain |\n| --- | --- |\n| Lark | ~~Mio~~ Rana |", ["The captain of Lark is Rana."], 1),
        ("The mast is ~~ 9 m and the keel is ~~ 2 m.", ["The mast is 9 m", "The keel is 2 m."], 0),
    ],
)
def test_what_is_crossed_out_is_said_no_more(text: str, kept: list[str], struck: int) -> None:
    said = extraction(text)
    assert [claim.claim_text for claim in said.claims] == kept
    assert [d.reason for d in said.decisions if d.type == "selection_drop"] == ["struck_out"] * struck
