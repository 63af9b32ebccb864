"""Which texts are copies of one another, and how many sources are left of some documents."""

import random
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.copies import (
    SKETCH_SIZE,
    are_copies,
    exact_sketch,
    groups,
    independent,
    probes,
    sketch,
    wording,
)

REPORT = (
    "The night shift found two cracked panes in the east glasshouse at about ten. Ilse closed the vents and "
    "moved the seedlings to bench four, where they stay until the glazier has been. Nothing else was broken, "
    "and the heating ran without a break. The day shift should order putty and tell Bram about the cost."
)
OTHER = (
    "Bram says that the panes in the east glasshouse cracked during the night and that bench four is full of "
    "seedlings now. He asked the glazier for a date, and wants to know from Ilse whether the heating had to "
    "be turned off while the vents were closed."
)
LETTER = (
    "Dear {name}, thank you for renting plot {plot} with us again this year. Your lease runs from the first "
    "of March to the end of October, and the water on the field is free from April on. Please bring your own "
    "tools, keep the paths clear, and close the gate behind you when you leave in the evening. If you want "
    "to give the plot up, write to the office before the end of September. Yours, the {office} office"
)
TREES = ("ash", "beech", "cedar", "date", "elm", "fig", "gum", "holly", "iris", "juniper")
words = st.lists(st.sampled_from(TREES), max_size=60)


def _copies(one: str, other: str) -> bool:
    return are_copies(sketch(one), sketch(other))


def _long(words_in_it: int, seed: int) -> str:
    chosen = random.Random(seed)
    return " ".join(f"w{chosen.randrange(2_000)}" for _ in range(words_in_it))


def test_a_text_is_a_copy_however_it_is_spaced_cased_and_punctuated() -> None:
    assert _copies(REPORT, "> " + REPORT.upper().replace(". ", "!\n\n> "))


def test_a_forwarded_text_is_a_copy() -> None:
    assert _copies(REPORT, f"Fwd: east glasshouse\nFrom: Ilse\n\nFor your records, see below.\n\n{REPORT}")


def test_a_text_with_some_words_changed_is_a_copy() -> None:
    assert _copies(REPORT, REPORT.replace("two", "three").replace("Bram", "Tove"))


def test_a_template_filled_in_twice_is_a_copy() -> None:
    filled = [
        LETTER.format(name="Ilse", plot=4, office="north"),
        LETTER.format(name="Bram", plot=19, office="south"),
    ]
    assert _copies(*filled)


def test_two_accounts_of_one_thing_are_no_copies() -> None:
    assert not _copies(REPORT, OTHER)


def test_a_digest_is_no_copy_of_one_of_its_many_texts() -> None:
    assert not _copies(REPORT, " ".join([REPORT, _long(600, 1)]))


def test_a_sentence_that_two_short_notes_share_makes_no_copy() -> None:
    assert not _copies(
        "Ilse leads the night shift.", "Ilse leads the night shift. She asked for two more lamps."
    )


def test_very_short_texts_are_copies_only_where_they_are_the_same() -> None:
    assert _copies("gate shut", "Gate shut!")
    assert not _copies("gate shut", "gate open")
    assert not _copies("", "")


def test_long_texts_are_compared_by_sketches_of_one_size() -> None:
    text = _long(40_000, 2)
    made = sketch(text)
    assert len(made.hashes) == SKETCH_SIZE
    assert abs(made.shingles - 39_996) < 39_996 * 0.25
    assert _copies(text, text[: len(text) * 2 // 3])
    assert not _copies(text, _long(40_000, 3))


def test_a_sketch_is_the_same_in_every_process() -> None:
    assert sketch("One, two, three, four, five, six.").hashes == (2161365585191143133, 2237958103129565683)


def test_exact_sketches_tell_any_difference() -> None:
    rows = "gate,status,open\n" * 40
    assert are_copies(exact_sketch(rows), exact_sketch(rows.replace("\n", "\r\n")))
    assert not are_copies(exact_sketch(rows), exact_sketch(rows + "well,status,dry\n"))


def test_only_many_words_in_a_row_are_a_wording() -> None:
    assert wording("Ilse leads the night shift.") is None
    long = "Ilse closed the vents and moved the seedlings to bench four, where they stay."
    assert wording(long) == wording(long.upper().replace(",", " -")) != wording(REPORT)


@given(words, words)
def test_being_copies_is_mutual_and_every_text_is_a_copy_of_itself(one: list[str], other: list[str]) -> None:
    first, second = sketch(" ".join(one)), sketch(" ".join(other))
    assert are_copies(first, second) == are_copies(second, first)
    assert are_copies(first, first) is bool(one)
    assert not are_copies(first, second) or {*probes(first)} & {*second.hashes}


def _halves() -> dict[str, str]:
    words_of = REPORT.split()
    return {
        "first": " ".join(words_of[: len(words_of) * 6 // 10]),
        "second": " ".join(words_of[len(words_of) * 4 // 10 :]),
        "whole": REPORT,
    }


def test_two_halves_are_copies_by_way_of_the_whole_and_not_without_it() -> None:
    sketches = {name: sketch(text) for name, text in _halves().items()} | {"other": sketch(OTHER)}
    assert [set(group) for group in groups(sketches)] == [{"first", "second", "whole"}, {"other"}]
    del sketches["whole"]
    assert sorted(groups(sketches)) == [["first"], ["other"], ["second"]]


@given(st.dictionaries(st.integers(0, 99), words, max_size=12), st.randoms(use_true_random=False))
def test_groups_are_the_smallest_that_no_two_copies_lie_apart_in(
    texts: dict[int, list[str]], chance: random.Random
) -> None:
    sketches = {one: sketch(" ".join(text)) for one, text in texts.items()}
    found = {frozenset(group) for group in groups(sketches)}
    shuffled = chance.sample(list(sketches), len(sketches))
    assert found == {frozenset(group) for group in groups({one: sketches[one] for one in shuffled})}
    assert sorted(one for group in found for one in group) == sorted(texts)
    of = {one: group for group in found for one in group}
    alike = [
        (one, other)
        for one, own in sketches.items()
        for other, its in sketches.items()
        if are_copies(own, its)
    ]
    assert all(of[one] == of[other] for one, other in alike)
    for group in found:
        reached = {min(group)}
        for _ in group:
            reached |= {other for one, other in alike if one in reached}
        assert reached >= group


def test_documents_without_a_common_mark_are_independent() -> None:
    assert independent({UUID(int=n): {n} for n in range(5)}) == 5
    assert independent({UUID(int=n): () for n in range(5)}) == 5


def test_copies_count_as_one_source() -> None:
    assert independent({UUID(int=n): {"same", n} for n in range(5)}) == 1


def test_a_digest_adds_no_source_and_takes_none_away() -> None:
    digest = {UUID(int=0): {"one", "two"}}
    assert independent(digest | {UUID(int=1): {"one"}, UUID(int=2): {"two"}}) == 2


@given(st.dictionaries(st.uuids(), st.sets(st.integers(0, 6)), max_size=12))
def test_sources_are_never_more_than_documents_and_copies_add_none(marks: dict[UUID, set[int]]) -> None:
    found = independent(marks)
    assert bool(marks) <= found <= len(marks)
    copies = {UUID(int=n): own for n, own in enumerate(marks.values()) if own}
    assert independent(copies | marks) == found
