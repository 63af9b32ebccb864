"""What a converted text is made of: blocks in order, each placed under its headings.

Blocks are found line by line, in one pass and without recursion, so that any text takes time in
proportion to its length. They never overlap, and between them there is only white space.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from remember.domain.conversations import said
from remember.domain.headings import SectionRole, front_matter_end, heading_words, section_role
from remember.domain.lines import SCAN, Line, LineReader
from remember.domain.mail import HEADER_LINES_MAX, is_header, starts_header
from remember.domain.voices import Voices

__all__ = ["Block", "BlockKind", "Markup", "Placed", "SectionRole", "blocks", "place"]


class Markup(StrEnum):
    """Which rules make a heading: those of Markdown, or only what is certain in plain text.

    A conversation is turns and nothing else, whatever their words look like.
    """

    MARKDOWN = "markdown"
    PLAIN = "plain"
    CONVERSATION = "conversation"


class BlockKind(StrEnum):
    """What a block is. Front matter is what stands about the text before it: also the header of a mail."""

    FRONT_MATTER = "front_matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    TURN = "turn"
    RULE = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block; its range starts and ends at characters that are not white space."""

    kind: BlockKind
    char_start: int
    char_end: int
    level: int = 0
    """Of a heading: 1 is the highest. Of another block: how many columns its first line is indented."""
    title: str | None = None
    """The words of a heading, without marks."""
    speaker: str | None = None
    """Whose words these are in a conversation, a mail or a quotation; None: the document's own."""
    said_at: datetime | None = None
    """When they were said, in the speaker's own zone, where that is certain."""
    words_at: int | None = None
    """Where the words of a turn begin, behind its time and speaker, where that is certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A block with the section that it is in, counted from 0.

    A heading without a text of its own belongs to the section of the heading below it.
    """

    block: Block
    section: int
    heading_path: tuple[str, ...]
    section_role: SectionRole


