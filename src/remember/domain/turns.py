"""Who speaks in a conversation: chat logs, transcripts and mail, told from plain text.

A line opens a turn when it is written like one ("Name: words", "[10:15] Name: words", "Name (10:15)")
and the text as a whole is a conversation; a list of labels ("Status: open") is none.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:[ \u202f\xa0]?[AaPp]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
_DATE = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
_STAMP = rf"(?P<time>{_DATE}(?:,?[T ][ ]?{_TIME})?|{_TIME}(?:,? {_DATE})?)"
_NAME = r"(?P<name>@?[^\W_](?:[^\W_]|[.'’\-_ ](?! )){0,39})"
_ROLE = r"(?: ?\([^()\d][^()]{0,30}\))?"
_NAMED = rf"{_NAME}{_ROLE}[ \t]*:(?:[ \t]+|$)"
_NICKED = r"<(?:v )?(?P<nick>@?[^\W_][^<>\n]{0,39})>[ \t]*"
_AFTER_STAMP = rf"[ \t]*(?:[-–|][ \t]*)?(?:{_NICKED}|{_NAMED})"

# How a turn is written, by the first character of its line.
_BRACKETED = re.compile(rf"[\[(]{_STAMP}[\])]{_AFTER_STAMP}")
_STAMPED = re.compile(rf"{_STAMP}{_AFTER_STAMP}")
_NICK_FIRST = re.compile(_NICKED)
_BOLD = re.compile(rf"\*\*{_NAME}{_ROLE}[ \t]*(?::\*\*|\*\*[ \t]*:)(?:[ \t]+|$)")
_STAMP_LAST = re.compile(rf"{_NAME}{_ROLE}[ \t]*,?[ \t]*[\[(]{_STAMP}[\])][ \t]*:?(?:[ \t]+|$)")
_NAME_ONLY = re.compile(_NAMED)

_SCAN = 300
_LINES = 20_000
_LINE_END = re.compile(r"\r\n|\n|\r")

_ROLE_WORDS = (
    "user assistant human ai bot system agent customer client support interviewer interviewee speaker"
)
_ROLES = frozenset(_ROLE_WORDS.split())
# What stands before a colon in lists, headers and logs, and is no name.
_LABEL_WORDS = """
action actions address agenda aim answer assumption assumptions attendance attendees audience author
authors background bcc body budget category cause caveat cc chair changed comment comments conclusion
consequences contact context cost created critical cutoff date day deadline debug decision decisions
default definition description details discussion due duration edit effect email end error estimate
event example examples expected fatal file fixed follow-up from ftp goal goals hint host http https id
impact important info input issue issues item items keywords label labels language last length level
license limit link links list location mailto meeting message method minutes mode motion name next note
notes notice number objective open options outcome output overview owner owners parameters people phase
phone place plan present price priority problem progress project purpose question questions quote reason
recording ref reference references regrets remark reply-to result results risk risks role rota scope
scribe section see sent severity site size solution source spec stage start state status step steps
subject summary tag tags task tasks team time timeline tip title to todo topic topics total trace type
update updated updates url usage user-agent value version warn warning week when where who why year
"""
_LABELS = frozenset(_LABEL_WORDS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a line opens a turn: who speaks, when if it says so, and where in the line the words start."""

    speaker: str
    time: str | None
    words_at: int
    strong: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A text that holds a conversation: `whole` where it is nothing else."""

    speakers: frozenset[str]
    timed: bool
    whole: bool

    def opening(self, line: str) -> Opening | None:
        """How this line opens a turn of this conversation, if it does."""
        found = opening_of(line)
        if found is None or not (found.speaker in self.speakers or (found.strong and self.timed)):
            return None
        return found


def opening_of(line: str) -> Opening | None:
    """How this line would open a turn, were it part of a conversation."""
    head = line[:_SCAN]
    bare = head.lstrip()
    match = _match(bare) if bare else None
    if match is None:
        return None
    parts = match.groupdict()
    name = parts.get("nick") or parts["name"]
    if not _may_be_name(name):
        return None
    time = parts.get("time")
    return Opening(
        speaker=name.removeprefix("@"),
        time=time,
        words_at=match.end() + len(head) - len(bare),
        strong=time is not None or "nick" in parts,
    )


def _match(bare: str) -> re.Match[str] | None:
    first = bare[0]
    if first == "<":
        return _NICK_FIRST.match(bare)
    if ":" not in bare[:120] and "<" not in bare[:60]:
        return None
    if first in "[(":
        return _BRACKETED.match(bare)
    if first == "*":
        return _BOLD.match(bare)
    stamped = _STAMPED.match(bare) if first.isdigit() else _STAMP_LAST.match(bare)
    return stamped or _NAME_ONLY.match(bare)


@lru_cache(maxsize=4096)
def _may_be_name(name: str) -> bool:
    words = name.casefold().split()
    if words[0] in _ROLES:
        return len(words) <= 2
    if len(words) > 4 or words[0] in _LABELS or words[-1] in _LABELS:
        return False
    return name[0] == "@" or not name[0].islower()


def chat_in(text: str) -> Chat | None:
    """The conversation that a text holds; None where none is certain."""
    lines = 0
    found: list[Opening] = []
    words: list[str] = []
    run = longest = 0
    for line in islice(_lines(text), _LINES):
        if not line.strip():
            continue
        lines += 1
        opening = opening_of(line)
        run = run + 1 if opening else 0
        longest = max(longest, run)
        if opening:
            found.append(opening)
            words.append(line[opening.words_at : _SCAN].strip())
    return _judged(found, words, lines=lines, longest=longest)


def _judged(found: list[Opening], words: list[str], *, lines: int, longest: int) -> Chat | None:
    timed = sum(opening.strong for opening in found) >= 2
    counts = Counter(opening.speaker for opening in found)
    roles = {name for name in counts if name.casefold().split()[0] in _ROLES}
    whole = len(found) * 2 >= lines
    again = [name for name, count in counts.items() if count > 1]
    said = sum(_is_said(text) for text in words) * 2 >= len(words)
    if timed or len(roles) >= 2 or (again and said and len(found) >= 2 and (whole or longest >= 3)):
        return Chat(speakers=frozenset(counts), timed=timed, whole=whole)
    all_sentences = all(text.count(" ") >= 2 and text[-1] in ".!?…" for text in words)
    if len(counts) >= 2 and len(found) == lines and all_sentences:
        return Chat(speakers=frozenset(counts), timed=timed, whole=True)
    return None


def _is_said(words: str) -> bool:
    return not words or words.count(" ") >= 2 or words[-1] in ".!?…。！？"


def _lines(text: str) -> Iterator[str]:
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : min(end.start(), start + _SCAN)]
        start = end.end()
    yield text[start : start + _SCAN]
