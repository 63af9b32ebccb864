"""A date says when its own clause was so, and looks the way that the clause's verb does."""

from datetime import UTC, datetime

from remember.domain.claims import DraftClaim
from tests.domain.testimony import asserted, claims

MARCH = datetime(2026, 3, 9, tzinfo=UTC)


def _only(text: str) -> DraftClaim:
    (claim,) = claims(text, MARCH)
    return claim


def test_a_firm_is_not_only_of_the_year_in_which_it_was_founded() -> None:
    claim = _only("Brackwater, which was founded in 1974, employs 210 people.")
    assert claim.period.valid_from is None
    assert claim.assertions[0].period.valid_from is None
    assert [(m.name, m.role) for m in claim.mentions] == [("Brackwater", "subject")]


def test_when_the_other_leaves_is_not_when_the_work_changes_hands() -> None:
    text = "Mira took over the night rota from Ivo, who is leaving for Ghent in April."
    assert _only(text).claim_text == text.replace("in April", "in 2026-04")
    assert "relation night rota owner [mira] begins if_told" in asserted(text, MARCH)


def test_a_reason_has_a_time_of_its_own() -> None:
    claim = _only("The harvest was late because the barn was closed until 2 March.")
    assert [a.period.valid_until for a in claim.assertions] in ([], [None])


def test_what_happens_while_something_else_does_has_its_time() -> None:
    claim = _only("When she was in Ghent in February, Mira swam every day.")
    assert claim.period.valid_from == datetime(2026, 2, 1, tzinfo=UTC)


def test_a_thing_that_is_told_by_what_happened_to_it_keeps_the_time() -> None:
    claim = _only("The book Mira read last year was long.")
    assert claim.period.valid_from == datetime(2025, 1, 1, tzinfo=UTC)


def test_a_thing_that_is_shown_is_told_by_when_it_came_about() -> None:
    claim = _only("Here is the bowl that Mira made last week.")
    assert claim.period.valid_from == datetime(2026, 3, 2, tzinfo=UTC)
    assert all(a.period.valid_from is None for a in claim.assertions)


def test_what_has_been_so_since_is_so_though_nobody_is_certain_whose_it_is() -> None:
    claim = _only("They have been the keepers of the gate since 2019.")
    assert (claim.period.precision, claim.period.valid_until) == ("open", None)


def test_what_was_yesterday_is_not_what_is_so_in_general() -> None:
    claim = _only("Mira gave her boat to a club she rows at yesterday.")
    assert claim.period.valid_from == datetime(2026, 3, 8, tzinfo=UTC)
    assert claim.claim_text.endswith("rows at on 2026-03-08.")


def test_whose_day_something_was_is_not_when_it_is_told_of() -> None:
    claim = _only("Mira repeated yesterday's firing with a new shelf.")
    assert claim.claim_text == "Mira repeated 2026-03-08's firing with a new shelf."
    assert claim.period.valid_from is None
    claim = _only("The yield is lower than Tuesday's yield.")
    assert (claim.claim_text, claim.period.valid_from) == ("The yield is lower than Tuesday's yield.", None)


def test_a_day_that_nothing_fixes_stays_in_what_is_said() -> None:
    assert asserted("Mira can offer delivery on 17 or 24 March.", MARCH) == [
        "observation mira other:can_offer can offer delivery on 17 or 24 march holds"
    ]


def test_of_two_verbs_each_has_its_own_time() -> None:
    claim = _only("The mill employs ten people and had two visitors last year.")
    assert claim.period.valid_from is None
    claim = _only("The bill is lower than last year.")
    assert (claim.claim_text, claim.period.valid_from) == ("The bill is lower than 2025.", None)


def test_what_is_wanted_or_must_be_is_to_come() -> None:
    assert _only("Mira wants to row again in autumn.").claim_text.endswith("in 2026-09 to 2026-11.")
    assert _only("Mira must pay the fee in January.").claim_text.endswith("in 2027-01.")
