"""Days of which a text tells that were to come, of which no year is said."""

from datetime import UTC, datetime

import pytest

from tests.domain.testimony import asserted, claims

MAY = datetime(2025, 5, 20, 9, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The audit has been moved to 19 June.", "2025-06-19"),
        ("The audit was postponed to 1 August.", "2025-08-01"),
        ("The audit was postponed until September.", "2025-09"),
        ("The audit was put off until 3 July.", "2025-07-03"),
        ("Dana put the audit off until 3 July.", "2025-07-03"),
        ("Dana has delayed the audit until 3 July.", "2025-07-03"),
        ("Dana pushed the audit back to 15 December.", "2025-12-15"),
        ("The audit has been rescheduled for 3 July.", "2025-07-03"),
        ("The audit was rescheduled from 5 to 9 June.", "2025-06-09"),
        ("Ravi moved the audit from 5 June to 9 June.", "2025-06-09"),
        ("The audit on 5 June was moved to 7 June.", "2025-06-07"),
        ("The 5 June audit was moved to 7 June.", "2025-06-07"),
        ("Friday's audit was moved to Monday.", "2025-05-26"),
        ("The audit was moved to Thursday.", "2025-05-22"),
        ("The audit was moved to the 19th.", "2025-06-19"),
        ("The audit was brought forward from 7 May to 5 May.", "2025-05-05"),
        ("The audit was brought forward from 7 June to 5 June.", "2025-06-05"),
        ("The audit was pulled forward from Friday to Wednesday.", "2025-05-21"),
        ("The audit was moved from 7 May 2025 to 5 May.", "2025-05-05"),
        ("The audit was moved from 7 May to 5 May 2025.", "2025-05-05"),
        ("On 3 May the audit was moved to 19 June.", "2025-06-19"),
        ("In March 2024 the audit was moved to 19 June.", "2024-06-19"),
        ("Last year the audit was moved from 5 June to 9 June.", "2024-06-09"),
        ("Audit postponed to 19 June.", "2025-06-19"),
        ("The audit was scheduled for 12 June.", "2025-06-12"),
    ],
)
def test_what_a_thing_was_moved_to_lies_ahead_of_the_telling(text: str, day: str) -> None:
    effect = "holds" if "was scheduled" in text else "begins"
    assert f"observation audit date {day} {effect}" in asserted(text, MAY)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Nils planned the workshop for 12 June.", "for 2025-06-12."),
        ("They agreed on 3 July for the handover.", "on 2025-07-03 for"),
        ("She booked the ferry for 20 June.", "for 2025-06-20."),
        ("Mira made a booking for 20 June.", "for 2025-06-20."),
        ("Wei bought two tickets for 20 June.", "for 2025-06-20."),
        ("Wei reserved the hall from 5 June to 9 June.", "from 2025-06-05 to 2025-06-09."),
        ("Ana arranged a visit for the 30th.", "for 2025-05-30."),
        ("Wei has booked a table for Friday.", "for 2025-05-23."),
        ("Wei decided to leave on 20 June.", "on 2025-06-20."),
        ("Wei was supposed to start on 2 June.", "on 2025-06-02."),
        ("Mira promised to deliver the report by 3 July.", "by 2025-07-03."),
        ("The report was due on 12 June.", "on 2025-06-12."),
        ("Wei and Ana agreed that the launch will be on 3 July.", "on 2025-07-03."),
        ("Wei said that he would paint the barn on 3 July.", "on 2025-07-03."),
        ("Ravi, who had moved the audit to 19 June, left Corvo.", "to 2025-06-19, left"),
        ("Wei bought two tickets for the concert on 14 June.", "on 2025-06-14."),
        ("Wei made an appointment on 14 June.", "on 2025-06-14."),
        ("Wei invited Ana to the party on 14 June.", "on 2025-06-14."),
        ("Nils registered for the 14 June race.", "the 2025-06-14 race."),
        ("The party was to begin on 5 June.", "on 2025-06-05."),
        ("The invitation was for 14 June.", "for 2025-06-14."),
        ("The deadline was set to 30 June.", "to 2025-06-30."),
        ("The audit was moved to the end of June.", "to the end of 2025-06."),
        ("The audit was moved to 19 June at 10:00 UTC.", "to 2025-06-19 10:00 UTC."),
        ("The cancellation of the 12 June review surprised Wei.", "the 2025-06-12 review"),
        ("The move of the audit to 19 June was approved.", "to 2025-06-19 was"),
        ("A postponement of the launch until 3 July was agreed.", "until 2025-07-03 was"),
        ("Rescheduling the audit to 19 June helped Wei.", "to 2025-06-19 helped"),
        ("The audit slipped from the 28th to the 3rd.", "from 2025-05-28 to 2025-06-03."),
        ("The audit slipped from Friday to Monday.", "from 2025-05-23 to 2025-05-26."),
        ("The review on 12 June was cancelled.", "on 2025-06-12 was"),
        ("Dana cancelled the 14 June workshop.", "the 2025-06-14 workshop."),
        ("The Friday review has been cancelled.", "The 2025-05-23 review"),
    ],
)
def test_what_was_planned_lies_ahead_of_the_telling(text: str, written: str) -> None:
    (claim,) = claims(text, MAY)
    assert written in claim.claim_text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("The audit took place on 19 June.", "2024-06-19"),
        ("Wei said that the audit took place on 19 June.", "2024-06-19"),
        ("The office was closed from 5 to 9 June.", "from 2024-06-05 to 2024-06-09"),
        ("Wei stayed in Ghent from 5 June to 9 June.", "from 2024-06-05 to 2024-06-09"),
        ("Ana put the tent up from 5 to 9 June.", "from 2024-06-05 to 2024-06-09"),
        ("Ana brought the cake to the 5 June party.", "2024-06-05 party"),
        ("Ravi moved to Vigo on 19 June.", "2024-06-19"),
        ("The board agreed the budget on 14 June.", "2024-06-14"),
        ("Wei booked a table on 14 April.", "2025-04-14"),
        ("Wei booked on 14 June.", "2024-06-14"),
        ("Wei was ill on 14 June.", "2024-06-14"),
        ("They agreed on 3 June to sell the barn.", "on 2024-06-03 to sell"),
        ("Wei switched from KeyBox to LockJar on 3 June.", "2024-06-03"),
    ],
)
def test_what_was_done_lies_behind_the_telling(text: str, written: str) -> None:
    (claim,) = claims(text, MAY)
    assert written in claim.claim_text


def test_what_is_told_as_over_may_have_been_planned_for_a_day_some_weeks_ago() -> None:
    assert "observation cutover date 2025-03-21 begins" in asserted("The cutover slipped to 21 March.", MAY)
    assert "observation cutover date 2026-03-21 begins" in asserted(
        "The cutover has slipped to 21 March.", MAY
    )


def test_a_day_long_over_that_was_planned_is_ambiguous() -> None:
    (claim,) = claims("The audit was moved to 2 February.", MAY)
    assert claim.flags == ("inferred_year", "ambiguous")


def test_a_plan_is_not_made_on_the_day_that_it_is_for() -> None:
    (claim,) = claims("Mira made a booking for 20 June.", MAY)
    (made,) = claim.assertions
    assert (made.label, made.period.valid_from) == ("Mira made a booking for 2025-06-20.", None)
    (claim,) = claims("On 3 May Mira made a booking for 20 June.", MAY)
    (made,) = claim.assertions
    assert made.period.valid_from == datetime(2025, 5, 3, tzinfo=UTC)
