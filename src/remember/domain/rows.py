"""The rows of a file of structured facts, each with the exact characters that it is.

>>> [row.cells["subject"].text for row in rows('{"subject": "Ines"}\\n', Layout.JSON_LINES)]
['Ines']
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from remember.domain.documents import media_type
from remember.errors import Incorrect

ROW_MAX = 16_000
"""Characters of one row; a file of longer ones is no table of facts."""

_PROFILE = "profile=facts"
_JSON_LINES = frozenset({"application/x-ndjson", "application/jsonl", "application/json-lines"})


class Layout(StrEnum):
    """How rows are written: one JSON object a line, or comma-separated values below a line of names."""

    JSON_LINES = "json_lines"
    CSV = "csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One field of a row: what it says, and the characters of the text where it says so."""

    text: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: characters [char_start, char_end) of the text; a field that says nothing has no cell.

    `number` counts rows from 1, `line` counts lines of the file.
    """

    number: int
    line: int
    char_start: int
    char_end: int
    cells: Mapping[str, Cell]

    def wrong(self, field: str | None, what: str, *, hint: str | None = None) -> Incorrect:
        """The error for this row that names the row, the field and what is wrong with it."""
        return wrong_row(self.number, self.line, field, what, hint=hint)


def wrong_row(number: int, line: int, field: str | None, what: str, *, hint: str | None = None) -> Incorrect:
    """The error for a row of which no more is known than where it stands."""
    place = f"row {number} (line {line})" if number else f"line {line}"
    where = f"{place}, {field}" if field else place
    return Incorrect(
        f"{where}: {what}", code="row_invalid", hint=hint, data={"row": number, "line": line, "field": field}
    )


# --- types ----------------------------------------------------------------------------------------


def facts_type(mime: str) -> str:
    """The type under which rows of this type are stored as structured facts; refused for other types."""
    essence, charset = media_type(mime)
    if essence != "text/csv" and essence not in _JSON_LINES:
        raise Incorrect(
            f"{essence} is no type of structured facts",
            code="facts_type_unknown",
            hint="send text/csv, or application/x-ndjson for JSON lines",
            data={"mime": mime},
        )
    return "; ".join([essence, *([f"charset={charset}"] if charset else []), _PROFILE])


def layout_of(mime: str) -> Layout | None:
    """How the rows of a stored type are written; None for a type that is read as prose."""
    if _PROFILE not in (part.strip().lower() for part in mime.split(";")[1:]):
        return None
    return Layout.CSV if media_type(mime)[0] == "text/csv" else Layout.JSON_LINES


# --- rows -----------------------------------------------------------------------------------------


def rows(text: str, layout: Layout) -> Iterator[Row]:
    """The rows of a text in order; blank lines are none. Raises `Incorrect` at the first that is no row."""
    if layout is Layout.JSON_LINES:
        return _Lines(text, 0, len(text)).run(_object)
    head = header(text)
    return _Lines(text, head.char_end, len(text), line=head.line).run(_record_of(head.names))


def rows_between(text: str, layout: Layout, start: int, end: int) -> Iterator[Row]:
    """The rows that stand in [start, end) of a text, counted from there; both lie between two rows."""
    if layout is Layout.JSON_LINES:
        return _Lines(text, start, end).run(_object)
    return _Lines(text, start, end).run(_record_of(header(text).names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of comma-separated values: the names of the fields, and where the next line begins."""

    text: str
    names: Sequence[str]
    char_end: int
    line: int


_HEADER_HINT = "begin the file with a line such as subject,predicate,value"


def header(text: str) -> Header:
    """The line of names; refused where a name is missing or stands twice."""
    lines = _Lines(text, 0, len(text))
    if not lines.skip_blank():
        raise lines.refuse("there is no line of names", hint=_HEADER_HINT)
    start, line = lines.at, lines.line
    names = [cell.text.strip().casefold() for cell in _record(lines)]
    for name in names:
        if not name:
            raise wrong_row(0, line, None, "a column has no name", hint=_HEADER_HINT)
        if names.count(name) > 1:
            raise wrong_row(0, line, name, "stands twice in the line of names")
    head = text[start : lines.at]
    lines.leave()
    return Header(text=head, names=names, char_end=lines.at, line=lines.line)


def header_text(text: str, layout: Layout) -> str:
    """What a reader of a row needs from elsewhere to read it: the line of names, if there is one."""
    return header(text).text if layout is Layout.CSV else ""


_ReadRow = Callable[["_Lines"], tuple[int, Mapping[str, Cell]]]
"""From a place on: where the row starts, and its cells; the place is then where the row ends."""

_BLANK = re.compile(r"[ \t]*+(?:\r\n|\n|\r|\Z)")
_LINE_END = re.compile(r"\r\n|\n|\r")
_REST_OF_LINE = re.compile(r"[ \t]*+(\r\n|\n|\r|\Z)")


