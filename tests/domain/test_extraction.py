from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remember.domain.claims import (
    AddedContext,
    ClaimPeriod,
    DraftClaim,
    EvidenceSpan,
    Mention,
    MentionKind,
    Origin,
    PeriodKind,
    Role,
)
from remember.domain.time import Precision
from tests.domain.testimony import RETRO, asserted, chat, claims, extraction, short


def utc(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def test_a_dated_move_is_one_claim_with_its_day_written_out() -> None:
    text = "Notes.\n\nRavi moved from the billing migration to the search team on 1 June.\n"
    (claim,) = claims(text)
    assert (claim.claim_text, claim.source_span, claim.char_start, claim.char_end) == (
        "Ravi moved from the billing migration to the search team on 2026-06-01.",
        "Ravi moved from the billing migration to the search team on 1 June.",
        8,
        75,
    )
    assert claim.evidence_spans == (EvidenceSpan(char_start=8, char_end=75),)
    assert claim.added_context == (
        AddedContext(text="2026-06-01", origin=Origin.DATE, replaced="1 June", char_start=68, char_end=74),
    )
    assert claim.period == ClaimPeriod(
        valid_from=utc(2026, 6, 1),
        valid_until=utc(2026, 6, 1),
        precision=Precision.DAY,
        kind=PeriodKind.EVENT_TIME,
    )
    assert claim.asserted_at == RETRO
    assert claim.mentions == (
        Mention(
            surface="Ravi",
            name="Ravi",
            char_start=8,
            char_end=12,
            kind=MentionKind.UNKNOWN,
            role=Role.SUBJECT,
        ),
        Mention(
            surface="billing migration",
            name="billing migration",
            char_start=28,
            char_end=45,
            kind=MentionKind.PROJECT,
            role=Role.OBJECT,
        ),
        Mention(
            surface="search team",
            name="search team",
            char_start=53,
            char_end=64,
            kind=MentionKind.TEAM,
            role=Role.OBJECT,
        ),
    )


def test_a_move_ends_the_one_and_begins_the_other() -> None:
    (claim,) = claims("Ravi moved from the billing migration to the search team on 1 June.")
    assert [a.label for a in claim.assertions] == [
        "Ravi works on billing migration",
        "Ravi works on search team",
    ]
    assert asserted("Ravi moved from the billing migration to the search team on 1 June.") == [
        "relation ravi works_on [billing migration] ends 2026-06-01",
        "relation ravi works_on [search team] begins 2026-06-01",
    ]


def test_an_undated_state_is_an_undated_observation() -> None:
    (claim,) = claims("Ravi is on call for billing incidents.")
    assert claim.claim_text == "Ravi is on call for billing incidents."
    assert claim.period == ClaimPeriod()
    assert [a.label for a in claim.assertions] == ["Ravi is on call for billing incidents."]
    assert asserted("Ravi is on call for billing incidents.") == [
        "observation ravi is on call for billing incidents holds"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mika joined the search team on 1 June.",
            ["relation mika works_on [search team] begins 2026-06-01"],
        ),
        (
            "Ravi left Corvo in May.",
            [
                "relation ravi works_for [corvo] ends 2026-05-01 unless_told",
                "relation ravi located_in [corvo] ends 2026-05-01 if_told",
            ],
        ),
        ("Ravi resigned from Corvo in May.", ["relation ravi works_for [corvo] ends 2026-05-01"]),
        ("Ravi almost joined Corvo.", ["observation ravi other:may_join joined corvo holds"]),
        ("The gate is not open any more.", ["observation gate not status open holds"]),
        ("Ravi does not work for Corvo any longer.", ["observation ravi not works_for [corvo] holds"]),
        ("The owner of the rota is no longer Wei.", ["observation rota not owner [wei] holds"]),
        ("Ravi moved to a new flat.", ["observation ravi other:move did move to new flat happens"]),
        (
            "The north archive moved from Gent to Vigo on 3 May.",
            [
                "observation north archive located_in [gent] ends 2026-05-03",
                "observation north archive located_in [vigo] begins 2026-05-03",
            ],
        ),
        ("The archive was moved to Vigo.", ["observation archive located_in [vigo] begins"]),
        (
            "The archive moved to a new building.",
            ["observation archive other:move did move to new building happens"],
        ),
        ("Ravi moved to marketing.", ["observation ravi works_on marketing begins"]),
        ("Ravi reports to Dana instead of Wei.", ["relation ravi reports_to [dana] holds"]),
        ("The meeting on 5 May was moved to 7 May.", ["observation meeting date 2026-05-07 begins"]),
        (
            "Ravi no longer works on the billing migration.",
            ["observation ravi not works_on [billing migration] holds"],
        ),
        ("Ravi is no longer on call.", ["observation ravi not is on call holds"]),
        (
            "Ravi no longer plays chess with Mika.",
            ["observation ravi not other:play_chess_with [mika] begins"],
        ),
        ("The choir no longer meets in the barn.", ["observation choir not other:meet meet in barn begins"]),
        ("Mika started working on the search index.", ["relation mika works_on [search index] begins"]),
        ("Ravi became team lead on 3 May.", ["observation ravi is team lead begins 2026-05-03"]),
        (
            "Dana is now the owner of the billing migration.",
            ["relation billing migration owner [dana] begins"],
        ),
        (
            "Wei handed over the rota to Dana.",
            [
                "observation rota not owner [wei] holds unless_told",
                "observation rota owner [dana] begins unless_told",
                "observation rota not led_by [wei] holds if_told",
                "observation rota led_by [dana] begins if_told",
            ],
        ),
        (
            "Dana replaced Wei as owner of the rota.",
            ["observation rota owner [dana] begins"],
        ),
        (
            "Dana handed the billing migration over to Wei.",
            [
                "observation billing migration not owner [dana] holds unless_told",
                "relation billing migration owner [wei] begins unless_told",
                "observation billing migration not led_by [dana] holds if_told",
                "relation billing migration led_by [wei] begins if_told",
            ],
        ),
        (
            "Corvo switched from Ledgerly to Paywell on 3 March 2026.",
            [
                "relation corvo uses [ledgerly] ends 2026-03-03 unless_told",
                "relation corvo uses [paywell] begins 2026-03-03 unless_told",
                "relation corvo works_for [ledgerly] ends 2026-03-03 if_told",
                "relation corvo works_for [paywell] begins 2026-03-03 if_told",
            ],
        ),
        (
            "The service was renamed from Lark to Wren.",
            ["observation service named wren begins"],
        ),
        (
            "The cutover slipped from 14 March to 21 March.",
            ["observation cutover date 2026-03-21 begins", "observation cutover due_date 2026-03-21 begins"],
        ),
        ("The review was postponed to Thursday.", ["observation review date 2026-06-18 begins"]),
        (
            "The review slipped from Monday to Thursday.",
            ["observation review date 2026-06-18 begins", "observation review due_date 2026-06-18 begins"],
        ),
        (
            "The retry limit was raised to 500 on 3 June.",
            ["observation retry limit value 500 begins 2026-06-03"],
        ),
        ("The migration was completed on 5 May.", ["observation migration status done begins 2026-05-05"]),
        ("The north gate reopened on 3 May.", ["observation north gate status open begins 2026-05-03"]),
        ("The north gate was closed on 3 May.", ["observation north gate status closed begins 2026-05-03"]),
        ("The Heron project has resumed.", ["observation heron project status in progress begins"]),
        ("The Heron project was suspended.", ["observation heron project status suspended begins"]),
        (
            "The night curfew was lifted on 3 May.",
            ["observation night curfew status lifted begins 2026-05-03"],
        ),
        (
            "The library closed early on 3 May.",
            ["observation library other:close did close early happens 2026-05-03"],
        ),
        ("The library closes at five.", ["observation library other:close close at 5 holds"]),
        (
            "The Heron project started on 3 May.",
            ["observation heron project attribute:start_date 2026-05-03 holds"],
        ),
        ("Ravi started yoga on 3 May.", ["observation ravi other:start did start yoga happens 2026-05-03"]),
        (
            "Ravi started school last week.",
            ["observation ravi other:start did start school happens 2026-06-01"],
        ),
        ("Dana started on 3 May.", ["observation dana other:start did start happens 2026-05-03"]),
        ("Ravi left Project Heron in May.", ["relation ravi works_on [project heron] ends 2026-05-01"]),
        ("Mika rejoined the search team.", ["relation mika works_on [search team] begins"]),
        (
            "The launch date changed from 9 June 2026 to 1 July 2026.",
            ["observation launch date 2026-07-01 begins"],
        ),
        (
            "The deadline of the audit was changed to 1 July 2026.",
            ["observation audit due_date 2026-07-01 begins"],
        ),
        (
            "The owner of the rota changed from Wei to Dana on 3 May.",
            [
                "observation rota owner [wei] ends 2026-05-03",
                "observation rota owner [dana] begins 2026-05-03",
            ],
        ),
        (
            "The status of Kestrel changed from open to closed on 3 May.",
            [
                "observation kestrel status open ends 2026-05-03",
                "observation kestrel status closed begins 2026-05-03",
            ],
        ),
    ],
)
def test_change_words_say_what_ended_and_what_began(text: str, expected: list[str]) -> None:
    assert asserted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KeyBox is used by the vault.", "observation vault uses [keybox] holds"),
        ("KeyBox is no longer used by the vault.", "observation vault not uses [keybox] holds"),
        ("KeyBox is relied on by the vault.", "observation vault depends_on [keybox] holds"),
        ("Corvo was founded by Ann in 1999.", "relation ann founded [corvo] happens 1999-01-01"),
        ("Lark is blocked by Kestrel.", "relation kestrel blocks [lark] holds"),
        ("Corvo employs Dana.", "relation dana works_for [corvo] holds"),
        ("Corvo employs 210 people.", "observation corvo other:employ employ 210 people holds"),
        ("Dana is employed by Corvo.", "relation dana works_for [corvo] holds"),
        ("The search team is led by Dana.", "relation search team led_by [dana] holds"),
        ("Dana is hated by Ravi.", "observation ravi not likes dana holds"),
        ("The house is owned by nobody.", "observation house other:own is owned by nobody holds"),
        ("KeyBox is used in the vault.", "observation keybox other:use is used in vault holds"),
        ("Larkfield is powered by Sylvapay.", "relation larkfield uses [sylvapay] holds"),
        ("Oda is Mira's manager.", "relation mira reports_to [oda] holds"),
        ("Oda is the boss of Mira.", "relation mira reports_to [oda] holds"),
        ("Oda is no longer Mira's manager.", "observation mira not reports_to [oda] holds"),
        ("Oda is Mira's sister.", "observation oda is mira's sister holds"),
        ("Oda is a manager of Corvo.", "observation oda is manager of corvo holds"),
        ("Corvo is the employer of Mira.", "relation mira works_for [corvo] holds"),
        ("Mira is an employee of Corvo.", "relation mira works_for [corvo] holds"),
        ("Ghent is Larkfield's location.", "relation larkfield located_in [ghent] holds"),
        (
            "Larkfield's location is 4 Mill Lane, Ghent.",
            "observation larkfield located_in 4 mill lane ghent holds",
        ),
    ],
)
def test_who_does_it_is_the_same_from_either_end(text: str, expected: str) -> None:
    assert asserted(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Larkfield runs on Sylvapay.", "relation larkfield uses [sylvapay] holds"),
        ("Larkfield does not run on Sylvapay.", "observation larkfield not uses [sylvapay] holds"),
        (
            "Larkfield started running on Sylvapay in May.",
            "relation larkfield uses [sylvapay] begins 2026-05-01",
        ),
        ("Larkfield is built on Sylvapay.", "relation larkfield uses [sylvapay] holds"),
        ("Larkfield makes use of Sylvapay.", "relation larkfield uses [sylvapay] holds"),
        ("Larkfield is headquartered in Ghent.", "relation larkfield located_in [ghent] holds"),
        (
            "Larkfield has been based in Ghent since 2020.",
            "relation larkfield located_in [ghent] holds 2020-01-01",
        ),
        (
            "The office was located at Ghent until May 2024.",
            "observation office located_in [ghent] holds until 2024-06-01",
        ),
        ("Larkfield depends on Sylvapay.", "relation larkfield depends_on [sylvapay] holds"),
        ("Larkfield works with Sylvapay.", "relation larkfield other:work_with [sylvapay] holds"),
        ("Larkfield will run on Sylvapay.", "observation larkfield other:run will run on sylvapay holds"),
        ("The trail runs on the ridge.", "observation trail other:run run on ridge holds"),
        ("The service runs on port 80.", "observation service other:run run on port 80 holds"),
    ],
)
def test_what_means_a_relation_between_names_is_that_relation(text: str, expected: str) -> None:
    assert asserted(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mira used to live in Ghent.", "observation mira not located_in [ghent] holds"),
        ("Larkfield used to be located at Ghent.", "observation larkfield not located_in [ghent] holds"),
        ("Larkfield used to run on Sylvapay.", "observation larkfield not uses [sylvapay] holds"),
        ("Mira used to own the boat.", "observation boat not owner [mira] holds"),
        ("Mira used to be a nurse.", "observation mira not is nurse holds"),
        ("Mira used to like tea.", "observation mira not likes tea holds"),
        ("Mira no longer likes tea.", "observation mira not likes tea holds"),
        (
            "Mira used to work at Corvo from 2019 to 2023.",
            "relation mira works_for [corvo] holds 2019-01-01 until 2024-01-01",
        ),
        ("Mira is used to the noise.", "observation mira other:use is used to noise holds"),
        (
            "The pump is used to fill the tank.",
            "observation pump other:use is used to fill tank holds",
        ),
        (
            "Mira used the tool to fix the pump.",
            "observation mira other:use did use tool to fix pump happens",
        ),
    ],
)
def test_what_used_to_be_is_no_longer_or_was_so_when_it_says(text: str, expected: str) -> None:
    assert asserted(text) == [expected]


