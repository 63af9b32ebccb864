"""A passage as the stretches that are read one by one: prose, labelled lines, table rows.

The parser sees clean words: no list marks, links or emphasis, no line breaks inside a sentence. Every
character that it sees knows its place in the stored text.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum

from remember.domain.claims import Decision, DecisionType, Passage, Reason
from remember.domain.datelines import dateline
from remember.domain.dates import Reading, find
from remember.domain.mentions import names_a_thing
from remember.domain.names import folded
from remember.domain.selection import is_foreign
from remember.domain.structure import Block, BlockKind, Markup, SectionRole, blocks
from remember.domain.turns import opening_of
from remember.domain.vocabulary import STATUSES
from remember.domain.wordlists import listed


class UtteranceKind(StrEnum):
    """How a stretch states things."""

    PROSE = "prose"
    LABELLED = "labelled"
    CELL = "cell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Clean words; character `i` of `text` stands at `places[i]` of the stored text."""

    text: str
    places: Sequence[int]

    def at(self, start: int, end: int) -> tuple[int, int]:
        """The range of the stored text that holds these characters."""
        return self.places[start], self.places[end - 1] + 1

    def part(self, start: int, end: int) -> "Stretch":
        """A piece of it, without white space around."""
        raw = self.text[start:end]
        start += len(raw) - len(raw.lstrip())
        end = start + len(raw.strip())
        return Stretch(text=self.text[start:end], places=self.places[start:end])


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One stretch to read. `label` is the key of a labelled line, or the column of a cell.

    `owner` is the row key of a cell, or the parent of a nested list item; `origin` the range that is quoted
    for it (a cell is quoted with its row). `is_turn` where it is what a speaker says in a conversation,
    `is_decided` where it is a decision or a thing to do. `words_at` is where its words begin in the stored
    text: before `body` where that leaves out a call or an interjection ("No, ..."). `of_document` where a
    label is about the document whatever it stands under; `reports` where it stands under a dateline, whose
    day is `said_on`. `is_quotation` where the line itself names its speaker ("Mona Lark said: ...").
    """

    kind: UtteranceKind
    body: Stretch
    label: Stretch | None = None
    owner: Stretch | None = None
    origin: tuple[int, int]
    speaker: str | None = None
    said_on: date | None = None
    said_at: datetime | None = None
    is_turn: bool = False
    is_decided: bool = False
    heading_path: tuple[str, ...] = ()
    words_at: int | None = None
    of_document: bool = False
    reports: bool = False
    is_quotation: bool = False


# What its writer crossed out is said no more.
_STRUCK = r"~~(?=\S)[^\n]*?(?<=\S)~~|<(?:del|s|strike)>[^\n]*?</(?:del|s|strike)>"
_CROSSED_OUT = re.compile(_STRUCK, re.IGNORECASE)
_MARKS = re.compile(
    _STRUCK
    + r"|!\[[^\[\]]*\]\([^()\s]*\)|\[(?P<link>[^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|<(?P<url>https?://[^<>\s]+)>"
    r"|</?[A-Za-z][^<>]{0,200}>|\*\*|__|~~|(?<!\w)`+|`+(?!\w)|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\w)|(?<=[\w.,!?])_(?!\w)"
    r"|\\(?=[\\`*_{}\[\]()#+.!|<>-])"
)
_LIST_MARK = re.compile(
    r"[ \t]*(?:[-*+•‣◦]|\(?(?:\d{1,9}|[a-zA-Z])[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?)[ \t]+(?:\[[ xX]\][ \t]+)?"
)
_QUOTE_MARKS = re.compile(r"(?:[ \t]*>)+[ \t]?")
# A curly apostrophe inside a word; the parser knows the straight one.
_APOSTROPHE = re.compile(r"(?<=\w)[’`´](?=\w)|(?<=s)’(?=\s)")
_LABEL = re.compile(
    r"(?P<key>[^\W\d_][^:|.!?\n]{0,48}?)\s*[:：]\s+(?P<value>\S.{0,160})$"
    r"|(?P<key2>[^\W\d_][^:|.!?\n]{0,20})：(?P<value2>\S.{0,160})$"
)
# Labels that frame a document instead of saying something of its subject.
FRAMING_LABELS = listed(
    "present attendees attending attendance apologies regrets absent participants invited agenda link links "
    "url recording minutes see_also source sources reference references example examples contents tags time "
    "join zoom slides video github issue cc to from subject sent re fwd http https copyright question q a "
    "answer"
)
# Labels that need a subject named elsewhere; others name their thing themselves ("refund limit").
BARE_LABELS = listed(
    "status state owner due deadline date due_date when version priority location author authors lead "
    "manager assignee responsible budget cost price name type start end region size team contact"
)
_INTRODUCTIONS = listed(
    "note notes please_note nb fyi todo ps update edit correction erratum tip hint important warning tl;dr "
    "decision action"
)
# Headings that name a part of a text, and not what it is about.
_PARTS = FRAMING_LABELS | listed("summary overview details metadata introduction")
# What is decided or to be done: a sentence after one of these, or under it, is a statement though it orders.
_DECIDING = listed(
    "decision decisions action actions action_item action_items todo todos to-do agreed resolved resolution "
    "resolutions next_step next_steps"
)
# What a line of its own says somebody said, word for word.
_SAID = r"(?:said|says|wrote|writes|replied|replies|answered|answers|added|adds|explained|explains)"
_PRONOUNS = listed(
    "i you he she it we they this that these those who one somebody someone everybody everyone"
)
_ENDS_IN_SAID = re.compile(rf"(?:^|\s){_SAID}$", re.IGNORECASE)
_QUOTATION = re.compile(
    rf"(?P<who>[^\W\d_][^:,;.!?\"“”\n]{{0,60}}?)\s+{_SAID}\s*:\s+[\"“](?P<words>[^\"“”]+)[\"”]\s*"
)
# "The budget is 40,000 euros." A comma, a colon or another sentence would make it say more.
_STATED = re.compile(
    r"The\s+(?P<label>\w+(?:\s\w+)?)\s+is\s+(?P<value>[^\s,;:?!.](?:[^,;:?!.]|(?<=\d)[.,](?=\d)){0,80})\.?\s*"
)
_LEAD = 40
_FIELD = re.compile(
    r"(?P<key>[A-Za-z][\w -]{0,40}?)[ \t]*[:=][ \t]+"
    r"(?P<value>\"(?P<quoted>[^\"\n]+)\"|\S[^\n]{0,160}?)[ \t\r]*$",
    re.MULTILINE,
)
# Fields that say how a file is shown or named, or when it speaks, and nothing of what it is about.
_ABOUT_THE_FILE = listed(
    "title layout template slug permalink id uid uuid guid weight order toc nav sidebar theme lang language"
    " aliases redirect_from published draft comments math cover image icon class style css format"
    " date datetime timestamp sent updated last_updated modified last-modified lastmod created published_at"
    " created_at"
)
_SENTENCE_END = re.compile(r"[。！？｡।॥۔]+[」』”’）)]*\s*|[.!?؟]+[”’»)]*(?:\s+|$)")
_CHECKED = re.compile(r"\[[ xX]\]\s")
_SKIPPED_ROLES = frozenset(
    {SectionRole.REFERENCES, SectionRole.NAV, SectionRole.BOILERPLATE, SectionRole.LEGAL}
)


def utterances(passage: Passage) -> tuple[list[Utterance], list[Decision]]:
    """What is to be read, in order, and why the rest is not."""
    found: list[Utterance] = []
    dropped: list[Decision] = []
    if passage.section_role in _SKIPPED_ROLES:
        return [], [_dropped(passage, passage.char_start, passage.char_start + len(passage.text))]
    parents: list[tuple[int, Stretch]] = []
    lead = ""
    placed = list(_blocks(passage))
    speakers = frozenset(block.speaker for block in placed if block.speaker)
    for block in placed:
        start = max(block.char_start, passage.char_start)
        end = min(block.char_end, passage.char_start + len(passage.text))
        if start >= end or block.kind in {BlockKind.HEADING, BlockKind.RULE}:
            parents = []
        elif block.kind in {BlockKind.CODE, BlockKind.FRONT_MATTER}:
            fields = list(_fields(passage, start, end)) if block.kind is BlockKind.FRONT_MATTER else []
            found += fields
            if not fields:
                dropped.append(_dropped(passage, start, end))
        elif block.kind is BlockKind.TABLE:
            dropped += _crossed_out(passage, start, end)
            found += _cells(passage, start, end)
        else:
            dropped += _crossed_out(passage, start, end)
            found += _prose(passage, block, (start, end), parents, speakers, lead=lead)
        if block.kind is not BlockKind.LIST_ITEM:
            words = passage.text[max(0, end - passage.char_start - _LEAD) : end - passage.char_start]
            lead = words.rpartition("\n")[2].strip(" *_:").casefold() if words.endswith(":") else ""
    return list(_under_datelines(passage, found)), dropped


def _under_datelines(passage: Passage, found: Iterable[Utterance]) -> Iterator[Utterance]:
    """The same, each dateline left out of what it opens; it dates that and what follows."""
    anchor = passage.asserted_at.date() if passage.asserted_at else passage.written_on
    day = None
    for utterance in found:
        if utterance.kind is not UtteranceKind.PROSE or utterance.is_turn or utterance.said_on is not None:
            yield utterance
            continue
        body = utterance.body
        if line := dateline(body.text, anchor, day_first=passage.day_first):
            day, body = line.day, body.part(line.length, len(body.text))
        yield replace(utterance, body=body, said_on=day, reports=day is not None)


def _fields(passage: Passage, start: int, end: int) -> Iterator[Utterance]:
    """The fields of front matter between rules that have one value: they are about the document."""
    raw = passage.text[start - passage.char_start : end - passage.char_start]
    if not raw.startswith(("---", "+++")):
        return
    for line_start, line_end in _line_spans(raw, 0):
        field = _FIELD.match(raw, line_start, line_end)
        if (
            field is None
            or field["key"].casefold().replace("_", " ") in _ABOUT_THE_FILE
            or field["value"][0] in "[{|>&*#"
        ):
            continue
        value = field.span("quoted") if field["quoted"] else field.span("value")
        places = range(start, end)
        body = Stretch(text=raw, places=places).part(*value)
        yield Utterance(
            kind=UtteranceKind.LABELLED,
            body=body,
            label=Stretch(text=raw, places=places).part(*field.span("key")),
            origin=Stretch(text=raw, places=places).part(line_start, line_end).at(0, len(field[0].strip())),
            of_document=True,
        )


def _blocks(passage: Passage) -> Iterator[Block]:
    if passage.blocks:
        yield from passage.blocks
        return
    for block in blocks(passage.text, Markup.MARKDOWN):
        yield replace(
            block,
            char_start=block.char_start + passage.char_start,
            char_end=block.char_end + passage.char_start,
        )


def _crossed_out(passage: Passage, start: int, end: int) -> Iterator[Decision]:
    base = passage.char_start
    for struck in _CROSSED_OUT.finditer(passage.text, start - base, end - base):
        yield _dropped(passage, base + struck.start(), base + struck.end(), Reason.STRUCK)


def _dropped(passage: Passage, start: int, end: int, reason: Reason = Reason.BOILERPLATE) -> Decision:
    return Decision(
        type=DecisionType.SELECTION_DROP,
        reason=reason,
        source_span=passage.text[start - passage.char_start : end - passage.char_start],
        char_start=start,
        char_end=end,
    )


def _prose(
    passage: Passage,
    block: Block,
    span: tuple[int, int],
    parents: list[tuple[int, Stretch]],
    speakers: frozenset[str],
    *,
    lead: str,
) -> Iterator[Utterance]:
    start, end = span
    raw = passage.text[start - passage.char_start : end - passage.char_start]
    skip, said_on = _opening(passage, block, raw)
    said_on = said_on or (block.said_at.date() if block.said_at else None)
    clean = _clean(raw, start, skip, quoted=block.kind is BlockKind.QUOTE)
    if block.speaker is not None:
        clean = _without_address(clean, speakers)
    owner = _owner(block, clean, parents)
    under = {lead} | {title.casefold().strip(" :") for title in passage.heading_path[-1:]}
    under |= {owner.text.casefold().strip(" :")} if owner else set()
    listed_so = block.kind is BlockKind.LIST_ITEM and bool(_CHECKED.search(raw[:skip]) or under & _DECIDING)
    joined = block.kind is not BlockKind.TURN and not _labels_only(clean.text)
    paragraphs = _paragraphs(clean) if block.kind is BlockKind.QUOTE else [clean]
    for line in (line for one in paragraphs for line in _lines(one, joined=joined)):
        turn = block.kind is BlockKind.TURN
        kind, label, body = _as_prose(line) if turn else _as_labelled(line, passage.heading_path)
        told_by, body = _quotation(block, body) or (None, body)
        if body.text:
            words = _APOSTROPHE.sub("'", body.text.replace("\n", " ").replace("\r", " "))
            yield Utterance(
                kind=kind,
                body=Stretch(text=words, places=body.places),
                label=label,
                owner=owner,
                origin=line.at(0, len(line.text)),
                speaker=told_by or block.speaker,
                said_on=said_on,
                said_at=block.said_at.astimezone(UTC) if block.said_at else None,
                is_turn=block.kind is BlockKind.TURN,
                is_quotation=told_by is not None,
                is_decided=listed_so or (label is not None and label.text.casefold() in _DECIDING),
                heading_path=passage.heading_path,
                words_at=start + skip if body.places[0] == clean.places[0] else None,
            )


def _quotation(block: Block, line: Stretch) -> tuple[str, Stretch] | None:
    """Whose words a line quotes that says nothing else, and those words; None where no name tells."""
    found = _QUOTATION.fullmatch(line.text) if block.kind is not BlockKind.TURN else None
    if found is None or not names_a_thing(found["who"]) or found["who"].casefold() in _PRONOUNS:
        return None
    return found["who"], line.part(*found.span("words"))


def _as_prose(line: Stretch) -> tuple[UtteranceKind, Stretch | None, Stretch]:
    return UtteranceKind.PROSE, None, line


def _as_labelled(line: Stretch, headings: Sequence[str]) -> tuple[UtteranceKind, Stretch | None, Stretch]:
    """A label with its value; what only introduces a sentence ("Note: ...") is left out or stays in it.

    Under a heading, "The budget is 40,000 euros." says the same as the label, and is of the heading as well.
    """
    match = _labelled(line.text) or _stated(line.text, headings)
    if match is None:
        return _as_prose(line)
    label, body = line.part(*match[0]), line.part(*match[1])
    if _ENDS_IN_SAID.search(label.text):
        return _as_prose(line)
    if label.text.casefold() in _DECIDING:
        return UtteranceKind.PROSE, label, body
    if label.text.casefold() in _INTRODUCTIONS:
        return UtteranceKind.PROSE, None, body
    if not _is_value(label.text, body.text):
        return _as_prose(line)
    return UtteranceKind.LABELLED, label, body


def heading_of(headings: Sequence[str], key: str) -> str | None:
    """The nearest heading that a label can be about: one that names something, and not only the label."""
    return next((one for one in reversed(headings) if folded(one) not in _PARTS | {key}), None)


def _stated(text: str, headings: Sequence[str]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    said = _STATED.fullmatch(text)
    if said is None or (key := folded(said["label"])) not in BARE_LABELS or not heading_of(headings, key):
        return None
    value = said["value"]
    plain = value[0].isupper() or bool(re.match(r"[$€£]?\d", value)) or (len(value) > 3 and value in STATUSES)
    return (said.span("label"), said.span("value")) if plain and len(value.split()) <= 6 else None


def _is_value(label: str, value: str) -> bool:
    """Whether what follows a label is a value and not a sentence."""
    if label.casefold() in FRAMING_LABELS | BARE_LABELS or "://" in value:
        return len(value.split()) <= 8 or value.count(",") > 2 or "://" in value
    words = value.split()
    if value[0].isdigit() and len(words) <= 5:
        return True
    return label[0].isupper() and len(label.split()) <= 3 and len(words) <= 4 and not value[0].islower()


def _opening(passage: Passage, block: Block, raw: str) -> tuple[int, date | None]:
    """How many characters of a block are its list mark or turn label, and the day that the label names."""
    if block.kind is BlockKind.LIST_ITEM:
        mark = _LIST_MARK.match(raw)
        return (mark.end() if mark else 0), None
    if block.kind is BlockKind.TURN and block.words_at is not None:
        said_on = block.said_at.date() if block.said_at else None
        skip = block.words_at - max(block.char_start, passage.char_start)
        return max(0, min(skip, len(raw))), said_on
    if block.kind is not BlockKind.TURN or block.char_start < passage.char_start:
        return 0, None
    opening = opening_of(raw.partition("\n")[0].rstrip("\r"))
    if opening is None:
        return 0, None
    stamp = find(opening.time or "", Reading(None, day_first=passage.day_first))
    said_on = stamp[0].days.first if stamp and stamp[0].days and not stamp[0].relative else None
    return min(opening.words_at, len(raw)), said_on


def _clean(raw: str, start: int, skip: int, *, quoted: bool) -> Stretch:
    """The words of a block without marks; a text without any keeps its own offsets."""
    if not quoted and not _MARKS.search(raw, skip):
        return Stretch(text=raw[skip:], places=range(start + skip, start + len(raw)))
    kept: list[int] = []
    for line_start, line_end in _line_spans(raw, skip):
        first = line_start
        if quoted and (mark := _QUOTE_MARKS.match(raw, line_start, line_end)):
            first = mark.end()
        for mark in _MARKS.finditer(raw, first, line_end):
            kept += range(first, mark.start())
            group = mark.lastgroup
            if group:
                kept += range(*mark.span(group))
            first = mark.end()
        kept += range(first, line_end)
    return Stretch(text="".join(raw[n] for n in kept), places=[start + n for n in kept])


_INTERJECTIONS = (
    r"(?:hey|hi|hello|oh|wow|woah|yeah|yep|yes|no|well|ok|okay|ah|aww|haha|thanks|thank you|btw|by the way"
    r"|anyway|sure|absolutely|totally|definitely|honestly|actually|so|great|awesome|cool|guess what)"
)


def _without_address(clean: Stretch, speakers: frozenset[str]) -> Stretch:
    """A turn without "Hey Dana," before and ", Dana" after what it says; a bare greeting stays."""
    calls = {name.split()[0] for name in speakers}
    calls |= {name[:3] for name in speakers if len(name) > 4}
    names = "|".join(sorted(map(re.escape, calls), key=len, reverse=True))
    lead = rf"(?:{_INTERJECTIONS}\b[,!]?\s+)*(?:{_INTERJECTIONS}|{names})(?:[,!]|\s[-–—])"
    before = rf"(?:^|(?<=[.!?]\s)){lead}\s+(?=\w[\w']*[ '])"
    after = rf",\s+(?:{names})(?=\s*[.!?]|$)"
    gaps = [m.span() for m in re.finditer(f"{before}|{after}", clean.text, re.IGNORECASE)]
    if not gaps:
        return clean
    dropped = {n for gap in gaps for n in range(*gap)}
    kept = [n for n in range(len(clean.text)) if n not in dropped]
    return Stretch(text="".join(clean.text[n] for n in kept), places=[clean.places[n] for n in kept])


def _line_spans(raw: str, start: int) -> Iterator[tuple[int, int]]:
    while start < len(raw):
        end = raw.find("\n", start) + 1 or len(raw)
        yield start, end
        start = end


def _lines(clean: Stretch, *, joined: bool) -> Iterator[Stretch]:
    """The whole block as one stretch, or line by line where each line is a statement of its own."""
    spans = [(0, len(clean.text))] if joined else _line_spans(clean.text, 0)
    for start, end in spans:
        yield from _sentences_of_script(clean.part(start, end))


def _sentences_of_script(line: Stretch) -> Iterator[Stretch]:
    """A line; in a script that the parser does not read, each sentence up to its own mark."""
    if line.text.isascii() or not is_foreign(line.text):
        yield line
        return
    start = 0
    for mark in _SENTENCE_END.finditer(line.text):
        yield line.part(start, mark.end())
        start = mark.end()
    if start < len(line.text):
        yield line.part(start, len(line.text))


def _paragraphs(clean: Stretch) -> Iterator[Stretch]:
    """The paragraphs of a quotation, which a line of nothing but its mark divides."""
    start = 0
    for gap in re.finditer(r"\n[ \t]*\n\s*", clean.text):
        yield clean.part(start, gap.start())
        start = gap.end()
    yield clean.part(start, len(clean.text))


def _labels_only(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and sum(_labelled(line.strip()) is not None for line in lines) * 2 > len(lines)


def _labelled(line: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    match = _LABEL.match(line)
    if match is None or "\n" in line.strip():
        return None
    key, value = ("key", "value") if match["key"] else ("key2", "value2")
    if len(match[key].split()) > 5 or match[key].startswith(("http", "//")):
        return None
    return match.span(key), match.span(value)


def _owner(block: Block, clean: Stretch, parents: list[tuple[int, Stretch]]) -> Stretch | None:
    """The list item that this one is nested under; keeps the open parents up to date."""
    if block.kind is not BlockKind.LIST_ITEM:
        if block.kind is not BlockKind.PARAGRAPH:
            parents.clear()
        return None
    while parents and parents[-1][0] >= block.level:
        parents.pop()
    owner = parents[-1][1] if parents else None
    parents.append((block.level, clean.part(0, len(clean.text))))
    return owner


def _cells(passage: Passage, start: int, end: int) -> Iterator[Utterance]:
    raw = passage.text[start - passage.char_start : end - passage.char_start]
    rows = [_row(raw, start, span) for span in _line_spans(raw, 0)]
    header = _header(passage, rows, raw)
    for row in rows:
        if len(row) < 2 or row is header or all(set(cell.text) <= set("-: ") for cell in row):
            continue
        for column, cell in enumerate(row[1:], start=1):
            if cell.text and row[0].text and header and column < len(header) and header[column].text:
                yield Utterance(
                    kind=UtteranceKind.CELL,
                    body=cell,
                    label=header[column],
                    owner=row[0],
                    origin=(row[0].places[0], max(c.places[-1] for c in row if c.text) + 1),
                    heading_path=passage.heading_path,
                )


def _header(passage: Passage, rows: list[list[Stretch]], raw: str) -> list[Stretch] | None:
    """The first row where a delimiter row follows it; else the header that the passage was given."""
    if len(rows) > 1 and all(set(cell.text) <= set("-: ") for cell in rows[1]):
        return rows[0]
    if "|" not in passage.lead:
        return None
    return [Stretch(text=cell.text, places=[]) for cell in _row(passage.lead, 0, (0, len(passage.lead)))]


def _row(raw: str, offset: int, span: tuple[int, int]) -> list[Stretch]:
    line = raw[slice(*span)].rstrip("\r\n")
    edges = [-1, *(m.start() for m in re.finditer(r"(?<!\\)\|", line)), len(line)]
    cells = []
    for left, right in itertools.pairwise(edges):
        clean = _clean(line[: max(right, 0)], offset + span[0], left + 1, quoted=False)
        cells.append(clean.part(0, len(clean.text)))
    if cells and not cells[0].text:
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1].text else cells


_MARKS_AFTER = re.compile(r"(?:\]\([^()\s]*\)|\*{1,2}|_{1,2}|~~|`|</[A-Za-z]+>)+")
_MARKS_BEFORE = re.compile(r"(?:\*{1,2}|_{1,2}|~~|`|\[|<[A-Za-z]+>)+$")


def quoted(passage: Passage, span: tuple[int, int]) -> tuple[int, int]:
    """A range of the stored text with the marks that open before it and close after it."""
    base = passage.char_start
    start, end = span[0] - base, span[1] - base
    after = _MARKS_AFTER.match(passage.text, end)
    before = _MARKS_BEFORE.search(passage.text, max(0, start - 8), start)
    if after and before:
        return before.start() + base, after.end() + base
    closes_a_link = after and after[0][0] == "]" and "[" in passage.text[start:end]
    return span[0], (after.end() + base if after and closes_a_link else span[1])
