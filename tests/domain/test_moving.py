"""Which relations a move may concern: what its words say, and what they leave open."""

import pytest

from remember.domain.claims import Effect, Supposed
from tests.domain.testimony import asserted, chat, claims, short

IF, UNLESS = Supposed.IF_TOLD, Supposed.UNLESS_TOLD


@pytest.mark.parametrize(
    ("text", "open_to"),
    [
        ("Tarek moved from Ghent to Bruges in May.", {"located_in": IF, "works_for": IF, "uses": IF}),
        ("Tarek was transferred from Ghent to Bruges.", {"located_in": IF, "works_for": IF, "uses": IF}),
        ("Tarek moved back to Ghent.", {"located_in": IF, "works_for": IF, "uses": IF}),
        ("Tarek moved away from Ghent in May.", {"located_in": IF, "works_for": IF, "uses": IF}),
        ("Tarek relocated from Ghent to Bruges.", {"located_in": UNLESS}),
        ("Tarek moved house from Ghent to Bruges.", {"located_in": UNLESS}),
        ("Tarek moved jobs from Delta Yard to Polar Works.", {"works_for": UNLESS}),
        ("Tarek moved from Delta Ltd to Polar Works Ltd.", {"works_for": IF, "uses": IF}),
        ("Tarek left Delta Yard for Polar Works in May.", {"works_for": IF, "located_in": IF}),
        ("Tarek left Delta Yard in May.", {"works_for": UNLESS, "located_in": IF}),
        ("Larkfield switched from KeyBox to LockJar.", {"uses": UNLESS, "works_for": IF}),
        ("Tarek will move from Ghent to Bruges on 3 July.", {"located_in": IF, "works_for": IF, "uses": IF}),
        ("Tarek returned to Delta Yard in May.", {"works_for": IF}),
        ("Tarek returned from Ghent to Bruges.", {}),
        ("Tarek returned the pump to Delta Yard.", {}),
        # A plan without a day, a thing that is moved, what is not named: no move is told.
        ("Tarek will move from Ghent to Bruges.", {}),
        ("Tarek is moving from Ghent to Bruges.", {}),
        ("Tarek moved the pump from Ghent to Bruges.", {}),
        ("Tarek moved to the Leeds office.", {}),
        ("Tarek moved in with Mira.", {}),
        ("Tarek did not move from Ghent to Bruges.", {}),
        ("Tarek was transferred to Bruges by Mira.", {}),
    ],
)
def test_words_say_which_relations_a_move_may_concern(text: str, open_to: dict[str, Supposed]) -> None:
    found = {a.predicate: a.supposed for c in claims(text) for a in c.assertions if a.supposed}
    assert found == open_to


def test_a_move_is_an_event_as_well_as_what_it_may_have_changed() -> None:
    assert asserted("Tarek moved house from Ghent to Bruges on 3 May.") == [
        "observation tarek other:move did move house from ghent to bruges happens 2026-05-03",
        "relation tarek located_in [ghent] ends 2026-05-03 unless_told",
        "relation tarek located_in [bruges] begins 2026-05-03 unless_told",
    ]
    (claim,) = claims("Tarek moved from Ghent to Bruges.")
    assert not claim.negated


def test_a_person_who_moves_to_a_place_without_more_moves_home() -> None:
    (claim,) = chat(("Ola", "I moved to Leeds on Sunday.")).claims
    assert [short(a) for a in claim.assertions] == [
        "relation ola other:move_to [leeds] happens 2026-06-07",
        "relation ola located_in [leeds] begins 2026-06-07 unless_told",
        "relation ola works_for [leeds] begins 2026-06-07 if_told",
    ]
    (claim,) = chat(("Ola", "I moved to Polar Works Ltd on Sunday.")).claims
    assert {a.predicate for a in claim.assertions if a.supposed} == {"works_for"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Everton took over the night rota from Rhea on 3 May.",
            [
                "observation everton other:take_over did take over night rota from rhea happens 2026-05-03",
                "relation night rota owner [rhea] ends 2026-05-03 if_told",
                "relation night rota owner [everton] begins 2026-05-03 if_told",
                "relation night rota led_by [rhea] ends 2026-05-03 if_told",
                "relation night rota led_by [everton] begins 2026-05-03 if_told",
            ],
        ),
        (
            "The museum was taken over by Everton.",
            [
                "observation museum other:take_over was taken over by everton happens",
                "observation museum owner [everton] begins if_told",
                "observation museum led_by [everton] begins if_told",
            ],
        ),
        (
            "Everton took over as director of the museum from Rhea Stone on 3 May.",
            [
                "observation museum attribute:director [rhea stone] ends 2026-05-03",
                "observation museum attribute:director [everton] begins 2026-05-03",
            ],
        ),
        (
            "Everton succeeded Rhea Stone as owner of the rota.",
            ["observation rota owner [everton] begins"],
        ),
    ],
)
def test_who_takes_over_owns_a_thing_only_where_words_or_the_memory_say_so(
    text: str, expected: list[str]
) -> None:
    assert asserted(text) == expected