def test_a_label_of_several_who_do_it_is_the_sentence() -> None:
    (claim,) = claims("KeyBox is used by the vault and the shed.")
    assert [a.label for a in claim.assertions] == ["KeyBox is used by the vault and the shed."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cutover date is 14 March.", "observation cutover date 2026-03-14 holds"),
        ("The status of Kestrel is closed.", "observation kestrel status closed begins"),
        ("Kestrel's status is not open.", "observation kestrel not status open holds"),
        ("Kestrel is closed.", "observation kestrel status closed begins"),
        ("Cutover date: 14 March", "observation cutover date 2026-03-14 holds"),
        ("The launch is on 5 July.", "observation launch date 2026-07-05 holds"),
        ("The refund limit is 9,000.", "observation refund limit value 9000 holds"),
        ("The refund limit is 9000", "observation refund limit value 9000 holds"),
        (
            "The revenue of Siskin Foods in 2022 was 4 million euros.",
            "observation siskin foods attribute:revenue 4000000 eur holds 2022-01-01 until 2023-01-01",
        ),
        (
            "In 2022 the revenue of Siskin Foods was 4 million euros.",
            "observation siskin foods attribute:revenue 4000000 eur holds 2022-01-01 until 2023-01-01",
        ),
        (
            "The population of Larkfield in 2010 is 4,200.",
            "observation larkfield attribute:population 4200 holds 2010-01-01 until 2011-01-01",
        ),
        (
            "The budget of the 2024 campaign is 40,000 EUR.",
            "observation 2024 campaign attribute:budget 40000 eur holds",
        ),
        ("The status of the Plum project is red.", "observation plum project status red holds"),
        ("The status of the migration is blocked.", "observation migration status blocked holds"),
        ("The pump's priority is high.", "observation pump attribute:priority high holds"),
        ("The colour of the door is red.", "observation door attribute:colour red holds"),
        (
            "The limit of the Plum service is 40 MB, not 30 MB.",
            "observation plum service attribute:limit 40 mb holds",
        ),
        ("The owner of the gate rota is Omar, not Tove.", "relation gate rota owner [omar] holds"),
        ("The gate is red instead of green.", "observation gate attribute:colour red holds"),
        (
            "The launch of the Heron app is due on 1 May 2024.",
            "observation heron app attribute:launch 2024-05-01 holds",
        ),
        ("Ola's PIN is 7741.", "observation ola attribute:pin 7741 holds"),
        (
            "The budget for the billing migration is €40,000.",
            "observation billing migration attribute:budget 40000 eur holds",
        ),
        ("The migration is blocked.", "observation migration status blocked holds"),
        ("The gate code rota is weekly.", "observation gate code rota attribute:frequency weekly holds"),
        ("Lantana Ltd is based in Oslo.", "relation lantana ltd located_in [oslo] holds"),
        ("The pilot starts on 5 July.", "observation pilot attribute:start_date 2026-07-05 holds"),
        ("Dana has led the search team since May.", "relation search team led_by [dana] holds 2026-05-01"),
        ("The vault keeps no card numbers.", "observation vault not other:keep keep card numbers holds"),
        ("Jo prefers the blue reader, it beeps louder.", "observation jo likes blue reader holds"),
        ("Ravi works for Corvo.", "relation ravi works_for [corvo] holds"),
        ("Dana owns the billing migration.", "relation billing migration owner [dana] holds"),
        (
            "Dana worked at Corvo from 2019 to 2021.",
            "relation dana works_for [corvo] holds 2019-01-01 until 2022-01-01",
        ),
        ("Ravi has been on call since Monday.", "observation ravi is on call holds 2026-06-08"),
    ],
)
def test_what_a_thing_is_meets_in_one_slot_however_it_is_said(text: str, expected: str) -> None:
    assert asserted(text) == [expected]


