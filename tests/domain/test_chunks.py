"""Passages keep their place, stay in their section, and survive edits elsewhere."""

import random
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from remember.domain import chunks
from remember.domain.chunks import MOST, Chunk
from remember.domain.structure import Markup, SectionRole

any_text = st.text(st.characters(exclude_categories=()))
_MARKS = (
    "# A|## B\n|Title\n===|\n\n|\r\n|- item|  1. nested|```|> quoted|Ana: I am here.|[10:15] Bo: and I.|---"
)
_LONG = ("| a | b |\n|---|---|\n| 1 | 2 |", "x" * 3000, "long sentence without an end " * 200)
_ODD = ("words of a sentence. ", "門。", "e\u0301", "\ud800", "\0", "\u2028", "👩‍👩‍👧")
pieces = st.sampled_from((*_MARKS.split("|"), *_LONG, *_ODD))
marked_text = st.lists(pieces | any_text, max_size=30).map("\n".join)
markups = st.sampled_from(list(Markup))


def cut(
    text: str, *, title: str = "Gate rota", markup: Markup = Markup.MARKDOWN, extractor: str = "1"
) -> list[Chunk]:
    return list(chunks.cut(text, title=title, markup=markup, extractor_version=extractor))


def prose(sentences: int, *, seed: int, paragraph: int = 4) -> str:
    """Made-up prose without headings."""
    rnd = random.Random(seed)
    who = ["Mio", "Rana", "the gate crew", "Ivo", "a visitor", "the night shift"]
    does = ["opens", "repairs", "paints", "measures", "forgets", "counts", "replaces"]
    what = ["the north gate", "the old lock", "a ladder", "the lamp on pier two", "seven buckets", "the rota"]
    when = [
        "before lunch",
        "on a wet day",
        "after the bell",
        "twice a week",
        "without being asked",
        "at dawn",
    ]
    said = [
        f"{rnd.choice(who).capitalize()} {rnd.choice(does)} {rnd.choice(what)} {rnd.choice(when)}, item {n}."
        for n in range(sentences)
    ]
    return "\n\n".join(" ".join(said[n : n + paragraph]) for n in range(0, sentences, paragraph))


@given(marked_text, markups)
@example("\ufeff# a", Markup.MARKDOWN)
@example("---\ntitle: x\n---\nbody", Markup.MARKDOWN)
@example("x" * 3_000 + "\nwords of a sentence. \n" + "long sentence without an end " * 60, Markup.MARKDOWN)
def test_every_chunk_is_its_place_in_the_text_and_nothing_is_lost(text: str, markup: Markup):
    end = 0
    for number, chunk in enumerate(cut(text, markup=markup)):
        assert chunk.ordinal == number
        assert chunk.text == text[chunk.char_start : chunk.char_end]
        assert chunk.text.strip() == chunk.text != ""
        assert text[end : chunk.char_start].strip() == ""
        end = chunk.char_end
    assert text[end:].strip() == ""


@given(marked_text, markups)
def test_the_same_text_is_cut_the_same_way(text: str, markup: Markup):
    assert cut(text, markup=markup) == cut(text, markup=markup)


def test_a_small_note_is_one_passage_under_its_headings():
    text = "# Gate rota\n\n## Week 12\n\nMio opens the gate.\nRana closes it.\n\n- bring the lamp\n"
    assert [(c.text, c.heading_path, c.context_prefix, c.section_role) for c in cut(text)] == [
        (text.strip(), ("Gate rota", "Week 12"), "Gate rota > Week 12", SectionRole.BODY)
    ]


def test_a_passage_never_holds_text_of_two_sections():
    text = "# Rota\nAll of it.\n## Week 12\nMio opens.\n## Week 13\nRana opens.\n# References\nThe old rota."
    assert [(c.text, c.heading_path, c.section_role) for c in cut(text, title="t")] == [
        ("# Rota\nAll of it.", ("Rota",), SectionRole.BODY),
        ("## Week 12\nMio opens.", ("Rota", "Week 12"), SectionRole.BODY),
        ("## Week 13\nRana opens.", ("Rota", "Week 13"), SectionRole.BODY),
        ("# References\nThe old rota.", ("References",), SectionRole.REFERENCES),
    ]


@pytest.mark.parametrize("text", ["", " \n\t\r\n", "\n\n\n"])
def test_a_text_without_words_has_no_passages(text: str):
    assert cut(text) == []


def test_no_passage_is_larger_than_the_budget():
    text = prose(600, seed=1) + "\n\n" + prose(300, seed=2, paragraph=300) + "\n\n" + "x" * 20_000
    assert max(len("".join(c.text.split())) for c in cut(text)) <= MOST


def test_other_scripts_get_smaller_passages():
    chunks_of_chinese = cut("负责人是欧阳娜。公司名叫青鸟科技。" * 300)
    assert max(len(c.text) for c in chunks_of_chinese) <= MOST // 5
    assert all(c.text.endswith("。") for c in chunks_of_chinese)