def test_who_succeeds_as_something_is_mentioned() -> None:
    (claim,) = claims("Everton succeeded Rhea Stone as director of the museum.")
    assert {m.name for m in claim.mentions} == {"Everton", "Rhea Stone"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Rhea Stone sold the Heron barge to Everton Bly for 5,000 euros on 3 May 2026.",
            [
                "heron barge owner [rhea stone] ends 2026-05-03",
                "heron barge owner [everton bly] begins 2026-05-03",
            ],
        ),
        (
            "Everton Bly bought the Heron barge from Rhea Stone on 3 May 2026.",
            [
                "heron barge owner [rhea stone] ends 2026-05-03",
                "heron barge owner [everton bly] begins 2026-05-03",
            ],
        ),
        ("Vantor acquired Lumo Labs in 2020.", ["lumo labs owner [vantor] begins 2020-01-01"]),
        ("Lumo Labs was acquired by Vantor in 2020.", ["lumo labs owner [vantor] begins 2020-01-01"]),
        ("The Heron barge was sold to Everton Bly.", ["heron barge owner [everton bly] begins"]),
        ("Rhea Stone sold the Heron barge.", ["heron barge not owner [rhea stone] holds"]),
        # Not one certain thing, not the whole of it, not done.
        ("Everton Bly bought a boat.", []),
        ("Everton Bly bought two old boats.", []),
        ("Vantor bought 30 percent of Lumo Labs.", []),
        ("Vantor sold its Lumo Labs shares to Kern.", []),
        ("Vantor bought Everton Bly a red bicycle.", []),
        ("Vantor sells Brightpay to small shops.", []),
        ("Vantor is selling Lumo Labs to Kern.", []),
        ("Vantor did not sell Lumo Labs.", []),
    ],
)
def test_who_buys_or_sells_a_certain_thing_owns_it_or_does_no_more(text: str, expected: list[str]) -> None:
    (claim,) = claims(text)
    made = [short(a).partition(" ")[2] for a in claim.assertions]
    assert [one for one in made if "owner" in one] == expected
    if expected:  # and it happened
        assert claim.assertions[0].effect is Effect.HAPPENS
        assert not claim.negated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ticket T-19 is assigned to Rhea Stone.", ["ticket t 19 assigned_to [rhea stone] holds"]),
        (
            "Ticket T-19 was reassigned from Rhea Stone to Everton Bly on 3 May 2026.",
            [
                "ticket t 19 assigned_to [rhea stone] ends 2026-05-03",
                "ticket t 19 assigned_to [everton bly] begins 2026-05-03",
            ],
        ),
        (
            "The harbour review has been assigned to Rhea Stone.",
            ["harbour review assigned_to [rhea stone] begins"],
        ),
        ("Rhea Stone was assigned to Bergen.", []),
        ("Ticket T-19 will be assigned to Rhea Stone.", []),
        ("Ticket T-19 was not assigned to Rhea Stone.", []),
    ],
)
def test_a_thing_is_assigned_to_one_at_a_time(text: str, expected: list[str]) -> None:
    made = [one.partition(" ")[2] for one in asserted(text)]
    assert [one for one in made if "assigned_to" in one] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rhea Stone has owned Mill House since 2020.", ["mill house owner [rhea stone] holds 2020-01-01"]),
        ("Rhea Stone owned Mill House until 2020.", ["mill house owner [rhea stone] holds until 2021-01-01"]),
        ("The van belongs to Rhea Stone.", ["van owner [rhea stone] holds"]),
        ("The red van belongs to Tarn Ltd.", ["red van owner [tarn ltd] holds"]),
        ("The van no longer belongs to Rhea Stone.", ["van not owner [rhea stone] holds"]),
        ("Rhea Stone owned Mill House.", []),
        ("The search team belongs to Kern.", ["search team part_of [kern] holds"]),
        ("Oslo belongs to Norway.", ["oslo part_of [norway] holds"]),
        ("Rhea Stone belongs to the choir.", ["rhea stone part_of choir holds"]),
    ],
)
def test_what_somebody_has_owned_or_what_belongs_to_them_is_theirs(text: str, expected: list[str]) -> None:
    made = [one.partition(" ")[2] for one in asserted(text)]
    assert [one for one in made if "owner" in one or "part_of" in one] == expected
