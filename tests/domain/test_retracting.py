"""What a person took back stays so, whoever says it again and whenever, and what it had ended goes on."""

import random
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.claims import Effect
from remember.domain.facts import Believed, Changes, Outcome, Stance, Testimony, settle
from remember.domain.folding import fold
from remember.domain.retracting import RefutedStatement, Retracted, Tombstone, fold_standing
from remember.domain.time import UNDATED, Period
from tests.domain.slots import PERIODS, apply, between, ids, on, outline, said, since

BEGINS, ENDS, HOLDS = Effect.BEGINS, Effect.ENDS, Effect.HOLDS


def _stone(item: Testimony, window: Period = UNDATED, *claims: int) -> Tombstone:
    linked = frozenset(UUID(int=claim) for claim in claims)
    return Tombstone(fact_id=UUID(int=77), fact_key=item.fact_key, window=window, claims=linked)


def _standing(items: list[Testimony], *stones: Tombstone, exclusive: bool = True) -> list[object]:
    folded = fold_standing(items, Retracted(tombstones=stones), exclusive=exclusive)
    return list(outline(folded.facts))


def _again(items: list[Testimony], stone: Tombstone) -> set[int]:
    folded = fold_standing(items, Retracted(tombstones=[stone]), exclusive=True)
    return {claim.int for claim in folded.said_again[stone.fact_id]}


def test_what_a_retracted_fact_had_ended_goes_on() -> None:
    old, wrong = said(1, "OldBox", BEGINS, on(3)), said(2, "KeyBox", BEGINS, on(30))
    assert _standing([old, wrong], _stone(wrong, since(30))) == [("OldBox", since(3), {1})]


def test_saying_it_again_links_the_claim_and_does_not_bring_it_back() -> None:
    first, again, dated = said(1, "KeyBox", at=1), said(2, "KeyBox", at=9), said(3, "KeyBox", BEGINS, on(40))
    stone = _stone(first, UNDATED, 1)
    assert _standing([first, again, dated], stone) == []
    assert _again([first, again, dated], stone) == {2, 3}


def test_a_past_period_that_was_not_so_says_nothing_of_another_one() -> None:
    wrong = said(1, "Corvo", HOLDS, between(10, 20))
    stone = _stone(wrong, between(10, 20), 1)
    items = [wrong, said(2, "Corvo", BEGINS, on(40)), said(3, "Corvo", HOLDS, between(12, 15))]
    assert _standing(items, stone) == [("Corvo", since(40), {2})]
    assert _again(items, stone) == {3}


def test_an_undated_word_brings_an_open_fact_back_no_more_than_a_dated_one() -> None:
    wrong, undated = said(1, "Corvo", BEGINS, on(10)), said(2, "Corvo")
    assert _standing([wrong, undated], _stone(wrong, since(10))) == []
    assert _standing([undated], _stone(wrong, since(10))) == []
    assert _standing([undated], _stone(wrong, between(10, 20))) == [("Corvo", UNDATED, {2})]


def test_when_a_retracted_fact_ended_is_not_told_either() -> None:
    wrong, end = said(1, "Corvo", BEGINS, on(10)), said(2, "Corvo", ENDS, on(30))
    assert _standing([wrong, end], _stone(wrong, between(10, 30))) == []


def test_a_retracted_claim_is_not_heard_from_its_document_and_is_from_another() -> None:
    item, same, other = said(1, "a", doc=5), said(2, "a", doc=5), said(3, "a", doc=6)
    refuted = RefutedStatement(item.doc_id, item.fact_key, item.effect, item.period)
    folded = fold_standing([item, same, other], Retracted(statements={refuted}), exclusive=True)
    assert outline(folded.facts) == [("a", UNDATED, {3})]


def _settled(items: list[Testimony], believed: list[Believed], *stones: Tombstone) -> Changes:
    folded = fold_standing(items, Retracted(tombstones=stones), exclusive=True)
    return settle(folded.facts, believed, new_id=ids(2000), retracted=folded.said_again)


def test_a_retracted_fact_is_closed_as_denied_and_keeps_its_links() -> None:
    items = [said(1, "KeyBox", at=1)]
    believed = apply(settle(fold(items, exclusive=True), [], new_id=ids()), [])
    stone = Tombstone(
        fact_id=believed[0].fact_id,
        fact_key=believed[0].fact_key,
        window=UNDATED,
        claims=frozenset(believed[0].links),
    )
    changes = _settled([*items, said(2, "KeyBox", at=9)], believed, stone)
    assert [(one.fact_id, one.outcome) for one in changes.closed] == [(stone.fact_id, Outcome.DENIED)]
    assert (changes.added, changes.revised, changes.unlinked) == ([], [], [])
    assert [(one.claim_id.int, one.stance) for one in changes.linked] == [(2, Stance.SUPPORTS)]


# --- properties -----------------------------------------------------------------------------------


@st.composite
def _testimony(draw: st.DrawFn) -> list[Testimony]:
    return [
        said(
            claim,
            draw(st.sampled_from(["a", "b"])),
            draw(st.sampled_from([BEGINS, ENDS, HOLDS])),
            draw(PERIODS),
            at=draw(st.one_of(st.none(), st.integers(1, 30))),
        )
        for claim in range(1, draw(st.integers(1, 8)) + 1)
    ]


@st.composite
def _history(draw: st.DrawFn) -> tuple[list[Testimony], list[Tombstone]]:
    """Testimony, of which a part had come when one or two of the facts were retracted."""
    items = draw(_testimony())
    known = fold(items[: draw(st.integers(1, len(items)))], exclusive=True)
    chosen = draw(st.sets(st.integers(0, len(known) - 1), min_size=1, max_size=2))
    stones = [
        Tombstone(
            fact_id=UUID(int=900 + place),
            fact_key=known[place].fact_key,
            window=known[place].window,
            claims=known[place].supports,
        )
        for place in chosen
    ]
    return items, stones


@given(_history(), st.randoms(use_true_random=False))
def test_it_is_no_matter_in_which_order_testimony_came(
    history: tuple[list[Testimony], list[Tombstone]], shuffler: random.Random
) -> None:
    items, stones = history
    shuffled, turned = items[:], stones[:]
    shuffler.shuffle(shuffled)
    shuffler.shuffle(turned)
    one = fold_standing(items, Retracted(tombstones=stones), exclusive=True)
    assert fold_standing(shuffled, Retracted(tombstones=turned), exclusive=True) == one


@given(_history())
def test_no_retracted_fact_stands(history: tuple[list[Testimony], list[Tombstone]]) -> None:
    items, stones = history
    folded = fold_standing(items, Retracted(tombstones=stones), exclusive=True)
    assert not any(stone.covers(fact) for stone in stones for fact in folded.facts)


@given(_history())
def test_what_is_said_of_others_is_as_if_it_had_never_been_said(
    history: tuple[list[Testimony], list[Tombstone]],
) -> None:
    items, stones = history
    folded = fold_standing(items, Retracted(tombstones=stones), exclusive=True)
    heard = {claim for fact in folded.facts for claim in fact.supports}
    assert fold([item for item in items if item.claim_id in heard], exclusive=True) == folded.facts


@given(_testimony())
def test_without_a_retraction_nothing_is_different(items: list[Testimony]) -> None:
    assert fold_standing(items, Retracted(), exclusive=True).facts == fold(items, exclusive=True)
