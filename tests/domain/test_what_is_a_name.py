"""What names somebody or something, and how far a name goes."""

import pytest

from remember.domain.mentions import names_a_thing
from tests.domain.testimony import asserted, claims


@pytest.mark.parametrize(
    "text", ["Mira Lund", "Bank of Ghent", "Kiln Three", "蓝鲸软件", "search team", "Ørsted Mill"]
)
def test_a_name_names_a_thing(text: str) -> None:
    assert names_a_thing(text)


@pytest.mark.parametrize(
    "text", ["08:00–16:00 CET", "Mira Lund is paged", "was 200 before March 2026", "überall frei"]
)
def test_a_time_or_a_statement_names_none(text: str) -> None:
    assert not names_a_thing(text)


def test_somebody_who_is_also_called_something_keeps_their_whole_name() -> None:
    (claim,) = claims("The mill's spokeswoman, Marit Lund, said that no talks had taken place.")
    assert claim.holder == "Marit Lund"


def test_a_name_in_another_script_is_one_in_an_english_sentence() -> None:
    assert asserted("李娜 (Li Na) is based in Shenzhen and speaks Mandarin.") == [
        "relation 李娜 located_in [shenzhen] holds",
        "relation 李娜 other:speak [mandarin] holds",
    ]


def test_a_language_is_no_place() -> None:
    assert "located_in" not in " ".join(asserted("The letter is in French."))


def test_who_had_led_leads_no_more() -> None:
    assert not any("led_by" in said for said in asserted("Mira had led the night crew for ten years."))


def test_what_happens_otherwise_stays_with_its_condition() -> None:
    (claim,) = claims("The tiles must be dry, otherwise they are rejected.")
    assert (claim.claim_text, claim.hedged) == ("The tiles must be dry, otherwise they are rejected.", True)


def test_what_was_planned_otherwise_happened() -> None:
    (claim,) = claims("The data migration finished on Tuesday, two days earlier than planned.")
    assert (claim.hedged, claim.period.valid_from is not None) == (False, True)


def test_a_name_in_capitals_is_the_same_name() -> None:
    said = claims("Mira Lund leads the choir. MIRA sings alto.")
    assert [m.name for m in said[1].mentions] == ["Mira Lund"]


def test_a_thing_with_a_number_is_the_same_at_the_start_of_a_sentence_as_in_it() -> None:
    assert asserted("Pump 7 is owned by Ines Dahl.") == ["relation pump 7 owner [ines dahl] holds"]
    assert asserted("Arlo Finch owns Pump 7.") == ["relation pump 7 owner [arlo finch] holds"]
