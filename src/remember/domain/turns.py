"""Who speaks in a conversation: chat logs and transcripts, told from plain text.

A line opens a turn when it is written like one ("Name: words", "[10:15] Name: words", "Name (10:15)")
and the text as a whole is a conversation; a list of labels ("Status: open") is none.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from remember.domain.long_texts import found_in

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
_LABEL_LINE = re.compile(rf"{_NAME}{_ROLE}[ \t]+{_STAMP}[ \t]*$")

_ABOUT = ("#", "---", "WEBVTT")  # lines about a conversation rather than in it
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
_PARTICLE_WORDS = "al bin da de del den der di do dos du el la le ten van von y zu"
_PARTICLES = frozenset(_PARTICLE_WORDS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a line opens a turn: who speaks, when if it says so, and where in the line the words start.

    `strong` lines are hardly written but in conversations; a `label` has the words on the lines below it.
    """

    speaker: str
    time: str | None
    words_at: int
    strong: bool
    label: bool = False


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
    time = parts.get("time")
    name = (parts.get("nick") or parts["name"]).strip()
    label = match.re is _LABEL_LINE
    if not may_be_name(name, stamped=time is not None and not label):
        return None
    return Opening(
        speaker=name.removeprefix("@"),
        time=time,
        words_at=match.end() + len(head) - len(bare),
        strong=time is not None and not label,
        label=label,
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
    if first.isdigit():
        return _STAMPED.match(bare) or _NAME_ONLY.match(bare)
    return _STAMP_LAST.match(bare) or _NAME_ONLY.match(bare) or _LABEL_LINE.match(bare)


@lru_cache(maxsize=4096)
def may_be_name(name: str, *, stamped: bool) -> bool:
    """Whether a line may name its speaker so; `stamped` where it has a time, and so is no label."""
    words = name.casefold().split()
    if words[0] in _ROLES:
        return len(words) <= 2
    if len(words) > 4 or words[0] in _LABELS or words[-1] in _LABELS:
        return False
    if stamped or name[0] == "@":
        return True
    return not name[0].islower() and not any(
        word[0].islower() for word in name.split()[1:] if word not in _PARTICLES
    )


def chat_in(text: str) -> Chat | None:
    """The conversation that a text holds; None where none is certain."""
    seen = _Seen()
    for line in islice(_lines(text), _LINES):
        if line.strip() and not line.startswith(_ABOUT):
            seen.line(line)
    return seen.judged() if seen.found else None


class _Seen:
    """The lines of a text that may be turns."""

    def __init__(self) -> None:
        self.lines = 0
        self.found: list[tuple[int, Opening, str]] = []  # number of the line, and its words

    def line(self, line: str) -> None:
        opening = opening_of(line)
        if opening:
            self.found.append((self.lines, opening, line[opening.words_at : _SCAN].strip()))
        self.lines += 1

    def judged(self) -> Chat | None:
        """A conversation: stamped turns, known parts, people who speak again, or nothing but sentences."""
        timed = sum(opening.strong for _, opening, _ in self.found) >= 2
        counts = Counter(opening.speaker for _, opening, _ in self.found)
        again = {name for name, count in counts.items() if count > 1}
        parts = {name for name in counts if name.casefold().split()[0] in _ROLES}
        exchange = self._exchange()
        sure = timed or len(parts) >= 2
        if not (sure or exchange or self._fills(again) or self._sentences(counts)):
            return None
        several = self.found[0][0] == 0 and (sure or len(again) >= 2)
        whole = several or len(self.found) * 2 >= self.lines
        others = {opening.speaker for _, opening, _ in self.found if not opening.label}
        speakers = parts if len(parts) >= 2 else again | (others if whole else exchange)
        return Chat(speakers=frozenset(speakers), timed=timed, whole=whole)

    def _exchange(self) -> frozenset[str]:
        """Those who speak in three lines on end, one of them twice around another."""
        for first, second, third in zip(self.found, self.found[1:], self.found[2:], strict=False):
            one, other = first[1].speaker, second[1].speaker
            said = all(_is_said(words) for _, _, words in (first, second, third))
            if third[0] - first[0] == 2 and third[1].speaker == one != other and said:
                return frozenset({one, other})
        return frozenset()

    def _fills(self, again: set[str]) -> bool:
        """Whether people who speak again say most of the text."""
        words = [words for _, opening, words in self.found if opening.speaker in again]
        said = sum(_is_said(text) for text in words) * 2 >= len(words)
        return bool(words) and said and len(words) * 2 >= self.lines

    def _sentences(self, counts: Counter[str]) -> bool:
        whole = len(self.found) == self.lines and len(counts) >= 2
        return whole and all(_is_sentence(words) for _, _, words in self.found)


def _is_sentence(words: str) -> bool:
    return words.count(" ") >= 2 and words[-1] in ".!?…。！？"


def _is_said(words: str) -> bool:
    return not words or words.count(" ") >= 2 or words[-1] in ".!?…。！？"


def _lines(text: str) -> Iterator[str]:
    start = 0
    for end in found_in(_LINE_END, text, 0, len(text)):
        yield text[start : min(end.start(), start + _SCAN)]
        start = end.end()
    yield text[start : start + _SCAN]