@pytest.mark.parametrize(
    "text", ["Ivo prefers blue.", "Blue is Ivo's preferred colour.", "Ivo mentioned he likes blue."]
)
def test_three_wordings_of_one_preference_are_one_key(text: str) -> None:
    assert asserted(text) == ["observation ivo likes blue holds"]


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("Rana likes chilli.", "Rana hates chilli."),
        ("Rana likes chilli.", "Rana does not like chilli."),
        ("Deploying on Friday is allowed.", "Deploying on Friday is not allowed."),
        ("Deploying on Friday is allowed.", "Deploying on Friday is forbidden."),
        ("The vault uses KeyBox.", "The vault doesn't use KeyBox."),
    ],
)
def test_a_denial_meets_what_it_denies(said: str, denied: str) -> None:
    (first,), (second,) = asserted(said), asserted(denied)
    assert second.replace("not ", "").replace("observation", "") == first.replace("observation", "")
    assert "not " in second


@pytest.mark.parametrize("text", ["Jo has no children.", "Jo does not have any children."])
def test_having_none_is_a_fact_that_denies(text: str) -> None:
    (claim,) = claims(text)
    assert claim.negated
    assert asserted(text) == ["observation jo not has children holds"]


def test_what_somebody_says_is_about_them() -> None:
    (claim,) = claims("Dana said that the vendor is late.")
    assert (claim.is_attributed, claim.holder) == (True, "Dana")
    assert asserted("Dana said that the vendor is late.") == ["observation dana says vendor is late holds"]
    assert asserted("According to Wei, the vendor is late.") == ["observation wei says vendor is late holds"]