class _Lines:
    """A place in a text that moves on row by row: at the start of a line, or at the end."""

    def __init__(self, text: str, start: int, end: int, *, line: int = 1) -> None:
        self.text = text
        self.at = start
        self.end = end
        self.line = line
        self.number = 0

    def run(self, read: _ReadRow) -> Iterator[Row]:
        while self.skip_blank():
            self.number += 1
            line = self.line
            start, cells = read(self)
            if self.at - start > ROW_MAX:
                raise wrong_row(self.number, line, None, f"{self.at - start} characters, at most {ROW_MAX}")
            kept = {name: cell for name, cell in cells.items() if cell.text.strip()}
            yield Row(number=self.number, line=line, char_start=start, char_end=self.at, cells=kept)
            self.leave()

    def skip_blank(self) -> bool:
        """Go to the next line that is not blank; False at the end of the text."""
        while self.at < self.end and (blank := _BLANK.match(self.text, self.at, self.end)):
            self.at = blank.end()
            self.line += 1
        return self.at < self.end

    def leave(self) -> None:
        """Go from the end of a row to the next line."""
        if ended := _REST_OF_LINE.match(self.text, self.at, self.end):
            self.at = ended.end()
            self.line += 1

    def refuse(self, what: str, *, field: str | None = None, hint: str | None = None) -> Incorrect:
        return wrong_row(self.number, self.line, field, what, hint=hint)


# --- comma-separated values -----------------------------------------------------------------------

_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"')
_PLAIN = re.compile(r'[^",\r\n]*+')


def _record_of(names: Sequence[str]) -> _ReadRow:
    def read(lines: _Lines) -> tuple[int, Mapping[str, Cell]]:
        start = lines.at
        cells = _record(lines)
        if len(cells) != len(names):
            raise lines.refuse(
                f"{len(cells)} fields, and the line of names has {len(names)}",
                hint="put a field that holds a comma or a line break in double quotes",
            )
        return start, dict(zip(names, cells, strict=True))

    return read


def _record(lines: _Lines) -> list[Cell]:
    """The fields from the place on; the place is then at the end of the record."""
    cells = []
    while True:
        cells.append(_field(lines))
        if lines.at < lines.end and lines.text[lines.at] == ",":
            lines.at += 1
            continue
        if lines.at == lines.end or _LINE_END.match(lines.text, lines.at, lines.end):
            return cells
        raise lines.refuse(
            f"a double quote in the middle of field {len(cells)}",
            hint='put the whole field in double quotes, and write each quote inside as ""',
        )


def _field(lines: _Lines) -> Cell:
    start = lines.at
    if quoted := _QUOTED.match(lines.text, start, lines.end):
        lines.at = quoted.end()
        lines.line += len(_LINE_END.findall(quoted[1]))
        return Cell(text=quoted[1].replace('""', '"'), char_start=start + 1, char_end=quoted.end() - 1)
    if lines.text.startswith('"', start, lines.end):
        raise lines.refuse("a double quote is not closed", hint='end the field with one double quote (")')
    plain = _PLAIN.match(lines.text, start, lines.end)
    lines.at = plain.end() if plain else start
    return Cell(text=lines.text[start : lines.at], char_start=start, char_end=lines.at)


# --- JSON lines -----------------------------------------------------------------------------------

_SPACE = re.compile(r"[ \t]*+")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?(?![\w.])")
_WORD = re.compile(r"(?:true|false|null)(?!\w)")
_NO_OBJECT = "not one JSON object on one line"
_OBJECT_HINT = "write each row as one object on a line of its own"


def _object(lines: _Lines) -> tuple[int, Mapping[str, Cell]]:
    lines.at += _spaces(lines)
    start = lines.at
    cells: dict[str, Cell] = {}
    _expect(lines, "{")
    more = not _found(lines, "}")
    while more:
        name = _name(lines)
        _expect(lines, ":")
        value = _value(lines, name)
        if name in cells:
            raise lines.refuse("stands twice", field=name)
        cells[name] = value
        more = _found(lines, ",")
        if not more:
            _expect(lines, "}")
    if not _REST_OF_LINE.match(lines.text, lines.at, lines.end):
        raise lines.refuse(_NO_OBJECT, hint=_OBJECT_HINT)
    return start, cells


def _spaces(lines: _Lines) -> int:
    found = _SPACE.match(lines.text, lines.at, lines.end)
    return found.end() - found.start() if found else 0


def _found(lines: _Lines, mark: str) -> bool:
    at = lines.at + _spaces(lines)
    if not lines.text.startswith(mark, at, lines.end):
        return False
    lines.at = at + 1
    return True


def _expect(lines: _Lines, mark: str) -> None:
    if not _found(lines, mark):
        raise lines.refuse(_NO_OBJECT, hint=_OBJECT_HINT)


def _name(lines: _Lines) -> str:
    lines.at += _spaces(lines)
    found = _STRING.match(lines.text, lines.at, lines.end)
    if not found:
        raise lines.refuse(_NO_OBJECT, hint=_OBJECT_HINT)
    lines.at = found.end()
    return str(json.loads(found[0]))


def _value(lines: _Lines, name: str) -> Cell:
    """A text as it reads, a number or a truth value as it is written; null says nothing."""
    lines.at += _spaces(lines)
    start = lines.at
    if found := _STRING.match(lines.text, start, lines.end):
        lines.at = found.end()
        return Cell(text=json.loads(found[0]), char_start=start + 1, char_end=found.end() - 1)
    found = _NUMBER.match(lines.text, start, lines.end) or _WORD.match(lines.text, start, lines.end)
    if not found:
        nested = lines.text[start : start + 1] in ("[", "{")
        what = "a list or an object, where one value is meant" if nested else _NO_OBJECT
        raise lines.refuse(what, field=name, hint="write one row a value" if nested else None)
    lines.at = found.end()
    return Cell(text="" if found[0] == "null" else found[0], char_start=start, char_end=found.end())
