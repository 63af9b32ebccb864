"""Rows of facts: where each stands, what it says, and which words refuse one."""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remember.domain.chunks import MOST, cut_rows
from remember.domain.rows import Layout, facts_type, header_text, layout_of, rows, rows_between
from remember.errors import Incorrect

_CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
_TABLE = st.lists(st.lists(_CELL, min_size=3, max_size=3), max_size=8)


def _read(text: str, layout: Layout) -> list[dict[str, str]]:
    return [{name: cell.text for name, cell in row.cells.items()} for row in rows(text, layout)]


@given(table=_TABLE, end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_a_csv_writer_wrote_is_read_as_it_was(table: list[list[str]], end: str) -> None:
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b", "c"], *table])
    wanted = [{n: v for n, v in zip("abc", line, strict=True) if v.strip()} for line in table]
    assert _read(written.getvalue(), Layout.CSV) == wanted


@given(table=_TABLE, ascii_only=st.booleans())
def test_what_a_json_writer_wrote_is_read_as_it_was(table: list[list[str]], ascii_only: bool) -> None:
    lines = [dict(zip("abc", line, strict=True)) for line in table]
    text = "".join(json.dumps(line, ensure_ascii=ascii_only) + "\n" for line in lines)
    wanted = [{n: v for n, v in line.items() if v.strip()} for line in lines]
    assert _read(text, Layout.JSON_LINES) == wanted


@given(table=_TABLE)
def test_a_row_is_exactly_its_characters_and_can_be_read_again_by_itself(table: list[list[str]]) -> None:
    text = "".join(f"  {json.dumps(dict(zip('abc', line, strict=True)))} \r\n\n" for line in table)
    found = list(rows(text, Layout.JSON_LINES))
    assert [json.loads(text[row.char_start : row.char_end]) for row in found] == [
        dict(zip("abc", line, strict=True)) for line in table
    ]
    for row in found:
        (again,) = rows_between(text, Layout.JSON_LINES, row.char_start, row.char_end)
        assert again.cells == row.cells


def test_rows_are_counted_and_so_are_the_lines_of_the_file() -> None:
    text = '\n Subject , value\n"Mio\nReed",3\n\nBo,"say ""hi"""\n'
    found = list(rows(text, Layout.CSV))
    assert [(row.number, row.line, text[row.char_start : row.char_end]) for row in found] == [
        (1, 3, '"Mio\nReed",3'),
        (2, 6, 'Bo,"say ""hi"""'),
    ]
    assert found[1].cells["value"].text == 'say "hi"'
    assert header_text(text, Layout.CSV) == " Subject , value"


def test_a_number_keeps_its_digits_and_null_says_nothing() -> None:
    assert _read('{"a": 3.10, "b": null, "c": true, "d": -1e5}', Layout.JSON_LINES) == [
        {"a": "3.10", "c": "true", "d": "-1e5"}
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1', "row 1 (line 1): not one JSON object on one line"),
        ('{"a": 1}\n{"a": [1]}', "row 2 (line 2), a: a list or an object, where one value is meant"),
        ('{"a": 1} {"a": 2}', "row 1 (line 1): not one JSON object on one line"),
        ("[1]", "row 1 (line 1): not one JSON object on one line"),
        ('{"a": NaN}', "row 1 (line 1), a: not one JSON object on one line"),
        ('{"a": 1, "a": 2}', "row 1 (line 1), a: stands twice"),
        ('{"a": "' + "x" * 16_000 + '"}', "row 1 (line 1): 16009 characters, at most 16000"),
        ("{" * 10_000, "row 1 (line 1): not one JSON object on one line"),
    ],
)
def test_what_is_no_row_of_json_is_named(text: str, message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        list(rows(text, Layout.JSON_LINES))
    assert (refused.value.code, refused.value.message) == ("row_invalid", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there is no line of names"),
        ("a,A\n", "line 1, a: stands twice in the line of names"),
        ("a,,b\n", "line 1: a column has no name"),
        ("a,b\n1,2,3\n", "row 1 (line 2): 3 fields, and the line of names has 2"),
        ('a,b\n\n1,"x\n', "row 1 (line 3): a double quote is not closed"),
        ('a,b\n1,x"y\n', "row 1 (line 2): a double quote in the middle of field 2"),
    ],
)
def test_what_is_no_row_of_csv_is_named(text: str, message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        list(rows(text, Layout.CSV))
    assert (refused.value.code, refused.value.message) == ("row_invalid", message)


def test_chunks_of_rows_hold_whole_rows_and_an_edit_changes_the_chunks_around_it() -> None:
    lines = [f"Gate {number},status,{'open' if number % 3 else 'closed'}" for number in range(400)]
    before, after = (_cut(["subject,predicate,value", *some]) for some in (lines, [*lines[:9], *lines[10:]]))
    assert "\n".join(chunk.text for chunk in before).splitlines() == lines
    assert max(len(chunk.text) for chunk in before) <= MOST
    kept = {chunk.reuse_key for chunk in before}
    assert sum(chunk.reuse_key not in kept for chunk in after) == 1


def test_under_another_line_of_names_no_chunk_is_the_same() -> None:
    one, other = (_cut([names, "Mio,status,ill"]) for names in ("subject,predicate,value", "a,b,c"))
    assert one[0].text == other[0].text == "Mio,status,ill"
    assert one[0].reuse_key != other[0].reuse_key
    assert one[0].context_prefix == "rota\nsubject,predicate,value"


def _cut(lines: list[str]) -> list[Any]:
    text = "\n".join(lines) + "\n"
    extents = ((row.char_start, row.char_end) for row in rows(text, Layout.CSV))
    return list(cut_rows(text, extents, title="rota", lead=header_text(text, Layout.CSV), version="1"))


@pytest.mark.parametrize(
    ("mime", "stored", "layout"),
    [
        ("text/csv", "text/csv; profile=facts", Layout.CSV),
        ("Text/CSV; charset=UTF-16", "text/csv; charset=utf-16; profile=facts", Layout.CSV),
        ("application/x-ndjson", "application/x-ndjson; profile=facts", Layout.JSON_LINES),
        ("application/jsonl; profile=facts", "application/jsonl; profile=facts", Layout.JSON_LINES),
    ],
)
def test_a_type_is_stored_as_one_of_facts(mime: str, stored: str, layout: Layout) -> None:
    assert facts_type(mime) == stored
    assert layout_of(stored) is layout


def test_a_type_without_rows_is_no_type_of_facts() -> None:
    assert layout_of("text/csv") is None
    with pytest.raises(Incorrect, match="text/markdown is no type of structured facts"):
        facts_type("text/markdown")