@pytest.mark.parametrize(
    "text",
    [
        "Maybe Ravi will join the search team.",
        "Ravi might join the search team.",
        "If Mika agrees, Ravi joins Corvo.",
    ],
)
def test_what_only_may_be_changes_nothing(text: str) -> None:
    (claim,) = claims(text)
    assert claim.hedged
    assert all(a.predicate.startswith("other:may_") and a.effect == "holds" for a in claim.assertions)


def test_a_change_that_is_only_announced_has_not_happened() -> None:
    assert asserted("Ravi will join the search team.") == [
        "observation ravi other:join will join search team happens"
    ]
    assert asserted("Ravi will join the search team on 1 July.") == [
        "relation ravi works_on [search team] begins 2026-07-01"
    ]
    assert asserted("The cutover will be on 21 July.") == ["observation cutover date 2026-07-21 holds"]


def test_the_past_of_a_state_without_a_date_is_not_held_now() -> None:
    assert asserted("Dana worked at Corvo.") == ["relation dana other:work_at [corvo] happens"]
    assert asserted("The migration was blocked.") == ["observation migration other:block was blocked happens"]


def test_what_there_is_has_no_subject_to_assert_of() -> None:
    (claim,) = claims("There is no maximum size of the board.")
    assert (claim.claim_text, claim.assertions) == ("There is no maximum size of the board.", ())


