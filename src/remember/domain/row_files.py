"""A file of rows, checked as a whole and parted by the sources that its rows name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from remember.domain.documents import Source
from remember.domain.row_claims import claim_of
from remember.domain.row_columns import source_of
from remember.domain.rows import Layout, Row, header_text, rows
from remember.errors import Incorrect

MOST_ROWS = 50_000
"""Rows that one call takes."""

MOST_SOURCES = 1_000
"""Sources that the rows of one call name."""

_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The rows of one source, as a text of their own; without a source they are a file by themselves."""

    source: Source | None
    text: str
    rows: int


def parts(text: str, layout: Layout, own: Source | None) -> list[Part]:
    """The rows of a text by source, `own` being that of rows that name none.

    A text of one source stays whole. Raises `Incorrect` that tells of every wrong row, up to twenty.
    """
    by_source: dict[Source | None, list[Row]] = {}
    for row in _checked(text, layout):
        by_source.setdefault(source_of(row) or own, []).append(row)
    if len(by_source) > MOST_SOURCES:
        raise Incorrect(
            f"the rows name {len(by_source)} sources, at most {MOST_SOURCES} in one call",
            code="too_many_sources",
            hint="send the file in parts",
        )
    whole = len(by_source) == 1
    lead = header_text(text, layout)
    return [
        Part(source=source, text=text if whole else _joined(text, lead, found), rows=len(found))
        for source, found in by_source.items()
    ]


def _joined(text: str, lead: str, found: Sequence[Row]) -> str:
    lines = [text[row.char_start : row.char_end] for row in found]
    return "".join(f"{line}\n" for line in [*([lead] if lead else []), *lines])


def _checked(text: str, layout: Layout) -> list[Row]:
    found: list[Row] = []
    faults: list[Incorrect] = []
    for row in _readable(text, layout, faults):
        try:
            claim_of(row, text, said=None)
        except Incorrect as fault:
            faults.append(fault)
        found.append(row)
        if len(faults) >= _MOST_FAULTS or len(found) > MOST_ROWS:
            break
    if faults:
        raise _refusal(faults)
    if not found:
        raise Incorrect("there is no row", code="no_rows", hint="send one fact a row, at least one row")
    if len(found) > MOST_ROWS:
        raise Incorrect(
            f"there are more than {MOST_ROWS} rows", code="too_many_rows", hint="send the file in parts"
        )
    return found


def _readable(text: str, layout: Layout, faults: list[Incorrect]) -> Iterator[Row]:
    """The rows up to the first that is none, whose fault is noted: what follows it cannot be told apart."""
    try:
        yield from rows(text, layout)
    except Incorrect as fault:
        faults.append(fault)


def _refusal(faults: Sequence[Incorrect]) -> Incorrect:
    first = faults[0]
    more = f"; {len(faults) - 1} more of the rows are wrong" if len(faults) > 1 else ""
    told = [fault.data | {"message": fault.message} for fault in faults]
    return Incorrect(
        f"{first.message}{more}", code=first.code, hint=first.hint, data=first.data | {"faults": told}
    )
