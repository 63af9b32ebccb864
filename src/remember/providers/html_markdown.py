"""HTML as Markdown: headings, lists, tables, code and the text of links; no scripts, styles or menus."""

import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from remember.domain.text import decode, stored_text
from remember.providers.html_table import Table
from remember.providers.html_tame import names, tamed

_BLOCKS = names(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption"
    " figure footer form header hgroup hr legend li main menu ol p pre section summary table tbody td tfoot"
    " th thead tr ul"
)
_UNSEEN = names(
    "audio base button canvas datalist embed head iframe input link map math meta nav noscript object option"
    " param script select source style svg template title track video"
)
_UNSEEN_ROLES = names("navigation search menu menubar toolbar tablist")
_INLINE = {"code": "`", "samp": "`", "kbd": "`", "del": "~~", "s": "~~", "strike": "~~"}
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_SPACE = re.compile(r"[ \t\r\n\f\xa0]+")
_INVISIBLE = {0xAD: None, 0x200B: None, 0xFEFF: None}  # where a word may be broken, and stray marks
_AROUND_BREAK = re.compile(r" *\n *")
_DATES = (
    "article:published_time",
    "date",
    "dc.date",
    "dcterms.date",
    "datepublished",
    "pubdate",
    "publish-date",
)
_DEPTH_SHOWN = 12  # deeper lists and quotes are indented no further


class HtmlMarkdown:
    """The converter of web pages and of mail written as HTML."""

    name = "html-markdown"
    version = "2"
    mimes = frozenset({"text/html", "application/xhtml+xml"})

    def convert(self, content: bytes, charset: str | None) -> str:
        """The page's text, one block a paragraph. The charset is what is declared, with or in the page."""
        page = _page(content, charset)
        writer = _Writer(_layout_tables(page.root))
        for entering, node in _walk(page.root, writer.is_seen):
            if entering:
                writer.enter(node)
            else:
                writer.leave(node)
        text = writer.finish()
        return stored_text(_head(page, titled=writer.titled) + text)

    def links(self, content: bytes, charset: str | None) -> list[str]:
        """Where the links of what the page shows lead, in order: the text has only their words."""
        page = _page(content, charset)
        writer = _Writer(frozenset())
        anchors = (
            node for entering, node in _walk(page.root, writer.is_seen) if entering and node.tag == "a"
        )
        return [stored_text(href) for node in anchors if (href := node.attributes.get("href"))]


def _page(content: bytes, charset: str | None) -> LexborHTMLParser:
    return LexborHTMLParser(tamed(decode(content, charset or _declared_charset(content))))


