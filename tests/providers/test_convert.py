"""Bytes of a declared type become text: nothing said is lost, nothing unseen is said."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from remember.errors import Incorrect
from remember.providers.convert import converter_for

TAGS = "<table> <tr> <td> </table> <ul> <li> </ul> <pre> </pre> <h1> <dd> <dt> <code> x"


def html(page: str, mime: str = "text/html") -> str:
    converter = converter_for(mime)
    assert converter is not None
    return converter.convert(page.encode(), None)


@pytest.mark.parametrize(
    ("mime", "name"),
    [
        ("text/markdown", "plain-text"),
        ("TEXT/PLAIN; charset=utf-8", "plain-text"),
        ("text/html", "html-markdown"),
        ("application/pdf", None),
        ("image/png", None),
        ("application/octet-stream", None),
        ("", None),
    ],
)
def test_the_declared_type_chooses_the_converter(mime: str, name: str | None):
    converter = converter_for(mime)
    assert (converter.name if converter else None) == name


def test_text_is_stored_as_it_was_written():
    converter = converter_for("text/markdown")
    assert converter is not None
    assert converter.convert(b"# Gate\r\n\r\n* Mio  *opens*\r\n", None) == "# Gate\r\n\r\n* Mio  *opens*\r\n"
    assert converter.convert("门".encode("gbk"), "gbk") == "门"
    with pytest.raises(Incorrect, match="byte 1 is 0xff"):
        converter.convert(b"a\xff", None)


def test_a_page_keeps_its_outline_lists_tables_code_and_link_texts():
    page = """<!doctype html><html><head><title>Gate rota</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav>
      <h2>Week <em>12</em></h2>
      <p>Mio   opens <a href="/gate">the north&nbsp;gate</a>.<br>Rana closes it.</p>
      <ul><li>lamp<ul><li>oil</li><li>wick</ul></li><li>rope</li></ul>
      <ol start="3"><li>ring</li><li>wait</li></ol>
      <table><caption>Keepers</caption>
        <tr><th>gate</th><th>keeper</th></tr>
        <tr><td rowspan="2">north</td><td>Mio</td></tr>
        <tr><td>a|b<br>c</td></tr></table>
      <pre>if late:
    ring()</pre>
      <p>Call <code>ring()</code>.</p><script>alert("x")</script>
      <blockquote>Never on a Monday.</blockquote>
      <dl><dt>Owner</dt><dd>Ivo</dd></dl></body></html>"""
    assert html(page) == (
        "# Gate rota\n\n## Week 12\n\nMio opens the north gate.\nRana closes it.\n\n"
        "- lamp\n  - oil\n  - wick\n- rope\n\n3. ring\n4. wait\n\n"
        "Keepers\n\n| gate | keeper |\n| --- | --- |\n| north | Mio |\n| north | a\\|b c |\n\n"
        "```\nif late:\n    ring()\n```\n\nCall `ring()`.\n\n> Never on a Monday.\n\n- Owner: Ivo\n"
    )


def test_what_the_page_hides_or_runs_is_not_said():
    page = (
        "<p>Seen.<p hidden>a<p style='display: none'>b<p aria-hidden=true>c<div role=navigation>d</div>"
        "<script>e</script><style>f</style><template>g</template><noscript>h</noscript><!-- i -->"
        "<select><option>j</select>"
        "<svg><text>k</text></svg><textarea>kept</textarea>"
    )
    assert html(page) == "Seen.\n\nkept\n"


def test_the_date_and_author_that_a_page_states_come_first():
    page = "<meta property='article:published_time' content='2026-03-04'>"
    page += "<meta name=author content='Ivo R.'><h1>Gate</h1>"
    assert html(page) == "---\ndate: 2026-03-04\nauthor: Ivo R.\n---\n\n# Gate\n"


def test_a_table_that_only_places_things_is_read_as_paragraphs():
    page = "<table><tr><td><h1>Gate</h1><p>Open.</p></td><td><table><tr><td>a<td>b</table></td></tr></table>"
    assert html(page) == "# Gate\n\nOpen.\n\n|  |  |\n| --- | --- |\n| a | b |\n"


def test_a_column_head_that_spans_keeps_the_columns_apart():
    page = "<table><tr><th>gate<th colspan=2>keepers<tr><td>north<td>Mio<td>Rana</table>"
    assert html(page) == "| gate | keepers |  |\n| --- | --- | --- |\n| north | Mio | Rana |\n"


def test_code_that_holds_a_fence_gets_a_longer_one():
    assert html("<pre>```\nx\n```</pre>") == "````\n```\nx\n```\n````\n"


def test_what_is_crossed_out_stays_so():
    page = "<p>At <del>9</del> 10, <s>from the pier</s>.</p><ul><li><strike>Mio</strike> Rana</ul>"
    assert html(page) == "At ~~9~~ 10, ~~from the pier~~.\n\n- ~~Mio~~ Rana\n"


@pytest.mark.parametrize("page", ["", "  ", "<html></html>", "<p> </p>", "<!-- x -->", "<script>x</script>"])
def test_a_page_that_says_nothing_is_an_empty_text(page: str):
    assert html(page) == ""


def test_the_charset_is_the_one_declared_with_the_page_or_in_it():
    converter = converter_for("text/html")
    assert converter is not None
    assert converter.convert("<p>café".encode("latin-1"), "iso-8859-1") == "café\n"
    assert converter.convert(b"<meta charset='windows-1252'><p>it\x92s", None) == "it’s\n"
    assert converter.convert("\ufeff<p>门".encode("utf-16-le"), None) == "门\n"
    with pytest.raises(Incorrect, match="byte 6 is 0xe9"):
        converter.convert(b"<p>caf\xe9", None)


@pytest.mark.parametrize(
    "tag", ["div", "span", "b", "ul><li", "blockquote", "table><tr><td", "p", "pre", "form", "dl"]
)
@pytest.mark.parametrize("depth", [4_000, 10_000])
def test_deep_nesting_keeps_the_text(tag: str, depth: int):
    assert "Mio opens." in html(f"<{tag}>" * depth + "Mio opens.")


def test_a_page_too_deep_for_structure_still_says_nothing_unseen():
    page = "<div>" * 10_000 + "<script>alert(1)</script><p>Mio opens.</p><style>p{}</style>"
    assert html(page) == "Mio opens.\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p " + "x" * 1_000_000 + ">Mio", "Mio\n"),
        ("<p " + " ".join(f"a{n}=1" for n in range(20_000)) + ">Mio", "Mio\n"),
        ("<p>Mio</p>" + "<" * 10_000, "Mio\n\n" + "<" * 10_000 + "\n"),
        ("<div><b><i><a>Mio", "Mio\n"),
        ("Mio</div></table></p></ul>", "Mio\n"),
        ("<table><tr><td rowspan=99999 colspan=99999>Mio</table>", "Mio"),
        ("<li>Mio</ul></ul><li>Rana", "- Mio\n- Rana\n"),
        ("<p>&#0;&#xD800;&#x110000;&bogus;", "\ufffd\ufffd\ufffd&bogus;\n"),
        ("<p>a\0b", "a\ufffdb\n"),
        ("<table><td>Mio<li>Rana<li>Jo", "Mio; Rana; Jo"),
    ],
)
def test_broken_markup_keeps_the_text(page: str, text: str):
    assert html(page).removeprefix("|  ").startswith(text) or text in html(page)


def test_unclosed_formatting_is_not_copied_into_every_block():
    page = "<div>" + "".join(f"<b id={n}>" for n in range(300)) + "</div>" + "<p>Mio" * 3_000
    assert html(page) == "\n\n".join(["Mio"] * 3_000) + "\n"


def test_repeated_cells_never_outgrow_the_page():
    page = "<table>" + ("<tr>" + f"<td rowspan=200>{'x' * 200}" * 50 + "<tr><td>y" * 200) * 5 + "</table>"
    assert len(html(page)) < 10 * len(page)


@given(st.lists(st.sampled_from(TAGS.split())))
def test_tags_in_any_order_lose_no_text(tags: list[str]):
    assert html("".join(tags)).count("x") == tags.count("x")


@pytest.mark.data
def test_articles_of_real_pages_are_kept_whole(data_folder: Path):
    kept = total = 0
    for file in sorted(data_folder.glob("docfix/readability/*/expected.html")):
        expected = LexborHTMLParser(file.read_bytes()).root.text(separator=" ")
        converter = converter_for("text/html")
        assert converter is not None
        found = Counter(
            re.findall(r"\w+", converter.convert(file.with_name("source.html").read_bytes(), None))
        )
        words = Counter(re.findall(r"\w+", expected))
        kept += (words & found).total()
        total += words.total()
    assert total > 10_000
    assert kept / total > 0.999