HEADING_MAX = 300
"""A line of more characters is a paragraph, even where it begins with a heading's mark."""

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^`]*)$")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_LIST_MARK = re.compile(
    r"[ \t]*(?:(?:[-*+•‣◦]|\(?(?:\d{1,9}|[a-zA-Z])[.)])[ \t]+\S"
    r"|\d{1,3}(?:\.\d{1,3}){1,4}\.?[ \t]+[A-Z][^\W_]*[ ,])"
)
_CAPITALS = re.compile(r"(?:^|[\n\r])[ \t]*([A-Z]{1,4})\.(?=[ \t])")
_ROMAN_BESIDE = {"I": {"II"}, "V": {"IV", "VI"}, "X": {"IX", "XI"}}
_QUOTE_MARK = re.compile(r" {0,3}(?:>[ \t]?)+")
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+[^\W\d_]")
# The line of a subtitle file that says from when to when the next words are shown.
_CUE = re.compile(r"[ \t]*(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}[ \t]+-->[ \t]")


def blocks(text: str, markup: Markup) -> Iterator[Block]:
    """The blocks of a text in order."""
    return _turns(text) if markup is Markup.CONVERSATION else _Blocks(text, markup).run()


def _turns(text: str) -> Iterator[Block]:
    turns = said(text)
    before = text[: turns[0].char_start if turns else len(text)]
    if before.strip():
        start = len(before) - len(before.lstrip())
        yield Block(kind=BlockKind.PARAGRAPH, char_start=start, char_end=len(before.rstrip()))
    for turn in turns:
        yield Block(
            kind=BlockKind.TURN,
            char_start=turn.char_start,
            char_end=turn.char_end,
            speaker=turn.speaker,
            said_at=turn.at,
            words_at=turn.words_at,
        )


class _Blocks:
    def __init__(self, text: str, markup: Markup) -> None:
        self.text = text
        self.lines = LineReader(text)
        self.plain = markup is Markup.PLAIN
        self.voices = Voices(text)
        self.unclosed = {"`": 11, "~": 11}  # from this fence length on, none is closed any more
        self.after_blank = True
        self.capitals = frozenset(_CAPITALS.findall(text))

    def run(self) -> Iterator[Block]:
        front = front_matter_end(self.text)
        if front:
            yield self._block(BlockKind.FRONT_MATTER, 0, front)
            self.lines.seek(front)
        while (line := self.lines.take()) is not None:
            if line.blank:
                self.after_blank = True
                self.voices.blank()
                continue
            block = self._next(line)
            yield block
            self.after_blank = block.kind is BlockKind.HEADING

    def _next(self, line: Line) -> Block:
        return (
            self._code(line)
            or self._heading(line)
            or self._rule(line)
            or self._table(line)
            or self._mail_header(line)
            or self._turn(line)
            or self._quote(line)
            or self._words(line)
        )

    def _block(
        self,
        kind: BlockKind,
        start: int,
        end: int,
        *,
        level: int | None = None,
        title: str | None = None,
        speaker: str | None = None,
        said_at: datetime | None = None,
    ) -> Block:
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip())
        return Block(
            kind=kind,
            char_start=start + lead,
            char_end=start + lead + len(raw.strip()),
            level=len(raw[:lead].expandtabs(4)) if level is None else level,
            title=title,
            speaker=speaker,
            said_at=said_at,
        )

    def _spoken(self, kind: BlockKind, start: int, end: int) -> Block:
        return self._block(kind, start, end, speaker=self.voices.speaker, said_at=self.voices.said_at)

    def _code(self, line: Line) -> Block | None:
        opening = _FENCE.match(line.head)
        if opening is None:
            return None
        mark, length = opening[1][0], min(len(opening[1]), 10)
        closing = None
        if length < self.unclosed[mark]:
            closing = _closing_fence(mark, length).search(self.text, line.next)
        if closing is None:
            # A fence that is never closed would hide the rest of the document: take it as a paragraph.
            self.unclosed[mark] = min(self.unclosed[mark], length)
            return None
        if self._turns_between(line.next, closing.start()):
            return None
        self.lines.seek(closing.end())
        return self._spoken(BlockKind.CODE, line.start, closing.end())

    def _turns_between(self, start: int, end: int) -> bool:
        """Whether a turn begins in here: then a fence before it was left open by another speaker."""
        chat = self.voices.chat
        if chat is None or not chat.whole:
            return False
        return any(chat.opening(line) is not None for line in self.text[start:end].splitlines())

    def _heading(self, line: Line) -> Block | None:
        if line.end - line.start > HEADING_MAX:
            return None
        if self.plain:
            level = self._plain_heading(line)
        else:
            mark = _ATX.match(line.head)
            level = len(mark[1]) if mark and not self._in_turn(line) else 0
        return self._titled(level, line) if level else self._underlined(line)

    def _in_turn(self, line: Line) -> bool:
        """Whether a heading is part of what a speaker wrote: then no turn begins below it."""
        chat = self.voices.chat
        if chat is None or not chat.whole or self.voices.speaker is None:
            return False
        below = self.text[line.next : line.next + SCAN].lstrip().splitlines()
        return not below or chat.opening(below[0]) is None

    def _titled(self, level: int, line: Line, end: int | None = None) -> Block:
        self.voices.heading()
        title = heading_words(self.text[line.start : line.end])
        self.voices.comment(title)
        return self._block(BlockKind.HEADING, line.start, end or line.end, level=level, title=title)

    def _plain_heading(self, line: Line) -> int:
        """The level of a line of plain text that is certainly a heading, or 0.

        It stands alone between blank lines and is written like a heading: marked, numbered and
        capitalised, or all in capitals; and it ends like none of a sentence, a list or a label.
        """
        words = line.head.strip()
        following = self.lines.peek()
        if not self.after_blank or following is None or not following.blank or self._in_turn(line):
            return 0
        if mark := _ATX.match(line.head):
            return len(mark[1])
        if len(words) > 80 or words[-1] in ".,;:!?" or self.voices.chat is not None:
            return 0
        numbered = _NUMBERED.match(words)
        if numbered and words[numbered.end() - 1].isupper() and not self._numbered_after(following):
            return numbered[1].count(".") + 1
        letters = sum(c.isalpha() for c in words)
        return 1 if letters >= 4 and words.isupper() and letters * 2 > len(words) else 0

    def _numbered_after(self, blank: Line) -> bool:
        # A numbered list with blank lines between its items looks like headings without text.
        return _NUMBERED.match(self.text[blank.next : blank.next + SCAN].lstrip()) is not None

    def _underlined(self, line: Line) -> Block | None:
        below = self.lines.peek()
        if below is None or below.blank or not self.after_blank or below.end - below.start > HEADING_MAX:
            return None
        bar, words = below.head.strip(), line.head.strip()
        if len(bar) < 3 or bar[0] not in "=-" or set(bar) != {bar[0]} or words[0] in "|>-*+#":
            return None
        if (bar[0] == "-" and words[-1] in ".,;:!?") or (self.plain and len(bar) + 2 < len(words)):
            return None
        if self._opening(line):
            return None
        self.lines.take()
        return self._titled(1 if bar[0] == "=" else 2, line, below.end)

    def _rule(self, line: Line) -> Block | None:
        marks = "".join(line.head.split())
        drawn = line.end - line.start <= HEADING_MAX and len(marks) >= 3 and marks[0] in "-*_="
        if (drawn and set(marks) == {marks[0]}) or _CUE.match(line.head):
            return self._block(BlockKind.RULE, line.start, line.end)
        return None

    def _table(self, line: Line) -> Block | None:
        below = self.lines.peek()
        if "|" not in line.head or below is None or not _is_delimiter_row(below):
            return None
        end = line.end
        while (row := self.lines.peek()) is not None and not row.blank and "|" in row.head:
            end = row.end
            self.lines.take()
        return self._spoken(BlockKind.TABLE, line.start, end)

    def _mail_header(self, line: Line) -> Block | None:
        if not is_header(line.head):
            return None
        found = [line]
        while (below := self.lines.peek()) is not None and not below.blank and len(found) < HEADER_LINES_MAX:
            found.append(below)
            self.lines.take()
        if not self.voices.header([one.head for one in found]):
            self.lines.seek(line.next)
            return None
        return self._block(BlockKind.FRONT_MATTER, line.start, found[-1].end)

    def _opening(self, line: Line) -> str | None:
        return self.voices.opening(line.start, line.head)

    def _turn(self, line: Line) -> Block | None:
        speaker = self._opening(line)
        if speaker is None:
            return None
        self.voices.speaker = speaker
        return self._spoken(BlockKind.TURN, line.start, self._run_on(line))

    def _quote(self, line: Line) -> Block | None:
        """Lines that are quoted as deep as this one: what others said stands deeper."""
        depth = _depth(line)
        if not depth:
            return None
        end = line.end
        while (below := self.lines.peek()) is not None and _depth(below) == depth:
            end = below.end
            self.lines.take()
        speaker, said_at = self.voices.quote(depth, self.text[line.start : end])
        return self._block(BlockKind.QUOTE, line.start, end, speaker=speaker, said_at=said_at)

    def _words(self, line: Line) -> Block:
        kind = BlockKind.LIST_ITEM if self._begins_item(line.head) else BlockKind.PARAGRAPH
        end = self._run_on(line)
        if end == line.end and self.after_blank and self.voices.comment(line.head):
            return self._block(BlockKind.FRONT_MATTER, line.start, end)
        if self.voices.mail and line.head.strip() == "--":  # what follows is a signature
            return self._block(BlockKind.FRONT_MATTER, line.start, end)
        self.voices.words(self.text[max(line.start, end - SCAN) : end])
        return self._spoken(kind, line.start, end)

    def _run_on(self, line: Line) -> int:
        """Where the block that starts with this line ends: before a blank line or another block.

        It also ends with a line that announces whose words follow.
        """
        last = line
        while (below := self.lines.peek()) is not None and not below.blank and not self._interrupts(below):
            if last.head.endswith("wrote:"):
                break
            last = below
            self.lines.take()
        return last.end

    def _begins_item(self, head: str) -> bool:
        """Whether a line begins an item. A capital and a full stop are a name's initial, unless the letter
        before it or after it stands so too.
        """
        capital = _CAPITALS.match(head)
        if capital is None or len(capital[1]) > 1:
            return _LIST_MARK.match(head) is not None
        at = ord(capital[1])
        beside = {chr(at - 1), chr(at + 1)} | _ROMAN_BESIDE.get(capital[1], set())
        return not beside.isdisjoint(self.capitals) and _LIST_MARK.match(head) is not None

    def _interrupts(self, line: Line) -> bool:
        head = line.head
        return bool(
            (not self.plain and line.end - line.start <= HEADING_MAX and _ATX.match(head))
            or _FENCE.match(head)
            or self._begins_item(head)
            or _QUOTE_MARK.match(head)
            or _CUE.match(head)
            or starts_header(head)
            or self._opening(line) is not None
        )


def _depth(line: Line) -> int:
    mark = _QUOTE_MARK.match(line.head)
    return mark[0].count(">") if mark else 0


@lru_cache(maxsize=32)
def _closing_fence(mark: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{re.escape(mark)}{{{length},}}[ \t\r]*$", re.MULTILINE)


def _is_delimiter_row(line: Line) -> bool:
    head = line.head.strip()
    return line.end - line.start <= SCAN and "-" in head and "|" in head and set(head) <= set("|:- \t")


def place(found: Iterable[Block]) -> Iterator[Placed]:
    """Each block with its section and the headings above it."""
    outline: list[tuple[int, str]] = []
    section, bare, role = 0, True, SectionRole.BODY
    path: tuple[str, ...] = ()
    for block in found:
        if block.kind is BlockKind.HEADING:
            below = not outline or block.level > outline[-1][0]
            section += not (bare and below)
            while outline and outline[-1][0] >= block.level:
                outline.pop()
            outline.append((block.level, block.title or ""))
            path = tuple(title for _, title in outline if title)
            role = section_role(path)
        bare = block.kind is BlockKind.HEADING
        yield Placed(block=block, section=section, heading_path=path, section_role=role)
