"""Whom "he" and "she" mean: one person for certain, or nobody."""

import pytest

from tests.domain.testimony import asserted, chat, claims


def _texts(text: str) -> list[str]:
    return [claim.claim_text for claim in claims(text)]


def test_whom_something_is_done_to_is_another_than_who_does_it() -> None:
    assert _texts("Ivo was away in May. Mira stood in for him.")[1] == "Mira stood in for Ivo."
    assert _texts("Mira waters the garden. Nobody thanked her.")[1] == "Nobody thanked Mira."
    assert _texts("Mira saw her.") == ["Mira saw her."]
    assert _texts("Mira went to the fair and met him.") == ["Mira went to the fair and met him."]


def test_somebody_may_do_something_to_what_is_their_own() -> None:
    assert _texts("Mira moved away in May. She sold her boat to a friend.")[1] == (
        "Mira sold her boat to a friend."
    )


def test_who_is_meant_is_still_spoken_of() -> None:
    text = "Mira joined the choir. She sings alto. She reports to Ivo. Before that, she reported to Tomas."
    assert _texts(text)[1:] == [
        "Mira sings alto.",
        "Mira reports to Ivo.",
        "Before that, she reported to Tomas.",
    ]


def test_who_was_she_is_not_he() -> None:
    assert _texts("Mira joined the choir. She met Ivo there. He sings bass.")[2] == "Ivo sings bass."


def test_a_day_or_a_laugh_is_nobody() -> None:
    assert _texts("The office is closed on Wednesdays. Her desk is by the door.")[1] == (
        "Her desk is by the door."
    )
    assert "named" not in " ".join(asserted("Haha, thanks. His name is Biscuit."))
    said = chat(("Ola", "Haha, thanks. I found a dog. His name is Biscuit."), ("Bo", "Nice!"))
    assert not any("Haha" in claim.claim_text for claim in said.claims)


@pytest.mark.parametrize("opening", ["Luca,", "Dear Luca,", "Hi Luca,"])
def test_whom_a_salutation_calls_is_nobody_that_he_could_be(opening: str) -> None:
    text = f"{opening}\n\nThe fitter is Sander Pol; he works for Varde Heating.\n"
    assert "relation sander pol works_for [varde heating] holds" in asserted(text)


def test_of_two_that_a_sentence_names_neither_is_guessed() -> None:
    made = [
        claim.claim_text for claim in claims("Luca called Sander Pol on Monday; he works for Varde Heating.")
    ]
    assert made[-1] == "He works for Varde Heating."


def test_a_name_with_a_number_is_no_person() -> None:
    spoken = chat(
        ("Kofi", "Dock 3 has been closed since 7 April."), ("Pernille", "She can send someone on Friday.")
    )
    assert not any("Dock 3 can" in claim.claim_text for claim in spoken.claims)


@pytest.mark.parametrize(
    ("turns", "claimed"),
    [
        (
            ["I ordered a second pump.", "It arrived last Friday."],
            "Ola: The second pump arrived on 2026-06-05.",
        ),
        (["The parcel is here.", "I signed for it."], "Ola signed for the parcel."),
        (["My sister brought the ladder on Monday.", "I cleaned it."], "Ola cleaned the ladder."),
    ],
)
def test_it_is_the_one_thing_that_was_named_before(turns: list[str], claimed: str) -> None:
    said = chat(*(("Ola", words) for words in turns)).claims[-1]
    assert (said.claim_text, said.flags) == (claimed, ())


@pytest.mark.parametrize(
    "turns",
    [
        ["I ordered a pump and a seal.", "It arrived last Friday."],
        ["I bought a boat in Oslo.", "It sank in May."],
        ["I bought a boat.", "It was fun on Friday."],
        ["I went to the festival.", "I loved it."],
        ["I sold my boat.", "It sank in May."],
    ],
)
def test_it_that_may_be_another_thing_or_all_that_was_told_is_flagged(turns: list[str]) -> None:
    said = chat(*(("Ola", words) for words in turns)).claims[-1]
    assert "unresolved" in said.flags


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Until 18 March 2026 the page was hosted on Pelican; it is now hosted on Heron.",
            "The page is now hosted on Heron.",
        ),
        ("The page was hosted on Pelican. It is now hosted on Heron.", "The page is now hosted on Heron."),
        ("My sister was sent to Delft; it was sent to Vigo.", "It was sent to Vigo."),
        ("The ferry to Vigo was built in Delft. It was built by Rill.", "It was built by Rill."),
        ("A page was hosted on Pelican. It is now hosted on Heron.", "It is now hosted on Heron."),
    ],
)
def test_it_is_the_one_of_which_the_same_was_just_said(text: str, said: str) -> None:
    assert claims(text)[-1].claim_text == said


def test_what_is_ours_is_the_speakers_and_theirs_where_we_are_told_of() -> None:
    said = chat(("Ola Vik", "Our fitter is Sander Pol. We use Medibook. We moved our office to Delft."))
    assert [(c.claim_text, c.assertions[0].label) for c in said.claims] == [
        ("Ola Vik's fitter is Sander Pol.", "The fitter of Ola Vik is Sander Pol."),
        ("Ola Vik and others use Medibook.", "Ola Vik and others use Medibook."),
        (
            "Ola Vik and others moved their office to Delft.",
            "Ola Vik and others moved their office to Delft.",
        ),
    ]
