"""Whether two statements say the same in other words: a claim is kept where only its wording was touched.

A wrong yes keeps testimony alive that its source took back; a wrong no only makes new testimony of what was
said before. So everything counts as a change but a short list of what changes nothing: spelling, articles
and filling words, words that stand for each other, numbers written out, where "on Mondays" stands in its
sentence, and whether the one who acts is named first or after "by".
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.claims import ClaimPeriod, DraftClaim
from remember.domain.wordlists import ALIKE, IRREGULAR, NUMBER_WORDS, listed

Wording = tuple[str, ...]
"""A statement's words as they are compared."""

_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:[-'][^\W\d_]+)*|[€$£¥%°]|[^\W_]+")
_CURRENCY = re.compile(r"([€$£¥])\s?(\d+(?:[.,]\d+)*)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_FILLING = listed("a an the also too currently presently now indeed actually really still please simply")
_SHORT = {"'ll": "will", "'re": "are", "'ve": "have", "'m": "am", "n't": "not"}
_SPELLINGS = (
    (re.compile(r"(?<=\w{3})ys(e[ds]?|ing)$"), r"yz\1"),
    (re.compile(r"(?<=\w{3})is(e[ds]?|ing|ations?)$"), r"iz\1"),
    (re.compile(r"(?<=col|fav|lab|hon|vap)our|(?<=behavi)our|(?<=neighb)our"), "or"),
    (re.compile(r"(?<=\w{2}[aeiou])ll(ed|ing|ers?)$"), r"l\1"),
    (re.compile(r"^(cent|theat|met|lit|fib)re(s?)$"), r"\1er\2"),
    (re.compile(r"^(catal|dial)ogue(s?)$"), r"\1og\2"),
    (re.compile(r"^programme(s?)$"), r"program\1"),
    (re.compile(r"^grey$"), "gray"),
)
_DAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
# What can stand before or after all the rest of its sentence and says when or where.
_ADJUNCTS = listed("on in at during since until before after every from throughout")
_LONGEST_ADJUNCT = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStatement:
    """What a claim of the version before states, as far as a rewording must leave it alone.

    `said_at` is set where each statement has a time of its own, as messages have: said again later is said
    twice.
    """

    claim_id: UUID
    claim_text: str
    is_attributed: bool
    is_hedged: bool
    speaker: str | None
    period: ClaimPeriod
    said_at: datetime | None = None


class Rewordings:
    """The statements that a new version lacks, to be found again in other words, each once."""

    def __init__(self, lacking: Iterable[KeptStatement]) -> None:
        self._waiting: dict[tuple[object, ...], list[UUID]] = {}
        self._found: set[UUID] = set()
        for kept in lacking:
            for wording in wordings(kept.claim_text):
                key = (wording, kept.is_attributed, kept.is_hedged, kept.speaker, kept.period, kept.said_at)
                self._waiting.setdefault(key, []).append(kept.claim_id)

    def leave(self, claim_ids: Iterable[UUID]) -> None:
        """These are not looked for: the version says them in their own words."""
        self._found.update(claim_ids)

    def find(self, draft: DraftClaim, *, said_at: datetime | None = None) -> UUID | None:
        """The claim that a draft says again; it is not found a second time."""
        if not self._waiting:
            return None  # As of every first version: its wordings would be for nothing.
        for wording in sorted(wordings(draft.claim_text)):
            key = (wording, draft.is_attributed, draft.hedged, draft.speaker, draft.period, said_at)
            for claim_id in self._waiting.get(key, ()):
                if claim_id not in self._found:
                    self._found.add(claim_id)
                    return claim_id
        return None


def wordings(text: str) -> frozenset[Wording]:
    """A statement as it is worded, and the same with its parts moved: one in common is enough."""
    plain = tuple(_words(text))
    moved = [plain, *_moved(plain)]
    return frozenset(turned for wording in moved for turned in (wording, *_actives(wording)))


def _words(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    tokens = _TOKEN.findall(_THOUSANDS.sub("", _CURRENCY.sub(r"\2 \1", plain)))
    # The A of "Plan A" is a name.
    told = [token for at, token in enumerate(tokens) if (token if at else token.casefold()) not in _FILLING]
    return _weekly(_replaced([_spelt(word) for token in told for word in _parts(token.casefold())]))


def _parts(token: str) -> list[str]:
    """A contraction as the words that it stands for."""
    if token in ("can't", "cannot", "won't"):
        return ["will" if token == "won't" else "can", "not"]
    for ending, word in _SHORT.items():
        if token.endswith(ending) and token != ending:
            return [token.removesuffix(ending), word]
    return [token]


def _spelt(word: str) -> str:
    if word in NUMBER_WORDS:
        return str(NUMBER_WORDS.index(word))
    for pattern, spelling in _SPELLINGS:
        word = pattern.sub(spelling, word)
    return word


def _phrase(written: str) -> Wording:
    return tuple(_spelt(word) for word in written.split("_"))


_PHRASES = {_phrase(other): _phrase(first) for first, *others in ALIKE for other in others}
_LONGEST_PHRASE = max(map(len, _PHRASES))


def _replaced(words: Sequence[str]) -> list[str]:
    """Each phrase that stands for another as that other; the longest that begins at a word counts."""
    found: list[str] = []
    at = 0
    while at < len(words):
        starting = (tuple(words[at : at + length]) for length in range(_LONGEST_PHRASE, 0, -1))
        phrase = next((one for one in starting if one in _PHRASES), None)
        found += _PHRASES[phrase] if phrase else [words[at]]
        at += len(phrase) if phrase else 1
    return found


def _weekly(words: Sequence[str]) -> Iterator[str]:
    """`on mondays` as `every monday`; `on monday` is another thing."""
    following = [*words[1:], ""]
    for before, word, after in zip(["", *words], words, following, strict=False):
        if word == "on" and _is_days(after):
            yield "every"
        elif before == "on" and _is_days(word):
            yield word.removesuffix("s")
        else:
            yield word


def _is_days(word: str) -> bool:
    return word not in _DAYS and word.removesuffix("s") in _DAYS


def _moved(words: Wording) -> Iterator[Wording]:
    """With what stands first and says when or where behind the rest."""
    if words and words[0] in _ADJUNCTS:
        for end in range(2, min(_LONGEST_ADJUNCT, len(words) - 2) + 1):
            yield words[end:] + words[:end]


def _actives(words: Wording) -> Iterator[Wording]:
    """`well is checked by tomas every monday` as `tomas checks well every monday`."""
    by = words.index("by") if "by" in words else 0
    if by < 3 or words[by - 2] not in ("is", "are", "was", "were"):
        return
    acted_on, verb = words[: by - 2], words[by - 1]
    forms = _present(verb) if words[by - 2] in ("is", "are") else _past(verb)
    for end in range(by + 2, len(words) + 1):
        for form in forms:
            yield (*words[by + 1 : end], form, *acted_on, *words[end:])


def _present(participle: str) -> list[str]:
    """What a verb with this participle may be now: "checked" gives "check" and "checks"."""
    if participle in IRREGULAR:
        bases = [IRREGULAR[participle][0]]
    elif participle.endswith("ied"):
        bases = [participle[:-3] + "y"]
    elif participle.endswith("ed"):
        bases = [participle[:-2], participle[:-1]] + (
            [participle[:-3]] if participle[-3] == participle[-4:-3] else []
        )
    else:
        return []
    return [form for base in bases for form in (base, *_third(base))]


def _third(base: str) -> list[str]:
    return [base[:-1] + "ies"] if base.endswith("y") else [base + "s", base + "es"]


def _past(participle: str) -> list[str]:
    return [IRREGULAR[participle][1]] if participle in IRREGULAR else [participle]
