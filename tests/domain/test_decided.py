"""What was decided and who is to do what is testimony, though it is written as an order."""

import pytest

from tests.domain.testimony import asserted, claims, extraction


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("Decision: ship Lark on 19 June.", "Decision: Ship Lark on 2026-06-19."),
        ("TODO: fix the gate of shed nine", "TODO: Fix the gate of shed nine"),
        ("Agreed: the refund limit stays at 500.", "The refund limit stays at 500."),
        ("- [ ] Book the hall for 3 July", "Book the hall for 2026-07-03"),
        ("Next steps:\n\n- Book the hall for 3 July\n", "Book the hall for 2026-07-03"),
        ("Dana Stone to talk to Wei about the cutover.", "Dana Stone to talk to Wei about the cutover."),
    ],
)
def test_what_is_decided_is_kept_with_the_word_that_says_so(text: str, claimed: str) -> None:
    assert [claim.claim_text for claim in claims(text)] == [claimed]


def test_an_order_under_a_heading_of_actions_is_kept_and_elsewhere_is_not() -> None:
    text = "- Update the rota before 3 July\n"
    assert len(claims(text, heading_path=("Retro", "Action items"))) == 1
    assert [d.reason for d in extraction(text, heading_path=("Retro", "Tips")).decisions] == ["advice"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dana to write the runbook.", ["observation dana other:to_write to write runbook happens"]),
        ("ACTION: Wei to update the rota", ["observation wei other:to_update to update rota happens"]),
        (
            "- [ ] Dana and Wei to count the boats",
            [
                "observation dana other:to_count to count boats happens",
                "observation wei other:to_count to count boats happens",
            ],
        ),
    ],
)
def test_what_somebody_is_to_do_is_said_of_them_and_is_not_done(text: str, expected: list[str]) -> None:
    assert asserted(text) == expected


@pytest.mark.parametrize("text", ["Wei: +1", "Wei: -1", "Wei: yes"])
def test_a_voice_under_a_name_is_no_value(text: str) -> None:
    assert claims(text, heading_path=("Budget",)) == ()


def test_who_speaks_before_a_comma_is_not_the_subject() -> None:
    assert asserted("Wei, one concern is the rate of change.") == [
        "observation one concern is rate of change holds"
    ]
    assert asserted("Dana, the lead, is out on 19 June.")[0].startswith("observation dana ")


def test_a_day_inside_a_sentence_keeps_its_preposition() -> None:
    (claim,) = claims("The trouble with the vault today is the noise.")
    assert claim.claim_text == "The trouble with the vault on 2026-06-12 is the noise."
