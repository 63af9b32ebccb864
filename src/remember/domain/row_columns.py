"""The columns that a row of structured facts may have, and what each may hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from remember.domain.documents import SOURCE_KIND_MAX, SOURCE_REF_MAX, Source
from remember.domain.rows import Row

NAME_MAX = 400
"""Characters of a name: with its tenant beside it, an index entry must stay below a third of a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: what it says of the fact, in at most `most` characters."""

    name: str
    says: str
    most: int


_COLUMNS = (
    ("subject", NAME_MAX, "Whom or what the fact is about, by name."),
    ("predicate", 80, "How subject and object belong together, or which attribute the value is of."),
    ("object", NAME_MAX, "The person, group, thing or place at the other end, by name."),
    ("value", 2_000, "What the attribute is, where that is no named thing: a number, a date, a phrase."),
    ("statement", 600, "The whole fact as a sentence, in the place of predicate and object or value."),
    ("polarity", 8, "`positive`, or `negative` where the row denies it. Left out: positive."),
    ("effect", 7, "`holds`, `begins`, `ends` or `happens`. Left out: holds."),
    ("valid_from", 40, "When it begins to be so: a date, or a date-time with an offset."),
    ("valid_until", 40, "The first moment when it is so no more: a date, or a date-time with an offset."),
    ("precision", 7, "`instant`, `day`, `month`, `quarter` or `year`. Left out: what the bounds are."),
    ("said_at", 40, "When its source said it. Left out: the source_modified_at of the file."),
    (
        "source_kind",
        SOURCE_KIND_MAX,
        "Class of the source, with source_ref. Left out: the source of the file.",
    ),
    ("source_ref", SOURCE_REF_MAX, "Which item of that class says it."),
    ("source_span", 8_000, "The words of the source that say it, where they are at hand."),
)
COLUMNS: Mapping[str, Column] = MappingProxyType(
    {name: Column(name=name, says=says, most=most) for name, most, says in _COLUMNS}
)


def check_columns(row: Row) -> None:
    """Raises `Incorrect` for a column that there is not, or for text that cannot be kept."""
    for name, cell in row.cells.items():
        column = COLUMNS.get(name)
        if column is None:
            raise row.wrong(name, "no column of a fact", hint=f"the columns are {', '.join(COLUMNS)}")
        if len(cell.text) > column.most:
            raise row.wrong(name, f"{len(cell.text)} characters, at most {column.most}")
        bad = next((c for c in cell.text if c == "\0" or "\ud800" <= c <= "\udfff"), None)
        if bad is not None:
            raise row.wrong(name, f"holds U+{ord(bad):04X}, which is not text")


def text_of(row: Row, name: str) -> str | None:
    """What a row says in a column, with one space between words; None where it says nothing."""
    cell = row.cells.get(name)
    return " ".join(cell.text.split()) if cell else None


def source_of(row: Row) -> Source | None:
    """The source that a row names for itself; both halves of the pair or none."""
    kind, ref = row.cells.get("source_kind"), row.cells.get("source_ref")
    if kind is None and ref is None:
        return None
    if kind is None or ref is None:
        missing = "source_kind" if kind is None else "source_ref"
        raise row.wrong(missing, "source_kind and source_ref must be supplied together")
    if len(ref.text.encode()) > SOURCE_REF_MAX:
        raise row.wrong("source_ref", f"{len(ref.text.encode())} bytes, at most {SOURCE_REF_MAX} of UTF-8")
    return Source(kind=kind.text, ref=ref.text)