def test_names_in_another_script_come_back_as_they_were_written():
    text = "公司名叫青鸟科技，负责人是欧阳娜。"
    assert [c.text for c in cut(text)] == [text]


@pytest.mark.parametrize("percent", [1, 50, 99])
def test_a_fact_anywhere_in_a_single_line_of_90_000_letters_is_in_one_passage(percent: int):
    sentences = prose(1700, seed=3, paragraph=1700).replace("\n", " ").split(". ")
    fact = "The code of the harbour gate is marlin-7745"
    sentences.insert(len(sentences) * percent // 100, fact)
    text = ". ".join(sentences)
    assert len(text) >= 90_000
    assert sum(fact in c.text for c in cut(text)) == 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("paragraph", [1, 4, 900])
def test_an_edited_sentence_changes_its_own_passage_and_at_most_its_neighbours(seed: int, paragraph: int):
    before = prose(900, seed=seed, paragraph=paragraph)
    at = before.index("item 450")
    after = (
        before[:at]
        + "which nobody had expected of anybody, least of all of the harbour master, "
        + before[at:]
    )
    kept = {c.reuse_key for c in cut(before)} & {c.reuse_key for c in cut(after)}
    assert len(cut(after)) > 30
    assert len({c.reuse_key for c in cut(after)} - kept) <= 3
    assert len({c.reuse_key for c in cut(before)} - kept) <= 3


def test_an_edit_in_one_section_leaves_every_other_passage():
    sections = [f"## Week {n}\n\n{prose(4, seed=n)}\n" for n in range(10)]
    edited = [*sections[:4], sections[4].replace(".", ", as agreed.", 1), *sections[5:]]
    before, after = cut("\n".join(sections)), cut("\n".join(edited))
    assert [a.reuse_key == b.reuse_key for a, b in zip(before, after, strict=True)] == [
        n != 4 for n in range(10)
    ]


def test_text_added_at_the_end_leaves_the_earlier_passages():
    before = cut(prose(400, seed=5))
    after = cut(prose(400, seed=5) + "\n\nOne more thing was said.")
    assert [c.reuse_key for c in before][:-1] == [c.reuse_key for c in after][: len(before) - 1]


def test_the_reuse_key_holds_all_that_the_extractor_is_shown():
    text = "# Rota\n\nMio opens."
    keys = {
        cut(text)[0].reuse_key,
        cut(text, title="Other")[0].reuse_key,
        cut(text, extractor="2")[0].reuse_key,
        cut("# Plan\n\nMio opens.")[0].reuse_key,
        cut("# Rota\n\nMio closes.")[0].reuse_key,
    }
    assert len(keys) == 5
    assert cut("Before.\n\n" + text)[1].reuse_key == cut(text)[0].reuse_key


def test_a_chat_is_cut_between_turns():
    said = prose(200, seed=7, paragraph=1).split("\n\n")
    text = "\n".join(
        f"[2026-03-04 10:{n // 4 % 60:02d}] {('Mio', 'Rana')[n % 2]}: {s}" for n, s in enumerate(said)
    )
    found = cut(text, markup=Markup.PLAIN)
    assert len(found) > 3
    assert all(c.text.startswith("[2026-03-04") for c in found)
    assert {c.speakers for c in found} <= {("Mio", "Rana"), ("Rana", "Mio")}


def test_a_long_turn_names_its_speaker_in_every_part():
    text = "Mio: " + prose(120, seed=8, paragraph=120) + "\nRana: I see.\nMio: That is all."
    found = cut(text, title="Call", markup=Markup.PLAIN)
    assert [c.context_prefix for c in found] == ["Call"] + ["Call\nMio:"] * (len(found) - 1)
    assert {c.speakers for c in found[:-1]} == {("Mio",)}


def test_a_long_table_repeats_its_head_for_the_reader():
    text = "| gate | keeper |\n|---|---|\n" + "".join(f"| gate {n} | keeper {n} |\n" for n in range(300))
    found = cut(text, title="Keepers")
    assert len(found) > 2
    assert {c.context_prefix for c in found[1:]} == {"Keepers\n| gate | keeper |"}
    assert {c.section_role for c in found} == {SectionRole.TABLE}
    assert all(line.startswith("|") and line.endswith("|") for c in found for line in c.text.splitlines())


def test_a_letter_is_never_cut_from_its_marks():
    text = "e\u0301" * 5000
    assert all(len(c.text) % 2 == 0 and c.text[0] == "e" for c in cut(text))


def test_the_identity_of_a_passage_is_its_version_and_place():
    version = UUID("11111111-1111-4111-8111-111111111111")
    assert chunks.chunk_id(version, 0) == UUID("574ff996-52eb-5541-96af-6da053b0a754")
    assert chunks.chunk_id(version, 1) != chunks.chunk_id(version, 0)
