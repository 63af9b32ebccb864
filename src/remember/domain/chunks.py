"""Cut a version's text into passages that keep their place.

A chunk is a run of whole blocks of one section; only a block that is longer than a whole chunk is cut
itself, between sentences. Where a long section is cut depends on what is written near the cut and on
nothing else, so that an edit changes the chunks around it and no others.
"""

import hashlib
import re
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from typing import NamedTuple
from unicodedata import combining
from uuid import UUID, uuid5

from remember.domain.long_texts import found_in
from remember.domain.structure import Block, BlockKind, Markup, Placed, SectionRole, blocks, place

CHUNKER_VERSION = "1"

# Sizes are in letters of English, about six to a word; see `_size` for other scripts.
MOST = 2_400
"""No chunk is larger (about 400 words), not counting white space and a heading that stays with its text."""
_REACH = 800  # a cut is the best place within this distance on both sides of it
_LEAST = 400  # the two sides of a further cut are at least this large
_HELD = 8 * MOST  # so much is held back at most while a best place is looked for
_KEYED = 64  # letters of a block that its rank as a place to cut is drawn from
_PREFIX_MAX = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One passage: `text` is the version's text from `char_start` up to `char_end`.

    `context_prefix` says where it stands (document title, headings, and what a part of a table or of a
    long turn would lack); it is embedded with the text and is never quoted. Two chunks with one
    `reuse_key` read the same to the extractor, so that the claims of one hold for the other.
    """

    ordinal: int
    char_start: int
    char_end: int
    text: str
    heading_path: tuple[str, ...]
    section_role: SectionRole
    context_prefix: str
    speakers: tuple[str, ...]
    reuse_key: str


class _Unit(NamedTuple):
    """What is not cut any further: a block, or a sentence of a block that is too long."""

    start: int
    end: int
    size: int
    place: tuple[int, int] | None  # the lower, the better to cut before it; None: never
    placed: Placed
    lead: str  # what a reader who starts here would miss


def cut(text: str, *, title: str, markup: Markup, extractor_version: str) -> Iterator[Chunk]:
    """The chunks of a text, in order; they hold all of it but the white space between them."""
    ordinal = 0
    for _, section in groupby(place(blocks(text, markup)), key=lambda placed: placed.section):
        for run in _runs(_units(text, section)):
            yield _chunk(text, run, ordinal, title, extractor_version)
            ordinal += 1


def cut_rows(
    text: str, rows: Iterable[tuple[int, int]], *, title: str, lead: str, version: str
) -> Iterator[Chunk]:
    """The chunks of a file of rows: runs of whole rows. `lead` is what a reader of a row needs before it."""
    for ordinal, run in enumerate(_runs(_row_units(text, rows, lead))):
        start, end = run[0].start, run[-1].end
        yield Chunk(
            ordinal=ordinal,
            char_start=start,
            char_end=end,
            text=text[start:end],
            heading_path=(),
            section_role=SectionRole.TABLE,
            context_prefix=_context_prefix(title, (), lead[:_PREFIX_MAX]),
            speakers=(),
            reuse_key=reuse_key(
                text[start:end], heading_path=(lead,), title=title, speakers=(), extractor_version=version
            ),
        )


def _row_units(text: str, rows: Iterable[tuple[int, int]], lead: str) -> Iterator[_Unit]:
    for number, (start, end) in enumerate(rows):
        block = Block(kind=BlockKind.TABLE, char_start=start, char_end=end)
        placed = Placed(block=block, section=0, heading_path=(), section_role=SectionRole.TABLE)
        position = _place(text, start, 0 if number else None)
        yield _Unit(start, end, _size(text, start, end), position, placed, lead)


def chunk_id(version_id: UUID, ordinal: int) -> UUID:
    """The identity of the passage at this place of a version."""
    return uuid5(version_id, f"chunk:{ordinal}")


def reuse_key(
    text: str,
    *,
    heading_path: Iterable[str],
    title: str,
    speakers: Iterable[str],
    extractor_version: str,
) -> str:
    """What decides whether claims may be taken over: all that the extractor is shown, as one SHA-256."""
    key = hashlib.sha256()
    for field in (extractor_version, title, "\0".join(heading_path), "\0".join(speakers), text):
        encoded = field.encode("utf-8", "surrogatepass")
        key.update(b"%d:" % len(encoded))
        key.update(encoded)
    return key.hexdigest()


def _chunk(text: str, run: list[_Unit], ordinal: int, title: str, extractor_version: str) -> Chunk:
    start, end = run[0].start, run[-1].end
    placed = run[-1].placed
    speakers = tuple(dict.fromkeys(unit.placed.block.speaker for unit in run if unit.placed.block.speaker))
    body = text[start:end]
    return Chunk(
        ordinal=ordinal,
        char_start=start,
        char_end=end,
        text=body,
        heading_path=placed.heading_path,
        section_role=_role(text, run),
        context_prefix=_context_prefix(title, placed.heading_path, run[0].lead),
        speakers=speakers,
        reuse_key=reuse_key(
            body,
            heading_path=placed.heading_path,
            title=title,
            speakers=speakers,
            extractor_version=extractor_version,
        ),
    )


_CAPTION = re.compile(r"(?:figure|fig\.|table)\s+\d{1,3}\s*[:.]", re.IGNORECASE)


def _role(text: str, run: list[_Unit]) -> SectionRole:
    found = [unit for unit in run if unit.placed.block.kind is not BlockKind.HEADING]
    if found and all(unit.placed.block.kind is BlockKind.TABLE for unit in found):
        return SectionRole.TABLE
    if found and all(_CAPTION.match(text, unit.start) for unit in found):
        return SectionRole.FIGURE_CAPTION
    return run[-1].placed.section_role


def _context_prefix(title: str, heading_path: tuple[str, ...], lead: str) -> str:
    headings = heading_path[1:] if heading_path[:1] == (title,) else heading_path
    return " > ".join((title, *headings))[:_PREFIX_MAX] + (f"\n{lead}" if lead else "")


def _runs(units: Iterator[_Unit]) -> Iterator[list[_Unit]]:
    """The units of one section in runs that are small enough."""
    held: list[_Unit] = []
    total = 0
    for unit in units:
        held.append(unit)
        total += unit.size
        if total > MOST:
            break
    if total <= MOST:
        yield held
        return
    for run in _between_cuts(chain(held, units)):
        yield from _halved(run)


def _between_cuts(units: Iterable[_Unit]) -> Iterator[list[_Unit]]:
    """Runs between the places that are the best within reach on both sides.

    Whether a place is the best depends only on the text within reach of it: that is what keeps all other
    chunks as they were after an edit. A place is kept while nothing within reach before it was as good;
    it is a cut once nothing better has come within reach after it.
    """
    run: list[_Unit] = []
    rivals: deque[tuple[int, tuple[int, int]]] = deque()  # (offset, place), ever worse
    best: int | None = None  # the offset of the place that may become a cut
    best_at = offset = 0  # best_at: how many units of the run lie before it
    held = 0
    for unit in units:
        if best is not None and offset - best >= _REACH:
            yield run[:best_at]
            run = run[best_at:]
            held = offset - best
            best = None
        elif held > _HELD:
            yield run
            run, held, best = [], 0, None
        if unit.place is not None:
            while rivals and offset - rivals[0][0] >= _REACH:
                rivals.popleft()
            while rivals and rivals[-1][1] > unit.place:
                rivals.pop()
            if not rivals and offset >= _REACH:
                best, best_at = offset, len(run)
            rivals.append((offset, unit.place))
        run.append(unit)
        offset += unit.size
        held += unit.size
    if run:
        yield run


def _halved(run: list[_Unit]) -> Iterator[list[_Unit]]:
    """The run, cut at its best places until each part is small enough."""
    todo = [run]
    while todo:
        part = todo.pop()
        at = _best_cut(part) if sum(unit.size for unit in part) > MOST else None
        if at is None:
            yield part
        else:
            todo += [part[at:], part[:at]]


def _best_cut(run: list[_Unit]) -> int | None:
    """The best place with enough on both sides, else the one nearest the middle."""
    total = sum(unit.size for unit in run)
    before = run[0].size
    best: tuple[int, tuple[int, int], int, int] | None = None
    for at, unit in enumerate(run[1:], start=1):
        if unit.place is not None:
            lack = max(0, _LEAST - min(before, total - before))
            found = (lack, unit.place, abs(total - 2 * before), at)
            best = found if best is None or found < best else best
        before += unit.size
    return best[3] if best else None


def _units(text: str, section: Iterable[Placed]) -> Iterator[_Unit]:
    before: Block | None = None
    for placed in section:
        block = placed.block
        size = _size(text, block.char_start, block.char_end)
        position = _place(text, block.char_start, _cost(text, before, block))
        first = _Unit(block.char_start, block.char_end, size, position, placed, "")
        if size <= MOST:
            yield first
        else:
            yield from _parts(text, first)
        before = block


def _cost(text: str, before: Block | None, block: Block) -> int | None:
    """How bad it is to cut before this block; None where it may not be cut."""
    if before is None or before.kind is BlockKind.HEADING:
        return None
    if text[before.char_end - 1] == ":" and block.kind is not BlockKind.TURN:
        return 3
    if block.kind is BlockKind.LIST_ITEM:
        return 1 + (block.level > 0)
    return 0


def _place(text: str, start: int, cost: int | None) -> tuple[int, int] | None:
    if cost is None:
        return None
    return cost, zlib.crc32(text[start : start + _KEYED].encode("utf-8", "surrogatepass"))


def _size(text: str, start: int, end: int) -> int:
    """Letters of English that cost a model as much: other scripts take more tokens a letter."""
    length = end - start
    return length + (len(text[start:end].encode("utf-8", "surrogatepass")) - length) * 5 // 2


# White space that follows the end of a sentence, the end of a line, or the end of a sentence in a script
# that writes no space after it. None of the three can be tried twice on one character.
_PART_END = re.compile(r"""(?<=[.!?…:;"'”’)\]])[ \t\xa0]+|[\r\n]\s*|(?<=[。！？；])""")
_ABBREVIATED = re.compile(
    r"(?:\b(?:\w|Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|cf|al|approx)\.)\Z", re.IGNORECASE
)
_PART_MOST = 800


def _parts(text: str, whole: _Unit) -> Iterator[_Unit]:
    """The sentences or lines of a block that is larger than a chunk; the first keeps the block's place."""
    lead = _lead(text, whole.placed.block)
    position, start = whole.place, whole.start
    for end in _part_ends(text, whole.start, whole.end):
        while start < end:
            stop = _stop(text, start, end)
            size = _size(text, start, stop)
            yield _Unit(start, stop, size, position, whole.placed, lead if start > whole.start else "")
            start = _skip_space(text, stop, whole.end)
            position = _place(text, start, 4)


def _part_ends(text: str, start: int, end: int) -> Iterator[int]:
    for found in found_in(_PART_END, text, start, end):
        if found.start() > start and not _ABBREVIATED.search(
            text, max(start, found.start() - 8), found.start()
        ):
            yield found.end()
    yield end


def _stop(text: str, start: int, end: int) -> int:
    """Where a part that starts here ends: at `end`, or before it where that is too far."""
    if end - start <= _PART_MOST and _size(text, start, end) <= _PART_MOST:
        return _without_space(text, start, end)
    stop = min(start + _PART_MOST, end)
    while (size := _size(text, start, stop)) > _PART_MOST:
        stop = start + (stop - start) * _PART_MOST // size
    space = max(text.rfind(mark, start + 1, stop) for mark in " \t\xa0")
    if space > start:
        return _without_space(text, start, space)
    back = stop
    while back > max(start + 1, stop - 32) and _joins(text[back - 1], text[back]):
        back -= 1
    return back if back > start + 1 else stop


def _joins(before: str, after: str) -> bool:
    """Whether two characters belong to one letter or one pictograph."""
    joiner = "\u200d"
    modifier = "\ufe00" <= after <= "\ufe0f" or "\U0001f3fb" <= after <= "\U0001f3ff"
    return bool(combining(after)) or after == joiner or before == joiner or modifier


def _without_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _skip_space(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _lead(text: str, block: Block) -> str:
    """What a reader who starts inside this block lacks: the head of a table, or who is speaking."""
    if block.kind is BlockKind.TABLE:
        return text[block.char_start : block.char_start + _PREFIX_MAX].splitlines()[0].strip()
    return f"{block.speaker}:" if block.speaker else ""