_META_CHARSET = re.compile(rb"""<meta[^<>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Pages that say the left mean the right, as every browser reads them.
_MEANT = {
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "utf-16le": "utf-8",
}


def _declared_charset(content: bytes) -> str | None:
    for mark, charset in _BOMS:
        if content.startswith(mark):
            return charset
    found = _META_CHARSET.search(content, 0, 2048)
    label = found[1].decode("ascii").lower() if found else None
    return _MEANT.get(label, label) if label else None


def _walk(root: Any, seen: Any) -> Iterator[tuple[bool, Any]]:
    """Each node on the way in and on the way out, without recursion; unseen ones not at all."""
    open_nodes: list[Any] = []
    node = root
    while node is not None or open_nodes:
        if node is None:
            node = open_nodes.pop()
            yield False, node
            node = node.next
        elif not seen(node):
            node = node.next
        else:
            yield True, node
            open_nodes.append(node)
            node = node.child


def _layout_tables(root: Any) -> frozenset[int]:
    """Tables that only place things: those with a table or a heading inside."""
    layout: set[int] = set()
    tables: list[int] = []
    for entering, node in _walk(root, lambda _: True):
        tag = node.tag
        if tag == "table" and not entering:
            tables.pop()
        elif entering and tables and (tag == "table" or tag in _HEADINGS or tag == "pre"):
            layout.add(tables[-1])
        if tag == "table" and entering:
            tables.append(node.mem_id)
            if node.attributes.get("role") in ("presentation", "none"):
                layout.add(node.mem_id)
    return frozenset(layout)


def _head(page: LexborHTMLParser, *, titled: bool) -> str:
    """What the page says of itself: its date and author as front matter, its title unless it shows one."""
    metas: dict[str, str] = {}
    for meta in page.css("meta"):
        names = meta.attributes
        name = (names.get("name") or names.get("property") or names.get("itemprop") or "").lower()
        metas.setdefault(name, _line(names.get("content") or ""))
    date = next((metas[name] for name in _DATES if metas.get(name)), "")
    fields = {"date": date, "author": metas.get("author", "")}
    front = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    title = page.css_first("title")
    words = _line(title.text()) if title else ""
    return (f"---\n{front}---\n\n" if front else "") + (f"# {words}\n\n" if words and not titled else "")


def _line(words: str) -> str:
    return _SPACE.sub(" ", words).strip()[:300]


class _Writer:
    """Collects words into blocks; a block ends where a block element begins or ends."""

    def __init__(self, layout: frozenset[int]) -> None:
        self.layout = layout
        self.blocks: list[str] = []  # each with the line ends before it
        self.titled = False
        self.listing = False  # whether the last block was an item that the next one follows at once
        self.words: list[str] = []
        self.mark = ""  # what the open block starts with
        self.lists: list[int | None] = []  # the next number, or None for bullets
        self.quotes = 0
        self.raw = 0  # how many <pre> are open
        self.table: Table | None = None

    def is_seen(self, node: Any) -> bool:
        tag = node.tag
        if tag is None or tag in _UNSEEN or node.is_comment_node:
            return False
        if node.is_text_node or tag in ("html", "body"):
            return True
        attributes = node.attributes
        style = (attributes.get("style") or "").replace(" ", "").lower()
        return not (
            "hidden" in attributes
            or attributes.get("aria-hidden") == "true"
            or attributes.get("role") in _UNSEEN_ROLES
            or "display:none" in style
        )

    def enter(self, node: Any) -> None:
        tag = node.tag
        if node.is_text_node:
            self._text(node.text_content or "")
        elif tag in _HEADINGS:
            self._break()
            self.mark = "#" * _HEADINGS[tag] + " "
            self.titled = self.titled or tag == "h1"
        elif tag in _BLOCKS:
            self._open_block(tag, node)
        elif tag == "br":
            self.words.append("\n")
        elif tag == "img":
            self._picture(node.attributes.get("alt") or "")
        elif tag in _INLINE and not self.raw:
            self.words.append(_INLINE[tag])

    def leave(self, node: Any) -> None:
        tag = node.tag
        if tag in _INLINE and not self.raw:
            self.words.append(_INLINE[tag])
        elif tag in _HEADINGS:
            self.words = [word.replace("\n", " ") for word in self.words]
            self._break()
        elif tag in _BLOCKS:
            self._close_block(tag, node)

    def finish(self) -> str:
        """All blocks as one text that ends with a line end; empty where the page says nothing."""
        self._break()
        return "".join(self.blocks) + ("\n" if self.blocks else "")

    def _text(self, text: str) -> None:
        self.words.append(text if self.raw else _SPACE.sub(" ", text).translate(_INVISIBLE))

    def _picture(self, alt: str) -> None:
        if " " in alt.strip():
            self.words.append(f" {_line(alt)} ")

    def _open_block(self, tag: str, node: Any) -> None:
        if tag == "dd" and self.mark == "- " and self.words:
            self.words.append(": ")
            return
        if tag in ("li", "dt", "dd") and self._in_cell():
            self._separate_items()
            return
        self._break()
        if tag in ("ul", "ol", "menu", "dir"):
            self.listing = self.listing and bool(self.lists)
            start = node.attributes.get("start") or "1"
            self.lists.append((int(start) if re.fullmatch(r"\d{1,6}", start) else 1) if tag == "ol" else None)
        elif tag == "li":
            self.mark = self._item_mark()
        elif tag == "dt":
            self.mark = "- "
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "pre":
            self.raw += 1
        elif tag == "table" and node.mem_id not in self.layout and self.table is None:
            self.table = Table()
        elif tag in ("td", "th", "tr") and self.table is not None:
            self.table.open(tag, node.attributes)
            self.words = []

    def _separate_items(self) -> None:
        """Items in a cell stand on its one line."""
        if self.words and not self.words[-1].strip(" ;"):
            self.words.pop()
        if self.words:
            self.words.append("; ")

    def _item_mark(self) -> str:
        indent = "  " * min(max(0, len(self.lists) - 1), _DEPTH_SHOWN)
        number = self.lists[-1] if self.lists else None
        if number is None:
            return f"{indent}- "
        self.lists[-1] = number + 1
        return f"{indent}{number}. "

    def _close_block(self, tag: str, node: Any) -> None:
        if tag in ("td", "th") and self.table is not None:
            self.table.close_cell(_AROUND_BREAK.sub(" ", self._flat()))
            self.words = []
            return
        if tag == "dt":
            return
        if tag == "pre" and self.raw == 1 and self.table is None:
            self._code()
        self._break()
        if tag == "pre":
            self.raw -= 1
        elif tag in ("ul", "ol", "menu", "dir"):
            self.lists.pop()
        elif tag == "blockquote":
            self.quotes -= 1
        elif tag == "table" and node.mem_id not in self.layout and self.table is not None:
            table, self.table = self.table, None
            self._add(table.markdown())

    def _code(self) -> None:
        code = "".join(self.words).strip("\n").rstrip()
        self.words = []
        longest = max((len(run) for run in re.findall("`+", code)), default=0)
        fence = "`" * max(3, longest + 1)
        if code:
            self._add(f"{fence}\n{code}\n{fence}")

    def _flat(self) -> str:
        text = "".join(self.words)
        return _AROUND_BREAK.sub("\n", re.sub(r" {2,}", " ", text)).strip()

    def _in_cell(self) -> bool:
        return self.table is not None and self.table.in_cell

    def _break(self) -> None:
        """End the open block; inside a cell only a space, for a cell is one line."""
        if self._in_cell():
            if self.words and self.words[-1] not in (" ", "; "):
                self.words.append(" ")
            return
        text, mark = self._flat(), self.mark
        self.words = []
        if not text:
            return
        self.mark = ""
        item = mark != "" and mark[0] != "#"
        indent = " " * (len(mark) if item else 2 * min(len(self.lists), _DEPTH_SHOWN) if not mark else 0)
        self._add((mark or indent) + text.replace("\n", "\n" + indent), item=item)

    def _add(self, block: str, *, item: bool = False) -> None:
        quote = "> " * min(self.quotes, _DEPTH_SHOWN)
        block = quote + block.replace("\n", "\n" + quote) if quote else block
        between = "" if not self.blocks else "\n" if item and self.listing else "\n\n"
        self.blocks.append(between + block)
        self.listing = item
