"""What a claim may change in the words of its source, and what would make it a lie."""

import pytest

from remember.domain.fidelity import Around, reworded

AROUND = Around(
    speaker="Ines Lund",
    listener="Tomas Rud",
    before="The pump is old. Tomas Rud: I keep the key. My brother Ben called.",
)


@pytest.mark.parametrize(
    ("quote", "claim"),
    [
        ("I keep the key", "Ines Lund keeps the key"),
        ("I'm tired of rain", "Ines Lund is tired of rain"),
        ("I've moved", "Ines has moved"),
        ("It's broken", "The pump is broken"),
        ("He left", "Ben left"),
        ("You lost my oars", "Tomas Rud lost Ines Lund's oars"),
        ("Well, I moved to Oslo", "Ines Lund moved to Oslo"),
        ("I didn't sell my boat, and Ben painted the shed.", "Ines Lund did not sell Ines Lund's boat"),
        ("I didn't sell my boat, and Ben painted the shed.", "Ben painted the shed."),
        ("Ben painted the shed, and Dana said it is nice.", "Ben painted the shed."),
        ("Ines, who lives in Oslo, keeps the key", "Ines keeps the key"),
        ("Ben fixed the pump and sold the boat", "Ben sold the boat"),
        ("公司名叫青鸟科技，负责人是欧阳娜。", "公司名叫青鸟科技"),
    ],
)
def test_a_statement_may_be_cut_at_its_seams_and_its_pronouns_written_out(quote: str, claim: str) -> None:
    assert reworded(claim, quote, AROUND).faults == []


@pytest.mark.parametrize(
    ("quote", "claim"),
    [
        ("I didn't sell my boat", "Ines Lund did sell Ines Lund's boat"),
        ("I never sold my boat", "Ines Lund sold Ines Lund's boat"),
        ("The pump is broken", "The pump is not broken"),
        ("The pump may be broken", "The pump is broken"),
        ("The pump may be broken", "The pump will be broken"),
        ("If it rains, the match is cancelled", "The match is cancelled"),
        ("The match is cancelled unless Ben calls", "The match is cancelled"),
        ("Dana said the pump is broken", "The pump is broken"),
        ("The pump is broken, according to Dana", "The pump is broken"),
        ("Dana doubts it, and the pump is broken", "The pump is broken"),
        ("Tomas promised to fix the pump", "Tomas fixes the pump"),
        ("Tomas promised to fix the pump", "Tomas fixed the pump"),
        ("Tomas wants to sell the pump and buy a boat", "Tomas buys a boat"),
        ("The pump works only on Fridays", "The pump works"),
        ("The pump works on Fridays", "The pump works"),
        ("Some pumps are broken", "Pumps are broken"),
        ("Ines or Ben came", "Ines came"),
        ("Ines sold Tomas the pump", "Tomas sold Ines the pump"),
        ("The limit is 30 days", "The limit is 90 days"),
        ("The limit is 30 days", "The refund limit is 30 days"),
        ("I keep the key", "Tomas Rud keeps the key"),
        ("You keep the key", "Ines Lund keeps the key"),
        ("She left", "My brother left"),
        ("He left", "Ines Lund left"),
        ("It left", "The mayor left"),
        ("Ben met Ines and Tomas left", "Ben left"),
        ("The man who met Ines and sold the boat is Tomas", "The man sold the boat"),
        ("The pump is broken", "Ben"),
        ("The pump is broken", ""),
    ],
)
def test_what_changes_the_statement_is_a_fault(quote: str, claim: str) -> None:
    assert reworded(claim, quote, AROUND).faults


def test_who_is_meant_is_told_with_the_word_that_meant_them() -> None:
    found = reworded("Ines Lund lent Ben Ines Lund's oars", "I lent him my oars", AROUND)
    assert [(one.pronoun, one.name, one.is_speech) for one in found.resolved] == [
        ("I", "Ines Lund", True),
        ("him", "Ben", False),
        ("my", "Ines Lund", True),
    ]


def test_without_a_speaker_nobody_is_i() -> None:
    assert reworded("Ines Lund keeps the key", "I keep the key", Around(before="Ines Lund")).faults
