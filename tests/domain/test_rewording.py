"""What is only other words for the same, and what is another statement."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import UNDATED_CLAIM, ClaimPeriod, DraftClaim
from remember.domain.rewording import KeptStatement, Rewordings
from remember.domain.time import Precision
from tests.domain.drafts import sentence

_SAME = [
    ("Mira opens the gate at six.", "Mira opens the gate at 6."),
    ("Mira opens the gate at six.", "At six Mira opens the gate."),
    ("Tomas checks the well on Mondays.", "On Mondays, Tomas checks the well."),
    ("Tomas checks the well on Mondays.", "Tomas checks the well every Monday."),
    ("Tomas checks the well on Mondays.", "The well is checked by Tomas on Mondays."),
    ("Tomas checks the well on Mondays.", "Each Monday the well is checked by Tomas."),
    ("The gate isn't locked.", "The gate is not locked."),
    ("Oda cannot read the dial.", "Oda can't read the dial."),
    ("Oda won't sign the lease.", "Oda will not sign the lease."),
    ("The favourite colour of Ivo is grey.", "The favorite color of Ivo is gray."),
    ("Ivo organised the harvest.", "Ivo organized the harvest."),
    ("The travelled route is long.", "The traveled route is long."),
    ("The shed is located in Porto.", "The shed is in Porto."),
    ("Corvo purchased two mills.", "Corvo bought 2 mills."),
    ("Corvo is currently responsible for the mill.", "Corvo is in charge of the mill."),
    ("The pump costs €1,200.", "The pump costs 1200 euros."),
    ("The tank is 40 % full.", "The tank is 40 percent full."),
    ("Sales begin prior to 3 September 2026.", "Sales start before 3 Sept 2026."),
    ("The orchard is led by Mira.", "Mira leads the orchard."),
    ("The orchard was led by Mira.", "Mira led the orchard."),
    ("The plan was written by Oda in May 2024.", "Oda wrote the plan in May 2024."),
    ("Letters are carried by Ivo.", "Ivo carries letters."),
    ("Trips are planned by Ivo.", "Ivo plans trips."),
    ("Mira uses the north gate as well as the south gate.", "Mira uses the north gate and the south gate."),
    ("Mira works for Corvo.", "Mira is employed by Corvo."),
    ("The report is sent weekly.", "The report is sent every week."),
    ("mira  opens GATE", "Mira opens the gate."),
]

_OTHER = [
    # a number, a unit, an amount
    ("Mira opens the gate at six.", "Mira opens the gate at seven."),
    ("The pump costs 400 euros.", "The pump costs 400 dollars."),
    ("The pump costs 1,200 euros.", "The pump costs 1.200 euros."),
    ("The tank is 40 % full.", "The tank is 40 litres full."),
    ("Corvo owns two mills.", "Corvo owns mills."),
    # a date
    ("Sales begin on 3 May 2026.", "Sales begin on 4 May 2026."),
    ("Sales begin on 3 May 2026.", "Sales begin on 3 June 2026."),
    ("Tomas checks the well on Mondays.", "Tomas checks the well on Tuesdays."),
    ("Tomas checks the well on Mondays.", "Tomas checks the well on Monday."),
    ("The lease ends in May.", "The lease ends before May."),
    ("The lease ends by Friday.", "The lease ends after Friday."),
    # negation and modality
    ("Deploying on Friday is allowed.", "Deploying on Friday is not allowed."),
    ("Deploying on Friday is allowed.", "Deploying on Friday isn't allowed."),
    ("Oda can read the dial.", "Oda cannot read the dial."),
    ("Oda reads the dial.", "Oda never reads the dial."),
    ("Oda reads the dial.", "Oda may read the dial."),
    ("Oda reads the dial.", "Oda no longer reads the dial."),
    ("Oda must read the dial.", "Oda should read the dial."),
    ("Oda reads the dial.", "Only Oda reads the dial."),
    ("The gate is probably open.", "The gate is open."),
    # a name
    ("Mira leads the orchard.", "Ivo leads the orchard."),
    ("Mira Alder leads the orchard.", "Mira Auer leads the orchard."),
    ("Lena is head of audit at Corvo.", "Lena is head of audit at Duna."),
    ("The vault uses KeyBox.", "The vault uses LockBox."),
    ("Plan A is approved.", "Plan is approved."),
    # who does what to whom
    ("Mira manages Tomas.", "Tomas manages Mira."),
    ("Mira manages Tomas.", "Mira is managed by Tomas."),
    ("Mira manages Tomas.", "Tomas was managed by Mira."),
    ("The dog bit the man.", "The man bit the dog."),
    ("Mira moved from Porto to Lagos.", "Mira moved from Lagos to Porto."),
    # tense, opposites, more or less than before
    ("Mira leads the orchard.", "Mira led the orchard."),
    ("Mira leads the orchard.", "Mira will lead the orchard."),
    (
        "Mira opens the big north gate of the old orchard.",
        "Mira shuts the big north gate of the old orchard.",
    ),
    ("Lena is head of audit.", "Lena is deputy head of audit."),
    ("Mira opens the gate.", "Mira opens the gate reluctantly."),
    ("Ivo keeps the spare key.", "Ivo keeps a spare key in the shed."),
    ("Mira works for Corvo.", "Mira works with Corvo."),
    ("At least five goats are lame.", "At most five goats are lame."),
    ("All goats are lame.", "Some goats are lame."),
]


_KEPT = KeptStatement(
    claim_id=UUID(int=1),
    claim_text="Tomas checks the well on Mondays.",
    is_attributed=False,
    is_hedged=False,
    speaker=None,
    period=UNDATED_CLAIM,
)

_AGAIN = sentence("Every Monday Tomas checks the well.")


def says_the_same(one: str, other: str) -> bool:
    """Whether one is found again in the other."""
    return Rewordings([replace(_KEPT, claim_text=one)]).find(sentence(other)) is not None


@pytest.mark.parametrize(("one", "other"), _SAME, ids=[other for _, other in _SAME])
def test_other_words_for_the_same_are_seen(one: str, other: str) -> None:
    assert says_the_same(one, other)
    assert says_the_same(other, one)


@pytest.mark.parametrize(("one", "other"), _OTHER, ids=[other for _, other in _OTHER])
def test_anything_more_is_another_statement(one: str, other: str) -> None:
    assert not says_the_same(one, other)
    assert not says_the_same(other, one)


@given(st.sampled_from(_SAME), st.integers(13, 99), st.integers(13, 99))
def test_a_number_put_into_both_is_a_change_iff_it_differs(
    same: tuple[str, str], one: int, other: int
) -> None:
    left, right = (text.rstrip(".") for text in same)
    assert says_the_same(f"{left} {one}", f"{left} {other}") == (one == other)
    assert not says_the_same(f"{left} not {one}", f"{right} {one}")


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_says_the_same_as_itself_and_both_ways(one: str, other: str) -> None:
    assert says_the_same(one, one)
    assert says_the_same(one, other) == says_the_same(other, one)


_DAY = datetime(2026, 3, 4, tzinfo=UTC)


def test_a_statement_is_found_in_other_words_once() -> None:
    rewordings = Rewordings([_KEPT])
    assert [rewordings.find(_AGAIN), rewordings.find(_AGAIN)] == [_KEPT.claim_id, None]


@pytest.mark.parametrize(
    "changed",
    [
        replace(_AGAIN, is_attributed=True),
        replace(_AGAIN, hedged=True),
        replace(_AGAIN, speaker="Mira"),
        replace(_AGAIN, period=ClaimPeriod(valid_from=_DAY, valid_until=_DAY, precision=Precision.DAY)),
    ],
    ids=["attribution", "hedge", "speaker", "period"],
)
def test_another_holder_certainty_speaker_or_period_is_another_statement(changed: DraftClaim) -> None:
    assert Rewordings([_KEPT]).find(changed) is None


def test_what_was_said_at_another_time_of_its_own_is_said_twice() -> None:
    kept = replace(_KEPT, said_at=_DAY)
    assert Rewordings([kept]).find(_AGAIN, said_at=_DAY) == kept.claim_id
    assert Rewordings([kept]).find(_AGAIN, said_at=None) is None


def test_what_the_version_says_in_its_own_words_is_not_looked_for() -> None:
    rewordings = Rewordings([_KEPT])
    rewordings.leave([_KEPT.claim_id])
    assert rewordings.find(_AGAIN) is None
