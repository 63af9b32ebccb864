"""An answer without a language model: the words that fit best, or nothing."""

from uuid import UUID

from remember.domain.bearing import Weighed
from remember.domain.extracts import Candidate, believed, extracted, nearest, units, with_sides
from remember.domain.own_words import Words
from remember.domain.trust import Trust

DOC = UUID(int=1)
GROUP = UUID(int=9)


def said(text: str, *, start: int = 0, speaker: str | None = None, **more: object) -> Words:
    return Words(doc_id=DOC, version_id=None, start=start, text=text, speaker=speaker, **more)  # type: ignore[arg-type]


def test_a_passage_is_read_a_turn_at_a_time_with_its_speaker() -> None:
    chat = said("Bo: I paint the hull.\nMio: I keep the log.\nBo: Good to hear it.", start=40)
    assert [(one.start, one.text, one.speaker) for one in units([chat])] == [
        (40, "Bo: I paint the hull.", "Bo"),
        (62, "Mio: I keep the log.", "Mio"),
        (83, "Bo: Good to hear it.", "Bo"),
    ]


def candidate(text: str, *terms: int, **more: object) -> Candidate:
    return Candidate(words=said(text), terms=frozenset(terms), **more)  # type: ignore[arg-type]


def test_the_best_words_are_cited_and_no_others_that_lie_far_below() -> None:
    pieces = [said("the log"), said("the hull"), said("the mast"), said("the keel"), said("the sea")]
    weighed = Weighed(scores={0: 2.0, 1: 4.0, 2: 3.0, 3: 1.0, 4: -1.0}, told=4.0)
    found = extracted(pieces, weighed, floor=0, margin=0)
    assert [one.text for one in found] == ["the hull", "the mast", "the log"]
    far = Weighed(scores={0: -0.5, 1: 4.0}, told=4.0)
    assert [one.text for one in extracted(pieces, far, floor=-9, margin=0)] == ["the hull"]
    assert extracted(pieces, weighed, floor=5, margin=0) == []


def test_an_unverified_source_answers_only_where_no_other_does() -> None:
    other, stranger = said("the limit is 5"), said("the limit is 9", trust=Trust.UNVERIFIED)
    weighed = Weighed(scores={0: 2.0, 1: 5.0}, told=5.0)
    assert extracted([other, stranger], weighed, floor=0, margin=0) == [other]
    assert (
        extracted([said("the sea", trust=Trust.UNVERIFIED), stranger], weighed, floor=0, margin=0)[0]
        == stranger
    )
    far = Weighed(scores={0: -2.0, 1: 5.0}, told=5.0)
    assert extracted([other, stranger], far, floor=0, margin=0) == [stranger]


def test_what_is_held_no_more_comes_after_what_is_held() -> None:
    old = said("she works for Corvo", status="superseded")
    new = said("she works for Marlin", status="current")
    other = said("she sails")
    weighed = Weighed(scores={0: 5.0, 1: 4.0, 2: 3.0}, told=5.0)
    assert extracted([old, new, other], weighed, floor=0, margin=0) == [new, other, old]
    alone = Weighed(scores={0: 5.0, 1: 0.0, 2: 0.0}, told=5.0)
    assert extracted([old, new, other], alone, floor=0, margin=0) == [old]


def test_the_candidates_that_share_most_of_what_is_asked_are_scored_first() -> None:
    sea, hull, red = candidate("the sea"), candidate("a hull", 1), candidate("the red hull", 1, 2)
    assert nearest([sea, hull, red], frozenset({1, 2}), 2) == [red, hull]


def test_a_rare_word_of_the_question_is_worth_more_than_a_common_one() -> None:
    common = [candidate(f"hull {number}", 1) for number in range(4)]
    rare = candidate("the keel", 2)
    assert nearest([*common, rare], frozenset({1, 2}), 1) == [rare]


def test_what_the_turn_before_shares_counts_for_half() -> None:
    reply = candidate("Yes, on Friday.", before=said("Is the hull red?"), terms_before=frozenset({1}))
    sea, hull = candidate("the sea"), candidate("a hull", 1)
    assert nearest([sea, reply, hull], frozenset({1}), 3) == [hull, reply, sea]


def test_what_the_read_found_early_is_scored_though_it_shares_no_word() -> None:
    shares = [candidate(f"hull {number}", 1) for number in range(9)]
    found = candidate("she is crimson", claim=0, passage=0)
    assert nearest([*shares, found], frozenset({1}), 1) == [found]


def test_words_are_as_doubtful_as_the_most_doubtful_claim_in_them() -> None:
    claim = said("the hull is red", start=4, status="contradicted", groups=frozenset({GROUP}))
    other = said("the sea is calm", start=24, status="current", claim_ids=(UUID(int=3),))
    found = believed(said("now the hull is red and the sea is calm", start=0), [claim, other])
    assert (found.status, found.groups, found.claim_ids) == (
        "contradicted",
        frozenset({GROUP}),
        (UUID(int=3),),
    )


def test_a_side_of_a_contradiction_brings_the_others() -> None:
    red = said("the hull is red", groups=frozenset({GROUP}))
    grey = said("the hull is grey", start=50, groups=frozenset({GROUP}))
    assert with_sides([red], [red, grey, said("the sea", start=90)]) == [red, grey]
