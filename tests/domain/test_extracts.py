"""An answer without a language model: the words that fit best, or nothing."""

from uuid import UUID

from remember.domain.extracts import Scored, believed, extracted, nearest, units, with_sides
from remember.domain.own_words import Words

DOC = UUID(int=1)
GROUP = UUID(int=9)


def said(text: str, *, start: int = 0, speaker: str | None = None, **more: object) -> Words:
    return Words(doc_id=DOC, version_id=None, start=start, text=text, speaker=speaker, **more)  # type: ignore[arg-type]


def scored(text: str, score: float, speaker: str | None = None) -> Scored:
    return Scored(words=said(text, speaker=speaker), score=score)


def test_a_passage_is_read_a_turn_at_a_time_with_its_speaker() -> None:
    chat = said("Bo: I paint the hull.\nMio: I keep the log.\nBo: Good to hear it.", start=40)
    assert [(one.start, one.text, one.speaker) for one in units([chat])] == [
        (40, "Bo: I paint the hull.", "Bo"),
        (62, "Mio: I keep the log.", "Mio"),
        (83, "Bo: Good to hear it.", "Bo"),
    ]


def test_only_what_reaches_the_floor_is_cited_best_first() -> None:
    order = [scored("the log", 1.0), scored("the hull", 4.0), scored("the mast", 3.0)]
    assert [one.text for one in extracted("what", order, floor=0)] == ["the hull", "the mast", "the log"]
    assert extracted("what", order, floor=5) == []


def test_what_another_speaker_says_of_themselves_does_not_answer_for_the_subject() -> None:
    order = [scored("Mio: I paint the hull.", 5.0, "Mio"), scored("Bo: I like rain.", -1.0, "Bo")]
    assert extracted("Why does Bo paint the hull?", order, floor=-2) == []
    assert [one.speaker for one in extracted("Why does Mio paint the hull?", order, floor=-2)] == ["Mio"]


def test_what_another_speaker_says_of_the_subject_does() -> None:
    order = [scored("Mio: Bo paints the hull.", 5.0, "Mio"), scored("Bo: I like rain.", -1.0, "Bo")]
    found = extracted("Does Bo paint the hull?", order, floor=-2)
    assert [one.text for one in found] == ["Mio: Bo paints the hull."]


def test_the_pieces_that_share_most_words_are_scored_in_their_order() -> None:
    some = [said("the sea"), said("the red hull"), said("a hull")]
    assert nearest("red hull", some, 2) == some[1:]


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