@pytest.mark.parametrize(
    "text",
    [
        "It takes courage to climb the mast.",
        "It is good to have a second key.",
        "Something odd happened to the vault.",
        "Somebody moved the vault.",
    ],
)
def test_of_it_and_of_somebody_nothing_is_asserted(text: str) -> None:
    (claim,) = claims(text)
    assert (claim.claim_text, claim.assertions) == (text, ())


def test_a_note_without_a_subject_is_led_by_what_it_stands_under() -> None:
    text = "- Startup work\n  - Landed another change that saves 10% of the time.\n"
    assert [claim.claim_text for claim in claims(text)] == [
        "Startup work: Landed another change that saves 10% of the time."
    ]


def test_a_list_of_those_present_is_no_testimony() -> None:
    said = extraction("- Dana Stone (chair)\n- Wei Lin, 3 proxies\n", heading_path=("Retro", "Present"))
    assert (said.claims, [d.reason for d in said.decisions]) == ((), ["references_boilerplate"] * 2)


def test_two_statements_of_one_sentence_are_two_claims_with_their_own_spans() -> None:
    text = "Ravi moved to the search team on 1 June, and Dana took over the rota."
    assert [(c.claim_text, c.source_span) for c in claims(text)] == [
        ("Ravi moved to the search team on 2026-06-01", "Ravi moved to the search team on 1 June"),
        ("Dana took over the rota.", "Dana took over the rota."),
    ]


def test_an_it_that_could_be_two_things_is_left_alone() -> None:
    said = claims("The gateway is slow. It drops requests.")
    assert said[1].claim_text == "The gateway drops requests."
    assert claims("The gateway is slow. It's older than Lark.")[1].claim_text == (
        "The gateway is older than Lark."
    )
    said = claims("The gateway calls the vault. It drops requests.")
    assert (said[1].claim_text, said[1].flags, said[1].assertions) == (
        "It drops requests.",
        ("unresolved",),
        (),
    )


def test_last_week_is_that_of_the_message_and_never_of_the_clock() -> None:
    said = chat(("Ola", "I went to Brno last week."), ("Bo", "Nice!"), at=utc(2023, 5, 24))
    (claim,) = said.claims
    assert claim.claim_text == "Ola went to Brno from 2023-05-15 to 2023-05-21."
    assert (claim.period.valid_from, claim.period.valid_until) == (utc(2023, 5, 15), utc(2023, 5, 21))
    undated = chat(("Ola", "I went to Brno last week."), ("Bo", "Nice!"), at=None)
    (claim,) = undated.claims
    assert (claim.claim_text, claim.period, claim.flags) == (
        "Ola went to Brno last week.",
        ClaimPeriod(),
        ("no_anchor",),
    )


def test_a_part_of_the_year_keeps_its_words() -> None:
    (claim,) = claims("The vault was moved at the end of last year.")
    assert claim.claim_text == "The vault was moved at the end of 2025."
    assert (claim.period.valid_from, claim.period.valid_until) == (utc(2025, 7, 1), utc(2025, 12, 31))
    assert "approximate" in claim.flags


@pytest.mark.parametrize(
    "text", ["That playground looks cool.", "No updates came in.", "This necklace is special to Dana."]
)
def test_what_only_those_present_can_see_is_no_subject(text: str) -> None:
    (claim,) = claims(text)
    assert (claim.claim_text, claim.assertions) == (text, ())


def test_you_in_general_and_you_all_are_not_the_listener() -> None:
    said = chat(("Ola", "You never know what helps."), ("Bo", "You all had a blast at the dinner."))
    assert [d.reason for d in said.decisions] == ["generic", "unresolved"]
    assert [claim.claim_text for claim in said.claims] == ["Bo: You all had a blast at the dinner."]


def test_i_and_you_are_the_two_who_speak() -> None:
    said = chat(
        ("Ola", "I've moved to my new flat, and I like it."),
        ("Bo", "You told me about your flat yesterday."),
    )
    assert [claim.claim_text for claim in said.claims] == [
        "Ola has moved to Ola's new flat, and Ola likes it.",
        "Ola told Bo about Ola's flat on 2026-06-11.",
    ]


def test_he_is_only_who_he_can_be() -> None:
    said = chat(("Ola", "My friend Bo is an engineer."), ("Ola", "He plays chess with Mio."))
    assert [claim.claim_text for claim in said.claims] == [
        "Ola's friend Bo is an engineer.",
        "Ola: Bo plays chess with Mio.",
    ]
    assert [a.label for claim in said.claims for a in claim.assertions] == [
        "Bo is an engineer.",
        "Bo plays chess with Mio",
    ]


def test_he_who_can_be_two_people_is_kept_unresolved_and_asserts_nothing() -> None:
    said = extraction("Bo met Wei. He plays chess with Mio.")
    assert [(c.claim_text, c.flags, c.assertions) for c in said.claims[1:]] == [
        ("He plays chess with Mio.", ("unresolved",), ())
    ]
    assert [(d.type, d.reason, d.detail) for d in said.decisions] == [
        ("selection_keep_flagged", "unresolved", "He")
    ]


