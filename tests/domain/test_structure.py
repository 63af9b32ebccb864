"""Blocks, headings, roles: what a text is made of, in Markdown and in plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.headings import front_matter, heading_words, section_role
from remember.domain.structure import Block, BlockKind, Markup, SectionRole, blocks, place

any_text = st.text(st.characters(exclude_categories=()))
marked_text = st.text("#=-*_`~>|[]() \t\n\rabAB1.:", max_size=200)


def kinds(text: str, markup: Markup = Markup.MARKDOWN) -> list[tuple[str, str]]:
    return [(block.kind.value, text[block.char_start : block.char_end]) for block in blocks(text, markup)]


def headings(text: str, markup: Markup = Markup.MARKDOWN) -> list[tuple[int, str | None]]:
    return [(b.level, b.title) for b in blocks(text, markup) if b.kind is BlockKind.HEADING]


def paths(text: str) -> list[tuple[str, ...]]:
    return [placed.heading_path for placed in place(blocks(text, Markup.MARKDOWN))]


@given(any_text | marked_text, st.sampled_from(list(Markup)))
def test_blocks_are_in_order_and_hold_all_but_white_space(text: str, markup: Markup):
    end = 0
    for block in blocks(text, markup):
        assert text[end : block.char_start].strip() == ""
        body = text[block.char_start : block.char_end]
        assert body == body.strip() != ""
        end = block.char_end
    assert text[end:].strip() == ""


def test_each_kind_of_block_is_found():
    text = (
        "---\ntitle: Gate\n---\n# Gate\nOpens at nine.\nStays open.\n- lamp\n  oil\n  - rope\n1. ring\n"
        "> never\n> late\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n# no heading\n```\n***\nend"
    )
    assert kinds(text) == [
        ("front_matter", "---\ntitle: Gate\n---"),
        ("heading", "# Gate"),
        ("paragraph", "Opens at nine.\nStays open."),
        ("list_item", "- lamp\n  oil"),
        ("list_item", "- rope"),
        ("list_item", "1. ring"),
        ("quote", "> never\n> late"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("code", "```\n# no heading\n```"),
        ("rule", "***"),
        ("paragraph", "end"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_they_like(end: str):
    text = end.join(["# Gate", "", "Opens.", "", "- lamp", "- rope"])
    assert kinds(text) == [
        ("heading", "# Gate"), ("paragraph", "Opens."), ("list_item", "- lamp"), ("list_item", "- rope")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("R. Holm is in Oslo.", ["paragraph"]),
        ("The crew is led by\nR. Vinje.", ["paragraph"]),
        ("I. Okafor is in Oslo.", ["paragraph"]),
        ("A. Open it.\nB. Close it.", ["list_item", "list_item"]),
        ("I. Gates\nII. Keys", ["list_item"]),
        ("R) Open it.\nr. Close it.", ["list_item", "list_item"]),
    ],
)
def test_an_initial_begins_no_item(text: str, found: list[str]) -> None:
    assert [kind for kind, _ in kinds(text)] == found


def test_the_indent_of_an_item_is_its_level():
    assert [b.level for b in blocks("- a\n  - b\n\t- c", Markup.MARKDOWN)] == [0, 2, 4]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Gate ##", [(1, "Gate")]),
        ("### **Week** [12](x) `a` {#week-12}", [(3, "Week 12 a")]),
        ("Gate rota\n=========", [(1, "Gate rota")]),
        ("Gate rota\n---------\nOpens.", [(2, "Gate rota")]),
        ("#hashtag", []),
        ("####### seven", []),
        ("Mio opens it.\n---\nRana closes.", []),
        ("# " + "x" * 400, []),
        ("- item\n---", []),
    ],
)
def test_markdown_headings(text: str, found: list[tuple[int, str]]):
    assert headings(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Intro.\n\n1. Purpose\n\nTo open.\n\n1.1 Scope\n\nAll.", [(1, "1. Purpose"), (2, "1.1 Scope")]),
        ("GATE ROTA\n\nMio opens.", [(1, "GATE ROTA")]),
        ("# Gate\n\nMio opens.", [(1, "Gate")]),
        ("Gate rota\n=========\n\nMio.", [(1, "Gate rota")]),
        ("# a shell comment\nrm gate", []),
        ("1. Bring the lamp\n\n2. Bring the rope\n\n3. Wait", []),
        ("1. Bring the lamp.\n\nThen wait.", []),
        ("OK\n\nMio opens.", []),
        ("Mio opens.\nTHE GATE\n\nRana.", []),
        ("STOP!\n\nMio opens.", []),
    ],
)
def test_plain_text_has_only_headings_that_are_certain(text: str, found: list[tuple[int, str]]):
    assert headings(text, Markup.PLAIN) == found


def test_a_fence_that_is_never_closed_hides_nothing():
    text = "```\ncode\n\n# Gate\n\nMio opens."
    assert kinds(text)[1:] == [("heading", "# Gate"), ("paragraph", "Mio opens.")]


def test_a_block_is_placed_under_its_headings():
    text = "Before.\n# A\n## B\nb\n### C\nc\n## D\nd\n# E\ne"
    placed = list(place(blocks(text, Markup.MARKDOWN)))
    assert [p.heading_path for p in placed if p.block.kind is BlockKind.PARAGRAPH] == [
        (), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",)
    ]  # fmt: skip
    assert [p.section for p in placed] == [0, 1, 1, 1, 2, 2, 3, 3, 4, 4]


def test_a_level_that_is_left_out_does_no_harm():
    assert paths("### deep\n# top\n###### six\nx") == [("deep",), ("top",), ("top", "six"), ("top", "six")]


@pytest.mark.parametrize(
    ("path", "role"),
    [
        (("Gate", "Introduction"), SectionRole.INTRODUCTION),
        (("1. Introduction",), SectionRole.INTRODUCTION),
        (("IV. Results",), SectionRole.RESULTS),
        (("Summary:",), SectionRole.ABSTRACT),
        (("References", "Books"), SectionRole.REFERENCES),
        (("Appendix B: Locks",), SectionRole.APPENDIX),
        (("Table of contents",), SectionRole.NAV),
        (("References to the gate",), SectionRole.BODY),
        (("Gate",), SectionRole.BODY),
        ((), SectionRole.BODY),
    ],
)
def test_a_heading_says_what_part_its_section_plays(path: tuple[str, ...], role: SectionRole):
    assert section_role(path) is role


def test_front_matter_gives_single_values():
    fields = 'title: "Gate: rota"\nDate: 2026-03-04\ntags: [a, b]\nlist:\n  - x\nempty:'
    text = f"---\n# about\n{fields}\n---\nMio opens."
    assert front_matter(text) == {"title": "Gate: rota", "date": "2026-03-04"}
    assert front_matter("+++\ndate = 2026-03-04\n+++\nx") == {"date": "2026-03-04"}


@pytest.mark.parametrize(
    "text",
    [
        "---\nMio opens.\n---\nRana closes.",
        "---\ntitle: x\nno end",
        "--- title: x\n---",
        "----\na: b\n---",
        "",
        "---",
    ],
)
def test_a_rule_at_the_top_is_no_front_matter(text: str):
    assert front_matter(text) == {}
    assert all(block.kind is not BlockKind.FRONT_MATTER for block in blocks(text, Markup.MARKDOWN))


def test_a_heading_is_read_without_its_marks():
    assert heading_words("## C# and F#") == "C# and F#"
    assert heading_words("  Gate \t rota ") == "Gate rota"


def test_a_block_stands_alone():
    assert list(blocks("Mio opens.", Markup.MARKDOWN)) == [
        Block(kind=BlockKind.PARAGRAPH, char_start=0, char_end=10)
    ]
