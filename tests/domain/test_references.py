"""Where a text points at other documents, and which documents that may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.locators import Place, borne, of_link, of_wiki_link
from remember.domain.references import MOST_REFERENCES, Pointing, pointing
from remember.domain.structure import Markup

NOTE = Place(source_kind="file", source_ref="pier/walks/may.md", filename="may.md")
PAGE = Place(source_kind="web", source_ref="https://quay.example/rota/may", filename="may.html")
MAIL = """From: Oda Lind <oda@quay.example>
To: Bram Teal <bram@quay.example>
Subject: Re: the gate
Message-ID: <m2@quay.example>
In-Reply-To: <m1@quay.example>
References: <m0@quay.example>
 <m1@quay.example>

Agreed. See https://quay.example/rota/may.
"""


def found(text: str, markup: Markup = Markup.MARKDOWN, place: Place = NOTE) -> Pointing:
    return pointing(text, markup, place, "Walks in May")


def told(text: str, markup: Markup = Markup.MARKDOWN) -> list[tuple[str, str]]:
    return [(one.kind.value, one.raw) for one in found(text, markup).references]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("See [the plan](../plan.md).", [("links_to", "../plan.md")]),
        ('[a](<two words.md> "Title")', [("links_to", "two words.md")]),
        ("[b](b.md#top), [c](c.md 'Title')", [("links_to", "b.md#top"), ("links_to", "c.md")]),
        ("![Map of the pier](img/pier.png)", [("attaches", "img/pier.png")]),
        ("[![badge](a.png)](b.md)", [("attaches", "a.png"), ("links_to", "b.md")]),
        ("[one][x]\n\n[x]: lists/one.md\n[^1]: a note", [("links_to", "lists/one.md")]),
        ("[[Gate plan]], [[Gate plan#Keys|keys]]", [("links_to", "Gate plan")]),
        ("![[Pier map]]", [("attaches", "Pier map")]),
        ("At https://quay.example/a_(b), <https://quay.example/c>.", [
            ("links_to", "https://quay.example/a_(b)"),
            ("links_to", "https://quay.example/c"),
        ]),
        ("[shown](https://quay.example/a)", [("links_to", "https://quay.example/a")]),
        ("`[[not meant]]`\n\n```\n[no](no.md)\n```\n", []),
        ("[here](#top) [mail](mailto:oda@quay.example) [](x.md) [ ] todo [1]", [("links_to", "x.md")]),
        ("[up](../../../out.md)", []),
    ],
)  # fmt: skip
def test_each_mark_points_at_what_it_says(text: str, references: list[tuple[str, str]]) -> None:
    assert told(text) == references


def test_a_reference_stands_where_its_span_says_and_is_counted() -> None:
    text = "First [a](a.md), then [again](a.md), then https://quay.example/x."
    first, address = found(text).references
    assert (text[first.char_start : first.char_end], first.places) == ("[a](a.md)", 2)
    assert (text[address.char_start : address.char_end], address.places) == ("https://quay.example/x", 1)


def test_plain_text_points_by_addresses_only() -> None:
    assert told("[[a]] [b](b.md) http://quay.example/c", Markup.PLAIN) == [
        ("links_to", "http://quay.example/c")
    ]


def test_a_mail_answers_the_message_that_it_names() -> None:
    told_of = pointing(MAIL, Markup.PLAIN, NOTE, "Re: the gate")
    reply, address = told_of.references
    assert (reply.kind, reply.raw, reply.locators) == (
        "replies_to",
        "<m1@quay.example>",
        ("message:m1@quay.example",),
    )
    assert MAIL[reply.char_start : reply.char_end] == "m1@quay.example"
    assert address.raw == "https://quay.example/rota/may"
    assert "message:m2@quay.example" in told_of.locators


def test_a_mail_that_names_only_its_thread_answers_the_last_of_it() -> None:
    (reply, _) = found(MAIL.replace("In-Reply-To: <m1@quay.example>\n", ""), Markup.PLAIN).references
    assert reply.raw == "<m1@quay.example>"


def test_a_header_in_the_middle_of_a_text_makes_no_mail_of_it() -> None:
    assert [one.kind for one in found(f"He wrote:\n\n{MAIL}").references] == ["links_to"]


def test_rows_point_at_nothing_and_links_that_the_text_lost_have_no_span() -> None:
    rows = pointing("[a](a.md)", None, NOTE, "rows")
    assert rows.references == []
    hidden = pointing("The plan.", Markup.MARKDOWN, PAGE, "May", links=["plan", "#top", "/rota/june"])
    assert [(one.raw, one.locators, one.char_start) for one in hidden.references] == [
        ("plan", ("url:quay.example/rota/plan",), None),
        ("/rota/june", ("url:quay.example/rota/june",), None),
    ]


@pytest.mark.parametrize(
    ("target", "other"),
    [
        ("june.md", Place(source_kind="file", source_ref="pier/walks/june.md", filename="x")),
        ("../plan.md#keys", Place(source_kind="file", source_ref="pier/plan.md", filename="x")),
        ("/lists/one.md", Place(source_kind="file", source_ref="lists/one.md", filename="x")),
        ("lists/one", Place(source_kind="file", source_ref="lists/one.md", filename="x")),
        ("two%20words.md", Place(source_kind="file", source_ref="pier/walks/two words.md", filename="x")),
        ("http://QUAY.example:80/rota/may/", PAGE),
        ("https://quay.example/rota/may#top", PAGE),
    ],
)
def test_a_link_meets_the_document_that_it_means(target: str, other: Place) -> None:
    assert set(of_link(target, NOTE)) & set(borne(other, "Some title", None))


@pytest.mark.parametrize(
    ("target", "other"),
    [
        ("june.md", Place(source_kind="file", source_ref="june/june.md", filename="june.md")),
        ("june.md", Place(source_kind="mail", source_ref="pier/walks/june.md", filename="june.md")),
        ("https://quay.example/rota/may?page=2", PAGE),
        ("https://other.example/rota/may", PAGE),
    ],
)
def test_a_link_meets_no_document_that_is_only_called_alike(target: str, other: Place) -> None:
    assert not set(of_link(target, NOTE)) & set(borne(other, "June", None))


def test_a_wiki_link_meets_a_title_or_the_name_of_a_file_however_it_is_written() -> None:
    plan = Place(source_kind="file", source_ref="pier/Gate plan.md", filename="Gate plan.md")
    for target in ("gate  PLAN", "Gate plan#Keys", "pier/Gate plan"):
        assert set(of_wiki_link(target, NOTE)) & set(borne(plan, None, None)), target
    assert set(of_wiki_link("The great plan", NOTE)) & set(borne(plan, "The Great Plan", None))


def test_files_that_were_sent_without_a_source_meet_by_their_names() -> None:
    one = Place(source_kind="upload", source_ref="0" * 64, filename="notes/a.md")
    other = Place(source_kind="upload", source_ref="1" * 64, filename="notes/b.md")
    assert set(of_link("b.md", one)) & set(borne(other, None, None))


def test_what_no_database_keeps_is_no_locator() -> None:
    assert of_link("a%00b.md", NOTE) == ()
    assert of_link("https://[quay/", NOTE) == of_link("https://quay.example:99999/", NOTE) == ()
    assert of_link("x" * 3_000, NOTE) == ()


def test_only_so_many_documents_are_pointed_at() -> None:
    text = " ".join(f"[x](n{number}.md)" for number in range(MOST_REFERENCES + 5))
    assert len(found(text).references) == MOST_REFERENCES


marks = st.lists(st.sampled_from([*"[]()!<>`#|\\\n ax/.:", "https://", "[[", "]]", "]("]), max_size=80)


@given(marks, st.sampled_from(list(Markup)))
def test_any_text_is_read_and_every_span_holds_its_raw_words(pieces: list[str], markup: Markup) -> None:
    text = "".join(pieces)
    for one in found(text, markup).references:
        assert one.raw in text[one.char_start : one.char_end]
        assert one.locators