def test_every_sentence_that_is_no_claim_leaves_its_reason() -> None:
    text = (
        "Hello everyone! What is the cutover date? Please update the docs. That's great! "
        "The launch is on 5 July."
    )
    said = extraction(text)
    assert [(d.reason, d.source_span) for d in said.decisions] == [
        ("greeting", "Hello everyone!"),
        ("question", "What is the cutover date?"),
        ("advice", "Please update the docs."),
        ("no_info", "That's great!"),
    ]
    assert [claim.source_span for claim in said.claims] == ["The launch is on 5 July."]


def test_a_table_row_is_the_subject_and_its_column_the_attribute() -> None:
    text = (
        "| Service | Owner | Status |\n|---|---|---|\n| Lark | Dana | blocked |\n| Wren | **Wei** | n/a |\n"
    )
    assert [(c.claim_text, c.source_span) for c in claims(text)] == [
        ("The Owner of Lark is Dana.", "Lark | Dana | blocked"),
        ("The Status of Lark is blocked.", "Lark | Dana | blocked"),
        ("The Owner of Wren is Wei.", "Wren | **Wei** | n/a"),
    ]
    assert asserted(text) == [
        "relation lark owner [dana] holds",
        "observation lark status blocked holds",
        "relation wren owner [wei] holds",
    ]


@pytest.mark.parametrize("row", ["Primary", "14:02", "1", "2.", "Yes", "Total", "high", "#3"])
def test_a_row_that_names_no_thing_is_told_and_is_no_fact_of_a_thing_of_other_tables(row: str) -> None:
    (claim,) = claims(f"| Post | Lead |\n|---|---|\n| {row} | Mira Lund |\n")
    assert claim.claim_text == f"The Lead of {row} is Mira Lund."
    assert (claim.assertions, "Mira Lund" in [one.name for one in claim.mentions]) == ((), True)


@pytest.mark.parametrize("row", ["Pump 3", "Primary pump", "R2", "Yes Bakery"])
def test_a_row_that_names_a_thing_is_about_it(row: str) -> None:
    (claim,) = claims(f"| Post | Lead |\n|---|---|\n| {row} | Mira Lund |\n")
    assert [one.subject.text for one in claim.assertions] == [row]


def test_a_row_of_a_rota_dates_what_it_says() -> None:
    text = "| Week | On call |\n|---|---|\n| 2026-W23 | Ravi |\n"
    (claim,) = claims(text)
    assert claim.claim_text == "On call is Ravi from 2026-06-01 to 2026-06-07."
    assert asserted(text) == ["observation on call value [ravi] holds 2026-06-01 until 2026-06-08"]


def test_a_thing_is_one_subject_whether_a_label_or_a_sentence_says_it() -> None:
    by_label = asserted("Status: blocked", heading_path=("Billing migration",))
    assert by_label == asserted("The billing migration is blocked.")
    by_label = asserted("Owner: Dana", heading_path=("Billing migration",))
    assert by_label == asserted("Dana owns the billing migration.")


def test_a_bare_label_belongs_to_its_heading() -> None:
    (claim,) = claims("Status: blocked", heading_path=("Billing migration",))
    assert claim.claim_text == "The status of Billing migration is blocked."
    assert [a.label for a in claim.assertions] == ["Billing migration is blocked."]


@pytest.mark.parametrize("text", ["Игорь Лукашин живёт в Осло", "दाना ओस्लो में रहती है।", "דנה גרה באוסלו."])
def test_a_statement_in_another_script_is_kept_with_or_without_its_mark(text: str) -> None:
    (claim,) = claims(text)
    assert (claim.claim_text, claim.source_span) == (text, text)


def test_names_in_every_script_stay_as_they_are_written() -> None:
    text = "公司名叫青鸟科技，负责人是欧阳娜。"
    (claim,) = claims(text)
    assert (claim.claim_text, claim.source_span, claim.char_start, claim.char_end) == (
        text,
        text,
        0,
        len(text),
    )


@pytest.mark.parametrize(
    "text",
    [
        "The path is C:\\repo\\src/main.py and the scope is 3f2a-77.",
        "Zoë\u0301 met 👩‍👩‍👧 at \u202bשלום\u202c on 2 May; \ufffd followed.",
        'a AND (b OR "c was here on 3 May',
    ],
)
def test_odd_characters_keep_their_places(text: str) -> None:
    for claim in claims(text):
        assert text[claim.char_start : claim.char_end] == claim.source_span


_BAG = (
    "Ravi Dana the team is was moved to from on 1 June 2026 | : \n - > ** he I my not no longer and , . ? if "
    "status [link](x) ` owner of said that joined 公司 é 40% yesterday # --- likes Corvo's 5,000 euros"
)
_WORDS = st.sampled_from(_BAG.split(" "))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_WORDS, max_size=40), st.integers(0, 1000))
def test_every_span_is_what_stands_at_its_place(words: list[str], offset: int) -> None:
    text = " ".join(words)
    said = extraction(text, char_start=offset)
    for item in (*said.claims, *said.decisions):
        assert text[item.char_start - offset : item.char_end - offset] == item.source_span
    for claim in said.claims:
        assert isinstance(claim, DraftClaim)
        assert claim.evidence_spans[0] == EvidenceSpan(char_start=claim.char_start, char_end=claim.char_end)
        for mention in claim.mentions:
            assert mention.char_end > mention.char_start


