"""What a converted text is made of: blocks in order, each placed under its headings.

Blocks are found line by line, in one pass and without recursion, so that any text takes time in
proportion to its length. They never overlap, and between them there is only white space.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from remember.domain.turns import Chat, chat_in


class Markup(StrEnum):
    """Which rules make a heading: those of Markdown, or only what is certain in plain text."""

    MARKDOWN = "markdown"
    PLAIN = "plain"


class BlockKind(StrEnum):
    """What a block is."""

    FRONT_MATTER = "front_matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    TURN = "turn"
    RULE = "rule"


class SectionRole(StrEnum):
    """What part a passage plays in its document."""

    BODY = "body"
    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    RESULTS = "results"
    METHODS = "methods"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"
    REFERENCES = "references"
    APPENDIX = "appendix"
    TABLE = "table"
    FIGURE_CAPTION = "figure_caption"
    NAV = "nav"
    BOILERPLATE = "boilerplate"
    LEGAL = "legal"


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
    """Whose turn of a conversation this block belongs to."""


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
"""A line of more characters is a paragraph that begins with a heading's mark."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^`]*)$")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_LIST_MARK = re.compile(r"[ \t]*(?:[-*+•‣◦]|\(?(?:\d{1,9}|[a-zA-Z])[.)])[ \t]+\S")
_QUOTE_MARK = re.compile(r" {0,3}>")
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+[^\W\d_]")
_HEADING_KEY = re.compile(r"\{#[A-Za-z0-9_.:/-]{1,200}\}$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_SCAN = 400  # as much of a line as is looked at to tell what it is


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    next: int
    head: str  # the first characters of the line
    blank: bool

    @property
    def short(self) -> bool:
        return self.end - self.start <= HEADING_MAX


class _Reader:
    """The lines of a text, with a look at the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ahead: _Line | None = self._line(0)

    def _line(self, start: int) -> _Line | None:
        if start >= len(self.text):
            return None
        found = _LINE_END.search(self.text, start)
        end, following = found.span() if found else (len(self.text), len(self.text))
        head = self.text[start : min(end, start + _SCAN)]
        return _Line(start, end, following, head, not head.strip() and not self.text[start:end].strip())

    def peek(self) -> _Line | None:
        return self._ahead

    def take(self) -> _Line | None:
        line = self._ahead
        if line is not None:
            self._ahead = self._line(line.next)
        return line

    def seek(self, position: int) -> None:
        self._ahead = self._line(position)


def blocks(text: str, markup: Markup) -> Iterator[Block]:
    """The blocks of a text in order."""
    return _Blocks(text, markup).run()


class _Blocks:
    def __init__(self, text: str, markup: Markup) -> None:
        self.text = text
        self.lines = _Reader(text)
        self.plain = markup is Markup.PLAIN
        self.chat: Chat | None = chat_in(text)
        self.speaker: str | None = None
        self.asked: tuple[int, str | None] = (-1, None)  # the last line that was asked for its speaker
        self.unclosed = {"`": 11, "~": 11}  # from this fence length on, none is closed any more
        self.after_blank = True

    def run(self) -> Iterator[Block]:
        front = front_matter_end(self.text)
        if front:
            yield self._block(BlockKind.FRONT_MATTER, 0, front)
            self.lines.seek(front)
        while (line := self.lines.take()) is not None:
            if line.blank:
                self._blank()
                continue
            block = self._next(line)
            yield block
            self.after_blank = block.kind is BlockKind.HEADING

    def _blank(self) -> None:
        self.after_blank = True
        if self.chat is None or not self.chat.whole:
            self.speaker = None

    def _next(self, line: _Line) -> Block:
        return (
            self._code(line)
            or self._heading(line)
            or self._rule(line)
            or self._table(line)
            or self._turn(line)
            or self._marked(line)
            or self._paragraph(line)
        )

    def _block(
        self, kind: BlockKind, start: int, end: int, *, level: int | None = None, title: str | None = None
    ) -> Block:
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip())
        return Block(
            kind=kind,
            char_start=start + lead,
            char_end=start + lead + len(raw.strip()),
            level=len(raw[:lead].expandtabs(4)) if level is None else level,
            title=title,
            speaker=self.speaker,
        )

    def _code(self, line: _Line) -> Block | None:
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
        self.lines.seek(closing.end())
        return self._block(BlockKind.CODE, line.start, closing.end())

    def _heading(self, line: _Line) -> Block | None:
        if not line.short:
            return None
        if self.plain:
            level = self._plain_heading(line)
        else:
            mark = _ATX.match(line.head)
            level = len(mark[1]) if mark else 0
        return self._titled(level, line) if level else self._underlined(line)

    def _titled(self, level: int, line: _Line, end: int | None = None) -> Block:
        self.speaker = None
        title = heading_words(self.text[line.start : line.end])
        return self._block(BlockKind.HEADING, line.start, end or line.end, level=level, title=title)

    def _plain_heading(self, line: _Line) -> int:
        """The level of a line of plain text that is certainly a heading, or 0.

        It stands alone between blank lines and is written like a heading: marked, numbered and
        capitalised, or all in capitals; and it ends like none of a sentence, a list or a label.
        """
        words = line.head.strip()
        following = self.lines.peek()
        if not self.after_blank or following is None or not following.blank:
            return 0
        if mark := _ATX.match(line.head):
            return len(mark[1])
        if len(words) > 80 or words[-1] in ".,;:!?" or self.chat is not None:
            return 0
        numbered = _NUMBERED.match(words)
        if numbered and words[numbered.end() - 1].isupper() and not self._next_numbered():
            return numbered[1].count(".") + 1
        letters = sum(c.isalpha() for c in words)
        return 1 if letters >= 4 and words.isupper() and letters * 2 > len(words) else 0

    def _next_numbered(self) -> bool:
        # A numbered list with blank lines between its items looks like headings without text.
        blank = self.lines.peek()
        following = self.text[blank.next : blank.next + _SCAN] if blank else ""
        return _NUMBERED.match(following.lstrip()) is not None

    def _underlined(self, line: _Line) -> Block | None:
        below = self.lines.peek()
        if below is None or below.blank or not self.after_blank or not below.short:
            return None
        bar = below.head.strip()
        words = line.head.strip()
        if not bar or bar[0] not in "=-" or set(bar) != {bar[0]} or words[0] in "|>-*+#":
            return None
        certain = len(bar) >= 3 if bar[0] == "=" else len(bar) >= 3 and words[-1] not in ".,;:!?"
        if not certain or (self.plain and len(bar) + 2 < len(words)):
            return None
        self.lines.take()
        return self._titled(1 if bar[0] == "=" else 2, line, below.end)

    def _rule(self, line: _Line) -> Block | None:
        marks = "".join(line.head.split())
        if not line.short or len(marks) < 3 or marks[0] not in "-*_=" or set(marks) != {marks[0]}:
            return None
        return self._block(BlockKind.RULE, line.start, line.end)

    def _table(self, line: _Line) -> Block | None:
        below = self.lines.peek()
        if "|" not in line.head or below is None or not _is_delimiter_row(below):
            return None
        end = line.end
        while (row := self.lines.peek()) is not None and not row.blank and "|" in row.head:
            end = row.end
            self.lines.take()
        return self._block(BlockKind.TABLE, line.start, end)

    def _turn(self, line: _Line) -> Block | None:
        speaker = self._speaker(line)
        if speaker is None:
            return None
        self.speaker = speaker
        return self._block(BlockKind.TURN, line.start, self._run_on(line))

    def _speaker(self, line: _Line) -> str | None:
        if self.chat is None:
            return None
        if self.asked[0] != line.start:
            opening = self.chat.opening(line.head)
            self.asked = (line.start, opening.speaker if opening else None)
        return self.asked[1]

    def _marked(self, line: _Line) -> Block | None:
        if _QUOTE_MARK.match(line.head):
            end = line.end
            while (below := self.lines.peek()) is not None and _QUOTE_MARK.match(below.head):
                end = below.end
                self.lines.take()
            return self._block(BlockKind.QUOTE, line.start, end)
        if _LIST_MARK.match(line.head):
            return self._block(BlockKind.LIST_ITEM, line.start, self._run_on(line))
        return None

    def _paragraph(self, line: _Line) -> Block:
        return self._block(BlockKind.PARAGRAPH, line.start, self._run_on(line))

    def _run_on(self, line: _Line) -> int:
        """Where the block that starts with this line ends: before a blank line or another block."""
        end = line.end
        while (below := self.lines.peek()) is not None and not below.blank and not self._interrupts(below):
            end = below.end
            self.lines.take()
        return end

    def _interrupts(self, line: _Line) -> bool:
        head = line.head
        return bool(
            (not self.plain and line.short and _ATX.match(head))
            or _FENCE.match(head)
            or _LIST_MARK.match(head)
            or _QUOTE_MARK.match(head)
            or self._speaker(line) is not None
        )


@lru_cache(maxsize=32)
def _closing_fence(mark: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{re.escape(mark)}{{{length},}}[ \t\r]*$", re.MULTILINE)


def _is_delimiter_row(line: _Line) -> bool:
    head = line.head.strip()
    return line.end - line.start <= _SCAN and "-" in head and "|" in head and set(head) <= set("|:- \t")


_FRONT_OPEN = re.compile(r"(?:---|\+\+\+)[ \t]*\r?\n(?=[ \t\r\n]*(?:#[^\r\n]*\s+)?[A-Za-z][\w -]*[ \t]*[:=])")
_FRONT_CLOSE = re.compile(r"^(?:---|\.\.\.|\+\+\+)(?=[ \t\r]*$)", re.MULTILINE)
_FRONT_MAX = 20_000


def front_matter_end(text: str) -> int:
    """Where the front matter at the head of a text ends, its closing line included; 0 where there is none."""
    opening = _FRONT_OPEN.match(text)
    closing = _FRONT_CLOSE.search(text, opening.end(), _FRONT_MAX) if opening else None
    return closing.end() if closing else 0


def front_matter(text: str) -> dict[str, str]:
    """The single values that a text's front matter gives, by lower-case key."""
    values: dict[str, str] = {}
    for line in text[: front_matter_end(text)].splitlines():
        key, mark, value = line.partition("=" if text.startswith("+++") else ":")
        value = value.strip().strip("\"'")
        if mark and value and not line[0].isspace() and value[0] not in "[{|>&*":
            values.setdefault(key.strip().lower(), value)
    return values


def heading_words(line: str) -> str:
    """A heading line without its marks, links, emphasis and key."""
    words = line.strip()
    if words.startswith("#"):
        words = words.lstrip("#").strip()
        bare = words.rstrip("#")
        words = bare.rstrip() if not bare or bare[-1].isspace() else words
    words = _HEADING_KEY.sub("", words)
    words = _LINK.sub(r"\1", words).replace("**", "").replace("__", "").replace("`", "")
    return " ".join(words.split())


_ROLES = {
    role: titles.split("|")
    for role, titles in {
        SectionRole.ABSTRACT: "abstract|summary|executive summary|tl;dr|tldr",
        SectionRole.INTRODUCTION: "introduction|intro|background|motivation|preface",
        SectionRole.RESULTS: "results|findings|evaluation",
        SectionRole.METHODS: "methods|method|methodology|materials and methods",
        SectionRole.DISCUSSION: "discussion|results and discussion",
        SectionRole.CONCLUSION: "conclusion|conclusions|concluding remarks",
        SectionRole.REFERENCES: "references|bibliography|works cited|literature|further reading",
        SectionRole.APPENDIX: "appendix|appendices|annex",
        SectionRole.NAV: "contents|table of contents|toc|navigation|on this page",
        SectionRole.LEGAL: "license|licence|copyright|legal|legal notice|disclaimer|terms of use",
    }.items()
}
_ROLE_OF = {title: role for role, titles in _ROLES.items() for title in titles}
_NUMBERING = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,7})[.)]?\s+")


def section_role(heading_path: tuple[str, ...]) -> SectionRole:
    """What part the section under these headings plays: that of the nearest heading that says."""
    for title in reversed(heading_path):
        words = _NUMBERING.sub("", title.casefold().strip(" :.*"))
        first = words.partition(" ")[0].rstrip(":.-")
        if role := _ROLE_OF.get(words):
            return role
        if first in ("appendix", "annex"):
            return SectionRole.APPENDIX
    return SectionRole.BODY


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
