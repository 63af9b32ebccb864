"""A table of a page, row by row, written so that each row can be read with the names of its columns."""

from collections.abc import Mapping

_COLUMNS_MAX = 50
_ROWS_MAX = 200  # a cell is repeated in at most so many rows that it spans
_REPEATED_MAX = 200  # and only if it is no longer than this


class Table:
    """The cells of one table; spans over rows are repeated, spans over columns leave empty cells."""

    def __init__(self) -> None:
        self.in_cell = False
        self._rows: list[list[str]] = []
        self._heads: list[bool] = []  # whether all cells of a row are heads
        self._down: dict[int, tuple[int, str]] = {}  # by column: for how many more rows, and the text
        self._span = (1, 1)
        self._spare = 1_000  # what may still be repeated: no more than the page says itself

    def open(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Begin a row or a cell."""
        if tag == "tr" or not self._rows:
            self._rows.append([])
            self._heads.append(True)
        if tag != "tr":
            self.in_cell = True
            self._heads[-1] = self._heads[-1] and tag == "th"
            self._span = (_span(attributes, "colspan", _COLUMNS_MAX), _span(attributes, "rowspan", _ROWS_MAX))

    def close_cell(self, text: str) -> None:
        """End the open cell, which says this."""
        self.in_cell = False
        row = self._rows[-1]
        self._fill(row)
        columns, rows = self._span
        text = text.replace("|", "\\|")
        self._spare += len(text)
        if len(row) >= _COLUMNS_MAX:
            row[-1] += f" {text}"
            return
        cells = [text, *[""] * (columns - 1)][: _COLUMNS_MAX - len(row)]
        if rows > 1 and len(text) <= _REPEATED_MAX:
            self._down |= {len(row) + n: (rows - 1, cell) for n, cell in enumerate(cells)}
        row += cells

    def _fill(self, row: list[str]) -> None:
        """Put in the cells of rows above that reach down to here."""
        while (reaching := self._down.pop(len(row), None)) is not None:
            left, text = reaching
            if left > 1:
                self._down[len(row)] = (left - 1, text)
            self._spare -= len(text)
            row.append(text if self._spare >= 0 else "")

    def markdown(self) -> str:
        """The table in Markdown; rows of one cell each as paragraphs, missing heads empty."""
        rows = [(row, head) for row, head in zip(self._rows, self._heads, strict=True) if any(row)]
        width = max((len(row) for row, _ in rows), default=0)
        if width <= 1:
            return "\n\n".join(row[0] for row, _ in rows)
        if not rows[0][1]:
            rows.insert(0, ([""] * width, True))
        lines = ["| " + " | ".join(row) + " |" for row, _ in rows]
        return "\n".join((lines[0], "|" + " --- |" * width, *lines[1:]))


def _span(attributes: Mapping[str, str | None], name: str, most: int) -> int:
    value = (attributes.get(name) or "1").strip()
    return min(max(1, int(value)), most) if value.isdecimal() and len(value) < 6 else 1