def test_a_date_far_into_a_long_line_is_found_at_its_place() -> None:
    blank = " " * 200_000  # a look at each character for each sentence would take minutes
    text = "Ravi leads Birch." + blank + "Mina joined Birch on 5 June. " * 100
    last = claims(text)[-1]
    assert last.source_span == "Mina joined Birch on 5 June."
    assert last.added_context == (
        AddedContext(
            text="2026-06-05",
            origin=Origin.DATE,
            replaced="5 June",
            char_start=len(text) - 8,
            char_end=len(text) - 2,
        ),
    )


def test_a_quotation_is_read_paragraph_by_paragraph() -> None:
    text = "> Dear Mira,\n>\n> The boat left in May.\n>\n> Kind regards\n> Tomas\n"
    assert [claim.claim_text for claim in claims(text)] == ["The boat left in 2026-05."]


def test_a_day_written_out_keeps_its_clock_time_and_the_verb_its_particle() -> None:
    texts = ["The fix goes out tonight at 22:00 UTC.", "Everyone signed in this morning."]
    assert [claim.claim_text for text in texts for claim in claims(text)] == [
        "The fix goes out on 2026-06-12 22:00 UTC.",
        "Everyone signed in on 2026-06-12.",
    ]
    (claim,) = claims("We haven't heard from the mill for two weeks.")
    assert claim.claim_text.endswith("for two weeks, since the week of 2026-05-25.")


def test_a_label_that_goes_on_in_its_value_is_about_what_it_stands_under() -> None:
    said = claims("# Ticket 12\n\nReported by: Mira Lund\nOpened: 2026-02-03\n", heading_path=("Ticket 12",))
    assert [claim.claim_text for claim in said] == [
        "Ticket 12: reported by Mira Lund.",
        "Ticket 12: opened 2026-02-03.",
    ]


def test_a_cell_that_tells_something_is_no_value_of_a_few_words() -> None:
    text = "| Time | Event |\n|---|---|\n| Kiln 2 | The door of the kiln was opened |\n"
    assert [claim.claim_text for claim in claims(text)] == ["Kiln 2, Event: The door of the kiln was opened."]


def test_another_script_is_cut_at_its_own_marks() -> None:
    text = "公司名叫蓝鲸软件，负责人是司马青云。总部在杭州。Анна живёт в Казани."
    assert [claim.claim_text for claim in claims(text)] == [
        "公司名叫蓝鲸软件，负责人是司马青云。",
        "总部在杭州。",
        "Анна живёт в Казани.",
    ]


def test_a_status_that_is_a_colour_is_said_to_be_a_status() -> None:
    (claim,) = claims("The status of the Plum project is red.")
    assert [a.label for a in claim.assertions] == ["The status of Plum project is red."]


def test_a_correction_is_read_as_what_it_says() -> None:
    (claim,) = claims("Correction: Juna Roth has worked for Kiln Works since 2020-06-01.")
    assert claim.claim_text == "Juna Roth has worked for Kiln Works since 2020-06-01."
    assert asserted(claim.source_span) == ["relation juna roth works_for [kiln works] holds 2020-06-01"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("May Lund works for Corvo.", "may lund"),
        ("Art Bell uses Corvo.", "art bell"),
        ("Faith Roe works for Corvo.", "faith roe"),
        ("Poor Mia works for Corvo.", "mia"),
        ("Monday Mia works for Corvo.", "mia"),
        ("Sunday Okoro works for Corvo.", "sunday okoro"),
        ("Sunday Okoro joined Corvo in 2020.", "sunday okoro"),
        ("On Sunday Okoro works for Corvo.", "okoro"),
        ("Corvo hired Sunday Okoro in March.", "sunday okoro"),
    ],
)
def test_a_word_that_leads_a_surname_is_part_of_the_name(text: str, subject: str) -> None:
    (claim,) = claims(text)
    (assertion,) = claim.assertions
    assert assertion.subject is not None
    assert assertion.subject.key == subject


