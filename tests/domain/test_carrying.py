"""What an edit leaves alone, and when two claims state the same."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.carrying import CarriedClaim, How, Traced, how_carried, paired, restated, statement_key
from remember.domain.claims import AddedContext, ClaimPeriod, DraftClaim, Origin
from remember.domain.documents import VersioningMode
from remember.domain.time import Precision
from tests.domain.drafts import sentence

_ONE, _TWO = UUID(int=1), UUID(int=2)


def _before(claim_id: UUID, draft: DraftClaim) -> CarriedClaim:
    return CarriedClaim(
        claim_id=claim_id,
        claim_text=draft.claim_text,
        source_span=draft.source_span,
        added_context=draft.added_context,
        is_attributed=draft.is_attributed,
        speaker=draft.speaker,
        read_by="rules",
    )


def _dated(day: str) -> DraftClaim:
    added = AddedContext(text=day, origin=Origin.DATE, replaced="yesterday")
    return sentence(f"The pump failed on {day}.", span="The pump failed yesterday.", added_context=(added,))


def test_the_same_words_are_the_same_claim() -> None:
    gate, well = sentence("The gate is open."), sentence("The well is dry.")
    assert restated([well, gate], [_before(_ONE, gate)]) == {1: _ONE}


def test_each_claim_of_the_version_before_is_carried_once() -> None:
    gate = sentence("The gate is open.")
    assert restated([gate, gate, gate], [_before(_ONE, gate), _before(_TWO, gate)]) == {0: _ONE, 1: _TWO}


def test_a_sentence_keeps_the_day_that_yesterday_meant_when_it_was_written() -> None:
    assert restated([_dated("2026-05-02")], [_before(_ONE, _dated("2026-03-01"))]) == {0: _ONE}


@pytest.mark.parametrize(
    "changed",
    [
        sentence("The gate is shut."),
        replace(sentence("The gate is open."), is_attributed=True),
        replace(sentence("The gate is open."), speaker="Mira"),
        sentence("Mira's gate is open.", span="The gate is open."),
    ],
    ids=["words", "attribution", "speaker", "whom it speaks of"],
)
def test_other_words_another_holder_or_another_reading_are_new_testimony(changed: DraftClaim) -> None:
    assert restated([changed], [_before(_ONE, sentence("The gate is open."))]) == {}


def test_passages_pair_up_in_order_within_a_key() -> None:
    new = [("a", "a1"), ("b", "b1"), ("a", "a2"), ("a", "a3")]
    old = [("a", 1), ("a", 2), ("c", 3)]
    assert paired(new, old) == [("a1", 1), ("b1", None), ("a2", 2), ("a3", None)]


def test_case_spacing_and_outer_punctuation_do_not_tell_statements_apart() -> None:
    assert statement_key(sentence('"The  Gate is open!"')) == statement_key(sentence("the gate is open"))


def test_composed_and_decomposed_letters_state_the_same() -> None:
    assert statement_key(sentence("Zoe\u0308 left.")) == statement_key(sentence("Zo\u00eb left."))


def test_said_on_period_and_holder_tell_statements_apart() -> None:
    plain = sentence("The gate is open.")
    day = datetime(2026, 3, 4, tzinfo=UTC)
    others = [
        replace(plain, asserted_at=day),
        replace(plain, period=ClaimPeriod(valid_from=day, valid_until=day, precision=Precision.DAY)),
        replace(plain, is_attributed=True, holder="Mira"),
        replace(plain, is_attributed=True, holder="Tomas"),
    ]
    assert len({statement_key(draft) for draft in [plain, *others]}) == 5


def _how(*places: tuple[int | None, int | None], mode: VersioningMode = VersioningMode.LIVING) -> list[How]:
    return how_carried([Traced(was_at=was, is_at=here) for was, here in places], mode)


def test_what_is_pushed_down_by_something_new_is_unchanged() -> None:
    assert _how((None, 0), (0, 30), (20, 50)) == [How.NEW, How.UNCHANGED, How.UNCHANGED]


def test_of_what_changed_its_order_the_fewest_moved() -> None:
    assert _how((40, 0), (0, 10), (10, 20), (20, 30)) == [
        How.MOVED,
        How.UNCHANGED,
        How.UNCHANGED,
        How.UNCHANGED,
    ]


def test_two_claims_of_one_sentence_keep_their_order() -> None:
    assert _how((0, 10), (0, 10)) == [How.UNCHANGED, How.UNCHANGED]


def test_what_is_left_out_is_retracted_of_a_living_document_and_earlier_of_a_snapshot() -> None:
    assert _how((0, None)) == [How.RETRACTED]
    assert _how((0, None), mode=VersioningMode.SNAPSHOT) == [How.EARLIER]


def test_other_words_are_reworded_wherever_they_stand() -> None:
    claims = [Traced(was_at=50, is_at=0, is_reworded=True), Traced(was_at=0, is_at=10)]
    assert how_carried(claims, VersioningMode.LIVING) == [How.REWORDED, How.UNCHANGED]


@given(st.permutations(list(range(12))))
def test_as_many_as_can_keep_their_order_are_unchanged(order: list[int]) -> None:
    kept = [
        was
        for was, how in zip(order, _how(*((was, at) for at, was in enumerate(order))), strict=True)
        if how is How.UNCHANGED
    ]
    assert kept == sorted(kept)
    longest = max(len(_rising(order, start)) for start in range(12))
    assert len(kept) == longest


def _rising(order: list[int], start: int) -> list[int]:
    """The longest rising run that begins there, found the slow way."""
    best: list[int] = []
    for after in range(start + 1, len(order)):
        if order[after] > order[start]:
            best = max(best, _rising(order, after), key=len)
    return [order[start], *best]
