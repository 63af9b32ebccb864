"""Whether words bear on a question: whose words they are, and whom they tell of."""

from uuid import UUID

import pytest

from remember.domain.bearing import Piece, Scored, Trial, Weighed, rarity, subject_of, trials
from remember.domain.own_words import Words


def piece(text: str, *, before: Piece | None = None) -> Piece:
    """A turn as a read finds it: "Bo: I paint." """
    speaker = text.partition(":")[0] if ":" in text else None
    words = Words(doc_id=UUID(int=1), version_id=None, start=0, text=text, speaker=speaker)
    return Piece(words=words, before=before.words if before else None)


def tried(question: str, *pieces: Piece) -> list[tuple[str, str]]:
    """What is scored: "own" or "whole" for the question as it is, else whom it is put about; and the text."""

    def about(one: Trial) -> str:
        return one.question if not one.is_own else "whole" if one.is_whole else "own"

    return [(about(one), one.text) for one in trials(question, pieces, subject_of(question, pieces))]


CHAT = [piece("Bo: I paint hulls."), piece("Mio: I keep the log.")]


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("What does Bo paint?", "Bo"),
        ("what does bo paint", "Bo"),
        ("Do Bo and Mio paint?", None),
        ("Who paints?", None),
        ("Who paints the bow?", None),
    ],
)
def test_a_question_is_about_the_one_speaker_whom_it_names(question: str, speaker: str | None) -> None:
    subject = subject_of(question, CHAT)
    assert (subject and subject.name) == speaker


@pytest.mark.parametrize(
    ("question", "is_about_him"),
    [("What does Will Stone paint?", True), ("What has Stone said?", True), ("When will it rain?", False)],
)
def test_any_word_of_a_name_will_do_but_not_one_of_grammar(question: str, is_about_him: bool) -> None:
    assert (subject_of(question, [piece("Will Stone: I paint.")]) is not None) == is_about_him


def test_what_others_tell_of_themselves_is_tried_as_an_answer_about_them() -> None:
    assert tried("What does Bo paint?", *CHAT) == [
        ("own", "Bo: I paint hulls."),
        ("What does Mio paint?", "Mio: I keep the log."),
    ]


def test_a_turn_is_read_by_whom_its_sentences_tell_of() -> None:
    mio = piece("Mio: You paint well. I keep the log. Did it rain? Wow, that looks great! The sea is calm.")
    bo = piece("Bo: Your log is neat. Mine is not.")
    assert tried("How does Bo paint?", mio, bo) == [
        ("own", "Bo: You paint well. Wow, that looks great!"),
        ("whole", mio.words.text),
        ("How does Mio paint?", "Mio: I keep the log. The sea is calm."),
        ("own", "Bo: Mine is not."),
        ("whole", bo.words.text),
    ]


def test_whoever_is_only_called_by_name_is_not_told_of() -> None:
    assert tried("Who is Bo?", piece("Bo: Hm."), piece("Mio: Thanks, Bo! Bo's hull is red.")) == [
        ("own", "Bo: Hm."),
        ("own", "Bo: Bo's hull is red."),
        ("whole", "Mio: Thanks, Bo! Bo's hull is red."),
    ]


def test_among_three_nobody_knows_who_is_meant_by_you() -> None:
    chat = [piece("Bo: Hm."), piece("Ada: I do too."), piece("Mio: You paint well.")]
    assert tried("How does Bo paint?", *chat) == [
        ("own", "Bo: Hm."),
        ("How does Ada paint?", "Ada: I do too."),
    ]


def test_what_others_say_without_a_word_of_themselves_is_tried_of_nobody() -> None:
    assert tried("What does Bo paint?", piece("Bo: Hulls."), piece("Mio: Paint is dear.")) == [
        ("own", "Bo: Hulls.")
    ]


def test_an_answer_is_also_read_after_the_question_that_it_replies_to() -> None:
    asks = piece("Mio: Nice boat. What do you paint?")
    assert tried("What does Bo paint?", piece("Bo: Only hulls.", before=asks)) == [
        ("own", "Bo: Only hulls."),
        ("own", "What do you paint? Bo: Only hulls."),
    ]


def test_what_only_asks_answers_nothing() -> None:
    assert tried("What does Bo paint?", piece("Bo: What do I paint?"), piece("What is painted?")) == []


def test_a_text_that_nobody_speaks_is_read_in_its_order() -> None:
    text = "You will need a brush. What for? The hull is red. I like it."
    assert tried("Which colour is the hull?", piece(text)) == [
        ("own", "You will need a brush. The hull is red. I like it."),
        ("whole", text),
    ]


def weighed(*scores: float, others: tuple[float, ...] = ()) -> Weighed:
    own = [Trial(at=at, question="q", text="t") for at in range(len(scores))]
    about = [Trial(at=9, question="p", text="t", is_own=False) for _ in others]
    both = zip([*own, *about], [*scores, *others], strict=True)
    return Weighed.of([Scored(trial=one, score=score) for one, score in both], {})


def test_a_piece_is_worth_its_best_trial_and_words_that_only_ask_do_not_prove_that_any_tell() -> None:
    told = Scored(trial=Trial(at=0, question="q", text="t"), score=1.0)
    whole = Scored(trial=Trial(at=0, question="q", text="t", is_whole=True), score=4.0)
    assert Weighed.of([told, whole], {}) == Weighed(scores={0: 4.0}, told=1.0)


def test_words_bear_on_a_question_from_the_floor_on() -> None:
    assert weighed(1.0, 3.0).bear(floor=3, margin=0)
    assert not weighed(1.0, 3.0).bear(floor=3.1, margin=0)
    assert not weighed().bear(floor=-99, margin=0)


def test_words_of_others_that_fit_better_say_that_the_question_is_misplaced() -> None:
    assert weighed(3.0, others=(2.0, 3.0)).bear(floor=0, margin=0)
    assert not weighed(3.0, others=(2.0, 3.5)).bear(floor=0, margin=0)
    assert weighed(3.0, others=(3.5,)).bear(floor=0, margin=-0.5)


def test_whoever_speaks_of_what_is_asked_is_nearer_to_an_answer() -> None:
    hull, red = 1, 2
    own = Scored(trial=Trial(at=0, question="q", text="t"), score=3.0, terms=frozenset({hull}))
    other = Scored(trial=Trial(at=1, question="p", text="t", is_own=False), score=3.0, terms=frozenset({red}))
    found = Weighed.of([own, other], {hull: 1.0, red: 3.0})
    assert (found.told_share, found.others_share) == (0.25, 0.75)
    assert not found.bear(floor=0, margin=-1.9)
    assert found.bear(floor=0, margin=-2)


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    worth = rarity({1, 2, 3}, [frozenset({1}), frozenset({1, 2})])
    assert worth[1] < worth[2] < worth[3]