def test_a_mail_is_said_by_its_sender_on_its_day_and_what_it_quotes_is_not() -> None:
    text = (
        "From: Ines Lund <ines@quay.example>\nDate: Tue, 3 Jun 2025 23:15:00 +0200\nSubject: Seal\n\n"
        "I fitted the spare seal yesterday.\n\nOn 28 May 2025 at 9:00 UTC, Tomas Rud wrote:\n"
        "> I ordered a second pump yesterday.\n"
    )
    fitted, ordered = claims(text, None)
    assert (fitted.claim_text, fitted.speaker) == (
        "Ines Lund fitted the spare seal on 2025-06-02.",
        "Ines Lund",
    )
    assert fitted.asserted_at == datetime(2025, 6, 3, 21, 15, tzinfo=UTC)
    assert (ordered.claim_text, ordered.speaker) == (
        "Tomas Rud ordered a second pump on 2025-05-27.",
        "Tomas Rud",
    )
    assert ordered.asserted_at == datetime(2025, 5, 28, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Mona Lark works for Kern and Jan Rys for Tarn.",
            ["relation mona lark works_for [kern] holds", "relation jan rys works_for [tarn] holds"],
        ),
        (
            "Mona Lark lives in Bergen, Jan Rys in Delft.",
            ["relation mona lark located_in [bergen] holds", "relation jan rys located_in [delft] holds"],
        ),
        (
            "Kern uses Medibook, Carelog and Rill.",
            [f"relation kern uses [{name}] holds" for name in ("medibook", "carelog", "rill")],
        ),
        (
            "Kern uses Medibook, Tarn Carelog.",
            ["observation kern other:use use medibook tarn carelog holds"],
        ),
        (
            "Mona Lark leads Fen, Jan Rys Tarn.",
            ["observation mona lark other:lead lead fen jan rys tarn holds"],
        ),
    ],
)
def test_a_verb_left_out_is_of_who_is_named_before_its_words_or_of_nobody(text: str, said: list[str]) -> None:
    assert asserted(text) == said


def test_the_fields_of_front_matter_are_about_the_document() -> None:
    text = (
        '---\ntitle: Turnstile spec\nowner: Rhea Stone\nstatus: "draft"\ndate: 2025-05-29\ntags: [a, b]\n'
        "layout: post\nreviewers:\n  - Mio Sato\n---\n\n# Gate\n\nThe gate opens at six.\n"
    )
    said = claims(text, title="Turnstile spec")
    assert [(c.claim_text, c.source_span) for c in said] == [
        ("The owner of Turnstile spec is Rhea Stone.", "owner: Rhea Stone"),
        ("The status of Turnstile spec is draft.", 'status: "draft"'),
        ("The gate opens at six.", "The gate opens at six."),
    ]
    assert [short(a) for c in said[:2] for a in c.assertions] == [
        "relation turnstile spec owner [rhea stone] holds",
        "observation turnstile spec status draft holds",
    ]
    assert [c.claim_text for c in claims('+++\nowner = "Mio"\n+++\n\nIt is new.\n', title="Gate rota")] == [
        "The owner of Gate rota is Mio."
    ]
    assert not claims("---\nowner: Mio\n---\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The on-call engineer is Dana Boe.", "observation on call engineer is dana boe holds"),
        ("The co-founder of Kern is Dana Boe.", "observation kern attribute:co_founder dana boe holds"),
        ("The ex-wife of Wei Lund is Dana Boe.", "observation wei lund attribute:ex_wife dana boe holds"),
        ("Dana Boe is the ex-wife of Wei Lund.", "observation dana boe is ex wife of wei lund holds"),
        ("The vice-chair of Kern is Dana Boe.", "observation kern attribute:vice_chair dana boe holds"),
        ("The on-site cook uses KeyBox.", "observation on site cook uses [keybox] holds"),
    ],
)
def test_a_word_with_a_hyphen_is_one(text: str, expected: str) -> None:
    assert asserted(text) == [expected]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ada Voss owns a boat.", "observation ada voss other:own boat holds"),
        ("Bo Lind owns at least three vans.", "observation bo lind other:own at least 3 vans holds"),
        ("Ada Voss does not own a car.", "observation ada voss not other:own car holds"),
        ("Ada Voss no longer owns a boat.", "observation ada voss not other:own boat begins"),
        ("Kester Vane leads a team.", "observation kester vane other:lead lead team holds"),
        ("Ada Voss owns the Heron barge.", "relation heron barge owner [ada voss] holds"),
        ("The wheels are owned by Tarn.", "observation wheels owner [tarn] holds"),
    ],
)
def test_some_boat_of_somebody_is_not_the_boat_of_somebody_else(text: str, said: str) -> None:
    assert [short(a) for c in claims(text) for a in c.assertions] == [said]


@pytest.mark.parametrize(
    ("text", "heading", "said"),
    [
        ("The budget is 40,000 euros.", "Project Fern", "The budget of Project Fern is 40,000 euros."),
        ("The owner is Dana Boe.", "Project Fern", "The owner of Project Fern is Dana Boe."),
        ("The status is paused.", "Project Fern", "The status of Project Fern is paused."),
        ("The price is $3.50.", "Lark lamp", "The price of Lark lamp is $3.50."),
        ("The budget is 40,000 euros.", "Overview", "The budget is 40,000 euros."),
        ("The budget is 40,000 euros.", "Budget", "The budget is 40,000 euros."),
        ("The team is small.", "Project Fern", "The team is small."),
        ("The lead is Dana, who is new.", "Project Fern", "The lead is Dana, who is new."),
        ("The gate is 3 m wide.", "Project Fern", "The gate is 3 m wide."),
    ],
)
def test_what_a_sentence_says_of_the_budget_is_of_the_heading_as_a_label_is(
    text: str, heading: str, said: str
) -> None:
    (claim,) = claims(text, heading_path=(heading,))
    assert (claim.claim_text, claim.source_span) == (said, text)
